"""``lastgreen plan``: what a run will see, cost and take, before it is run."""

from __future__ import annotations

from typing import Any

import click

from deployments.options import BASELINE_OPTIONS, JSON_OPTION, Number, with_options


@click.command()
@with_options(BASELINE_OPTIONS)
@click.option("--trials", type=click.IntRange(1, 100), help="Trials a case.  [default: the tier's]")
@click.option("--drop", type=Number(min=0, min_open=True, max=100), help="A drop in points that should be seen.")
@JSON_OPTION
def plan(drop: float | None, as_json: bool, **options: Any) -> None:
    """Say which drops a run can see, what a wanted drop needs, and what the run will cost and take.

    By the trials of main that are stored; without them by stated assumptions. Nothing is called, no key is needed.
    """
    from deployments.forecasting import show_forecast

    show_forecast({name: value for name, value in options.items() if value is not None}, drop, as_json=as_json)

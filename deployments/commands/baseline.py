"""``lastgreen baseline``: what runs are compared with."""

from __future__ import annotations

from typing import Any

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, REQUEST_OPTIONS, STORE_OPTION, with_options

TIER_OPTION = click.option(
    "--tier", type=click.Choice(["smoke", "full", "extended"]), default="smoke", show_default=True, help="Tier."
)
TARGET_OPTION = click.option("--target", help="Target of the configuration whose app is meant.")


@click.group()
def baseline() -> None:
    """Record and show what runs are compared with: the pool of fresh trials on main, pins and anchors."""


@baseline.command()
@with_options(REQUEST_OPTIONS)
@click.option("--quiet", is_flag=True, help="Print no progress.")
@JSON_OPTION
def record(as_json: bool, quiet: bool, **options: Any) -> int:
    """Run fresh trials of the target and make them what later runs are compared with.

    Ten trials a case unless --trials says otherwise: deep enough to confirm a single broken case. Trials of the same
    commit, target and judge join those that are there.
    """
    from deployments.commands.run import show_report
    from deployments.running import BASELINE_TRIALS, baseline_request, execute, new_request
    from deployments.watch import watching

    trials = options.pop("trials") or BASELINE_TRIALS
    with watching(quiet=quiet or as_json) as watch:
        stored = execute(baseline_request(new_request(options), None, trials), watch)
    show_report(stored.report, as_json=as_json)
    return 0


@baseline.command()
@CONFIG_OPTION
@STORE_OPTION
@TIER_OPTION
@TARGET_OPTION
@JSON_OPTION
def show(config: str, store: str | None, tier: str, target: str | None, as_json: bool) -> None:
    """Show the baseline that a run of this tier would be compared with, and the anchors."""
    from deployments.baselines import show_baselines

    show_baselines(config, store, tier, target, as_json=as_json)


@baseline.command()
@click.argument("run_id", metavar="RUN", required=False)
@click.option("--clear", is_flag=True, help="Unpin.")
@CONFIG_OPTION
@STORE_OPTION
@TIER_OPTION
@TARGET_OPTION
def pin(run_id: str | None, clear: bool, config: str, store: str | None, tier: str, target: str | None) -> None:
    """Compare with one run until it is unpinned."""
    from deployments.baselines import pin_baseline

    pin_baseline(config, store, tier, target, None if clear else run_id, clear=clear)


@baseline.command()
@click.argument("name")
@click.argument("run_id", metavar="[RUN]", required=False)
@CONFIG_OPTION
@STORE_OPTION
@TIER_OPTION
@TARGET_OPTION
def anchor(name: str, run_id: str | None, config: str, store: str | None, tier: str, target: str | None) -> None:
    """Keep a run, or the current baseline, under the name of a release; slow decline is measured against it."""
    from deployments.baselines import anchor_baseline

    anchor_baseline(config, store, tier, target, name, run_id)

"""``lastgreen baseline``: what runs are compared with."""

from __future__ import annotations

from typing import Any

import click

from deployments.options import BASELINE_OPTIONS, CONFIG_OPTION, JSON_OPTION, STORE_OPTION, with_options

TIER_OPTION = click.option(
    "--tier", type=click.Choice(["smoke", "full", "extended"]), default="smoke", show_default=True, help="Tier."
)
TARGET_OPTION = click.option("--target", help="Target of the configuration whose app is meant.")


@click.group()
def baseline() -> None:
    """Record and show what runs are compared with: the pool of fresh trials on main, pins and anchors."""


@baseline.command()
@with_options(BASELINE_OPTIONS)
@click.option(
    "--to",
    "trials",
    type=click.IntRange(1, 100),
    help="Trials a case that the pool is brought up to.  [default: 10; 20 of a critical case]",
)
@click.option("--quiet", is_flag=True, help="Print no progress.")
@JSON_OPTION
def refresh(as_json: bool, quiet: bool, trials: int | None, **options: Any) -> int:
    """Bring the pool of fresh trials up to its depth: on main, after every merge or every night.

    Only what is missing is run. Trials of the same commit, target and judge count; those of another commit or target
    are replaced; those of another judge are judged again on the answers there are, without asking the target.
    """
    return _record(options, trials, start_over=False, as_json=as_json, quiet=quiet)


@baseline.command()
@with_options(BASELINE_OPTIONS)
@click.option("--trials", type=click.IntRange(1, 100), help="Trials a case.  [default: 10; 20 of a critical case]")
@click.option("--quiet", is_flag=True, help="Print no progress.")
@JSON_OPTION
def record(as_json: bool, quiet: bool, trials: int | None, **options: Any) -> int:
    """Start the pool of fresh trials over, whatever there is: when the app changed without a commit.

    The old pool stays in the store and in the history.
    """
    return _record(options, trials, start_over=True, as_json=as_json, quiet=quiet)


def _record(options: dict[str, Any], trials: int | None, *, start_over: bool, as_json: bool, quiet: bool) -> int:
    from deployments import running
    from deployments.commands.run import say_nothing_to_run, show_report
    from deployments.watch import watching

    with watching(quiet=quiet or as_json) as watch:
        request = running.baseline_request(running.new_request(options), trials=trials, start_over=start_over)
        stored = running.refresh(request, watch)
    if stored is not None:
        show_report(stored.report, as_json=as_json)
    else:
        say_nothing_to_run(as_json=as_json)
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

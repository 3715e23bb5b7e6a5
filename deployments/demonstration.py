"""The demonstration: a baseline from the good build of the demo app, then the regressed build, blocked."""

from __future__ import annotations

import click

from deployments.display import print_report
from deployments.running import baseline_request, execute, new_request
from deployments.watch import watching
from evals.reports.markdown import render_comment

TRIALS = 5
"""Trials a case of the demonstration's baseline: enough to confirm one broken case, and quick."""


def demonstrate(config: str) -> int:
    """Show a regression being blocked; return 0 when it was, 1 otherwise.

    The runs go to a store of their own, so that they never become anybody's baseline.
    """
    from tasks.home import home

    common = {"config": config, "tier": "full", "trials": 1, "store": str(home() / "demo-store"), "branch": "demo"}
    with watching(quiet=False) as watch:
        click.echo("1. Recording a baseline from the good build of the demo app.")
        first = baseline_request(new_request({**common, "target": "good"}), trials=TRIALS, start_over=True)
        recorded = execute(first, watch)
        watch.reset()
        click.echo("2. Gating a build with a believable engineering mistake.")
        change = {**common, "target": "regressed", "baseline": recorded.info.run_id}
        gated = execute(new_request(change), watch)
    print_report(gated.report)
    click.echo("\n3. The comment that the pull request would get:\n")
    click.echo(render_comment(gated.report))
    verdict = gated.report.verdict
    blocked = verdict is not None and verdict.blocks
    click.echo("The regressed build was blocked." if blocked else "The regressed build was NOT blocked.")
    return 0 if blocked else 1

"""``lastgreen run``: gate one change."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from deployments.options import REQUEST_OPTIONS, NewFile, with_options


@click.command()
@with_options(REQUEST_OPTIONS)
@click.option("--resume", metavar="RUN_ID", help="Go on with a run that was interrupted; no answered call is repeated.")
@click.option(
    "--baseline-if-missing",
    metavar="TARGET",
    help="Record a baseline from this target first, when there is none yet.",
)
@click.option("--out", type=NewFile(), help="Write the whole result to this file as JSON.")
@click.option("--comment", type=NewFile(), help="Write the pull-request comment to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--quiet", is_flag=True, help="Print no progress, only the verdict.")
def run(
    resume: str | None,
    baseline_if_missing: str | None,
    out: str | None,
    comment: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Run the golden set against a target, compare with the baseline, and say passed, failed or inconclusive.

    The tier chooses the cases (smoke: those tagged smoke; full: all but extended-only; extended: all), or --tags
    does. Exit codes: 0 passed, 1 failed, 2 inconclusive where the policy blocks it, 3 input, 4 infrastructure.
    """
    from deployments.running import ensure_baseline, execute, new_request, refresh, resume_request
    from deployments.watch import watching

    with watching(quiet=quiet or as_json) as watch:
        request = resume_request(resume, options) if resume else new_request(options)
        if baseline_if_missing:
            ensure_baseline(request, baseline_if_missing, watch)
        stored = refresh(request, watch) if request.kind == "baseline" else execute(request, watch)
    if stored is None:
        say_nothing_to_run(as_json=as_json)
        return 0
    if out:
        from deployments.results_file import results_json

        Path(out).write_text(results_json(stored), "utf-8")
    if comment:
        from evals.reports.markdown import render_comment

        Path(comment).write_text(render_comment(stored.report), "utf-8")
    show_report(stored.report, as_json=as_json)
    verdict = stored.report.verdict
    return verdict.exit_code if verdict else 0


def say_nothing_to_run(*, as_json: bool) -> None:
    """Tell that a baseline is as deep as it was to become."""
    click.echo("{}" if as_json else "Nothing to run: the pool has all the trials it needs.")


def show_report(report: Any, *, as_json: bool) -> None:
    """Print a report for people or machines."""
    if as_json:
        import json

        click.echo(json.dumps(report.to_dict(), indent=1))
        return
    from deployments.display import print_report

    sys.stderr.flush()
    print_report(report)

"""``lastgreen lint``: is a golden set usable, and what does it hold."""

from __future__ import annotations

import dataclasses
import json

import click

from evals.errors import GoldenSetError


@click.command("lint")
@click.argument("path")
@click.option(
    "--format", "kind", help="Read all files as jsonl, yaml-cases, yaml-pack or regtrace; told apart otherwise."
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary or the problems as JSON.")
def lint(path: str, kind: str | None, as_json: bool) -> None:
    """Load the golden set at PATH and report every problem, or count what it holds.

    PATH is a directory such as evals/golden/v1, or one file. Exit code 0 without problems, 3 with any.
    """
    from evals.cases.summary import summarize, summary_text
    from tasks.golden_files import load_golden_set

    try:
        summary = summarize(load_golden_set(path, kind))
    except GoldenSetError as error:
        if not as_json:
            raise
        click.echo(_problems_json(error))
        raise click.exceptions.Exit(error.exit_code) from None
    click.echo(json.dumps(dataclasses.asdict(summary), indent=2) if as_json else summary_text(summary))


def _problems_json(error: GoldenSetError) -> str:
    return json.dumps({"problems": [dataclasses.asdict(problem) for problem in error.problems]}, indent=2)

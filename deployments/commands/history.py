"""``lastgreen history``: the runs of a store."""

from __future__ import annotations

from typing import Any

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION, with_options
from deployments.selecting import SELECTION_OPTIONS, limit_option
from deployments.tables import CSV_OPTION

DEFAULT_LIMIT = 20


@click.command()
@CONFIG_OPTION
@STORE_OPTION
@with_options(SELECTION_OPTIONS)
@limit_option(DEFAULT_LIMIT)
@JSON_OPTION
@CSV_OPTION
def history(config: str, store: str | None, limit: int, as_json: bool, as_csv: bool, **options: Any) -> None:
    """List the runs of the store, newest first, with verdict, pass rate, judge score, latency and cost.

    --json and --csv print every column of `runs` but the report: see docs/results.md for their units.
    """
    from deployments.selecting import selection_of
    from deployments.stored import open_files
    from deployments.tables import form_of, write_csv, write_json, write_table
    from tasks.stores.catalogue import open_catalogue
    from tasks.stores.questions import find_runs

    form = form_of(as_json=as_json, as_csv=as_csv)
    with open_catalogue(open_files(config, store)) as catalogue:
        found = find_runs(catalogue, selection_of(options), limit or None)
        match form:
            case "json":
                write_json(found.dicts())
            case "csv":
                write_csv(found.columns, found.rows)
            case _:
                write_table(_columns(), ({**row, **_shown(row)} for row in found.dicts()))


def _columns() -> list[Any]:
    from deployments.tables import Column

    return [
        Column("run", "run_id"),
        Column("what", "what"),
        Column("branch", "branch"),
        Column("commit", "commit"),
        Column("model", "model_version"),
        Column("verdict", "decision"),
        Column("pass rate", "pass_rate", "rate"),
        Column("judge", "judge_weighted", "score"),
        Column("p95", "latency_p95", "seconds"),
        Column("cost", "cost_total", "money"),
    ]


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    baseline = "baseline " if row["kind"] == "baseline" else ""
    return {"what": f"{row['app']} {baseline}{row['tier']}", "commit": row["commit_sha"][:8]}

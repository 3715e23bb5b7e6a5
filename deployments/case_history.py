"""What ``lastgreen case`` reads and prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import click

from deployments.tables import Column, Form, plain, write_csv, write_table
from evals.errors import InputError
from evals.gate.wording import counted
from evals.results.case_history import COLUMNS, CaseHistory, FlakeRate, case_history
from evals.results.selection import Selection
from tasks.stores.catalogue import Catalogue, open_catalogue
from tasks.stores.files import Files
from tasks.stores.questions import case_ids, find_runs, find_trials

OF_RUN = ("run_id", "created_at", "kind", "tier", "branch", "commit_sha", "model_version", "decision")
"""What is shown of each run."""

Runs = Mapping[str, Mapping[str, Any]]


def read_history(files: Files, case_id: str, wanted: Selection, limit: int | None) -> tuple[CaseHistory, Runs]:
    """Read a case over the wanted runs that have it, the newest ``limit`` of them, and those runs by id.

    Raises:
        InputError: no run has such a case (the nearest ids are named), or none of the wanted ones.
    """
    with open_catalogue(files, with_trials=True) as catalogue:
        runs = {row["run_id"]: row for row in find_runs(catalogue, wanted, limit, case_id=case_id).dicts()}
        if not runs:
            raise InputError(_no_runs(catalogue, case_id, files.url))
        rows = list(find_trials(catalogue, case_id, COLUMNS, list(runs)).dicts())
    return case_history(case_id, rows), runs


def _no_runs(catalogue: Catalogue, case_id: str, url: str) -> str:
    from evals.cases.validation import suggestion

    known = case_ids(catalogue)
    if case_id in known:
        return f"case {case_id!r} is in no run that was asked for, but in others"
    return f"no run in {url!r} has a case {case_id!r}{suggestion(case_id, known)}"


def show_history(found: tuple[CaseHistory, Runs], form: Form) -> None:
    """Print a case and its runs."""
    history, runs = found
    rows = [{**{key: runs[run.run_id][key] for key in OF_RUN}, **asdict(run)} for run in history.runs]
    if form == "json":
        summary = {key: value for key, value in asdict(history).items() if key != "runs"}
        if history.flake:
            summary["flake"]["advice"] = history.flake.advice.name.lower()
        click.echo(json.dumps({**plain(summary), "runs": plain(rows)}, indent=1))
    elif form == "csv":
        write_csv(list(rows[0]), (list(row.values()) for row in rows))
    else:
        click.echo(f"{history.case_id} ({history.category}, {history.difficulty}) {', '.join(history.tags)}".rstrip())
        write_table(_COLUMNS, ({**row, "trials": _trials(row), "commit": row["commit_sha"][:8]} for row in rows))
        click.echo("\n".join(_summary(history)))


_COLUMNS = (
    Column("run", "run_id"),
    Column("tier", "tier"),
    Column("branch", "branch"),
    Column("commit", "commit"),
    Column("passed", "trials"),
    Column("score", "score", "score"),
    Column("judge", "judge", "score"),
    Column("latency", "latency", "seconds"),
    Column("why not", "reason"),
)


def _trials(row: Mapping[str, Any]) -> str:
    missing = f", {row['missing']} missing" if row["missing"] else ""
    return f"{row['passed']}/{row['passed'] + row['failed']}{missing}"


def _summary(history: CaseHistory) -> list[str]:
    contents = counted(history.contents, "content")
    lines = [f"\n{counted(len(history.runs), 'run')}; {contents} of the case"]
    if history.flake is None:
        return [*lines, "flake rate: unknown, there is no valid trial"]
    return lines + _flake_lines(history.flake)


def _flake_lines(flake: FlakeRate) -> list[str]:
    interval = f"95 % interval {100 * flake.low:.1f} to {100 * flake.high:.1f} %"
    rate = f"{flake.failed} of {counted(flake.trials, 'trial')} of the newest content failed, {100 * flake.rate:.1f} %"
    mixed = f"{flake.mixed} of {counted(flake.repeated, 'run')} with several trials had both"
    return [f"flake rate: {rate} ({interval})", f"{mixed}; advice: {flake.advice.value}"]

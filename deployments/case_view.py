"""One case of a run, trial by trial, with the evidence of every check."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from deployments.tables import Form, write_csv
from evals.cases.validation import suggestion
from evals.checks.check import CheckResult
from evals.errors import InputError
from evals.judging.judgement import Judgement, Unscored
from evals.reports.numbers import printable
from evals.reports.report import response_text, to_plain
from evals.results.run import TrialResult
from tasks.stores.results import StoredRun

OF_TRIAL = (
    "case_id", "trial", "stage", "category", "difficulty", "tags", "status", "reason", "score", "latency", "cost",
    "checks_cost", "prompt",
)  # fmt: skip
OF_CHECK = ("label", "type", "outcome", "score", "explanation")


def show_case(run: StoredRun, case_id: str, form: Form) -> None:
    """Print the trials of a case.

    Raises:
        InputError: the run has no such case.
    """
    trials = [trial for trial in run.trials if trial.case_id == case_id]
    if not trials:
        hint = suggestion(case_id, {trial.case_id for trial in run.trials})
        raise InputError(f"case {case_id!r} is not in run {run.info.run_id!r}{hint}")
    if form == "json":
        click.echo(json.dumps([to_plain(trial) for trial in trials], indent=1))
    elif form == "csv":
        write_trials(trials)
    else:
        click.echo(printable(f"{case_id} ({trials[0].category}): {trials[0].prompt}"))
        for trial in trials:
            click.echo(printable("\n".join(_lines(trial))))


def write_trials(trials: Sequence[TrialResult]) -> None:
    """Print trials as CSV, a line each; checks and judge scores are JSON."""
    columns = (*OF_TRIAL, "answer", "checks", "judge_overall", "judge_scores", "judge_explanation")
    write_csv(
        columns, ([printable(cell) if isinstance(cell, str) else cell for cell in _cells(trial)] for trial in trials)
    )


def _cells(trial: TrialResult) -> list[Any]:
    cells = [to_plain(getattr(trial, name)) for name in OF_TRIAL]
    checks = [{name: to_plain(getattr(check, name)) for name in OF_CHECK} for check in trial.checks]
    match trial.judgement:
        case Judgement(scores=scores, overall=overall, explanation=said):
            judged: list[Any] = [overall, dict(scores), said]
        case Unscored(reason, detail):
            judged = [None, None, f"{reason} {detail}".rstrip()]
        case _:
            judged = [None, None, None]
    return [*cells, response_text(trial.response), checks, *judged]


def _lines(trial: TrialResult) -> list[str]:
    lines = [f"\ntrial {trial.trial} ({trial.stage.value}): {trial.status.value}"]
    lines += [f"  why: {trial.reason}"] if trial.reason else []
    lines += [f"  answer: {response_text(trial.response)}"]
    lines += [line for check in trial.checks for line in _check_lines(check)]
    match trial.judgement:
        case Judgement(scores=scores, overall=overall, explanation=explanation):
            listed = ", ".join(f"{name} {score:g}" for name, score in scores.items())
            lines.append(f"  judge: {overall:.2f} ({listed}) {explanation}".rstrip())
        case Unscored(reason, detail):
            lines.append(f"  judge: {reason} {detail}".rstrip())
    return lines


def _check_lines(check: CheckResult) -> list[str]:
    head = f"  {check.outcome.value:8} {check.label}: {check.explanation}"
    seen = [f"           saw {item.text!r}{f' as {item.read_as}' if item.read_as else ''}" for item in check.evidence]
    return [head, *seen]

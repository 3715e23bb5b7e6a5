"""One case of a run, trial by trial, with the evidence of every check."""

from __future__ import annotations

import json

import click

from evals.cases.validation import suggestion
from evals.checks.check import CheckResult
from evals.errors import InputError
from evals.judging.judgement import Judgement, Unscored
from evals.reports.numbers import printable
from evals.reports.report import response_text, to_plain
from evals.results.run import TrialResult
from tasks.stores.results import StoredRun


def show_case(run: StoredRun, case_id: str, *, as_json: bool) -> None:
    """Print the trials of a case.

    Raises:
        InputError: the run has no such case.
    """
    trials = [trial for trial in run.trials if trial.case_id == case_id]
    if not trials:
        hint = suggestion(case_id, {trial.case_id for trial in run.trials})
        raise InputError(f"case {case_id!r} is not in run {run.info.run_id!r}{hint}")
    if as_json:
        click.echo(json.dumps([to_plain(trial) for trial in trials], indent=1))
        return
    click.echo(printable(f"{case_id} ({trials[0].category}): {trials[0].prompt}"))
    for trial in trials:
        click.echo(printable("\n".join(_lines(trial))))


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

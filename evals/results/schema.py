"""The columns of stored results, explicit and versioned: an inferred schema breaks readers at the first empty column.

One row per trial in ``results``, one row per run in ``runs``. Units: seconds, tokens, the price table's currency, rates
from 0 to 1, judge scores from 1 to 5. ``null`` is unknown, never zero.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import pyarrow as pa

from evals.answers import Answer, Fault, Response
from evals.cases.case import Difficulty
from evals.checks.check import CheckResult, Evidence, Outcome
from evals.judging.judgement import Judgement, Unscored
from evals.reports.report import to_plain
from evals.results.finished import FinishedRun
from evals.results.records import from_record, to_record
from evals.results.run import RunInfo, Stage, Status, TrialResult

SCHEMA_VERSION = 1

EVIDENCE = pa.struct([("text", pa.string()), ("start", pa.int64()), ("read_as", pa.string())])
CHECK = pa.struct(
    [
        ("label", pa.string()),
        ("type", pa.string()),
        ("version", pa.int32()),
        ("outcome", pa.string()),
        ("score", pa.float64()),
        ("explanation", pa.string()),
        ("evidence", pa.list_(EVIDENCE)),
    ]
)
SCORE = pa.struct([("dimension", pa.string()), ("score", pa.float64())])

KEYS = [
    ("run_id", pa.string()),
    ("kind", pa.string()),
    ("created_at", pa.string()),
    ("tier", pa.string()),
    ("golden_version", pa.string()),
    ("golden_hash", pa.string()),
    ("app", pa.string()),
    ("target", pa.string()),
    ("target_fingerprint", pa.string()),
    ("judge", pa.string()),
    ("commit_sha", pa.string()),
    ("branch", pa.string()),
    ("pr", pa.int64()),
    ("model_version", pa.string()),
    ("trials", pa.int64()),
    ("seed", pa.int64()),
    ("lastgreen_version", pa.string()),
]
"""The fields of ``RunInfo``: on every row, so that a file of results can be read alone."""

RESULTS = pa.schema(
    [
        ("schema_version", pa.int32()),
        *KEYS,
        ("case_id", pa.string()),
        ("trial", pa.int32()),
        ("stage", pa.string()),
        ("case_hash", pa.string()),
        ("category", pa.string()),
        ("difficulty", pa.string()),
        ("tags", pa.list_(pa.string())),
        ("dimension", pa.string()),
        ("prompt", pa.string()),
        ("status", pa.string()),
        ("reason", pa.string()),
        ("score", pa.float64()),
        ("answer", pa.string()),
        ("latency", pa.float64()),
        ("input_tokens", pa.int64()),
        ("output_tokens", pa.int64()),
        ("cost", pa.float64()),
        ("answer_model", pa.string()),
        ("checks", pa.list_(CHECK)),
        ("judge_overall", pa.float64()),
        ("judge_scores", pa.list_(SCORE)),
        ("response_record", pa.string()),
        ("judgement_record", pa.string()),
    ]
)

RUNS = pa.schema(
    [
        ("schema_version", pa.int32()),
        *KEYS,
        ("decision", pa.string()),
        ("literal", pa.string()),
        ("blocks", pa.bool_()),
        ("exit_code", pa.int32()),
        ("sentence", pa.string()),
        ("cases", pa.int64()),
        ("trials_run", pa.int64()),
        ("passed", pa.int64()),
        ("failed", pa.int64()),
        ("missing", pa.int64()),
        ("pass_rate", pa.float64()),
        ("weighted_pass_rate", pa.float64()),
        ("judge_weighted", pa.float64()),
        ("judge_means", pa.list_(SCORE)),
        ("latency_p50", pa.float64()),
        ("latency_p95", pa.float64()),
        ("cost_total", pa.float64()),
        ("schema_rate", pa.float64()),
        ("completeness", pa.float64()),
        ("flaky_pass_rate", pa.float64()),
        ("extra_calls", pa.int64()),
        ("report", pa.string()),
    ]
)


def results_table(run: FinishedRun) -> pa.Table:
    """One row per trial, in the order of the run."""
    keys = key_values(run.info)
    return pa.Table.from_pylist([{**keys, **_trial_row(trial)} for trial in run.trials], schema=RESULTS)


def runs_table(run: FinishedRun) -> pa.Table:
    """One row."""
    return pa.Table.from_pylist([{**key_values(run.info), **_run_row(run)}], schema=RUNS)


def key_values(info: RunInfo) -> dict[str, Any]:
    """The identity of a run as columns."""
    return {"schema_version": SCHEMA_VERSION, **{name: getattr(info, name) for name, _ in KEYS}}


def read_trials(table: pa.Table) -> tuple[TrialResult, ...]:
    """Rebuild the trials of a run from its rows."""
    return tuple(_trial(row) for row in table.to_pylist())


def read_info(row: Mapping[str, Any]) -> RunInfo:
    """Rebuild the identity of a run from any of its rows."""
    return RunInfo(**{name: row[name] for name, _ in KEYS})


def _trial_row(trial: TrialResult) -> dict[str, Any]:
    return {
        "case_id": trial.case_id,
        "trial": trial.trial,
        "stage": trial.stage.value,
        "case_hash": trial.case_hash,
        "category": trial.category,
        "difficulty": trial.difficulty.value,
        "tags": sorted(trial.tags),
        "dimension": trial.dimension,
        "prompt": _storable(trial.prompt),
        "status": trial.status.value,
        "reason": _storable(trial.reason),
        "score": trial.score,
        "cost": trial.cost,
        "checks": [_check_row(check) for check in trial.checks],
        "response_record": json.dumps(to_record(trial.response)),
        **_answer_columns(trial.response),
        **_judgement_columns(trial.judgement),
    }


def _answer_columns(response: Response) -> dict[str, Any]:
    if not isinstance(response, Answer):
        return {"latency": response.latency if isinstance(response, Fault) else None}
    return {
        "answer": _storable(response.text),
        "latency": response.latency,
        "input_tokens": response.usage.input_tokens,
        "output_tokens": response.usage.output_tokens,
        "answer_model": response.model_version,
    }


def _judgement_columns(judgement: Judgement | Unscored | None) -> dict[str, Any]:
    if judgement is None:
        return {}
    record = {"judgement_record": json.dumps(to_record(judgement))}
    if isinstance(judgement, Unscored):
        return record
    return {**record, "judge_overall": judgement.overall, "judge_scores": _scores(judgement.scores)}


def _scores(scores: Mapping[str, float]) -> list[dict[str, Any]]:
    return [{"dimension": name, "score": score} for name, score in scores.items()]


def _check_row(check: CheckResult) -> dict[str, Any]:
    row: dict[str, Any] = to_plain(check)
    row["explanation"] = _storable(check.explanation)
    row["evidence"] = [{**item, "text": _storable(item["text"])} for item in row["evidence"]]
    return row


def _storable(text: str) -> str:
    """Arrow strings are UTF-8: a lone surrogate, which some models send, is replaced; the record keeps it escaped."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _run_row(run: FinishedRun) -> dict[str, Any]:
    summary = run.summary
    same = (
        "cases", "passed", "failed", "missing", "judge_weighted", "latency_p50", "latency_p95", "cost_total",
    )  # fmt: skip
    return {
        **{name: getattr(summary, name) for name in same},
        **_verdict_columns(run),
        "trials_run": summary.trials,
        "pass_rate": to_plain(summary.pass_rate),
        "weighted_pass_rate": to_plain(summary.weighted_pass_rate),
        "judge_means": _scores({name: mean.mean for name, mean in summary.dimensions.items()}),
        "schema_rate": summary.schema_passed / summary.schema_total if summary.schema_total else None,
        "completeness": to_plain(summary.completeness),
        "flaky_pass_rate": to_plain(summary.flaky.pass_rate),
        "report": json.dumps(run.report.to_dict()),
    }


def _verdict_columns(run: FinishedRun) -> dict[str, Any]:
    verdict = run.verdict
    if verdict is None:
        return {}
    return {
        "decision": verdict.decision.value,
        "literal": verdict.literal.value,
        "blocks": verdict.blocks,
        "exit_code": verdict.exit_code,
        "sentence": verdict.sentence,
        "extra_calls": verdict.extra_calls,
    }


def _trial(row: Mapping[str, Any]) -> TrialResult:
    judgement = from_record(json.loads(row["judgement_record"])) if row["judgement_record"] else None
    return TrialResult(
        case_id=row["case_id"],
        trial=row["trial"],
        case_hash=row["case_hash"],
        category=row["category"],
        difficulty=Difficulty(row["difficulty"]),
        tags=frozenset(row["tags"]),
        dimension=row["dimension"],
        response=cast("Response", from_record(json.loads(row["response_record"]))),
        checks=tuple(_check(check) for check in row["checks"]),
        judgement=cast("Judgement | Unscored | None", judgement),
        status=Status(row["status"]),
        reason=row["reason"],
        score=row["score"],
        cost=row["cost"],
        stage=Stage(row["stage"]),
        prompt=row["prompt"],
    )


def _check(row: Mapping[str, Any]) -> CheckResult:
    evidence = tuple(Evidence(**item) for item in row["evidence"])
    return CheckResult(**{**row, "outcome": Outcome(row["outcome"]), "evidence": evidence})

"""A finished run as rows, and back. The columns are those of ``columns``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

import pyarrow as pa

from evals.answers import Answer, Fault, Missing, Response
from evals.cases.case import Difficulty
from evals.checks.check import CheckResult, Evidence, Outcome
from evals.finished.run import FinishedRun
from evals.judging.judgement import Judgement, Unscored
from evals.reports.report import Report
from evals.results.columns import KEYS, RESULTS, RUNS, SCHEMA_VERSION, TRANSCRIPTS
from evals.results.records import from_record, to_record
from evals.results.run import RunInfo, Stage, Status, Summary, TrialResult


def run_tables(run: FinishedRun) -> dict[str, pa.Table]:
    """The parts of a run by name: rows of ``results`` and ``transcripts`` in the order of its trials."""
    keys = key_values(run.info)
    identity = {"schema_version": SCHEMA_VERSION, "run_id": run.info.run_id}
    return {
        "results": _table([{**keys, **_trial_row(trial)} for trial in run.trials], RESULTS),
        "transcripts": _table([{**identity, **_transcript_row(trial)} for trial in run.trials], TRANSCRIPTS),
        "runs": _table([{**keys, **_run_row(run)}], RUNS),
    }


def _table(rows: list[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    return pa.Table.from_pylist(rows, schema=schema)


def key_values(info: RunInfo) -> dict[str, Any]:
    """The identity of a run as columns."""
    return {"schema_version": SCHEMA_VERSION, **{column.name: getattr(info, column.name) for column in KEYS}}


def read_trials(results: pa.Table, transcripts: pa.Table) -> tuple[TrialResult, ...]:
    """Rebuild the trials of a run from its rows.

    Raises:
        ValueError: the two tables do not hold the same trials in the same order.
    """
    pairs = zip(results.to_pylist(), transcripts.to_pylist(), strict=True)
    return tuple(_trial(row, transcript) for row, transcript in pairs)


def read_info(row: Mapping[str, Any]) -> RunInfo:
    """Rebuild the identity of a run from any of its rows."""
    return RunInfo(**{column.name: row[column.name] for column in KEYS})


def read_report(row: Mapping[str, Any]) -> Report:
    """Rebuild the report of a run from its row of ``runs``.

    Raises:
        ValueError: it is of another version, or does not fit.
    """
    return Report.from_dict(json.loads(row["report"]))


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
        "status": trial.status.value,
        "reason": _storable(trial.reason),
        "score": trial.score,
        "cost": trial.cost,
        "withheld": trial.withheld,
        "checks": [_check_row(check) for check in trial.checks],
        "checks_cost": trial.checks_cost,
        **_response_columns(trial.response),
        **_judgement_columns(trial.judgement),
    }


def _transcript_row(trial: TrialResult) -> dict[str, Any]:
    judgement = trial.judgement
    return {
        "case_id": trial.case_id,
        "trial": trial.trial,
        "prompt": _storable(trial.prompt),
        "answer": _storable(trial.response.text) if isinstance(trial.response, Answer) else None,
        "response_record": json.dumps(to_record(trial.response)),
        "judgement_record": None if judgement is None else json.dumps(to_record(judgement)),
        "evidence": [[_evidence_row(item) for item in check.evidence] for check in trial.checks],
    }


def _response_columns(response: Response) -> dict[str, Any]:
    match response:
        case Answer(usage=usage):
            return {
                "response": "answer",
                "latency": response.latency,
                "input_tokens": usage.input_tokens,
                "output_tokens": usage.output_tokens,
                "answer_model": response.model_version,
            }
        case Fault(reason=reason, latency=latency):
            return {"response": "fault", "response_reason": reason, "latency": latency}
        case Missing(reason=reason):
            return {"response": "missing", "response_reason": reason}


def _judgement_columns(judgement: Judgement | Unscored | None) -> dict[str, Any]:
    match judgement:
        case Judgement(scores=scores, overall=overall, cost=cost):
            return {"judge_overall": overall, "judge_scores": _scores(scores), "judge_cost": cost}
        case Unscored(reason=reason):
            return {"unscored": reason}
    return {}


def _scores(scores: Mapping[str, float]) -> list[dict[str, Any]]:
    return [{"dimension": name, "score": score} for name, score in scores.items()]


def _check_row(check: CheckResult) -> dict[str, Any]:
    return {
        "label": check.label,
        "type": check.type,
        "version": check.version,
        "outcome": check.outcome.value,
        "score": check.score,
        "explanation": _storable(check.explanation),
        "cost": check.cost,
        "again": list(check.again),
        "form": check.form,
    }


def _evidence_row(item: Evidence) -> dict[str, Any]:
    return {"text": _storable(item.text), "start": item.start, "read_as": item.read_as}


def _storable(text: str) -> str:
    """Arrow strings are UTF-8: a lone surrogate, which some models send, is replaced; the record keeps it escaped."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _run_row(run: FinishedRun) -> dict[str, Any]:
    summary = run.summary
    same = (
        "cases", "passed", "failed", "missing", "judge_weighted", "latency_p50", "latency_p95", "cost_total",
        "judge_cost_total", "input_tokens", "output_tokens",
    )  # fmt: skip
    return {
        **{name: getattr(summary, name) for name in same},
        **_verdict_columns(run),
        "baseline": run.report.baseline,
        "trials_run": summary.trials,
        "pass_rate": _share(summary.pass_rate),
        "weighted_pass_rate": _share(summary.weighted_pass_rate),
        "categories": _categories(summary),
        "judge_means": _scores({name: mean.mean for name, mean in summary.dimensions.items()}),
        "schema_rate": summary.schema_passed / summary.schema_total if summary.schema_total else None,
        "completeness": _share(summary.completeness),
        "flaky_pass_rate": _share(summary.flaky.pass_rate),
        "report": json.dumps(run.report.to_dict()),
    }


def _share(exact: Fraction | None) -> float | None:
    return None if exact is None else float(exact)


def _categories(summary: Summary) -> list[dict[str, Any]]:
    return [
        {"category": name, "cases": group.cases, "pass_rate": _share(group.pass_rate)}
        for name, group in summary.categories.items()
    ]


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


def _trial(row: Mapping[str, Any], transcript: Mapping[str, Any]) -> TrialResult:
    if (row["case_id"], row["trial"]) != (transcript["case_id"], transcript["trial"]):
        raise ValueError(f"trial {row['trial']} of case {row['case_id']!r} has no transcript in its place")
    record = transcript["judgement_record"]
    return TrialResult(
        case_id=row["case_id"],
        trial=row["trial"],
        case_hash=row["case_hash"],
        category=row["category"],
        difficulty=Difficulty(row["difficulty"]),
        tags=frozenset(row["tags"]),
        dimension=row["dimension"],
        response=cast("Response", from_record(json.loads(transcript["response_record"]))),
        checks=tuple(_check(*pair) for pair in zip(row["checks"], transcript["evidence"], strict=True)),
        judgement=cast("Judgement | Unscored | None", from_record(json.loads(record)) if record else None),
        status=Status(row["status"]),
        reason=row["reason"],
        score=row["score"],
        cost=row["cost"],
        stage=Stage(row["stage"]),
        prompt=transcript["prompt"],
        withheld=row["withheld"],
    )


def _check(row: Mapping[str, Any], evidence: list[Mapping[str, Any]]) -> CheckResult:
    seen = tuple(Evidence(**item) for item in evidence)
    read = {
        "outcome": Outcome(row["outcome"]),
        "evidence": seen,
        "again": tuple(row["again"] or ()),
        "form": Outcome(row["form"]) if row["form"] else None,
    }
    return CheckResult(**{**row, **read})

"""Answers, faults, judgements and judged checks as JSON-able records with a version.

The journal keeps them, and so do results, which take checks apart into columns.
``Missing`` and ``Unscored`` are not kept by the journal, but results hold them, so they have a form too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from evals.answers import Answer, Fault, Missing, Usage
from evals.checks.check import CheckResult, Evidence, Outcome
from evals.judging.judgement import Judgement, Unscored

RECORD_VERSION = 1

Kept = Answer | Fault | Missing | Judgement | Unscored | CheckResult


def to_record(value: Kept) -> dict[str, Any]:
    """Return the JSON-able form, with its version and kind."""
    match value:
        case Answer():
            fields = _answer_fields(value)
        case Fault():
            fields = {"reason": value.reason, "detail": value.detail, "latency": value.latency}
        case Missing():
            fields = {"reason": value.reason, "detail": value.detail}
        case Judgement():
            fields = _judgement_fields(value)
        case Unscored():
            fields = {"reason": value.reason, "detail": value.detail, "judge": value.judge}
        case CheckResult():
            fields = asdict(value)
    return {"v": RECORD_VERSION, "kind": type(value).__name__.lower(), **fields}


def from_record(record: Mapping[str, Any]) -> Kept:
    """Rebuild a value.

    Raises:
        ValueError: an unknown version or kind, or fields that do not fit.
    """
    if record.get("v") != RECORD_VERSION:
        raise ValueError(
            f"record version {record.get('v')!r} is not known: this version of lastgreen reads {RECORD_VERSION}"
        )
    kind = record.get("kind")
    if kind not in _READERS:
        raise ValueError(f"record kind {kind!r} is not known")
    fields = {key: value for key, value in record.items() if key not in {"v", "kind"}}
    try:
        return _READERS[kind](fields)
    except (TypeError, KeyError) as error:
        raise ValueError(f"a record of kind {kind!r} does not fit: {error}") from None


def _answer_fields(answer: Answer) -> dict[str, Any]:
    usage = answer.usage
    return {
        "text": answer.text,
        "citations": list(answer.citations),
        "retrieved": list(answer.retrieved),
        "usage": [usage.input_tokens, usage.output_tokens, usage.cached_tokens],
        "cost": answer.cost,
        "latency": answer.latency,
        "model_version": answer.model_version,
        "turns": list(answer.turns),
    }


def _judgement_fields(judgement: Judgement) -> dict[str, Any]:
    return {
        "scores": dict(judgement.scores),
        "overall": judgement.overall,
        "judge": judgement.judge,
        "explanation": judgement.explanation,
        "cost": judgement.cost,
        "votes": judgement.votes,
        "again": list(judgement.again),
    }


def _read_answer(fields: dict[str, Any]) -> Answer:
    return Answer(
        **{
            **fields,
            "citations": tuple(fields["citations"]),
            "retrieved": tuple(fields["retrieved"]),
            "usage": Usage(*fields["usage"]),
            "turns": tuple(fields["turns"]),
        }
    )


def _read_judgement(fields: dict[str, Any]) -> Judgement:
    """Records written before votes were taken have no ``again``."""
    return Judgement(**{**fields, "again": tuple(fields.get("again", ()))})


def _read_check(fields: dict[str, Any]) -> CheckResult:
    """Records written before costs were kept do not know them."""
    changed = {
        "outcome": Outcome(fields["outcome"]),
        "evidence": tuple(Evidence(**one) for one in fields["evidence"]),
        "cost": fields.get("cost"),
        "again": tuple(fields.get("again", ())),
        "form": Outcome(fields["form"]) if fields.get("form") else None,
    }
    return CheckResult(**{**fields, **changed})


_READERS: dict[str, Callable[[dict[str, Any]], Kept]] = {
    "answer": _read_answer,
    "fault": lambda fields: Fault(**fields),
    "missing": lambda fields: Missing(**fields),
    "judgement": _read_judgement,
    "unscored": lambda fields: Unscored(**fields),
    "checkresult": _read_check,
}

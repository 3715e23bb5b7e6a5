"""The report of a run as values: metric rows and failing cases, ready for a terminal, Markdown, JSON or a page."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from evals.answers import Answer, Fault, Missing, Response
from evals.gate.comparison import Comparison, newly_failing, newly_passing
from evals.gate.outcomes import RuleOutcome
from evals.gate.verdict import Verdict
from evals.gate.waivers import WaiverUse
from evals.results.run import RunInfo, Status, Summary, TrialResult

REPORT_VERSION = 2
"""Version of the JSON form. 2 added ``saved_calls`` and ``waivers`` to the verdict; version 1 is read without them."""
COST = "cost per answer"
"""The metric whose unit is a currency."""
READABLE = frozenset({1, REPORT_VERSION})


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the metric table."""

    metric: str
    unit: str
    """``rate``, ``score``, ``seconds``, ``count``, a currency's code, or ``money`` where the currency is not known."""
    baseline: float | None
    now: float | None
    status: str = ""
    """Outcome of the rule that watches this metric: passed, failed, inconclusive, skipped; empty for none."""

    @property
    def delta(self) -> float | None:
        """Now minus baseline; None when a side is unknown."""
        return None if self.now is None or self.baseline is None else self.now - self.baseline


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case that changed or fails, with what a person needs to see why."""

    case_id: str
    category: str
    tags: tuple[str, ...]
    prompt: str
    reasons: tuple[str, ...]
    """Why its failed trials failed."""
    failed: int
    trials: int
    """Failed among valid screen trials."""
    baseline_failed: int
    baseline_trials: int
    answer: str
    """Of a failed trial."""
    baseline_answer: str
    """Of a passed trial of the baseline; empty for none."""
    confirmed: tuple[int, int] | None = None
    """Failed and valid trials run to confirm; None when none was run."""


@dataclass(frozen=True, slots=True)
class OutcomeLine:
    """What one rule said."""

    rule: str
    outcome: str
    """``passed``, ``failed``, ``inconclusive`` or ``skipped``."""
    sentence: str
    evidence: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """The verdict without its types, as it is stored and shown."""

    decision: str
    """``passed``, ``failed`` or ``inconclusive``."""
    literal: str
    """What the plain thresholds say."""
    sentence: str
    outcomes: tuple[OutcomeLine, ...]
    warnings: tuple[str, ...]
    blocks: bool
    exit_code: int
    extra_calls: int
    """Calls to the target spent on confirmation."""
    saved_calls: int = 0
    """Calls to the target that an early stop saved."""
    waivers: tuple[WaiverUse, ...] = ()
    """What became of the policy's waivers: used, expired, unused."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a reader of a verdict wants; its JSON form is kept with the run and is read back by ``from_dict``."""

    info: RunInfo
    verdict: VerdictLine | None
    rows: tuple[Row, ...]
    categories: tuple[Row, ...]
    newly_failing: tuple[CaseLine, ...]
    still_failing: tuple[CaseLine, ...]
    newly_passing: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    """Ids without a valid trial, with the reason."""
    baseline: str
    """What it was compared with, in words; empty for nothing."""
    counts: Mapping[str, int]
    """Cases, trials, passed, failed, missing."""

    @property
    def currency(self) -> str:
        """Of its costs; ``money`` where it is not known."""
        return next((row.unit for row in self.rows if row.metric == COST), "money")

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-able values, with a version; exact rates become floats."""
        plain: dict[str, Any] = to_plain(self)
        return {"report_version": REPORT_VERSION, **plain}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Report:
        """Rebuild a report from its JSON form.

        Raises:
            ValueError: an unknown version, or values that do not fit.
        """
        if plain.get("report_version") not in READABLE:
            raise ValueError(f"report version {plain.get('report_version')!r} is not known, only {sorted(READABLE)!r}")
        fields = {key: value for key, value in plain.items() if key != "report_version"}
        return _adapter().validate_python(fields)


@cache
def _adapter() -> TypeAdapter[Report]:
    return TypeAdapter(Report)


def build_report(
    info: RunInfo,
    comparison: Comparison,
    verdict: Verdict | None,
    *,
    baseline: str = "",
    baseline_summary: Summary | None = None,
    currency: str = "money",
) -> Report:
    """Lay out a run for readers.

    Args:
        info: identity of the run.
        comparison: the run beside its baseline.
        verdict: None for a run that only recorded a baseline.
        baseline: what the baseline is, in words.
        baseline_summary: aggregates of the baseline over the cases of this run.
        currency: of all costs, ISO 4217; ``money`` where it is not known.
    """
    new = newly_failing(comparison)
    failing = [i for i, trials in comparison.candidate.items() if any(t.status is Status.FAIL for t in trials)]
    summary = comparison.summary
    return Report(
        info=info,
        verdict=None if verdict is None else _verdict_line(verdict),
        rows=_rows(summary, baseline_summary, verdict, currency),
        categories=_category_rows(summary, baseline_summary),
        newly_failing=tuple(_case_line(comparison, i) for i in new),
        still_failing=tuple(_case_line(comparison, i) for i in failing if i not in new),
        newly_passing=newly_passing(comparison),
        added=comparison.added,
        removed=comparison.removed,
        changed=comparison.changed,
        missing=tuple(_missing(comparison)),
        baseline=baseline,
        counts={name: getattr(summary, name) for name in ("cases", "trials", "passed", "failed", "missing")},
    )


def _verdict_line(verdict: Verdict) -> VerdictLine:
    return VerdictLine(
        decision=verdict.decision.value,
        literal=verdict.literal.value,
        sentence=verdict.sentence,
        outcomes=tuple(OutcomeLine(o.rule, _kind(o), o.sentence, to_plain(o.evidence)) for o in verdict.outcomes),
        warnings=verdict.warnings,
        blocks=verdict.blocks,
        exit_code=verdict.exit_code,
        extra_calls=verdict.extra_calls,
        saved_calls=verdict.saved_calls,
        waivers=verdict.waivers,
    )


def _kind(outcome: RuleOutcome) -> str:
    return type(outcome).__name__.lower()


def _rows(now: Summary, before: Summary | None, verdict: Verdict | None, currency: str) -> tuple[Row, ...]:
    status = {outcome.rule: _kind(outcome) for outcome in verdict.outcomes} if verdict else {}
    dimensions = sorted({*now.dimensions, *(before.dimensions if before else ())})
    return (
        Row("pass rate", "rate", _get(before, "pass_rate"), _number(now.pass_rate), status.get("pass_rate", "")),
        Row("pass rate, by difficulty", "rate", _get(before, "weighted_pass_rate"), _number(now.weighted_pass_rate)),
        *(
            Row(f"judge {name}", "score", _mean(before, name), _mean(now, name), status.get("judge", ""))
            for name in dimensions
        ),
        Row("latency p95", "seconds", _get(before, "latency_p95"), now.latency_p95, status.get("latency", "")),
        Row(COST, currency, _unit_cost(before), _unit_cost(now), status.get("cost", "")),
        Row("schema compliance", "rate", _schema(before), _schema(now), status.get("schema", "")),
        Row("retrieval recall", "rate", _retrieval(before, "recall"), _retrieval(now, "recall")),
        Row("retrieval MRR", "score", _retrieval(before, "mrr"), _retrieval(now, "mrr")),
        Row("flaky cases passing", "rate", _flaky(before), _flaky(now)),
    )


def _category_rows(now: Summary, before: Summary | None) -> tuple[Row, ...]:
    return tuple(
        Row(
            name,
            "rate",
            _number(before.categories[name].pass_rate) if before and name in before.categories else None,
            _number(group.pass_rate),
        )
        for name, group in now.categories.items()
    )


def _get(summary: Summary | None, name: str) -> float | None:
    return _number(getattr(summary, name)) if summary else None


def _number(value: Fraction | float | None) -> float | None:
    return None if value is None else float(value)


def _mean(summary: Summary | None, dimension: str) -> float | None:
    return summary.dimensions[dimension].mean if summary and dimension in summary.dimensions else None


def _unit_cost(summary: Summary | None) -> float | None:
    if summary is None or summary.cost_total is None:
        return None
    priced = summary.answered - summary.cost_unknown
    return summary.cost_total / priced if priced > 0 else None


def _schema(summary: Summary | None) -> float | None:
    return summary.schema_passed / summary.schema_total if summary and summary.schema_total else None


def _retrieval(summary: Summary | None, name: str) -> float | None:
    return summary.retrieval.get(name) if summary else None


def _flaky(summary: Summary | None) -> float | None:
    return _number(summary.flaky.pass_rate) if summary else None


def _case_line(comparison: Comparison, case_id: str) -> CaseLine:
    trials = comparison.candidate[case_id]
    pool = (comparison.baseline or {}).get(case_id, ())
    failed = [trial for trial in trials if trial.status is Status.FAIL]
    good = [trial for trial in pool if trial.status is Status.PASS]
    first = (failed or list(trials))[0]
    fresh = comparison.fresh.get(case_id, ())
    return CaseLine(
        case_id=case_id,
        category=first.category,
        tags=tuple(sorted(first.tags)),
        prompt=first.prompt,
        reasons=tuple(dict.fromkeys(trial.reason for trial in failed)),
        failed=len(failed),
        trials=_valid(trials),
        baseline_failed=sum(trial.status is Status.FAIL for trial in pool),
        baseline_trials=_valid(pool),
        answer=response_text(first.response),
        baseline_answer=response_text(good[0].response) if good else "",
        confirmed=(sum(t.status is Status.FAIL for t in fresh), _valid(fresh)) if fresh else None,
    )


def _valid(trials: Sequence[TrialResult]) -> int:
    return sum(trial.status is not Status.MISSING for trial in trials)


def response_text(response: Response) -> str:
    """What came back, as text for a person."""
    match response:
        case Answer(text=text):
            return text
        case Fault(reason, detail):
            return f"[fault {reason}] {detail}".rstrip()
        case Missing(reason, detail):
            return f"[missing {reason}] {detail}".rstrip()


def _missing(comparison: Comparison) -> list[str]:
    return [f"{i}: {trials[0].reason}" for i, trials in comparison.candidate.items() if not _valid(trials)]


def to_plain(value: Any) -> Any:
    """Turn dataclasses, fractions, sets and enums into JSON-able values; field order is kept, sets are sorted."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return _plain_container(value)


def _plain_container(value: Any) -> Any:
    match value:
        case StrEnum():
            return value.value
        case Fraction():
            return float(value)
        case Mapping():
            return {str(key): to_plain(item) for key, item in value.items()}
        case set() | frozenset():
            return sorted(to_plain(item) for item in value)
        case list() | tuple():
            return [to_plain(item) for item in value]
    return value

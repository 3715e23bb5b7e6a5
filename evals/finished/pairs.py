"""The cases of two runs beside each other, with what a person needs to see how they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum

from evals.gate.comparison import Comparison, newly_failing, newly_passing, valid
from evals.judging.judgement import Judgement
from evals.reports.report import response_text
from evals.results.run import Status, TrialResult


class Change(StrEnum):
    """How a case of the second run differs from the first."""

    NEWLY_FAILING = "newly failing"
    NEWLY_PASSING = "newly passing"
    ADDED = "added"
    REMOVED = "removed"
    UNSEEN = "seen in one run only"
    """The other has no valid trial of it."""
    CONTENT = "content changed"
    """The case itself: its runs are not compared."""
    NONE = "same"


@dataclass(frozen=True, slots=True)
class Side:
    """A case in one of the runs, over its screen trials."""

    passed: int
    valid: int
    trials: int
    score: float | None
    """Mean check score, 0 to 1."""
    judge: float | None
    """Mean overall judge score, 1 to 5."""
    latency: float | None
    """Mean seconds of its answers."""
    answer: str
    """Of the first trial that is like most of them."""
    reason: str
    """Why that trial did not pass."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One case on both sides."""

    case_id: str
    category: str
    tags: tuple[str, ...]
    prompt: str
    change: Change
    first: Side | None
    second: Side | None


def pair_cases(comparison: Comparison) -> tuple[Pair, ...]:
    """Lay the cases of a comparison beside each other: those of the second run in its order, then the removed ones."""
    first: Mapping[str, Sequence[TrialResult]] = comparison.baseline or {}
    changes = _changes(comparison)
    ids = (*comparison.candidate, *(case_id for case_id in first if case_id not in comparison.candidate))
    return tuple(
        _pair(case_id, changes.get(case_id, Change.NONE), first.get(case_id, ()), comparison.candidate.get(case_id, ()))
        for case_id in ids
    )


def _changes(comparison: Comparison) -> dict[str, Change]:
    named = {
        Change.ADDED: comparison.added,
        Change.CONTENT: comparison.changed,
        Change.NEWLY_FAILING: newly_failing(comparison),
        Change.NEWLY_PASSING: newly_passing(comparison),
        Change.UNSEEN: _seen_once(comparison),
        Change.REMOVED: [i for i in comparison.baseline or () if i not in comparison.candidate],
    }
    return {case_id: change for change, ids in named.items() for case_id in ids}


def _seen_once(comparison: Comparison) -> list[str]:
    first = comparison.baseline or {}
    return [i for i in comparison.common if bool(valid(comparison.candidate[i])) != bool(valid(first[i]))]


def _pair(case_id: str, change: Change, first: Sequence[TrialResult], second: Sequence[TrialResult]) -> Pair:
    known = (second or first)[0]
    return Pair(case_id, known.category, tuple(sorted(known.tags)), known.prompt, change, _side(first), _side(second))


def _side(trials: Sequence[TrialResult]) -> Side | None:
    if not trials:
        return None
    passed = [trial for trial in trials if trial.status is Status.PASS]
    failed = [trial for trial in trials if trial.status is Status.FAIL]
    typical = (failed if len(failed) > len(passed) else passed or failed or trials)[0]
    return Side(
        passed=len(passed),
        valid=len(passed) + len(failed),
        trials=len(trials),
        score=_mean([trial.score for trial in trials]),
        judge=_mean([trial.judgement.overall for trial in trials if isinstance(trial.judgement, Judgement)]),
        latency=_mean([trial.latency for trial in trials]),
        answer=response_text(typical.response),
        reason=typical.reason,
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None

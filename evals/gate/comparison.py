"""What is compared with what: cases common to both sides, and what only one side has."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from evals.judging.calibration import Calibration
from evals.results.aggregate import by_case
from evals.results.run import Stage, Status, Summary, TrialResult


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """Valid trials of the common, unchanged, non-flaky cases; all tuples align.

    A case without a valid candidate trial stands with zeros: the pass-rate rule holds it against a pass.
    """

    ids: tuple[str, ...] = ()
    baseline_fails: tuple[int, ...] = ()
    baseline_trials: tuple[int, ...] = ()
    candidate_fails: tuple[int, ...] = ()
    candidate_trials: tuple[int, ...] = ()
    fresh_fails: tuple[int, ...] = ()
    """Over the trials run to confirm or complete, in the order they were run."""
    fresh_trials: tuple[int, ...] = ()
    first_two_fails: tuple[int, ...] = ()
    """Failures among the first two valid fresh trials."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Another side that the run is laid beside: an anchor, or the last passing run."""

    label: str
    """What it is, in words."""
    trials: Mapping[str, Sequence[TrialResult]]
    """By case."""
    common: tuple[str, ...]
    """Ids with the same content on both sides."""
    mismatch: str = ""
    """Why the two sides were not judged alike, in words; empty when they were."""


@dataclass(frozen=True, slots=True)
class EarlyStop:
    """Why the rest of the screen was not run."""

    evidence: float
    """The e-process when it was looked at last; at least 200."""
    seen: int
    """Cases run."""
    planned: int
    """Cases that would have been run."""
    saved: int
    """Calls to the target that were not made."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run beside its baseline."""

    summary: Summary
    """Aggregates of the run's screen trials."""
    candidate: Mapping[str, Sequence[TrialResult]]
    """Screen trials by case."""
    fresh: Mapping[str, Sequence[TrialResult]]
    """Trials run to confirm or complete, by case."""
    baseline: Mapping[str, Sequence[TrialResult]] | None
    """Trials of the baseline's pool by case; None when there is no baseline."""
    common: tuple[str, ...] = ()
    """Ids with the same content on both sides."""
    added: tuple[str, ...] = ()
    """Ids that only the run has."""
    removed: tuple[str, ...] = ()
    """Ids of the baseline that the golden set no longer has (retired or deleted)."""
    changed: tuple[str, ...] = ()
    """Ids whose content differs: not compared."""
    counts: CaseCounts = field(default_factory=CaseCounts)
    mismatches: tuple[str, ...] = ()
    """Why the two sides were not judged alike, in words; empty when they were."""
    elsewhere: str = ""
    """Why a growth of latency proves nothing, in words: the sides were measured in different places; empty else."""
    notes: tuple[str, ...] = ()
    """What a reader must know of the baseline, each in one sentence."""
    anchor: Reference | None = None
    """The release that slow decline is measured against."""
    passing: Reference | None = None
    """The run whose mean scores the regression rule compares with."""
    calibration: Calibration | None = None
    """What is known of the judge; None when it has never been held against labelled answers."""
    stop: EarlyStop | None = None
    """Set when the run was stopped early."""
    documents: Mapping[str, str] = field(default_factory=dict)
    """Document that a case is about, by id, where the golden set says so: its cases pass and fail together."""
    seed: int = 0
    today: dt.date = dt.date.min
    """The day the verdict is made: waivers expire."""


def compare(
    trials: Iterable[TrialResult],
    baseline: Iterable[TrialResult] | None,
    summary: Summary,
    *,
    known_ids: frozenset[str],
    today: dt.date,
    seed: int = 0,
    mismatches: tuple[str, ...] = (),
    elsewhere: str = "",
) -> Comparison:
    """Lay a run beside its baseline.

    Args:
        trials: all trials of the run.
        baseline: trials of the pool, or None without a baseline.
        summary: aggregates of ``trials``.
        known_ids: ids of the whole golden set, selected or not: a baseline case outside of the tier is not "removed".
        today: the day of the verdict.
        seed: seed of the run.
        mismatches: why the two sides were not judged alike.
        elsewhere: why a growth of latency proves nothing.
    """
    everything = list(trials)
    screen = by_case(trial for trial in everything if trial.stage is Stage.SCREEN)
    fresh = by_case(trial for trial in everything if trial.stage is not Stage.SCREEN)
    pool = None if baseline is None else by_case(baseline)
    common = _common(screen, pool or {})
    return Comparison(
        summary=summary,
        candidate=screen,
        fresh=fresh,
        baseline=pool,
        common=common,
        added=tuple(i for i in screen if pool is not None and i not in pool),
        removed=tuple(i for i in pool or () if i not in known_ids),
        changed=tuple(i for i in screen if pool is not None and i in pool and i not in common),
        counts=count_cases(common, screen, fresh, pool or {}),
        mismatches=mismatches,
        elsewhere=elsewhere,
        seed=seed,
        today=today,
    )


def lay_beside(comparison: Comparison, label: str, trials: Iterable[TrialResult], mismatch: str = "") -> Reference:
    """Lay the run beside one more side."""
    other = by_case(trials)
    return Reference(label, other, _common(comparison.candidate, other), mismatch)


def _common(screen: Mapping[str, Sequence[TrialResult]], other: Mapping[str, Sequence[TrialResult]]) -> tuple[str, ...]:
    return tuple(case_id for case_id in screen if _same(screen[case_id], other.get(case_id)))


def _same(candidate: Sequence[TrialResult], baseline: Sequence[TrialResult] | None) -> bool:
    return bool(baseline) and all(trial.case_hash == candidate[0].case_hash for trial in baseline or ())


def count_cases(
    common: Sequence[str],
    screen: Mapping[str, Sequence[TrialResult]],
    fresh: Mapping[str, Sequence[TrialResult]],
    pool: Mapping[str, Sequence[TrialResult]],
) -> CaseCounts:
    """Count fails and valid trials of the cases that the pass-rate rule may look at."""
    ids = [i for i in common if not screen[i][0].is_flaky and valid(pool[i])]
    return CaseCounts(
        ids=tuple(ids),
        baseline_fails=tuple(fails(pool[i]) for i in ids),
        baseline_trials=tuple(valid(pool[i]) for i in ids),
        candidate_fails=tuple(fails(screen[i]) for i in ids),
        candidate_trials=tuple(valid(screen[i]) for i in ids),
        fresh_fails=tuple(fails(fresh.get(i, ())) for i in ids),
        fresh_trials=tuple(valid(fresh.get(i, ())) for i in ids),
        first_two_fails=tuple(_first_two_fails(fresh.get(i, ())) for i in ids),
    )


def _first_two_fails(fresh: Sequence[TrialResult]) -> int:
    return fails([trial for trial in in_order(fresh) if trial.status is not Status.MISSING][:2])


def in_order(trials: Iterable[TrialResult]) -> list[TrialResult]:
    """Trials of one case of one run, in the order in which they were asked for."""
    return sorted(trials, key=lambda trial: trial.trial)


def whole_rounds(comparison: Comparison, ids: Iterable[str]) -> int:
    """How many rounds beyond the screen were run on each of these cases, whatever they were run for.

    The first so many fresh trials of every case are unselected: no case got them for its results.
    """
    return min((len(comparison.fresh.get(i, ())) for i in ids), default=0)


def unselected(comparison: Comparison, case_id: str, rounds: int) -> list[TrialResult]:
    """The screen trials of a case and its first ``rounds`` fresh ones."""
    return [*comparison.candidate[case_id], *in_order(comparison.fresh.get(case_id, ()))[:rounds]]


def fails(trials: Sequence[TrialResult]) -> int:
    """Failed trials."""
    return sum(trial.status is Status.FAIL for trial in trials)


def valid(trials: Sequence[TrialResult]) -> int:
    """Trials that are not missing."""
    return sum(trial.status is not Status.MISSING for trial in trials)


def newly_failing(comparison: Comparison) -> tuple[str, ...]:
    """Ids that fail in the run and mostly passed in the baseline: majority of the valid trials on each side."""
    return tuple(
        i
        for i in comparison.common
        if comparison.baseline
        and _majority_fails(comparison.candidate[i])
        and valid(comparison.baseline[i])
        and not _majority_fails(comparison.baseline[i])
    )


def newly_passing(comparison: Comparison) -> tuple[str, ...]:
    """Ids that pass in the run and mostly failed in the baseline."""
    return tuple(
        i
        for i in comparison.common
        if comparison.baseline
        and valid(comparison.candidate[i])
        and not _majority_fails(comparison.candidate[i])
        and _majority_fails(comparison.baseline[i])
    )


def _majority_fails(trials: Sequence[TrialResult]) -> bool:
    return 2 * fails(trials) > valid(trials)

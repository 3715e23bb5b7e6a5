"""What is compared with what: cases common to both sides, and what only one side has."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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
    """Why judge scores or costs of the two sides cannot be compared, in words; empty when they can."""
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
) -> Comparison:
    """Lay a run beside its baseline.

    Args:
        trials: all trials of the run.
        baseline: trials of the pool, or None without a baseline.
        summary: aggregates of ``trials``.
        known_ids: ids of the whole golden set, selected or not: a baseline case outside of the tier is not "removed".
        today: the day of the verdict.
        seed: seed of the run.
        mismatches: why the two sides' judge scores or costs are not comparable.
    """
    everything = list(trials)
    screen = by_case(trial for trial in everything if trial.stage is Stage.SCREEN)
    fresh = by_case(trial for trial in everything if trial.stage is not Stage.SCREEN)
    pool = None if baseline is None else by_case(baseline)
    common = tuple(case_id for case_id in screen if pool and _same(screen[case_id], pool.get(case_id)))
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
        seed=seed,
        today=today,
    )


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
    seen = sorted((trial for trial in fresh if trial.status is not Status.MISSING), key=lambda trial: trial.trial)
    return fails(seen[:2])


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

"""The counts that the pass-rate rule decides on, and what follows from them without any decision."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.hypergeometric import grouped, verdict_fail_share
from evals.stats.stratified import exact_drop
from evals.stats.values import BoolArray, IntArray, as_counts, as_fails

ROUNDS = 2
"""Fresh trials a case that the confirmed verdict and the complete rounds look at."""

LARGEST_M = 5
"""Most fresh trials a case that confirming asks for: enough for a baseline of three. A shallower one cannot confirm a
single break at any reasonable price, and then the fewest are asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class CountedTrials:
    """Counts of the common cases, those with a valid trial on both sides; all arrays have one entry a case.

    Only the first two fresh trials of a case enter the confirmed verdict and the complete rounds. With at most two
    fresh trials the counts say what they were; with more, when their failures are not given apart, only bounds are
    known.
    """

    index: IntArray
    """Positions of the cases in the caller's arrays."""
    missing: int
    """Cases with baseline trials but no valid candidate trial."""
    baseline_fails: IntArray
    baseline_trials: IntArray
    screen_fails: IntArray
    screen_trials: IntArray
    fresh_fails: IntArray
    fresh_trials: IntArray
    first_low: IntArray
    """Fewest failures that the fresh trials counted as first two can hold."""
    first_high: IntArray
    """Most failures among the first two fresh trials, those not run counted as failed."""

    @property
    def size(self) -> int:
        """Number of common cases."""
        return int(self.index.size)

    @property
    def drop(self) -> Fraction:
        """Mean drop of the screen trials, d."""
        return exact_drop(self.baseline_fails, self.baseline_trials, self.screen_fails, self.screen_trials)

    @property
    def selected(self) -> BoolArray:
        """S, the cases to confirm: most of their screen trials failed. The baseline has no say in it."""
        return np.asarray(2 * self.screen_fails > self.screen_trials, dtype=np.bool_)

    @property
    def baseline_rate(self) -> Fraction:
        """Mean pass rate of the baseline."""
        return 1 - exact_drop([0] * self.size, [1] * self.size, self.baseline_fails, self.baseline_trials)

    def verdict_drop(self) -> Fraction:
        """Drop of confirmed verdicts, dv, with every fresh trial that is unknown or not run counted as failed.

        (cases that failed most screen trials and at least one of the first two fresh ones - those that the baseline is
        expected to have) / cases.
        """
        confirmed = int((self.selected & (self.first_high > 0)).sum())
        rows = grouped(self.baseline_trials, self.baseline_fails, self.screen_trials)
        expected = sum((times * verdict_fail_share(*row) for row, times in rows), Fraction(0))
        return (confirmed - expected) / self.size

    def completed(self) -> tuple[IntArray, IntArray]:
        """Candidate fails and trials with up to two fresh trials a case added, only what was seen."""
        rounds = np.minimum(self.fresh_trials, ROUNDS)
        return self.screen_fails + self.first_low, self.screen_trials + rounds

    def completed_worst(self) -> tuple[IntArray, IntArray]:
        """Candidate fails and trials with two fresh trials a case added, the unknown ones as failures."""
        return self.screen_fails + self.first_high, self.screen_trials + ROUNDS


def count_trials(
    baseline: tuple[ArrayLike, ArrayLike],
    candidate: tuple[ArrayLike, ArrayLike],
    fresh: tuple[ArrayLike, ArrayLike],
    first_two_fails: ArrayLike | None = None,
    *,
    missing_failed: bool = False,
) -> CountedTrials:
    """Read (fails, trials) of the baseline, the screen and the fresh trials and keep the common cases.

    With ``missing_failed``, cases with baseline trials but no candidate trials are kept too, as if they had failed in
    every screen and fresh trial.

    Raises:
        ValueError: when shapes differ, counts are negative, fails exceed trials, or ``first_two_fails`` cannot be part
            of the fresh fails.
    """
    fails_b, trials_b = as_fails("baseline", *baseline)
    fails_c, trials_c = as_fails("candidate", *candidate)
    fails_f, trials_f = as_fails("fresh", *fresh)
    if not trials_b.shape == trials_c.shape == trials_f.shape:
        sizes = (trials_b.size, trials_c.size, trials_f.size)
        raise ValueError(f"baseline, candidate and fresh must hold the same cases, not {sizes!r}")
    low, high = _first_two(fails_f, trials_f, first_two_fails)
    absent = (trials_b > 0) & (trials_c == 0)
    if missing_failed:
        fails_c, trials_c = _put(absent, max(1, int(trials_c.max(initial=0))), fails_c, trials_c)
        fails_f, trials_f = _put(absent, LARGEST_M, fails_f, trials_f)
        low, high = _put(absent, ROUNDS, low, high)
    at = np.flatnonzero((trials_b > 0) & (trials_c > 0))
    return CountedTrials(
        index=at,
        missing=int(absent.sum()),
        baseline_fails=fails_b[at],
        baseline_trials=trials_b[at],
        screen_fails=fails_c[at],
        screen_trials=trials_c[at],
        fresh_fails=fails_f[at],
        fresh_trials=trials_f[at],
        first_low=low[at],
        first_high=high[at],
    )


def _put(at: BoolArray, value: int, *arrays: IntArray) -> tuple[IntArray, ...]:
    return tuple(np.where(at, value, array) for array in arrays)


def _first_two(fails: IntArray, trials: IntArray, given: ArrayLike | None) -> tuple[IntArray, IntArray]:
    """Bounds of the failures among the first two fresh trials."""
    later = np.maximum(trials - ROUNDS, 0)
    not_run = np.maximum(ROUNDS - trials, 0)
    low, high = np.maximum(fails - later, 0), np.minimum(fails, ROUNDS)
    if given is None:
        return low, high + not_run
    known = as_counts("first_two_fails", given)
    if known.shape != trials.shape or np.any((known < low) | (known > high)):
        raise ValueError("first_two_fails must hold, for each case, how many of its first two fresh trials failed")
    return known, known + not_run

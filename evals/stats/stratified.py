"""Exact tests over many cases, each case its own stratum; the null is that inside a case all trials are exchangeable.

Arrays hold one entry a case: ``fb`` of ``kb`` baseline trials failed, ``fc`` of ``kc`` candidate trials.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.hypergeometric import break_probability, candidate_fails, grouped
from evals.stats.lattice import Law, power, stretch, total_law
from evals.stats.values import BoolArray, IntArray, as_counts, as_fails

SMALLEST_P = 1e-12
"""Below this a p is not printed as a number: it is smaller than what trimming and rounding leave certain."""


class ExactTest(NamedTuple):
    """One-sided p of "the candidate fails more"."""

    p: float
    """``P(T >= observed)``."""
    midp: float
    """``P(T > observed) + P(T = observed)/2``."""


class ReproducedBreaks(NamedTuple):
    """How many cases broke reproducibly, and how surprising that many are."""

    breaks: int
    """Cases whose every fresh trial failed though the baseline seldom did."""
    midp: float
    """One-sided mid-p of the count; 1/2 when no case could have counted."""


def exact_drop(fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike) -> Fraction:
    """Mean over common cases of ``fc/kc - fb/kb`` as an exact fraction; 0 without common cases.

    A case is common when both sides have a trial. The point rule is a comparison of this with a fraction:
    ``exact_drop(7, 100, 8, 100) > Fraction(1, 100)`` is false, while ``0.93 - 0.92 > 0.01`` is true in floats.
    """
    (fails_b, trials_b), (fails_c, trials_c) = common_cases(fb, kb, fc, kc)
    if trials_b.size == 0:
        return Fraction(0)
    return (_sum_of_rates(fails_c, trials_c) - _sum_of_rates(fails_b, trials_b)) / trials_b.size


def stratified_exact(fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike) -> ExactTest:
    """Exact one-sided test that the candidate fails more, with ``T = sum_i fc_i / kc_i``.

    Given each case's total ``t = fb + fc``, ``fc ~ Hypergeometric(kb + kc, t, kc)``; T lives on multiples of
    ``1 / lcm(kc)`` and its law is the convolution over cases. Equal cases are convolved by powers, so 100,000 cases
    take well under a second. Cases without a trial on one side say nothing and are left out; with no informative case
    the result is (1, 1/2).

    With one trial a side it is McNemar's test (mid-p: Fagerland, Lydersen & Laake 2013); with one kc throughout it is
    the exact conditional test of Mantel & Haenszel (1959), R's ``mantelhaen.test(exact=TRUE)``.

    Raises:
        ValueError: when shapes differ, counts are negative, or fails exceed trials.
    """
    (fails_b, trials_b), (fails_c, trials_c) = common_cases(fb, kb, fc, kc)
    step_of = {k: lcm(*np.unique(trials_c).tolist()) // k for k in np.unique(trials_c).tolist()}
    laws = [
        stretch(total_law(_case_laws(fails_b[at], trials_b[at], fails_c[at], trials_c[at])), step)
        for k, step in step_of.items()
        for at in [trials_c == k]
    ]
    observed = sum(step * int(fails_c[trials_c == k].sum()) for k, step in step_of.items())
    above, equal = total_law(laws).tail(observed)
    return ExactTest(p=min(1.0, above + equal), midp=min(1.0, above + equal / 2))


def _case_laws(fb: IntArray, kb: IntArray, fc: IntArray, kc: IntArray) -> list[Law]:
    groups = grouped(kb, kc, fb + fc)
    return [power(Law(*candidate_fails(*row)), times) for row, times in groups]


def reproduced_breaks(
    fb: ArrayLike, kb: ArrayLike, r: ArrayLike, m: ArrayLike, max_base_rate: Fraction | float = Fraction(1, 5)
) -> ReproducedBreaks:
    """Count the cases that failed every fresh trial though the baseline failed at most ``floor(max_base_rate kb)``.

    ``r`` of ``m`` fresh candidate trials failed (m one number, or one a case). Under the null, given ``t = fb + r``,
    a case with ``m <= t <= m + floor(max_base_rate kb)`` counts with probability ``C(kb, t-m)/C(kb+m, t)`` and every
    other case never; the count is then Poisson-binomial. Only fresh trials enter, so it does not matter that the
    cases were chosen for having failed before: no retry-until-green bias, and none the other way. One isolated case
    that never failed before has mid-p ``0.5/C(kb+m, m)``.

    Raises:
        ValueError: when shapes differ, counts are negative, or fails exceed trials.
    """
    fails, trials = as_fails("baseline", fb, kb)
    fresh_trials = np.broadcast_to(as_counts("m", m), trials.shape)
    fresh_fails, fresh_trials = as_fails("fresh", r, fresh_trials)
    allowed = _allowed_fails(trials, max_base_rate)
    total = fails + fresh_fails
    possible = (total >= fresh_trials) & (total <= fresh_trials + allowed) & (fresh_trials > 0)
    groups = grouped(trials[possible], fresh_trials[possible], total[possible])
    laws = [power(Law(0, np.array([1 - p, p])), times) for row, times in groups for p in [break_probability(*row)]]
    count = int(is_break(fails, trials, fresh_fails, fresh_trials, max_base_rate).sum())
    above, equal = total_law(laws).tail(count)
    return ReproducedBreaks(count, min(1.0, above + equal / 2))


def is_break(
    fb: IntArray, kb: IntArray, r: IntArray, m: IntArray, max_base_rate: Fraction | float = Fraction(1, 5)
) -> BoolArray:
    """Say for each case whether it is a reproduced break: ``r = m`` and ``fb <= floor(max_base_rate kb)``, m > 0."""
    return np.asarray((r == m) & (m > 0) & (fb <= _allowed_fails(kb, max_base_rate)), dtype=np.bool_)


def cmh_chi2(fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike) -> float:
    """Chi-square of Cochran, Mantel and Haenszel, uncorrected: ``(sum fc - E)^2 / Var``; 0 where Var is 0.

    The large-sample form of the stratified exact test for one kc throughout; shown beside it, never decided on.

    Source: Mantel & Haenszel 1959, J Natl Cancer Inst 22:719.
    """
    (fails_b, trials_b), (fails_c, trials_c) = common_cases(fb, kb, fc, kc)
    total, whole = fails_b + fails_c, trials_b + trials_c
    expected = total * trials_c / whole
    variance = expected * (1 - trials_c / whole) * (whole - total) / (whole - 1)
    return float((fails_c - expected).sum() ** 2 / variance.sum()) if variance.sum() > 0 else 0.0


def _allowed_fails(kb: IntArray, max_base_rate: Fraction | float) -> IntArray:
    """Floor of ``max_base_rate kb`` by whole-number division: in floats .29 of 100 would give 28."""
    rate = Fraction(str(max_base_rate))
    return kb * rate.numerator // rate.denominator


def _sum_of_rates(fails: IntArray, trials: IntArray) -> Fraction:
    return sum((Fraction(int(fails[trials == k].sum()), k) for k in np.unique(trials).tolist()), Fraction(0))


def common_cases(
    fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike
) -> tuple[tuple[IntArray, IntArray], tuple[IntArray, IntArray]]:
    """Keep the cases with a trial on both sides: (baseline fails, trials), (candidate fails, trials).

    Raises:
        ValueError: when shapes differ, counts are negative, or fails exceed trials.
    """
    fails_b, trials_b = as_fails("baseline", fb, kb)
    fails_c, trials_c = as_fails("candidate", fc, kc)
    if trials_b.shape != trials_c.shape:
        raise ValueError(
            f"baseline and candidate must hold the same cases, not {trials_b.size!r} and {trials_c.size!r}"
        )
    seen = (trials_b > 0) & (trials_c > 0)
    return (fails_b[seen], trials_b[seen]), (fails_c[seen], trials_c[seen])

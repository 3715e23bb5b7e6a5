"""The null law inside one case: given its total of failures, which side they fell on is a draw without replacement."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from evals.stats.values import FloatArray, IntArray


class CandidateFails(NamedTuple):
    """Law of the candidate's failures in one case."""

    low: int
    """Fewest possible failures."""
    pmf: FloatArray
    """Probabilities of ``low, low + 1, ...``; sums to 1."""


@cache
def candidate_fails(kb: int, kc: int, t: int) -> CandidateFails:
    """Law of ``f_c`` among kc candidate trials when t of all kb + kc trials failed: Hypergeometric(kb + kc, t, kc).

    Computed in whole numbers and divided once, so each probability is correctly rounded.
    """
    low, high = max(0, t - kb), min(t, kc)
    whole = comb(kb + kc, t)
    pmf = np.array([comb(kc, x) * comb(kb, t - x) / whole for x in range(low, high + 1)])
    pmf.flags.writeable = False
    return CandidateFails(low, pmf)


@cache
def break_probability(kb: int, m: int, t: int) -> float:
    """Probability that all m fresh candidate trials failed, given t failures in kb + m: ``C(kb, t-m)/C(kb+m, t)``."""
    return comb(kb, t - m) / comb(kb + m, t) if m <= t <= kb + m else 0.0


@cache
def verdict_fail_share(kb: int, fb: int, k: int) -> Fraction:
    """Share of orderings of a case's kb trials, fb of them failed, in which the confirmed verdict is a failure.

    The verdict takes k + 2 trials: more than half of the first k fail, and at least one of the next two fails.
    Averaging over all orderings is the U-statistic of that verdict: unbiased for the probability of a confirmed
    failure. It needs ``kb >= k + 2``; below that the trials are drawn with replacement instead (the V-statistic),
    which overstates the failures of cases that fail rarely by O(1/kb).
    """
    if kb >= k + 2:
        chances = ((x, Fraction(comb(fb, x) * comb(kb - fb, k - x), comb(kb, k))) for x in _majority(k))
        return sum((p * _one_of_two(kb - k, fb - x) for x, p in chances if p), Fraction(0))
    q = Fraction(fb, kb)
    screen = sum((comb(k, x) * q**x * (1 - q) ** (k - x) for x in _majority(k)), Fraction(0))
    return screen * (1 - (1 - q) ** 2)


def _majority(k: int) -> range:
    return range(k // 2 + 1, k + 1)


def _one_of_two(trials: int, fails: int) -> Fraction:
    """Probability that at least one of two trials drawn without replacement failed."""
    return 1 - Fraction(comb(trials - fails, 2), comb(trials, 2))


def grouped(*columns: IntArray) -> list[tuple[tuple[int, ...], int]]:
    """Distinct rows of the columns with their counts, in sorted order: equal cases are handled once.

    The order depends on the values alone, so sums over it do not change when cases are permuted.
    """
    if columns[0].size == 0:
        return []
    rows, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
    return [(tuple(row), count) for row, count in zip(rows.tolist(), counts.tolist(), strict=True)]

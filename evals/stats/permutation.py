"""Permutation tests: relabelling trials inside each case, and flipping the sign of paired differences.

The random generator is an argument; the same generator state gives the same p.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import chain, islice, repeat

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.values import BoolArray, FloatArray, IntArray, as_pairs, as_scores

TIE_SLACK = 1e-12
"""Statistics this close to the observed one count as equal: sums in another order differ in the last digits."""

EXACT_FLIPS = 16
"""Up to this many non-zero differences all 2^m signs are tried; 65,536 sums take a few milliseconds."""

Statistic = Callable[[BoolArray], float]
"""Takes the labels (True: candidate) of all trials, in the order of the ``cases`` argument; larger is worse."""


def relabelling_p(
    cases: ArrayLike,
    is_candidate: ArrayLike,
    statistic: Statistic,
    rng: np.random.Generator,
    relabellings: int = 1999,
) -> float:
    """One-sided p by exchanging labels among the trials of each case: ``(1 + hits)/(relabellings + 1)``.

    ``cases`` holds the case number of each trial and ``is_candidate`` its side. The null is the gate's own: inside a
    case, all trials are exchangeable. Every statistic of the labelled trials is tested the same way (mean score, p95,
    cost).

    Raises:
        ValueError: without trials, when the lengths differ, or ``relabellings`` < 1.

    Source: Phipson & Smyth 2010, Stat Appl Genet Mol Biol 9:39 (never a p of 0).
    """
    index, labels = np.asarray(cases), np.asarray(is_candidate, dtype=np.bool_)
    if index.ndim != 1 or index.size == 0 or index.shape != labels.shape:
        raise ValueError(
            f"cases and is_candidate need one entry for each of >= 1 trials, not {index.shape!r}, {labels.shape!r}"
        )
    if relabellings < 1:
        raise ValueError(f"relabellings must be >= 1, not {relabellings!r}")
    threshold = _slackened(statistic(labels))
    hits = sum(statistic(drawn) >= threshold for drawn in islice(_relabelled(index, labels, rng), relabellings))
    return (1 + hits) / (relabellings + 1)


def _relabelled(index: IntArray, labels: BoolArray, rng: np.random.Generator) -> Iterator[BoolArray]:
    """Endless relabellings: labels sorted by case are handed to the case's trials in random order."""
    by_case = labels[np.argsort(index, kind="stable")]
    while True:
        drawn = np.empty_like(labels)
        drawn[np.lexsort((rng.random(index.size), index))] = by_case
        yield drawn


def mean_drop_statistic(values: ArrayLike, cases: ArrayLike) -> Statistic:
    """Statistic "mean over cases of (baseline mean - candidate mean)" of trial scores, for ``relabelling_p``.

    Every case needs a trial on both sides; larger is worse where a higher score is better.
    """
    scores = as_scores("values", values)
    _, index = np.unique(np.asarray(cases), return_inverse=True)

    def statistic(is_candidate: BoolArray) -> float:
        return float((_case_means(scores, index, ~is_candidate) - _case_means(scores, index, is_candidate)).mean())

    return statistic


def _case_means(scores: FloatArray, index: IntArray, chosen: BoolArray) -> FloatArray:
    size = int(index.max()) + 1
    counts = np.bincount(index[chosen], minlength=size)
    return np.asarray(np.bincount(index[chosen], weights=scores[chosen], minlength=size) / counts, dtype=np.float64)


def ratio_statistic(values: ArrayLike, reduce: Callable[[FloatArray], float]) -> Statistic:
    """Statistic "candidate over baseline" of a summary of all trial values, such as the p95 latency."""
    numbers = as_scores("values", values)

    def statistic(is_candidate: BoolArray) -> float:
        return _ratio(reduce(numbers[is_candidate]), reduce(numbers[~is_candidate]))

    return statistic


def mean_ratio_statistic(values: ArrayLike, cases: ArrayLike) -> Statistic:
    """Statistic "candidate over baseline" of the sum of case means, such as the cost of one pass over the set.

    Every case needs a trial on both sides. Case means make sides of unequal numbers of trials comparable.
    """
    numbers = as_scores("values", values)
    _, index = np.unique(np.asarray(cases), return_inverse=True)

    def statistic(is_candidate: BoolArray) -> float:
        after, before = _case_means(numbers, index, is_candidate), _case_means(numbers, index, ~is_candidate)
        return _ratio(float(after.sum()), float(before.sum()))

    return statistic


def _ratio(after: float, before: float) -> float:
    """A relabelling may put all zeros on the side of the baseline: any growth from there is endless."""
    if before > 0:
        return after / before
    return math.inf if after > 0 else 1.0


def signflip_p(
    base: ArrayLike,
    cand: ArrayLike,
    rng: np.random.Generator | None = None,
    flips: int = 9999,
    *,
    two_sided: bool = False,
) -> float:
    """P of "the mean of base - cand is above 0" when each pair's difference could as well have had the other sign.

    Differences of 0 drop out. Exact over all signs for up to 16 differences; beyond that ``(1 + hits)/(flips + 1)``
    with signs from ``rng``. ``two_sided`` compares absolute means. 1 when nothing differs.

    Raises:
        ValueError: when lengths differ, or there are more than 16 differences and no ``rng``.

    Source: Fisher 1935, The Design of Experiments, section 21.
    """
    before, after = as_pairs(base, cand, ("base", "cand"))
    drops = (before - after)[before != after]
    observed = abs(drops.sum()) if two_sided else drops.sum()
    if drops.size <= EXACT_FLIPS:
        return float((_magnitude(_all_sums(drops), two_sided=two_sided) >= _slackened(float(observed))).mean())
    if rng is None:
        raise ValueError(f"rng is needed for more than {EXACT_FLIPS!r} differences, here {drops.size!r}")
    sums = np.fromiter(chain.from_iterable(_drawn_sums(drops, rng, size) for size in _blocks(flips)), dtype=np.float64)
    return float(1 + (_magnitude(sums, two_sided=two_sided) >= _slackened(float(observed))).sum()) / (flips + 1)


def _all_sums(drops: FloatArray) -> FloatArray:
    sums = np.zeros(1)
    for drop in drops:
        sums = np.concatenate((sums + drop, sums - drop))
    return sums


def _drawn_sums(drops: FloatArray, rng: np.random.Generator, flips: int) -> FloatArray:
    return np.asarray((1.0 - 2.0 * rng.integers(0, 2, (flips, drops.size))) @ drops, dtype=np.float64)


def _blocks(flips: int, size: int = 1000) -> list[int]:
    """Split the flips so that the sign matrix of 100,000 pairs stays small."""
    return [*repeat(size, flips // size), *([flips % size] if flips % size else [])]


def _magnitude(sums: FloatArray, *, two_sided: bool) -> FloatArray:
    return np.abs(sums) if two_sided else sums


def _slackened(observed: float) -> float:
    return observed - TIE_SLACK * max(1.0, abs(observed))

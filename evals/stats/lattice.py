"""Laws on the whole numbers, and of sums of many independent ones."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

import numpy as np

from evals.stats.values import FloatArray

TRIMMED_TAIL = 1e-20
"""Probability dropped at each end of a law per convolution. Some hundreds of convolutions then lose far less than
1e-12, below which no p is printed, and a law of n cases needs a width of order sqrt(n) instead of n. Trimming instead
of a Fourier transform keeps small probabilities accurate and never negative."""


class Law(NamedTuple):
    """Probabilities of ``low, low + 1, ...``."""

    low: int
    pmf: FloatArray

    def tail(self, x: int) -> tuple[float, float]:
        """``P(X > x)`` and ``P(X = x)``."""
        at = x - self.low
        above = float(self.pmf[max(at + 1, 0) :].sum())
        return above, float(self.pmf[at]) if 0 <= at < self.pmf.size else 0.0


CERTAIN_ZERO = Law(0, np.ones(1))


def convolve(first: Law, second: Law) -> Law:
    """Law of the sum of two independent variables."""
    return _trim(Law(first.low + second.low, np.convolve(first.pmf, second.pmf)))


def power(law: Law, times: int) -> Law:
    """Law of the sum of ``times`` independent copies, by repeated squaring."""
    result, square = CERTAIN_ZERO, law
    while times:
        if times & 1:
            result = convolve(result, square)
        times >>= 1
        square = convolve(square, square) if times else square
    return result


def stretch(law: Law, step: int) -> Law:
    """Law of ``step`` times the variable."""
    pmf = np.zeros((law.pmf.size - 1) * step + 1)
    pmf[::step] = law.pmf
    return Law(law.low * step, pmf)


def total_law(laws: Iterable[Law]) -> Law:
    """Law of the sum of independent variables, the narrowest added first."""
    tie = count()
    queue = [(law.pmf.size, next(tie), law) for law in laws]
    heapq.heapify(queue)
    while len(queue) > 1:
        combined = convolve(heapq.heappop(queue)[2], heapq.heappop(queue)[2])
        heapq.heappush(queue, (combined.pmf.size, next(tie), combined))
    return queue[0][2] if queue else CERTAIN_ZERO


def _trim(law: Law) -> Law:
    if law.pmf.size < 64:
        return law
    left = int(np.searchsorted(np.cumsum(law.pmf), TRIMMED_TAIL))
    right = law.pmf.size - int(np.searchsorted(np.cumsum(law.pmf[::-1]), TRIMMED_TAIL))
    return Law(law.low + left, law.pmf[left:right])

"""Two independent proportions: only where the sides share no cases, for pairing sees far more."""

from __future__ import annotations

import math

from evals.stats.rates import wilson
from evals.stats.values import Interval


def newcombe_independent_ci(x1: int, n1: int, x2: int, n2: int, conf: float = 0.95) -> Interval:
    """Interval of ``x1/n1 - x2/n2``: Wilson limits of both, squared and added.

    Raises:
        ValueError: unless 0 <= x <= n and n >= 1 on both sides.

    Source: Newcombe 1998, Stat Med 17:873, method 10.
    """
    p1, p2 = x1 / max(n1, 1), x2 / max(n2, 1)
    low1, high1 = wilson(x1, n1, conf)
    low2, high2 = wilson(x2, n2, conf)
    difference = p1 - p2
    return Interval(difference - math.hypot(p1 - low1, high2 - p2), difference + math.hypot(high1 - p1, p2 - low2))


def equivalence_p(x1: int, n1: int, x2: int, n2: int, low: float, upp: float) -> float:
    """P of the two one-sided tests against "the difference lies outside (low, upp)", the larger of the two.

    Wald statistics with one success and one failure added to each side.

    Raises:
        ValueError: unless low < upp.

    Source: Agresti & Caffo 2000, Am Stat 54:280; Schuirmann 1987.
    """
    if not low < upp:
        raise ValueError(f"low must be below upp, not {low!r} and {upp!r}")
    p1, p2 = (x1 + 1) / (n1 + 2), (x2 + 1) / (n2 + 2)
    error = math.sqrt(p1 * (1 - p1) / (n1 + 2) + p2 * (1 - p2) / (n2 + 2))
    return max(_upper_tail((p1 - p2 - low) / error), _upper_tail((upp - p1 + p2) / error))


def _upper_tail(z: float) -> float:
    return math.erfc(z / math.sqrt(2)) / 2

"""Percentile bootstrap, for statistics without a formula; not for pass rates.

On 0/1 data it covers 77 % at n = 20 where 95 % is claimed and has no width in a third of runs; pass rates have exact
intervals instead.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evals.stats.values import IntArray, Interval, require_share


def percentile_interval(
    statistic: Callable[[IntArray], float],
    n: int,
    rng: np.random.Generator,
    resamples: int = 1999,
    conf: float = 0.95,
) -> Interval:
    """Percentile interval of a statistic of n units.

    ``statistic`` takes the indices of the units drawn, repeats included.

    Raises:
        ValueError: when ``n`` or ``resamples`` is < 1.

    Source: Efron 1979, Ann Stat 7:1.
    """
    if n < 1 or resamples < 1:
        raise ValueError(f"n and resamples must be >= 1, not {n!r} and {resamples!r}")
    tail = (1 - require_share("conf", conf)) / 2
    drawn = [statistic(rng.integers(0, n, n)) for _ in range(resamples)]
    low, high = np.quantile(drawn, (tail, 1 - tail), method="inverted_cdf")
    return Interval(float(low), float(high))

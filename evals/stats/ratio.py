"""Ratios and quantiles of latency and cost: candidate over baseline, above 1 is worse."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evals.stats.means import two_sided_t
from evals.stats.rates import binom_cdf
from evals.stats.values import FloatArray, Interval, as_pairs, as_scores, require_share


class Ranks(NamedTuple):
    """1-based ranks of the order statistics that enclose a quantile."""

    low: int
    """0 when no observation is a lower limit."""
    high: int
    """n + 1 when no observation is an upper limit."""


def ratio_of_means_fieller(cand: ArrayLike, base: ArrayLike, conf: float = 0.95) -> Interval:
    """Fieller interval of ``mean(cand)/mean(base)`` over paired cases.

    All r for which the paired t statistic of ``cand - r base`` is not significant. ``(-inf, inf)`` when the baseline
    mean itself is not different from 0, for then any ratio fits.

    Raises:
        ValueError: with fewer than two pairs or unequal lengths.

    Source: Fieller 1954, J R Stat Soc B 16:175.
    """
    after, before = as_pairs(cand, base, ("cand", "base"), at_least=2)
    t2 = two_sided_t(conf, after.size - 1) ** 2 / after.size
    covariance = np.cov(after, before)
    squared = before.mean() ** 2 - t2 * covariance[1, 1]
    mixed = after.mean() * before.mean() - t2 * covariance[0, 1]
    constant = after.mean() ** 2 - t2 * covariance[0, 0]
    root = math.sqrt(max(mixed * mixed - squared * constant, 0.0))
    if squared <= 0:
        return Interval(-math.inf, math.inf)
    return Interval(float((mixed - root) / squared), float((mixed + root) / squared))


def quantile(x: ArrayLike, p: float) -> float:
    """Sample quantile by linear interpolation (numpy ``linear``, R type 7).

    Raises:
        ValueError: without values.

    Source: Hyndman & Fan 1996, Am Stat 50:361, definition 7.
    """
    return float(np.quantile(_some(x), require_share("p", p), method="linear"))


def harrell_davis(x: ArrayLike, p: float) -> float:
    """Harrell-Davis quantile: all order statistics, weighted by the Beta((n+1)p, (n+1)(1-p)) mass of ((i-1)/n, i/n].

    Steadier than one or two order statistics in a heavy tail.

    Raises:
        ValueError: without values.

    Source: Harrell & Davis 1982, Biometrika 69:635.
    """
    ordered = np.sort(_some(x))
    a, b = (ordered.size + 1) * require_share("p", p), (ordered.size + 1) * (1 - p)
    weights = np.diff(special.betainc(a, b, np.arange(ordered.size + 1) / ordered.size))
    return float(weights @ ordered)


def quantile_ratio(cand: ArrayLike, base: ArrayLike, p: float) -> float:
    """Quantile of the candidate over that of the baseline, both by linear interpolation; the samples are not paired.

    Raises:
        ValueError: without values on a side, or when the baseline quantile is not above 0.
    """
    before = quantile(base, p)
    if before <= 0:
        raise ValueError(f"base must have a quantile above 0, not {before!r}")
    return quantile(cand, p) / before


def geometric_mean_ratio(cand: ArrayLike, base: ArrayLike, conf: float = 0.95) -> tuple[float, Interval]:
    """Paired ratio typical of a case, ``exp(mean(log cand - log base))``, with the t interval of the logs.

    Raises:
        ValueError: with fewer than two pairs, unequal lengths, or a value that is not above 0.
    """
    after, before = as_pairs(cand, base, ("cand", "base"), at_least=2)
    if min(after.min(), before.min()) <= 0:
        raise ValueError(f"cand and base must be above 0, not {float(min(after.min(), before.min()))!r}")
    logs = np.log(after) - np.log(before)
    mean, half = logs.mean(), two_sided_t(conf, logs.size - 1) * logs.std(ddof=1) / math.sqrt(logs.size)
    return math.exp(mean), Interval(math.exp(mean - half), math.exp(mean + half))


def quantile_ci_ranks(n: int, p: float, conf: float = 0.95) -> Ranks:
    """Ranks (1-based) of the order statistics that enclose the p-quantile whatever the distribution.

    With X ~ Binomial(n, p), low is the largest rank with ``P(X < low) <= (1-conf)/2`` and high the smallest with
    ``P(X >= high) <= (1-conf)/2``.

    Raises:
        ValueError: unless n >= 1 and p lies between 0 and 1.

    Source: David & Nagaraja 2003, Order Statistics, section 7.1.
    """
    if n < 1:
        raise ValueError(f"n must be >= 1, not {n!r}")
    tail = (1 - require_share("conf", conf)) / 2
    below = np.array([binom_cdf(x, n, require_share("p", p)) for x in range(-1, n + 1)])
    low = int(np.searchsorted(below, tail, side="right")) - 1
    return Ranks(low, int(np.searchsorted(below, 1 - tail)))


def _some(x: ArrayLike) -> FloatArray:
    values = as_scores("x", x)
    if values.size == 0:
        raise ValueError("x must hold >= 1 value")
    return values

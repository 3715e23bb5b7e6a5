"""Paired pass/fail results, one trial a side: b cases newly fail, c newly pass, n cases in all.

A drop is ``(b - c) / n``; positive is worse. Counts below 0 are a ``ValueError`` throughout.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evals.stats.means import two_sided_t
from evals.stats.rates import binom_cdf, binom_midp_lower, two_sided_z, wilson
from evals.stats.values import FloatArray, Interval, as_scores


def mcnemar_exact_two_sided(b: int, c: int) -> float:
    """Exact conditional test: twice the smaller binomial tail at 1/2, at most 1; 1 without discordant cases.

    Also the two-sided sign test of ``b`` losses against ``c`` wins.

    Source: McNemar 1947, Psychometrika 12:153.
    """
    return min(1.0, 2 * binom_cdf(min(b, c), _discordant(b, c), 0.5))


def mcnemar_exact_one_sided(b: int, c: int) -> float:
    """Exact conditional p of "more newly fail than newly pass": ``P(X >= b)``, X ~ Binomial(b + c, 1/2)."""
    return binom_cdf(c, _discordant(b, c), 0.5)


def mcnemar_midp_one_sided(b: int, c: int) -> float:
    """Mid-p of "more newly fail than newly pass": ``P(X > b) + P(X = b)/2``, X ~ Binomial(b + c, 1/2).

    1/2 without discordant cases.

    Source: Fagerland, Lydersen & Laake 2013, BMC Med Res Methodol 13:91.
    """
    return binom_midp_lower(c, _discordant(b, c), 0.5)


def mcnemar_midp_two_sided(b: int, c: int) -> float:
    """Two-sided mid-p, ``P(|X - m/2| > obs) + P(= obs)/2`` with m = b + c; 1 without discordant cases.

    Where b = c that is ``1 - P(X = b)/2``; otherwise twice the one-sided mid-p of the rarer direction.

    Source: Fagerland, Lydersen & Laake 2013. The convention at b = c = 0 is ours: nothing differs, so p is 1.
    """
    if _discordant(b, c) == 0:
        return 1.0
    if b == c:
        return 1 - (binom_cdf(b, 2 * b, 0.5) - binom_cdf(b - 1, 2 * b, 0.5)) / 2
    return 2 * binom_midp_lower(min(b, c), b + c, 0.5)


def mcnemar_chi2_cc(b: int, c: int) -> float:
    """P of the chi-square test with continuity correction, ``(|b - c| - 1)^2 / (b + c)``; 1 where b = c.

    Source: Edwards 1948, Psychometrika 13:185. Shown for comparison; it is conservative.
    """
    discordant = _discordant(b, c)
    if b == c:
        return 1.0
    return float(special.chdtrc(1, (abs(b - c) - 1) ** 2 / discordant))


def _discordant(b: int, c: int) -> int:
    if min(b, c) < 0:
        raise ValueError(f"b and c must be >= 0, not b={b!r} c={c!r}")
    return b + c


def tango_ci(b: float, c: float, n: int, conf: float = 0.95) -> Interval:
    """Score interval of the drop ``(b - c)/n``; ``+-z^2/(n + z^2)`` at b = c = 0, so never of zero width.

    Its ends solve ``(b - c - n d)^2 = z^2 n (2 q + d(1 - d))``, q being the share of newly passing cases that is
    most likely under a drop of d.

    Raises:
        ValueError: unless n >= 1, b, c >= 0 and b + c <= n.

    Source: Tango 1998, Stat Med 17:891.
    """
    if n < 1 or b < 0 or c < 0 or b + c > n * (1 + 1e-12):
        raise ValueError(f"b and c must be >= 0 with b + c <= n and n >= 1, not b={b!r} c={c!r} n={n!r}")
    z = two_sided_z(conf)
    if b + c == 0:
        half = z * z / (n + z * z)
        return Interval(-half, half)
    return Interval(-_tango_upper(c, b, n, z), _tango_upper(b, c, n, z))


def _tango_upper(b: float, c: float, n: int, z: float) -> float:
    """Root of ``b - c - n d + z sd(d)`` in d above the estimate: the score statistic falls through -z there."""
    estimate = (b - c) / n

    def above(d: float) -> float:
        return b - c - n * d + z * math.sqrt(max(_tango_variance(d, b, c, n), 0.0))

    # At the bracket's inner end the function is z sd >= 0; a step off it avoids the double root when sd is 0 there.
    start = estimate + 1e-10 * (1 - estimate)
    return _root(above, start, 1.0)


def _root(function: Callable[[float], float], start: float, end: float) -> float:
    """Root of a falling function by bisection, to the last digit; an end of the bracket when it holds none.

    scipy.optimize takes longer to import than this to compute.
    """
    low, high = start, end
    if function(high) >= 0:
        return high
    if function(low) <= 0:
        return low
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return high


def _tango_variance(d: float, b: float, c: float, n: int) -> float:
    """Variance of b - c under a drop of d, with the restricted maximum-likelihood share of newly passing cases."""
    quadratic, linear, constant = 2 * n, -b - c + (2 * n - b + c) * d, -c * d * (1 - d)
    q = (math.sqrt(max(linear * linear - 4 * quadratic * constant, 0.0)) - linear) / (2 * quadratic)
    return n * (2 * q + d * (1 - d))


def tango_moment_ci(d: ArrayLike, conf: float = 0.95) -> Interval:
    """Tango's interval for case differences in [-1, 1] that need not be -1, 0 or 1 (several trials a side).

    Enters Tango's equation with the b and c that have the observed first two moments, ``b = (sum d^2 + sum d)/2``
    and ``c = (sum d^2 - sum d)/2``. Where differences are so small that one of them would be negative, the second
    moment is raised to ``|sum d|``, which widens the interval.

    Raises:
        ValueError: without cases, or when a difference lies outside [-1, 1].
    """
    differences = _as_differences(d)
    total = float(differences.sum())
    squares = max(float((differences**2).sum()), abs(total))
    return tango_ci((squares + total) / 2, (squares - total) / 2, differences.size, conf)


def bonett_price_t_ci(d: ArrayLike, conf: float = 0.95) -> Interval:
    """Adjusted t interval of the mean case difference: the t interval after adding one case at +1 and one at -1.

    With differences of -1, 0 and 1, a normal quantile and the plain variance it is Bonett and Price's adjusted Wald
    interval. Never of zero width.

    Raises:
        ValueError: without cases, or when a difference lies outside [-1, 1].

    Source: Bonett & Price 2012, J Educ Behav Stat 37:479.
    """
    adjusted = np.append(_as_differences(d), (1.0, -1.0))
    half = two_sided_t(conf, adjusted.size - 1) * float(adjusted.std(ddof=1)) / math.sqrt(adjusted.size)
    mean = float(adjusted.mean())
    return Interval(max(mean - half, -1.0), min(mean + half, 1.0))


def _as_differences(d: ArrayLike) -> FloatArray:
    differences = as_scores("d", d)
    if differences.size == 0 or np.any(np.abs(differences) > 1):
        raise ValueError(f"d must hold >= 1 differences in [-1, 1], not {differences[:5].tolist()!r}")
    return differences


def newcombe_paired_ci(n11: int, n12: int, n21: int, n22: int, conf: float = 0.95) -> Interval:
    """Newcombe's method 10 for the drop ``(n12 - n21)/n``: Wilson limits of both sides, squared and added.

    n11 pass on both sides, n12 newly fail, n21 newly pass, n22 fail on both. The correlation is continuity-corrected
    and 0 where a margin is empty.

    Raises:
        ValueError: when one is below 0 or all four are 0.

    Source: Newcombe 1998, Stat Med 17:2635, method 10.
    """
    n = n11 + n12 + n21 + n22
    if min(n11, n12, n21, n22) < 0:
        raise ValueError(f"n11, n12, n21 and n22 must be >= 0, not {(n11, n12, n21, n22)!r}")
    before, after = n11 + n12, n11 + n21
    low1, high1 = wilson(before, n, conf)
    low2, high2 = wilson(after, n, conf)
    p1, p2, phi = before / n, after / n, _newcombe_phi(n11, n12, n21, n22)
    drop = (n12 - n21) / n
    return Interval(
        drop - _square_and_add(p1 - low1, high2 - p2, phi),
        drop + _square_and_add(high1 - p1, p2 - low2, phi),
    )


def _square_and_add(first: float, second: float, phi: float) -> float:
    return math.sqrt(max(first * first - 2 * phi * first * second + second * second, 0.0))


def _newcombe_phi(n11: int, n12: int, n21: int, n22: int) -> float:
    margins = (n11 + n12) * (n21 + n22) * (n11 + n21) * (n12 + n22)
    if margins == 0:
        return 0.0
    half = (n11 + n12 + n21 + n22) / 2
    product = n11 * n22 - n12 * n21
    corrected = max(product - half, 0.0) if product >= 0 else product
    return corrected / math.sqrt(margins)

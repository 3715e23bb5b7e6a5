"""One proportion: x of n, its intervals, and exact tests against a stated rate."""

from __future__ import annotations

import math

from scipy import special

from evals.stats.values import Interval, require_share


def normal_quantile(share: float) -> float:
    """Quantile of the standard normal distribution."""
    return float(special.ndtri(require_share("share", share)))


def two_sided_z(conf: float) -> float:
    """Normal quantile that leaves ``(1 - conf) / 2`` above it."""
    return normal_quantile((1 + require_share("conf", conf)) / 2)


def wilson(x: int, n: int, conf: float = 0.95) -> Interval:
    """Score interval of a proportion.

    With p = x/n: ``(p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)``; exactly 0 at x = 0 and 1 at x = n.

    Raises:
        ValueError: unless 0 <= x <= n and n >= 1.

    Source: Wilson 1927, JASA 22:209.
    """
    _check(x, n)
    z, p = two_sided_z(conf), x / n
    centre, scale = p + z * z / (2 * n), 1 + z * z / n
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Interval(0.0 if x == 0 else (centre - half) / scale, 1.0 if x == n else (centre + half) / scale)


def clopper_pearson(x: int, n: int, conf: float = 0.95) -> Interval:
    """Exact equal-tailed interval of a proportion: both one-sided limits at level ``(1 + conf) / 2``.

    Source: Clopper & Pearson 1934, Biometrika 26:404.
    """
    one_sided = (1 + require_share("conf", conf)) / 2
    return Interval(clopper_pearson_lower(x, n, one_sided), clopper_pearson_upper(x, n, one_sided))


def clopper_pearson_upper(x: int, n: int, conf: float = 0.95) -> float:
    """One-sided exact upper limit: the p at which x or fewer of n has probability ``1 - conf``; 1 at x = n.

    The Beta(x + 1, n - x) quantile at ``conf``.
    """
    _check(x, n)
    return 1.0 if x == n else float(special.betaincinv(x + 1, n - x, require_share("conf", conf)))


def clopper_pearson_lower(x: int, n: int, conf: float = 0.95) -> float:
    """One-sided exact lower limit: the p at which x or more of n has probability ``1 - conf``; 0 at x = 0."""
    _check(x, n)
    return 0.0 if x == 0 else float(special.betaincinv(x, n - x + 1, 1 - require_share("conf", conf)))


def binom_midp_lower(x: int, n: int, p0: float) -> float:
    """Mid-p of "the rate is below p0": ``P(X < x) + P(X = x)/2`` for X ~ Binomial(n, p0).

    Source: Lancaster 1961, JASA 56:223.
    """
    _check(x, n, at_least=0)
    return (binom_cdf(x - 1, n, p0) + binom_cdf(x, n, p0)) / 2


def binom_cdf(x: int, n: int, p: float) -> float:
    """``P(X <= x)`` for X ~ Binomial(n, p); 0 below 0 and 1 from n on.

    Raises:
        ValueError: when p lies outside [0, 1].
    """
    if not 0 <= p <= 1:
        raise ValueError(f"p must lie in [0, 1], not {p!r}")
    if x < 0:
        return 0.0
    return 1.0 if x >= n else float(special.bdtr(x, n, p))


def trials_to_show(p0: float, alpha: float = 0.05) -> int:
    """Fewest trials that, all passing, show a rate above p0: smallest n with ``p0^n < alpha``.

    149 for 98 % at .05 (schema compliance), 59 for 95 % at .05 (a p95 below the maximum).
    """
    n = math.ceil(math.log(require_share("alpha", alpha)) / math.log(require_share("p0", p0)))
    return n if p0**n < alpha else n + 1


def _check(x: int, n: int, at_least: int = 1) -> None:
    if n < at_least:
        raise ValueError(f"n must be >= {at_least!r}, not {n!r}")
    if not 0 <= x <= n:
        raise ValueError(f"x must lie in 0..n, not {x!r} of {n!r}")

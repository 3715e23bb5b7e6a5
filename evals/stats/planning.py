"""What a number of cases and trials can see, and how many a wanted sharpness needs. Drops are in points."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.hypergeometric import grouped
from evals.stats.rates import normal_quantile
from evals.stats.values import as_fails, as_scores

POINTS = 100.0
"""Points in a whole."""


def detection_factor(alpha: float = 0.05, power: float = 0.8) -> float:
    """Standard errors between no drop and one that a one-sided test at alpha finds with the power; by default 2.486."""
    return normal_quantile(1 - alpha) + normal_quantile(power)


def within_variance(fails: ArrayLike, trials: ArrayLike) -> float:
    """Mean over cases of the variance q(1 - q) of one trial, each estimated without bias by ``f(k-f)/(k(k-1))``.

    Cases with fewer than two trials say nothing about it and are left out.

    Raises:
        ValueError: without a case of two trials.
    """
    failed, ran = as_fails("baseline", fails, trials)
    repeated = ran >= 2
    if not np.any(repeated):
        raise ValueError("trials must hold >= 1 case with two trials: one trial shows no variance")
    rows = grouped(failed[repeated], ran[repeated])
    return math.fsum(times * f * (k - f) / (k * (k - 1)) for (f, k), times in rows) / int(repeated.sum())


def mde_paired(n: int, var_within: float, kc: int, kb: int, alpha: float = 0.05, power: float = 0.8) -> float:
    """Smallest diffuse drop, in points, found with the given power: ``factor sqrt(V (1/kc + 1/kb)/n)``.

    ``var_within`` is the mean of q(1 - q) over the cases. A case that breaks outright is confirmed at any n.

    Raises:
        ValueError: unless n, kc, kb >= 1 and 0 <= var_within <= 1/4.

    Source: Miller 2024, "Adding error bars to evals", power analysis; Bowyer et al. 2025.
    """
    _check(var_within, n=n, kc=kc, kb=kb)
    return POINTS * detection_factor(alpha, power) * math.sqrt(var_within * (1 / kc + 1 / kb) / n)


def cases_needed(drop: float, var_within: float, kc: int, kb: int, alpha: float = 0.05, power: float = 0.8) -> int:
    """Fewest cases at which a diffuse drop of ``drop`` points is found with the given power; at least 1.

    Raises:
        ValueError: unless drop > 0, kc, kb >= 1 and 0 <= var_within <= 1/4.
    """
    _check(var_within, drop=drop, kc=kc, kb=kb)
    exact = (POINTS * detection_factor(alpha, power) / drop) ** 2 * var_within * (1 / kc + 1 / kb)
    return max(1, math.ceil(exact - 1e-9))


def trials_needed(
    drop: float, n: int, var_within: float, kb: int, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """Fewest candidate trials a case at which a diffuse drop of ``drop`` points is found; None when no number suffices.

    No number suffices when the baseline's own trials leave too much noise: it needs more trials, or the set more cases.

    Raises:
        ValueError: unless drop > 0, n, kb >= 1 and 0 <= var_within <= 1/4.
    """
    _check(var_within, drop=drop, n=n, kb=kb)
    if var_within == 0:
        return 1
    room = (drop / POINTS / detection_factor(alpha, power)) ** 2 * n / var_within - 1 / kb
    return max(1, math.ceil(1 / room - 1e-9)) if room > 0 else None


def false_block_forecast(fail_rates: ArrayLike, trials: int = 1) -> float:
    """Share of clean builds that a set of critical cases blocks: ``1 - prod (1 - q_i)^trials``.

    Raises:
        ValueError: when a rate lies outside [0, 1] or trials < 1.
    """
    rates = as_scores("fail_rates", np.atleast_1d(np.asarray(fail_rates, dtype=np.float64)))
    if rates.size and (rates.min() < 0 or rates.max() > 1):
        raise ValueError(f"fail_rates must lie in [0, 1], not {rates.tolist()!r}")
    if trials < 1:
        raise ValueError(f"trials must be >= 1, not {trials!r}")
    return float(1 - np.prod((1 - rates) ** trials))


def _check(var_within: float, **positive: float) -> None:
    if not 0 <= var_within <= 0.25:
        raise ValueError(f"var_within must lie in [0, 1/4], not {var_within!r}")
    for name, value in positive.items():
        if value <= 0:
            raise ValueError(f"{name} must be above 0, not {value!r}")

"""Agreement between raters: a judge and people, or several judges."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.bootstrap import percentile_interval
from evals.stats.values import FloatArray, Interval, as_pairs

Weights: TypeAlias = Literal["linear", "quadratic"] | None
"""How far apart two levels are: 0 or 1 (None), their distance, or its square."""


def cohen_kappa(a: ArrayLike, b: ArrayLike, weights: Weights = None) -> float:
    """Cohen's kappa of two raters' levels, ``1 - sum w(a_i, b_i)/n / (sum_ij w(a_i, b_j)/n^2)``.

    1 is full agreement, 0 what chance gives. 0 when both raters used one and the same level throughout: agreement
    beyond chance was not shown then.

    Raises:
        ValueError: without pairs, unequal lengths, or unknown weights.

    Source: Cohen 1960, Educ Psychol Meas 20:37, and 1968, Psychol Bull 70:213 (weights).
    """
    first, second = as_pairs(a, b, ("a", "b"))
    observed = _distance(first, second, weights).mean()
    expected = _distance(first[:, None], second[None, :], weights).mean()
    return _beyond_chance(float(observed), float(expected))


def krippendorff_ordinal(ratings: ArrayLike) -> float:
    """Krippendorff's alpha for ordered levels; ``ratings`` is (raters, units) with NaN where a rater gave none.

    ``1 - D_o/D_e`` over the coincidences of levels within units; the distance of levels c < k is
    ``(n_c/2 + n_between + n_k/2)^2``, n being how often a level was given. Units with one rating drop out. 0 when all
    ratings are one level.

    Raises:
        ValueError: unless two-dimensional with at least one unit rated twice.

    Source: Krippendorff 2019, Content Analysis, 4th ed., chapter 12.
    """
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2 or not np.any((~np.isnan(table)).sum(axis=0) >= 2):
        raise ValueError(f"ratings must be (raters, units) with >= 1 unit rated twice, not of shape {table.shape!r}")
    coincidences = _coincidences(table)
    given = coincidences.sum(axis=1)
    distances = _ordinal_distances(given)
    chance = (np.outer(given, given) - np.diag(given)) / (given.sum() - 1)
    return _beyond_chance(float((coincidences * distances).sum()), float((chance * distances).sum()))


def kappa_interval(
    a: ArrayLike,
    b: ArrayLike,
    rng: np.random.Generator,
    weights: Weights = "quadratic",
    resamples: int = 1999,
    conf: float = 0.95,
) -> Interval:
    """Bootstrap interval of Cohen's kappa, resampling the rated units.

    Raises:
        ValueError: as ``cohen_kappa``.
    """
    first, second = as_pairs(a, b, ("a", "b"))
    return percentile_interval(
        lambda drawn: cohen_kappa(first[drawn], second[drawn], weights), first.size, rng, resamples, conf
    )


def krippendorff_interval(
    ratings: ArrayLike, rng: np.random.Generator, resamples: int = 1999, conf: float = 0.95
) -> Interval:
    """Bootstrap interval of Krippendorff's ordinal alpha, resampling the units that were rated twice or more.

    Raises:
        ValueError: as ``krippendorff_ordinal``.
    """
    table = np.asarray(ratings, dtype=np.float64)
    krippendorff_ordinal(table)
    rated = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    return percentile_interval(
        lambda drawn: krippendorff_ordinal(rated[:, drawn]), rated.shape[1], rng, resamples, conf
    )


def rank_correlation(a: ArrayLike, b: ArrayLike) -> float | None:
    """Spearman's rho, ties at their mean rank; None when either does not vary.

    Raises:
        ValueError: without pairs, or unequal lengths.

    Source: Spearman 1904, Am J Psychol 15:72.
    """
    first, second = as_pairs(a, b, ("a", "b"))
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(_mean_ranks(first), _mean_ranks(second))[0, 1])


def _mean_ranks(values: FloatArray) -> FloatArray:
    """Ranks from 1, ties at their mean; scipy.stats has it too, and takes half a second to import."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: FloatArray = np.cumsum(counts) - (counts - 1) / 2
    return ranks[places]


def _beyond_chance(observed: float, expected: float) -> float:
    return 1 - observed / expected if expected > 0 else 0.0


def _distance(first: FloatArray, second: FloatArray, weights: Weights) -> FloatArray:
    if weights is None:
        return np.asarray(first != second, dtype=np.float64)
    if weights == "linear":
        return np.abs(first - second)
    if weights == "quadratic":
        return np.asarray((first - second) ** 2, dtype=np.float64)
    raise ValueError(f"weights must be None, 'linear' or 'quadratic', not {weights!r}")


def _coincidences(table: FloatArray) -> FloatArray:
    """How often two levels met in one unit, ordered pairs weighted by ``1/(ratings of the unit - 1)``."""
    levels = np.unique(table[~np.isnan(table)])
    counts = np.stack([(table == level).sum(axis=0) for level in levels]).astype(np.float64)
    ratings = counts.sum(axis=0)
    paired = counts[:, ratings >= 2]
    weighted = paired / (ratings[ratings >= 2] - 1)
    return np.asarray(weighted @ paired.T - np.diag(weighted.sum(axis=1)), dtype=np.float64)


def _ordinal_distances(given: FloatArray) -> FloatArray:
    """Squared number of ratings between two levels, each end counted half."""
    middle = np.cumsum(given) - given / 2
    return np.asarray((middle[:, None] - middle[None, :]) ** 2, dtype=np.float64)

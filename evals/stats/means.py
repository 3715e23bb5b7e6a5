"""Paired scores on common cases: t interval, non-inferiority, clustered standard error. A drop is base - cand."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evals.stats.values import FloatArray, Interval, as_pairs, as_scores, require_share


class MeanDrop(NamedTuple):
    """A mean paired drop and its interval, in score units."""

    mean: float
    low: float
    high: float


def two_sided_t(conf: float, degrees: float) -> float:
    """Student quantile that leaves ``(1 - conf) / 2`` above it."""
    return float(special.stdtrit(degrees, (1 + require_share("conf", conf)) / 2))


def paired_t(base: ArrayLike, cand: ArrayLike, conf: float = 0.95) -> MeanDrop:
    """Mean of ``base - cand`` with its t interval.

    Raises:
        ValueError: with fewer than two pairs or unequal lengths.

    Source: Student 1908, Biometrika 6:1.
    """
    drops = _drops(base, cand)
    mean, half = float(drops.mean()), two_sided_t(conf, drops.size - 1) * _standard_error(drops)
    return MeanDrop(mean, mean - half, mean + half)


def noninferiority_t(base: ArrayLike, cand: ArrayLike, margin: float) -> float:
    """One-sided p against "the mean drop is ``margin`` or more": small p shows non-inferiority.

    ``P(T <= (mean - margin)/se)`` with n - 1 degrees of freedom; where every drop is the same, 0 below the margin
    and 1 from it on.

    Raises:
        ValueError: with fewer than two pairs or unequal lengths.

    Source: Schuirmann 1987, J Pharmacokinet Biopharm 15:657 (the upper of the two one-sided tests).
    """
    drops = _drops(base, cand)
    distance, error = float(drops.mean()) - margin, _standard_error(drops)
    if error == 0:
        return 0.0 if distance < 0 else 1.0
    return float(special.stdtr(drops.size - 1, distance / error))


def clustered_se(s: ArrayLike, cluster: ArrayLike) -> float:
    """Standard error of the mean of ``s`` when values of one cluster move together (CR0).

    ``sqrt(sum_g (sum_{i in g} (s_i - mean))^2) / n``. ``cluster`` holds one label a value.

    Raises:
        ValueError: without values or when the lengths differ.

    Source: Miller 2024, "Adding error bars to evals", equation for clustered questions; Liang & Zeger 1986.
    """
    scores = as_scores("s", s)
    labels = np.asarray(cluster)
    if scores.size == 0 or labels.shape != scores.shape:
        raise ValueError(f"cluster needs one label for each of >= 1 values, not {labels.shape!r} for {scores.shape!r}")
    return math.sqrt(float((cluster_totals(scores - scores.mean(), labels) ** 2).sum())) / scores.size


def clustered_interval(s: ArrayLike, cluster: ArrayLike, conf: float = 0.95) -> Interval:
    """Interval of the mean of ``s``: t with clusters - 1 degrees of freedom, the error inflated by G/(G - 1).

    Raises:
        ValueError: with fewer than two clusters.

    Source: Cameron & Miller 2015, J Hum Resour 50:317 (few clusters).
    """
    groups = len(np.unique(np.asarray(cluster)))
    if groups < 2:
        raise ValueError(f"cluster must hold >= 2 different labels, not {groups!r}")
    half = two_sided_t(conf, groups - 1) * clustered_se(s, cluster) * math.sqrt(groups / (groups - 1))
    mean = float(np.mean(as_scores("s", s)))
    return Interval(mean - half, mean + half)


def cluster_totals(values: FloatArray, labels: np.ndarray) -> FloatArray:
    """Sum of ``values`` in each cluster, clusters in sorted order of label."""
    _, index = np.unique(labels, return_inverse=True)
    return np.bincount(index, weights=values).astype(np.float64)


def _drops(base: ArrayLike, cand: ArrayLike) -> FloatArray:
    before, after = as_pairs(base, cand, ("base", "cand"), at_least=2)
    return before - after


def _standard_error(values: FloatArray) -> float:
    return float(values.std(ddof=1)) / math.sqrt(values.size)

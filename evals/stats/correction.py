"""Rates as they would be without the judge's errors."""

from __future__ import annotations

import math
from typing import NamedTuple

from numpy.typing import ArrayLike

from evals.stats.rates import two_sided_z
from evals.stats.values import as_pairs, as_scores


class CorrectedMean(NamedTuple):
    """A corrected mean and its interval."""

    mean: float
    low: float
    high: float


def rogan_gladen(p_obs: float, sens: float, spec: float) -> float:
    """True pass rate behind an observed one, for a judge of known errors.

    ``(p_obs + spec - 1)/(sens + spec - 1)``, held in [0, 1].

    ``sens``: share of good answers that the judge passes; ``spec``: share of bad answers that it fails.

    Raises:
        ValueError: when a rate lies outside [0, 1], or the judge is no better than chance (sens + spec <= 1).

    Source: Rogan & Gladen 1978, Am J Epidemiol 107:71.
    """
    for name, rate in (("p_obs", p_obs), ("sens", sens), ("spec", spec)):
        if not 0 <= rate <= 1:
            raise ValueError(f"{name} must lie in [0, 1], not {rate!r}")
    if sens + spec <= 1:
        raise ValueError(f"sens + spec must be above 1, not {sens + spec!r}: such a judge tells nothing")
    return min(1.0, max(0.0, (p_obs + spec - 1) / (sens + spec - 1)))


def ppi_mean(y: ArrayLike, yhat: ArrayLike, unlabelled: ArrayLike, conf: float = 0.95) -> CorrectedMean:
    """Prediction-powered mean: the judge's mean on unlabelled answers, corrected by its mean error on labelled ones.

    ``mean(unlabelled) + mean(y - yhat)``, variance ``var(y - yhat)/n + var(unlabelled)/N`` (lambda = 1, plain
    variances).

    Raises:
        ValueError: without labelled or unlabelled values, or when ``y`` and ``yhat`` differ in length.

    Source: Angelopoulos et al. 2023, Science 382:669 (arXiv 2301.09633).
    """
    human, judge = as_pairs(y, yhat, ("y", "yhat"))
    rest = as_scores("unlabelled", unlabelled)
    if rest.size == 0:
        raise ValueError("unlabelled must hold >= 1 value")
    errors = human - judge
    mean = float(rest.mean() + errors.mean())
    half = two_sided_z(conf) * math.sqrt(errors.var() / errors.size + rest.var() / rest.size)
    return CorrectedMean(mean, mean - half, mean + half)

"""Intervals of the mean drop: for this set of cases, and for other cases like these.

Arrays hold one entry a case: ``fb`` of ``kb`` baseline trials failed, ``fc`` of ``kc`` candidate trials. Cases
without a trial on one side are left out.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.hypergeometric import grouped
from evals.stats.means import clustered_interval
from evals.stats.paired import bonett_price_t_ci, tango_ci
from evals.stats.rates import two_sided_z
from evals.stats.stratified import common_cases, exact_drop
from evals.stats.values import FloatArray, IntArray, Interval

PSEUDO_VARIANCE = 0.5
"""Within-case variance ``t(N-t)/(N(N-1))`` of the two pseudo-trials, one of which failed (t = 1, N = 2)."""


def fixed_set_se(fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike) -> float:
    """Standard error of the mean drop on exactly these cases, where only the trials are random.

    ``sqrt(sum_i v_i (1/kc_i + 1/kb_i)) / n`` with ``v = t(N-t)/(N(N-1))``, the variance of one trial of the case pooled
    over both sides (t failures in N = kb + kc). Two pseudo-trials, one of them failed, are added as one more case, so
    the error is never 0.

    Raises:
        ValueError: without a common case.
    """
    (fails_b, trials_b), (fails_c, trials_c) = _some_cases(fb, kb, fc, kc)
    rows = grouped(trials_b, trials_c, fails_b + fails_c)
    weights = math.fsum(times * (1 / k_b + 1 / k_c) for (k_b, k_c, _), times in rows)
    variance = math.fsum(times * _case_variance(*row) for row, times in rows)
    return math.sqrt(variance + PSEUDO_VARIANCE * weights / trials_b.size) / trials_b.size


def _some_cases(
    fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike
) -> tuple[tuple[IntArray, IntArray], tuple[IntArray, IntArray]]:
    found = common_cases(fb, kb, fc, kc)
    if found[0][0].size == 0:
        raise ValueError("the interval of a drop needs >= 1 case with a trial on both sides")
    return found


def _case_variance(kb: int, kc: int, t: int) -> float:
    whole = kb + kc
    return t * (whole - t) / (whole * (whole - 1)) * (1 / kc + 1 / kb)


def fixed_set_interval(fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike, conf: float = 0.95) -> Interval:
    """Interval of the mean drop for this golden set as it is, ``d +- z se``: how far would a re-run be off?

    Raises:
        ValueError: without a common case.

    Source: the design-based error of Bowyer et al. 2025 (arXiv 2503.01747) with the adjustment of Agresti & Min 2005.
    """
    half = two_sided_z(conf) * fixed_set_se(fb, kb, fc, kc)
    drop = float(exact_drop(fb, kb, fc, kc))
    return Interval(max(drop - half, -1.0), min(drop + half, 1.0))


def superpopulation_interval(
    fb: ArrayLike,
    kb: ArrayLike,
    fc: ArrayLike,
    kc: ArrayLike,
    conf: float = 0.95,
    clusters: ArrayLike | None = None,
) -> Interval:
    """Interval of the mean drop on other cases like these, so that the choice of cases counts as random as well.

    Clustered (one label a case, say its document) when ``clusters`` is given; else Tango's score interval for one
    trial a side; else Bonett and Price's adjusted t interval.

    Raises:
        ValueError: without a common case, without one label a case, or with clusters fewer than two.

    Source: Miller 2024, "Adding error bars to evals"; Tango 1998; Bonett & Price 2012.
    """
    (fails_b, trials_b), (fails_c, trials_c) = _some_cases(fb, kb, fc, kc)
    differences = fails_c / trials_c - fails_b / trials_b
    if clusters is not None:
        seen = (np.atleast_1d(np.asarray(kb)) > 0) & (np.atleast_1d(np.asarray(kc)) > 0)
        labels = np.asarray(clusters)
        if labels.shape != seen.shape:
            raise ValueError(f"clusters needs one label for each of {seen.size!r} cases, not {labels.shape!r}")
        return clustered_interval(differences, labels[seen], conf)
    return _unclustered(differences, conf, single=bool(np.all(trials_b == 1) and np.all(trials_c == 1)))


def _unclustered(differences: FloatArray, conf: float, *, single: bool) -> Interval:
    if not single:
        return bonett_price_t_ci(differences, conf)
    return tango_ci(int((differences > 0).sum()), int((differences < 0).sum()), differences.size, conf)

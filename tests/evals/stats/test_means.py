"""Paired scores and clustered errors."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.weightstats import ttost_paired

from evals.stats.means import clustered_interval, clustered_se, noninferiority_t, paired_t

scores = st.lists(st.tuples(st.integers(10, 50), st.integers(10, 50)), min_size=3, max_size=30).filter(
    lambda pairs: len({a - b for a, b in pairs}) > 1
)


def split(pairs: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Baseline and candidate scores in tenths."""
    return np.array([a / 10 for a, _ in pairs]), np.array([b / 10 for _, b in pairs])


@settings(max_examples=40)
@given(scores)
def test_the_t_interval_agrees_with_scipy(pairs: list[tuple[int, int]]) -> None:
    """Mean drop and interval are those of SciPy's paired t test."""
    base, cand = split(pairs)
    expected = scipy_stats.ttest_rel(base, cand).confidence_interval(0.9)
    assert paired_t(base, cand, 0.9) == pytest.approx((np.mean(base - cand), expected.low, expected.high))


@settings(max_examples=40)
@given(scores)
def test_non_inferiority_is_the_upper_half_of_statsmodels_tost(pairs: list[tuple[int, int]]) -> None:
    """The upper one-sided p at a margin of .3."""
    base, cand = split(pairs)
    assert noninferiority_t(base, cand, 0.3) == pytest.approx(ttost_paired(base, cand, -99, 0.3)[2][1])


@pytest.mark.parametrize(("drop", "p"), [(0.0, 0.0), (0.5, 1.0), (0.25, 1.0)])
def test_equal_drops_are_certain(drop: float, p: float) -> None:
    """Without spread the p is 0 below the margin and 1 from it on."""
    assert noninferiority_t([1.0 + drop] * 4, [1.0] * 4, 0.25) == p


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), min_size=4, max_size=30))
def test_the_clustered_error_agrees_with_statsmodels(rows: list[tuple[int, int]]) -> None:
    """CR0 of an intercept-only regression."""
    s, cluster = np.array([float(a) for a, _ in rows]), np.array([b for _, b in rows])
    if len(set(cluster)) < 2 or np.ptp(s) == 0:
        return
    fit = sm.OLS(s, np.ones_like(s)).fit(cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": False})
    assert clustered_se(s, cluster) == pytest.approx(fit.bse[0], abs=1e-9)


def test_clusters_of_one_are_no_clusters() -> None:
    """With every value its own cluster, CR0 is the plain error with divisor n."""
    s = np.array([0.1, 0.7, 0.4, 0.9])
    assert clustered_se(s, ["a", "b", "c", "d"]) == pytest.approx(s.std() / 2)


def test_correlated_values_count_for_less() -> None:
    """Values repeated within a document widen the interval beyond that of independent values."""
    s, own = np.repeat([0.0, 1.0, 0.0, 1.0, 1.0], 4), np.arange(20)
    together = clustered_interval(s, np.repeat(np.arange(5), 4))
    apart = clustered_interval(s, own)
    assert together.high - together.low > 2 * (apart.high - apart.low)


def test_too_little_is_refused() -> None:
    """One pair has no spread; one cluster says nothing about others; labels go with values."""
    with pytest.raises(ValueError, match="needs >= 2 values"):
        paired_t([1.0], [1.0])
    with pytest.raises(ValueError, match="cluster must hold >= 2 different labels, not 1"):
        clustered_interval([1.0, 2.0], ["a", "a"])
    with pytest.raises(ValueError, match="one label for each"):
        clustered_se([1.0, 2.0], ["a"])

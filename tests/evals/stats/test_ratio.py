"""Ratios and quantiles of latency and cost."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from scipy import stats as scipy_stats
from scipy.stats import mstats

from evals.stats.ratio import (
    geometric_mean_ratio,
    harrell_davis,
    quantile,
    quantile_ci_ranks,
    quantile_ratio,
    ratio_of_means_fieller,
)

samples = st.lists(st.floats(0.01, 100), min_size=2, max_size=40)


@settings(max_examples=40)
@given(samples, st.floats(0.05, 0.95))
def test_harrell_davis_agrees_with_scipy(x: list[float], p: float) -> None:
    """The weights are those of SciPy's own implementation."""
    assert harrell_davis(x, p) == pytest.approx(float(mstats.hdquantiles(np.array(x), [p])[0]), rel=1e-9)


def test_quantiles_interpolate_linearly() -> None:
    """By hand: rank 1 + .95 * 3 = 3.85 of (1, 2, 3, 5)."""
    assert quantile([5, 1, 3, 2], 0.95) == pytest.approx(3 + 0.85 * 2)


def test_ratios_of_quantiles() -> None:
    """Candidate over baseline; a baseline of zero has no ratio."""
    assert quantile_ratio([2, 4], [1, 2], 0.5) == 2
    with pytest.raises(ValueError, match="base must have a quantile above 0"):
        quantile_ratio([1, 1], [0, 0], 0.5)


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_fieller_ends_are_where_the_paired_t_turns(seed: int) -> None:
    """At each end the paired t of cand - r base has exactly the two-sided p of the level."""
    rng = default_rng(seed)
    base = rng.uniform(1, 2, 12)
    cand = base * rng.uniform(0.8, 1.5, 12)
    for end in ratio_of_means_fieller(cand, base, 0.9):
        assert scipy_stats.ttest_1samp(cand - end * base, 0).pvalue == pytest.approx(0.1)


def test_a_baseline_that_may_be_zero_fits_any_ratio() -> None:
    """The interval is unbounded rather than wrong."""
    assert ratio_of_means_fieller([1.0, 2.0, 3.0], [-1.0, 0.1, 1.2]) == (-math.inf, math.inf)


def test_a_constant_ratio_has_no_doubt() -> None:
    """30 % more for every case is 1.3 by every measure."""
    base = np.array([1.8, 2.0, 2.3])
    assert ratio_of_means_fieller(1.3 * base, base) == pytest.approx((1.3, 1.3))
    mean, interval = geometric_mean_ratio(1.3 * base, base)
    assert (mean, *interval) == pytest.approx((1.3, 1.3, 1.3))


def test_geometric_means_need_positive_values() -> None:
    """A latency of 0 has no logarithm."""
    with pytest.raises(ValueError, match="must be above 0, not 0"):
        geometric_mean_ratio([1.0, 2.0], [0.0, 1.0])


@pytest.mark.parametrize(("n", "p"), [(20, 0.5), (59, 0.95), (100, 0.95), (500, 0.95), (1000, 0.5)])
def test_order_statistics_enclose_the_quantile_at_the_level(n: int, p: float) -> None:
    """Each tail has at most 2.5 %, and one rank further in would have more."""
    low, high = quantile_ci_ranks(n, p)
    law = scipy_stats.binom(n, p)
    assert law.cdf(low - 1) <= 0.025 < law.cdf(low)
    assert law.sf(high - 1) <= 0.025 < law.sf(high - 2)


def test_few_observations_have_no_upper_limit() -> None:
    """At n = 59 the maximum is not above the p95 with 97.5 % confidence."""
    assert quantile_ci_ranks(59, 0.95).high == 60


def test_nothing_has_no_quantile() -> None:
    """No observations raise."""
    for refused in (lambda: quantile([], 0.5), lambda: harrell_davis([], 0.5), lambda: quantile_ci_ranks(0, 0.5)):
        with pytest.raises(ValueError, match=">= 1"):
            refused()

"""Intervals and tests of one proportion."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from evals.stats.rates import (
    binom_cdf,
    binom_midp_lower,
    clopper_pearson,
    clopper_pearson_lower,
    clopper_pearson_upper,
    trials_to_show,
    wilson,
)

counted = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@settings(max_examples=60)
@given(counted, st.sampled_from([0.8, 0.95, 0.99]))
def test_intervals_agree_with_statsmodels(xn: tuple[int, int], conf: float) -> None:
    """Wilson and Clopper-Pearson give what an independent implementation gives."""
    for own, method in ((wilson, "wilson"), (clopper_pearson, "beta")):
        assert own(*xn, conf) == pytest.approx(proportion_confint(*xn, alpha=1 - conf, method=method), abs=1e-9)


@settings(max_examples=60)
@given(counted)
def test_intervals_are_mirror_images(xn: tuple[int, int]) -> None:
    """Counting failures instead of passes turns the interval round."""
    x, n = xn
    for interval in (wilson, clopper_pearson):
        low, high = interval(x, n)
        assert interval(n - x, n) == pytest.approx((1 - high, 1 - low), abs=1e-9)
        assert 0 <= low <= x / n <= high <= 1


@pytest.mark.parametrize(("losses", "n", "promoted"), [(0, 28, False), (0, 29, True), (4, 100, True), (5, 100, False)])
def test_the_smallest_promotion_is_29_cases_without_a_loss(losses: int, n: int, promoted: bool) -> None:
    """The upper limit of the loss rate is <= 10 % from 29 clean cases on, and with 4 losses in 100."""
    assert (clopper_pearson_upper(losses, n) <= 0.1) is promoted


def test_one_sided_limits_are_the_ends_of_the_wider_two_sided_interval() -> None:
    """A one-sided 95 % limit is the end of a 90 % interval."""
    assert clopper_pearson(7, 50, 0.9) == pytest.approx((clopper_pearson_lower(7, 50), clopper_pearson_upper(7, 50)))


@settings(max_examples=60)
@given(counted, st.floats(0.01, 0.99))
def test_midp_is_the_tail_with_half_of_the_observed(xn: tuple[int, int], p0: float) -> None:
    """The mid-p is the plain sum of binomial probabilities."""
    x, n = xn
    pmf = [math.comb(n, i) * p0**i * (1 - p0) ** (n - i) for i in range(x + 1)]
    assert binom_midp_lower(x, n, p0) == pytest.approx(sum(pmf) - pmf[-1] / 2, abs=1e-9)


@pytest.mark.parametrize(("p0", "alpha", "n"), [(0.95, 0.05, 59), (0.98, 0.05, 149), (0.5, 0.5, 2), (0.5, 0.25, 3)])
def test_trials_to_show_a_rate(p0: float, alpha: float, n: int) -> None:
    """The smallest n at which p0^n is below alpha."""
    assert trials_to_show(p0, alpha) == n
    assert p0**n < alpha <= p0 ** (n - 1)


@pytest.mark.parametrize(("x", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_impossible_counts_are_refused(x: int, n: int) -> None:
    """No interval of a rate that cannot be."""
    for interval in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match="must"):
            interval(x, n)


def test_midp_without_trials_is_one_half() -> None:
    """Nothing seen is no evidence."""
    assert binom_midp_lower(0, 0, 0.98) == 0.5


@pytest.mark.parametrize("p", [-0.1, 1.5, math.nan])
def test_a_stated_rate_outside_of_0_and_1_is_refused(p: float) -> None:
    """It has no law to compare with."""
    for law in (binom_cdf, binom_midp_lower):
        with pytest.raises(ValueError, match=r"p must lie in \[0, 1\]"):
            law(1, 3, p)

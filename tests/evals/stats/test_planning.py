"""What a number of cases and trials can see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from evals.stats.planning import (
    cases_needed,
    detection_factor,
    false_block_forecast,
    mde_paired,
    trials_needed,
    within_variance,
)


@pytest.mark.parametrize(("n", "one", "three"), [(20, 9.9, 6.2), (100, 4.4, 2.8), (500, 2.0, 1.2)])
def test_the_planning_table_is_met(n: int, one: float, three: float) -> None:
    """V = .029 and ten baseline trials, in points."""
    assert mde_paired(n, 0.029, 1, 10) == pytest.approx(one, abs=0.05)
    assert mde_paired(n, 0.029, 3, 10) == pytest.approx(three, abs=0.05)


@pytest.mark.parametrize(("kc", "n"), [(1, 1973), (3, 777)])
def test_a_point_needs_many_cases(kc: int, n: int) -> None:
    """To see 1 pt: 2.48647^2 .029 (1/kc + .1) 10^4 = 1,972.2 and 776.9, rounded up."""
    assert cases_needed(1.0, 0.029, kc, 10) == n
    assert mde_paired(n, 0.029, kc, 10) <= 1 < mde_paired(n - 1, 0.029, kc, 10)


@given(st.floats(0.5, 20), st.floats(0.001, 0.25), st.integers(10, 1000), st.integers(1, 20))
def test_the_trials_needed_are_the_fewest(drop: float, variance: float, n: int, kb: int) -> None:
    """One trial fewer would not do; where none suffices even a million would not."""
    trials = trials_needed(drop, n, variance, kb)
    if trials is None:
        assert mde_paired(n, variance, 10**6, kb) >= drop * (1 - 1e-3)
    else:
        assert mde_paired(n, variance, trials, kb) <= drop * (1 + 1e-6)
        assert trials == 1 or mde_paired(n, variance, trials - 1, kb) > drop * (1 - 1e-6)


def test_a_set_without_noise_needs_one_trial() -> None:
    """Zero variance: anything is seen at once."""
    assert trials_needed(1.0, 5, 0.0, 1) == cases_needed(1.0, 0.0, 1, 1) == 1


def test_the_factor_is_that_of_the_two_normal_quantiles() -> None:
    """1.645 + .842."""
    assert detection_factor() == pytest.approx(2.486, abs=5e-4)
    assert detection_factor(0.025, 0.9) == pytest.approx(1.95996 + 1.28155, abs=1e-4)


def test_the_within_variance_is_unbiased() -> None:
    """Few trials a case do not shrink it: 3 trials at q = .3 average .21."""
    fails = default_rng(1).binomial(3, 0.3, 40_000)
    assert within_variance(fails, [3] * 40_000) == pytest.approx(0.21, abs=0.002)
    assert within_variance([1, 1], [2, 1]) == 0.5


def test_single_trials_show_no_variance() -> None:
    """A baseline of one trial a case cannot say how noisy it is."""
    with pytest.raises(ValueError, match="one trial shows no variance"):
        within_variance([1, 0], [1, 1])


@pytest.mark.parametrize(
    ("rates", "trials", "share"),
    [([0.01], 1, 0.01), ([0.01] * 10, 3, 1 - 0.99**30), ([], 1, 0.0), ([1.0, 0.0], 1, 1.0)],
)
def test_critical_cases_block_clean_builds(rates: list[float], trials: int, share: float) -> None:
    """1 - (1 - q)^k for each, together."""
    assert false_block_forecast(rates, trials) == pytest.approx(share)


def test_impossible_plans_are_refused() -> None:
    """Zero cases, a negative drop, a variance above 1/4, a rate above 1, no trials."""
    for refused, message in (
        (lambda: mde_paired(0, 0.1, 1, 1), "n must be above 0"),
        (lambda: cases_needed(-1, 0.1, 1, 1), "drop must be above 0"),
        (lambda: trials_needed(1, 10, 0.3, 1), "var_within"),
        (lambda: false_block_forecast([2.0]), "fail_rates"),
        (lambda: false_block_forecast([0.1], 0), "trials must be >= 1"),
    ):
        with pytest.raises(ValueError, match=message):
            refused()

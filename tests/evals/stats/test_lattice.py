"""Laws of sums on the whole numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from evals.stats.lattice import CERTAIN_ZERO, Law, convolve, power, stretch, total_law


@settings(max_examples=30)
@given(st.integers(0, 400), st.floats(0.01, 0.99))
def test_a_power_of_a_coin_is_binomial(times: int, p: float) -> None:
    """Repeated squaring gives the binomial law, trimmed where it is below 1e-20."""
    law = power(Law(0, np.array([1 - p, p])), times)
    expected = scipy_stats.binom(times, p).pmf(np.arange(law.low, law.low + law.pmf.size))
    assert law.pmf == pytest.approx(expected, rel=1e-9, abs=1e-19)
    assert law.pmf.sum() == pytest.approx(1, abs=1e-12)


def test_a_wide_law_is_trimmed_to_where_its_mass_is() -> None:
    """A million fair coins need some ten thousand places, not a million."""
    law = power(Law(0, np.array([0.5, 0.5])), 1_000_000)
    assert law.pmf.size < 12_000
    assert law.tail(500_000)[0] == pytest.approx(0.5 - scipy_stats.binom(1_000_000, 0.5).pmf(500_000) / 2, abs=1e-9)


def test_stretching_moves_the_places_apart() -> None:
    """Three times a coin is 0 or 3."""
    law = stretch(Law(1, np.array([0.25, 0.75])), 3)
    assert law.low == 3
    assert law.pmf.tolist() == [0.25, 0, 0, 0.75]


def test_the_order_of_addition_does_not_matter() -> None:
    """The total of several laws is their convolution; of none, certainly zero."""
    laws = [Law(0, np.array([0.5, 0.5])), Law(2, np.array([0.1, 0.2, 0.7])), Law(-1, np.array([1.0]))]
    low, pmf = total_law(laws)
    assert low == 1
    assert pmf == pytest.approx(convolve(laws[0], laws[1]).pmf)
    assert total_law([]) == CERTAIN_ZERO


@pytest.mark.parametrize(("x", "above", "equal"), [(-5, 1.0, 0.0), (0, 0.75, 0.25), (1, 0.0, 0.75), (2, 0.0, 0.0)])
def test_tails_reach_beyond_the_support(x: int, above: float, equal: float) -> None:
    """Below the support everything lies above; beyond it nothing does."""
    assert Law(0, np.array([0.25, 0.75])).tail(x) == (above, equal)

"""Rates without the judge's errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.stats.correction import ppi_mean, rogan_gladen

share = st.floats(0, 1)


@given(share, st.floats(0.6, 1), st.floats(0.6, 1))
def test_correction_undoes_the_judges_errors(true: float, sens: float, spec: float) -> None:
    """The observed rate of a true rate is corrected back to it."""
    observed = min(1.0, true * sens + (1 - true) * (1 - spec))
    assert rogan_gladen(observed, sens, spec) == pytest.approx(true, abs=1e-9)


@pytest.mark.parametrize(("observed", "corrected"), [(0.05, 0.0), (1.0, 1.0)])
def test_corrected_rates_stay_rates(observed: float, corrected: float) -> None:
    """What noise pushes outside [0, 1] is held at the end."""
    assert rogan_gladen(observed, 0.9, 0.9) == corrected


@pytest.mark.parametrize(("args", "message"), [((0.5, 0.5, 0.5), "tells nothing"), ((1.5, 0.9, 0.9), "p_obs must lie")])
def test_a_judge_that_tells_nothing_cannot_be_corrected_for(args: tuple[float, float, float], message: str) -> None:
    """Chance-level judges and impossible rates raise."""
    with pytest.raises(ValueError, match=message):
        rogan_gladen(*args)


def test_a_perfect_judge_needs_no_correction() -> None:
    """With no labelled error the mean is the judge's own."""
    assert ppi_mean([1, 0, 1], [1, 0, 1], [1, 1, 0, 0]).mean == 0.5


def test_a_lenient_judge_is_corrected_downwards() -> None:
    """By hand: unlabelled mean 1, labelled errors (0, -1, 0, 0) mean -1/4, sd .433/2 = .2165."""
    mean, low, high = ppi_mean([1, 0, 1, 1], [1, 1, 1, 1], [1.0] * 50)
    assert mean == 0.75
    assert (low, high) == pytest.approx((0.75 - 1.959964 * 0.2165064, 0.75 + 1.959964 * 0.2165064), abs=1e-6)


def test_both_kinds_of_answers_are_needed() -> None:
    """No unlabelled answers raise."""
    with pytest.raises(ValueError, match="unlabelled must hold >= 1"):
        ppi_mean([1], [1], [])

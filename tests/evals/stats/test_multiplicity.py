"""Adjusted p-values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from evals.stats.multiplicity import bh, holm

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=20)


@settings(max_examples=20)
@given(p_values)
def test_adjustments_agree_with_statsmodels(p: list[float]) -> None:
    """Ties, zeros and ones included."""
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    assert bh(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])


@settings(max_examples=40)
@given(p_values)
def test_adjusting_keeps_the_order_and_never_lowers_a_p(p: list[float]) -> None:
    """Adjusted values are at least the p and at most 1, Holm's at least BH's."""
    for raw, step_up, step_down in zip(p, bh(p), holm(p), strict=True):
        assert raw <= step_up + 1e-12
        assert step_up <= step_down + 1e-12 <= 1 + 1e-12


def test_one_test_needs_no_adjustment() -> None:
    """And none has nothing to adjust."""
    assert holm([0.03]).tolist() == bh([0.03]).tolist() == [0.03]
    assert holm([]).size == bh([]).size == 0


def test_what_is_no_p_is_refused() -> None:
    """Values outside [0, 1] raise."""
    for adjust in (holm, bh):
        with pytest.raises(ValueError, match=r"p must lie in \[0, 1\]"):
            adjust([1.5])

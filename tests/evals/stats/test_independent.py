"""Two independent proportions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep, tost_proportions_2indep

from evals.stats.independent import equivalence_p, newcombe_independent_ci
from evals.stats.paired import tango_ci

counted = st.integers(2, 200).flatmap(lambda n: st.tuples(st.integers(1, n - 1), st.just(n)))


@settings(max_examples=40)
@given(counted, counted)
def test_both_agree_with_statsmodels(first: tuple[int, int], second: tuple[int, int]) -> None:
    """Newcombe's interval and the two one-sided tests are those of an independent implementation."""
    expected = confint_proportions_2indep(*first, *second, method="newcomb", compare="diff")
    assert newcombe_independent_ci(*first, *second) == pytest.approx(expected, abs=1e-9)
    tost = tost_proportions_2indep(*first, *second, -0.05, 0.05, method="agresti-caffo")
    assert equivalence_p(*first, *second, -0.05, 0.05) == pytest.approx(
        max(tost.results_larger.pvalue, tost.results_smaller.pvalue)
    )


def test_pairing_sees_far_more() -> None:
    """Five newly failing of 100: the paired interval excludes 0 where the independent one does not."""
    assert tango_ci(5, 0, 100).low > 0
    assert newcombe_independent_ci(93, 100, 88, 100).low < 0


def test_the_margins_are_ordered() -> None:
    """An empty band of equivalence raises."""
    with pytest.raises(ValueError, match="low must be below upp"):
        equivalence_p(1, 2, 1, 2, 0.05, -0.05)

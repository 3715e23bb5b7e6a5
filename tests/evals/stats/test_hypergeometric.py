"""The null law inside one case."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from evals.stats.hypergeometric import break_probability, candidate_fails, grouped, verdict_fail_share

sides = st.tuples(st.integers(0, 12), st.integers(1, 6)).flatmap(
    lambda k: st.tuples(st.just(k[0]), st.just(k[1]), st.integers(0, k[0] + k[1]))
)


@settings(max_examples=60)
@given(sides)
def test_candidate_failures_are_hypergeometric(side: tuple[int, int, int]) -> None:
    """The law is SciPy's and sums to 1."""
    kb, kc, t = side
    low, pmf = candidate_fails(kb, kc, t)
    support = np.arange(low, low + pmf.size)
    assert pmf == pytest.approx(scipy_stats.hypergeom(kb + kc, t, kc).pmf(support), abs=1e-12)
    assert pmf.sum() == pytest.approx(1)


@settings(max_examples=60)
@given(sides)
def test_a_break_is_the_top_of_that_law(side: tuple[int, int, int]) -> None:
    """All m fresh trials failed: the law's probability at m."""
    kb, m, t = side
    low, pmf = candidate_fails(kb, m, t)
    expected = pmf[m - low] if low <= m < low + pmf.size else 0.0
    assert break_probability(kb, m, t) == pytest.approx(expected)


@pytest.mark.parametrize(("kb", "k"), [(3, 1), (5, 1), (5, 3), (6, 3), (6, 2)])
def test_the_baseline_verdict_is_averaged_over_all_orderings(kb: int, k: int) -> None:
    """Trying every order of the trials gives the same share, exactly."""
    for fb in range(kb + 1):
        orders = list(permutations([1] * fb + [0] * (kb - fb)))
        failed = sum(2 * sum(order[:k]) > k and any(order[k : k + 2]) for order in orders)
        assert verdict_fail_share(kb, fb, k) == Fraction(failed, len(orders))


def test_the_baseline_verdict_is_unbiased() -> None:
    """Over binomial failures its mean is the probability of a confirmed failure, q(1 - (1-q)^2) for one trial."""
    kb, q = 10, Fraction(1, 4)
    law = [
        q**f * (1 - q) ** (kb - f) * scipy_stats.binom(kb, 0.25).pmf(f) / (0.25**f * 0.75 ** (kb - f))
        for f in range(11)
    ]
    mean = sum(p * float(verdict_fail_share(kb, f, 1)) for f, p in enumerate(map(float, law)))
    assert mean == pytest.approx(float(q * (1 - (1 - q) ** 2)))


@pytest.mark.parametrize(("kb", "fb", "expected"), [(1, 1, 1), (1, 0, 0), (2, 1, Fraction(3, 8)), (2, 2, 1)])
def test_a_shallow_baseline_draws_with_replacement(kb: int, fb: int, expected: Fraction) -> None:
    """Below k + 2 trials the rate takes the place of the orderings: at q = 1/2, 1/2 (1 - 1/4) = 3/8."""
    assert verdict_fail_share(kb, fb, 1) == expected


def test_equal_rows_are_grouped_in_an_order_of_their_own() -> None:
    """Rows come sorted with their counts, whatever the order of the cases."""
    first, second = np.array([2, 1, 2]), np.array([0, 5, 0])
    assert grouped(first, second) == [((1, 5), 1), ((2, 0), 2)]
    assert grouped(first[::-1], second[::-1]) == grouped(first, second)
    assert grouped(np.array([], dtype=np.int64)) == []

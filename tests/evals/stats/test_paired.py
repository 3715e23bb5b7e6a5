"""Paired pass/fail results with one trial a side."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize
from statsmodels.stats.contingency_tables import mcnemar

from evals.stats.paired import (
    bonett_price_t_ci,
    mcnemar_chi2_cc,
    mcnemar_exact_one_sided,
    mcnemar_exact_two_sided,
    mcnemar_midp_one_sided,
    mcnemar_midp_two_sided,
    newcombe_paired_ci,
    tango_ci,
    tango_moment_ci,
)
from evals.stats.rates import two_sided_z

discordant = st.tuples(st.integers(0, 40), st.integers(0, 40))
tables = st.tuples(*[st.integers(0, 60)] * 4).filter(lambda table: sum(table) > 0)


def sign_patterns(b: int, c: int) -> tuple[float, float]:
    """One- and two-sided mid-p by trying all signs of the discordant cases."""
    sums = np.array([sum(signs) for signs in product((1, -1), repeat=b + c)])
    one = (sums > b - c).mean() + (sums == b - c).mean() / 2
    two = (abs(sums) > abs(b - c)).mean() + (abs(sums) == abs(b - c)).mean() / 2
    return float(one), float(two)


@pytest.mark.parametrize(("b", "c"), [(1, 0), (0, 1), (3, 3), (5, 0), (2, 6), (7, 4)])
def test_mid_p_is_what_all_sign_patterns_say(b: int, c: int) -> None:
    """Enumeration gives the same one- and two-sided mid-p."""
    assert (mcnemar_midp_one_sided(b, c), mcnemar_midp_two_sided(b, c)) == pytest.approx(sign_patterns(b, c))


def test_nothing_differs_is_no_evidence() -> None:
    """Without discordant cases the two-sided p is 1 and the one-sided mid-p 1/2."""
    assert mcnemar_midp_two_sided(0, 0) == mcnemar_exact_two_sided(0, 0) == mcnemar_chi2_cc(0, 0) == 1.0
    assert mcnemar_midp_one_sided(0, 0) == 0.5
    assert mcnemar_exact_one_sided(0, 0) == 1.0


@settings(max_examples=50)
@given(discordant.filter(lambda bc: sum(bc) > 0))
def test_exact_and_chi_square_agree_with_statsmodels(bc: tuple[int, int]) -> None:
    """The exact p and, off the tie, the corrected chi-square are those of an independent implementation."""
    b, c = bc
    table = [[3, b], [c, 5]]
    assert mcnemar_exact_two_sided(b, c) == pytest.approx(mcnemar(table, exact=True).pvalue, abs=1e-12)
    if b != c:
        assert mcnemar_chi2_cc(b, c) == pytest.approx(mcnemar(table, exact=False, correction=True).pvalue, abs=1e-12)


@settings(max_examples=50)
@given(discordant)
def test_one_sided_p_of_both_directions_add_up(bc: tuple[int, int]) -> None:
    """Mid-p of worse and of better sum to 1; a newly failing case more never raises the p."""
    b, c = bc
    assert mcnemar_midp_one_sided(b, c) + mcnemar_midp_one_sided(c, b) == pytest.approx(1)
    assert mcnemar_midp_one_sided(b + 1, c) <= mcnemar_midp_one_sided(b, c)


@settings(max_examples=60)
@given(discordant, st.integers(0, 100))
def test_tango_ends_solve_the_score_equation(bc: tuple[int, int], concordant: int) -> None:
    """At both ends the squared score equals z^2, with the restricted estimate found by brute force."""
    b, c = bc
    n = b + c + concordant
    if n == 0:
        return
    interval = tango_ci(b, c, n)
    assert interval.low <= (b - c) / n <= interval.high
    assert interval.high - interval.low > 0
    for end in interval:
        if -1 < end < 1:
            assert tango_score_squared(end, b, c, n) == pytest.approx(two_sided_z(0.95) ** 2, rel=1e-3)


def tango_score_squared(d: float, b: int, c: int, n: int) -> float:
    """Squared score at a drop of d, the share q of newly passing cases found by maximising the likelihood."""

    def minus_log_likelihood(q: float) -> float:
        terms = ((b, q + d), (c, q), (n - b - c, 1 - 2 * q - d))
        return -sum(k * math.log(max(p, 1e-300)) for k, p in terms if k)

    bounds = (max(0.0, -d), (1 - d) / 2)
    q = float(optimize.minimize_scalar(minus_log_likelihood, bounds=bounds, options={"xatol": 1e-13}).x)
    return (b - c - n * d) ** 2 / (n * (2 * q + d * (1 - d)))


@settings(max_examples=40)
@given(discordant, st.integers(1, 100))
def test_paired_intervals_turn_round_when_the_sides_are_swapped(bc: tuple[int, int], concordant: int) -> None:
    """Swapping baseline and candidate negates the interval."""
    b, c = bc
    low, high = tango_ci(b, c, b + c + concordant)
    assert tango_ci(c, b, b + c + concordant) == pytest.approx((-high, -low), abs=1e-9)
    low, high = newcombe_paired_ci(concordant, b, c, 3)
    assert newcombe_paired_ci(concordant, c, b, 3) == pytest.approx((-high, -low), abs=1e-9)


def test_tango_reaches_the_edge_when_every_case_breaks() -> None:
    """All cases newly failing: the upper end is 1."""
    assert tango_ci(7, 0, 7).high == 1.0
    assert tango_ci(0, 7, 7).low == -1.0


@pytest.mark.parametrize(("b", "c", "n"), [(-1, 0, 5), (3, 3, 5), (0, 0, 0)])
def test_tango_refuses_impossible_counts(b: int, c: int, n: int) -> None:
    """Discordant cases are part of the n."""
    with pytest.raises(ValueError, match="b and c must be"):
        tango_ci(b, c, n)


@settings(max_examples=40)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=40))
def test_intervals_of_differences_hold_the_mean_and_have_width(d: list[float]) -> None:
    """Intervals of fractional differences contain the observed or shrunk mean and are never of zero width."""
    tango, adjusted = tango_moment_ci(d), bonett_price_t_ci(d)
    assert tango.low - 1e-9 <= np.mean(d) <= tango.high + 1e-9
    assert adjusted.low <= sum(d) / (len(d) + 2) <= adjusted.high
    assert min(tango.high - tango.low, adjusted.high - adjusted.low) > 0


def test_adjusted_t_is_the_t_interval_with_one_case_more_at_each_end() -> None:
    """By hand for d = (0, 0): mean 0, sd of (0, 0, 1, -1) = sqrt(2/3), t(.975, 3) = 3.18245."""
    half = 3.182446305284263 * math.sqrt(2 / 3) / 2
    assert bonett_price_t_ci([0.0, 0.0]) == pytest.approx((-1.0, 1.0) if half > 1 else (-half, half))
    half = 2.0095752344892093 * math.sqrt(2 / 49) / math.sqrt(50)
    assert bonett_price_t_ci([0.0] * 48) == pytest.approx((-half, half))


@settings(max_examples=40)
@given(tables)
def test_newcombe_holds_the_drop_and_stays_inside_minus_1_and_1(table: tuple[int, int, int, int]) -> None:
    """The interval contains the observed drop and is a subset of [-1, 1]."""
    low, high = newcombe_paired_ci(*table)
    assert -1 - 1e-12 <= low <= (table[1] - table[2]) / sum(table) <= high <= 1 + 1e-12


@pytest.mark.parametrize("d", [[], [1.5]])
def test_differences_of_rates_lie_in_minus_1_to_1(d: list[float]) -> None:
    """A difference beyond 1 is no difference of rates."""
    for interval in (tango_moment_ci, bonett_price_t_ci):
        with pytest.raises(ValueError, match=r"d must hold >= 1 differences in \[-1, 1\]"):
            interval(d)


@pytest.mark.parametrize(
    "test",
    [
        mcnemar_exact_one_sided,
        mcnemar_exact_two_sided,
        mcnemar_midp_one_sided,
        mcnemar_midp_two_sided,
        mcnemar_chi2_cc,
        lambda b, c: newcombe_paired_ci(2, b, c, 2),
    ],
)
@pytest.mark.parametrize("counts", [(-1, 2), (2, -1), (-1, 1)])
def test_counts_below_zero_are_refused(test: Callable[[int, int], object], counts: tuple[int, int]) -> None:
    """Not answered with a p of 0, of 1, or with no number."""
    with pytest.raises(ValueError, match="must be >= 0"):
        test(*counts)

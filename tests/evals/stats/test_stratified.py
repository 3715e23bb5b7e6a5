"""Exact tests over many cases."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from statsmodels.stats.contingency_tables import StratifiedTable

from evals.stats.paired import mcnemar_midp_one_sided
from evals.stats.stratified import ReproducedBreaks, cmh_chi2, exact_drop, reproduced_breaks, stratified_exact

side = st.integers(0, 3).flatmap(lambda k: st.tuples(st.integers(0, k), st.just(k)))
suites = st.lists(st.tuples(side, side), max_size=4)
Suite = list[tuple[tuple[int, int], tuple[int, int]]]


def columns(suite: Suite) -> tuple[list[int], list[int], list[int], list[int]]:
    """(fb, kb, fc, kc) of a suite."""
    return (
        [base[0] for base, _ in suite],
        [base[1] for base, _ in suite],
        [cand[0] for _, cand in suite],
        [cand[1] for _, cand in suite],
    )


def by_relabelling(suite: Suite) -> tuple[float, float]:
    """(p, mid-p) by trying every way to hand each case's trials to the two sides."""
    choices = []
    observed = Fraction(0)
    for (fb, kb), (fc, kc) in suite:
        if kb and kc:
            trials = [1] * (fb + fc) + [0] * (kb + kc - fb - fc)
            choices.append([Fraction(sum(drawn), kc) for drawn in combinations(trials, kc)])
            observed += Fraction(fc, kc)
    sums = [sum(ways, Fraction(0)) for ways in product(*choices)]
    above, equal = (sum(test(total) for total in sums) / len(sums) for test in (observed.__lt__, observed.__eq__))
    return above + equal, above + equal / 2


@settings(max_examples=40, deadline=None)
@given(suites)
def test_the_exact_test_is_what_all_relabellings_say(suite: Suite) -> None:
    """Unequal and missing trials included, enumeration gives the same p and mid-p."""
    assert stratified_exact(*columns(suite)) == pytest.approx(by_relabelling(suite), abs=1e-12)


@settings(max_examples=40)
@given(suites, st.randoms())
def test_the_order_of_the_cases_does_not_matter(suite: Suite, random: object) -> None:
    """Permuting the cases changes no digit."""
    shuffled = sorted(suite, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert stratified_exact(*columns(shuffled)) == stratified_exact(*columns(suite))
    assert exact_drop(*columns(shuffled)) == exact_drop(*columns(suite))


@settings(max_examples=40)
@given(suites.filter(lambda suite: len({cand[1] for _, cand in suite if cand[1]}) <= 1))
def test_mid_p_of_worse_and_better_add_up(suite: Suite) -> None:
    """With one k_c and k_b throughout, swapping the labels gives the other tail."""
    same = [((fb, 4), (fc, 4)) for (fb, _), (fc, _) in suite]
    fb, kb, fc, kc = columns(same)
    assert stratified_exact(fb, kb, fc, kc).midp + stratified_exact(fc, kc, fb, kb).midp == pytest.approx(1)


@pytest.mark.parametrize(("b", "c"), [(0, 0), (5, 2), (3, 0), (1, 6)])
def test_one_trial_a_side_is_mcnemar(b: int, c: int) -> None:
    """The stratified mid-p with one trial a side is McNemar's."""
    n = 20
    fb, fc = [0] * (n - c) + [1] * c, [1] * b + [0] * (n - b)
    assert stratified_exact(fb, [1] * n, fc, [1] * n).midp == pytest.approx(mcnemar_midp_one_sided(b, c))


def test_no_informative_case_is_no_evidence() -> None:
    """No cases, no trials on a side, or no failure anywhere: p is 1 and mid-p 1/2."""
    for fb, kb, fc, kc in (([], [], [], []), ([1], [1], [0], [0]), ([0, 3], [5, 3], [0, 2], [1, 2])):
        assert stratified_exact(fb, kb, fc, kc) == (1.0, 0.5)


def test_a_hundred_thousand_cases_take_less_than_a_second() -> None:
    """Equal cases are convolved by powers, with missing trials and three candidate trials too."""
    rng, n = default_rng(3), 100_000
    kb, kc, q = rng.integers(8, 11, n), rng.integers(2, 4, n), rng.beta(0.2, 2, n)
    started = time.perf_counter()
    found = stratified_exact(rng.binomial(kb, q), kb, rng.binomial(kc, q), kc)
    assert time.perf_counter() - started < 1
    assert 0 < found.midp <= found.p < 1


@pytest.mark.parametrize(
    ("base", "cand", "n", "expected"),
    [(7, 8, 100, Fraction(1, 100)), (35, 40, 500, Fraction(1, 100)), (3, 3, 7, Fraction(0))],
)
def test_drops_are_exact(base: int, cand: int, n: int, expected: Fraction) -> None:
    """93 against 92 of 100 is one hundredth, not a little more."""
    assert exact_drop(base, n, cand, n) == expected
    assert 0.93 - 0.92 > 0.01  # what the fraction protects from


def test_a_drop_averages_cases_not_trials() -> None:
    """By hand: (1/1 - 0/10 + 1/3 - 1/2)/2 = 5/12; the case without baseline is left out."""
    assert exact_drop([0, 1, 0], [10, 2, 0], [1, 1, 1], [1, 3, 1]) == Fraction(5, 12)
    assert exact_drop([], [], [], []) == 0


def breaks_by_relabelling(fb: list[int], kb: int, r: list[int], m: int, allowed: int) -> tuple[int, float]:
    """(count, mid-p) by trying every way to hand each case's trials to baseline and fresh."""
    choices = []
    for base, fresh in zip(fb, r, strict=True):
        trials = [1] * (base + fresh) + [0] * (kb + m - base - fresh)
        choices.append([sum(d) == m and base + fresh - m <= allowed for d in combinations(trials, m)])
    observed = sum(fresh == m and base <= allowed for base, fresh in zip(fb, r, strict=True))
    counts = np.array([sum(way) for way in product(*choices)])
    return observed, float((counts > observed).mean() + (counts == observed).mean() / 2)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=3))
def test_reproduced_breaks_are_what_all_relabellings_say(pairs: list[tuple[int, int]]) -> None:
    """The Poisson-binomial law of the count is that of the relabelled trials."""
    fb, r = [base for base, _ in pairs], [fresh for _, fresh in pairs]
    found = reproduced_breaks(fb, [5] * len(fb), r, 2)
    assert tuple(found) == pytest.approx(breaks_by_relabelling(fb, 5, r, 2, 1))


@pytest.mark.parametrize(("kb", "m", "midp"), [(10, 2, 0.5 / 66), (5, 3, 0.5 / 56), (3, 5, 0.5 / 56), (1, 2, 0.5 / 3)])
def test_one_isolated_break_has_a_known_p(kb: int, m: int, midp: float) -> None:
    """0.5/C(kb + m, m): with one baseline trial it can never reach .01."""
    assert reproduced_breaks([0], [kb], [m], m) == pytest.approx((1, midp))


def test_trials_may_differ_by_case_and_untried_cases_do_not_count() -> None:
    """M per case; a case without fresh trials is neither a break nor a chance of one."""
    together = reproduced_breaks([0, 0, 0], [10, 5, 10], [2, 3, 0], [2, 3, 0])
    assert together.breaks == 2
    assert together.midp == pytest.approx(0.5 / 66 / 56)
    assert reproduced_breaks([], [], [], 2) == ReproducedBreaks(0, 0.5)


def test_the_share_of_allowed_failures_is_floored_without_floats() -> None:
    """29 % of 100 is 29, though 0.29 * 100 is 28.999..."""
    assert reproduced_breaks([29], [100], [2], 2, 0.29).breaks == 1
    assert reproduced_breaks([30], [100], [2], 2, Fraction(29, 100)).breaks == 0


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=6))
def test_chi_square_agrees_with_statsmodels(pairs: list[tuple[int, int]]) -> None:
    """The uncorrected statistic is that of an independent implementation."""
    fb, fc = [base for base, _ in pairs], [cand for _, cand in pairs]
    if sum(fb) + sum(fc) in (0, 8 * len(fb)):
        return
    tables = [np.array([[c, 3 - c], [b, 5 - b]], dtype=float) for b, c in pairs if 0 < b + c < 8]
    if tables:
        expected = StratifiedTable(tables).test_null_odds(correction=False).statistic
        assert cmh_chi2(fb, [5] * len(fb), fc, [3] * len(fc)) == pytest.approx(expected)


def test_chi_square_without_information_is_zero() -> None:
    """Nothing failed: nothing to test."""
    assert cmh_chi2([0], [5], [0], [3]) == 0


def test_sides_of_different_cases_are_refused() -> None:
    """Arrays are per case, for both sides the same ones."""
    with pytest.raises(ValueError, match="must hold the same cases, not 1 and 2"):
        stratified_exact([0], [1], [0, 0], [1, 1])

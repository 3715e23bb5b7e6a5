"""Permutation tests."""

from __future__ import annotations

import time
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from evals.stats.permutation import (
    mean_drop_statistic,
    mean_ratio_statistic,
    ratio_statistic,
    relabelling_p,
    signflip_p,
)
from evals.stats.ratio import quantile


def test_relabelling_agrees_with_the_exact_p() -> None:
    """One case, 3 baseline and 3 candidate scores all apart: the observed split is 1 of C(6, 3) = 20."""
    cases, labels = np.zeros(6, dtype=int), np.array([False] * 3 + [True] * 3)
    statistic = mean_drop_statistic([5, 5, 5, 1, 1, 1], cases)
    assert relabelling_p(cases, labels, statistic, default_rng(5), 9999) == pytest.approx(1 / 20, abs=0.007)


def test_labels_move_only_inside_their_case() -> None:
    """With one trial a side and equal values in each case nothing can change: p is 1."""
    cases, labels = np.array([0, 0, 1, 1]), np.array([True, False, True, False])
    statistic = mean_drop_statistic([1, 1, 5, 5], cases)
    assert relabelling_p(cases, labels, statistic, default_rng(1), 99) == 1.0


def test_every_relabelling_keeps_each_cases_numbers_of_trials() -> None:
    """The statistic sees k_c candidate labels in each case, always."""
    cases = np.array([0, 1, 0, 1, 1, 2, 2])
    labels = np.array([True, False, False, True, True, True, False])
    seen: list[list[int]] = []

    def statistic(is_candidate: np.ndarray) -> float:
        seen.append(np.bincount(cases, weights=is_candidate).astype(int).tolist())
        return 0.0

    assert relabelling_p(cases, labels, statistic, default_rng(2), 50) == 1.0
    assert len(seen) == 51
    assert all(counts == [1, 2, 1] for counts in seen)


def test_the_smallest_p_is_one_in_p_plus_one() -> None:
    """A clear drop on many cases is never reported as p = 0."""
    cases = np.repeat(np.arange(60), 2)
    labels = np.tile([False, True], 60)
    statistic = mean_drop_statistic(np.where(labels, 3.0, 4.0), cases)
    assert relabelling_p(cases, labels, statistic, default_rng(3)) == 1 / 2000


def test_the_same_generator_gives_the_same_p() -> None:
    """Seeds decide everything."""
    cases, labels = np.repeat(np.arange(10), 4), np.tile([False, False, True, True], 10)
    statistic = mean_drop_statistic(default_rng(0).normal(4, 1, 40), cases)
    assert relabelling_p(cases, labels, statistic, default_rng(7), 199) == relabelling_p(
        cases, labels, statistic, default_rng(7), 199
    )


def test_the_null_rate_is_the_level() -> None:
    """On unchanged p95 latencies p <= .1 comes up about one time in ten."""
    rng = default_rng(4)
    cases, labels = np.repeat(np.arange(15), 4), np.tile([False, False, True, True], 15)
    found = [
        relabelling_p(cases, labels, ratio_statistic(rng.lognormal(0, 1, 60), lambda x: quantile(x, 0.95)), rng, 99)
        for _ in range(150)
    ]
    assert 0.03 < np.mean(np.array(found) <= 0.1) < 0.18


def test_cost_ratios_average_within_cases() -> None:
    """By hand: candidate case means 2 + 4, baseline 1 + 4."""
    values, cases = [2.0, 1.0, 1.0, 3.0, 5.0, 4.0], [0, 0, 0, 1, 1, 1]
    labels = np.array([True, False, False, True, True, False])
    assert mean_ratio_statistic(values, cases)(labels) == pytest.approx(6 / 5)


def test_a_relabelling_that_leaves_the_baseline_nothing_counts_as_growth() -> None:
    """One trial of a free and a dear answer a side: half of the relabellings are 0 to 2, which no ratio can beat."""
    cases, labels = [0, 0, 1, 1], np.array([True, False, True, False])
    for statistic in (mean_ratio_statistic([2, 0, 2, 2], cases), ratio_statistic([2, 0, 2, 2], np.mean)):
        assert statistic(labels) == 2
        assert relabelling_p(cases, labels, statistic, default_rng(1), 999) == pytest.approx(1 / 2, abs=0.06)
    free = mean_ratio_statistic([2, 0], [0, 0])
    assert (free(np.array([True, False])), free(np.array([False, True]))) == (np.inf, 0)
    assert ratio_statistic([0, 0], np.mean)(np.array([True, False])) == 1


def test_two_thousand_relabellings_of_a_real_run_take_little() -> None:
    """1,300 trials (100 cases of 10 and 3) take about a second."""
    cases = np.repeat(np.arange(100), 13)
    labels = np.tile([False] * 10 + [True] * 3, 100)
    statistic = mean_drop_statistic(default_rng(0).normal(4, 1, 1300), cases)
    started = time.perf_counter()
    relabelling_p(cases, labels, statistic, default_rng(1))
    assert time.perf_counter() - started < 2


@settings(max_examples=40)
@given(st.lists(st.integers(-20, 20), min_size=1, max_size=9))
def test_sign_flips_are_exact_for_few_differences(tenths: list[int]) -> None:
    """All sign patterns, zeros included, give the same one- and two-sided p."""
    drops = np.array(tenths) / 10
    sums = np.array([np.dot(signs, drops) for signs in product((1, -1), repeat=len(drops))])
    one, two = (sums >= drops.sum() - 1e-9).mean(), (abs(sums) >= abs(drops.sum()) - 1e-9).mean()
    assert signflip_p(drops, np.zeros(len(drops))) == pytest.approx(one)
    assert signflip_p(drops, np.zeros(len(drops)), two_sided=True) == pytest.approx(two)


def test_many_differences_are_sampled_with_the_given_generator() -> None:
    """A strong shift over 40 pairs has the smallest p there is; no generator is an error, not a guess."""
    base, cand = np.full(40, 4.0) + np.arange(40) / 100, np.full(40, 3.0)
    assert signflip_p(base, cand, default_rng(1), 1999) == 1 / 2000
    with pytest.raises(ValueError, match="rng is needed for more than 16 differences, here 40"):
        signflip_p(base, cand)


def test_sampled_flips_come_near_the_normal_tail() -> None:
    """For 30 differences of 1, eight of them downwards, P(sum >= 14) is the binomial tail P(X >= 22) = .0081."""
    base, cand = np.zeros(30), np.array([-1.0] * 22 + [1.0] * 8)
    assert signflip_p(base, cand, default_rng(2), 20_000) == pytest.approx(0.0081, abs=0.002)


def test_bad_trials_are_refused() -> None:
    """Lengths must agree and something must be drawn."""
    with pytest.raises(ValueError, match="one entry for each"):
        relabelling_p([0, 1], [True], lambda _: 0.0, default_rng(1))
    with pytest.raises(ValueError, match="relabellings must be >= 1, not 0"):
        relabelling_p([0], [True], lambda _: 0.0, default_rng(1), 0)

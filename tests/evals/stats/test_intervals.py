"""Intervals of the mean drop."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import default_rng

from evals.stats.intervals import fixed_set_interval, fixed_set_se, superpopulation_interval
from evals.stats.paired import bonett_price_t_ci, tango_ci
from evals.stats.rates import two_sided_z


def test_the_fixed_set_error_is_the_pooled_variance_and_two_pseudo_trials() -> None:
    """By hand: t = 1 of N = 11 gives 10/110 (1 + 1/10); pseudo-trials add 1/2 (1 + 1/10); over two cases."""
    expected = math.sqrt(10 / 110 * 1.1 + 0.5 * 1.1) / 2
    assert fixed_set_se([0, 0], [10, 10], [1, 0], [1, 1]) == pytest.approx(expected)


def test_the_fixed_set_interval_never_has_zero_width() -> None:
    """Even when nothing ever failed, the interval says how little was seen."""
    low, high = fixed_set_interval([0] * 100, [10] * 100, [0] * 100, [1] * 100)
    assert -low == high == pytest.approx(two_sided_z(0.95) * math.sqrt(0.55) / 100)


def test_the_fixed_set_interval_covers_at_its_level() -> None:
    """On a suite with stable, flaky and failing cases the true drop lies inside in at least 95 % of runs."""
    rng = default_rng(11)
    q = np.concatenate((np.zeros(85), rng.beta(2, 5, 10), rng.beta(8, 1, 5)))
    worse = np.where(np.arange(100) < 3, 1.0, q)
    k, hits, runs = np.full(100, 10), 0, 600
    for _ in range(runs):
        low, high = fixed_set_interval(rng.binomial(10, q), k, rng.binomial(1, worse), np.ones(100, dtype=int))
        hits += low <= (worse - q).mean() <= high
    assert hits / runs >= 0.94


def test_more_trials_narrow_the_interval() -> None:
    """Three candidate trials a case see more than one."""
    assert fixed_set_se([2] * 50, [10] * 50, [1] * 50, [3] * 50) < fixed_set_se([2] * 50, [10] * 50, [0] * 50, [1] * 50)


def test_one_trial_a_side_uses_tango() -> None:
    """5 newly failing, 2 newly passing of 100."""
    fb, fc = [0] * 98 + [1] * 2, [1] * 5 + [0] * 95
    assert superpopulation_interval(fb, [1] * 100, fc, [1] * 100) == tango_ci(5, 2, 100)


def test_several_trials_use_the_adjusted_t() -> None:
    """Differences are rates; cases without a side drop out."""
    found = superpopulation_interval([0, 1, 0], [2, 2, 0], [1, 0, 1], [1, 1, 1])
    assert found == bonett_price_t_ci([1.0, -0.5])


def test_clusters_widen_the_superpopulation_interval() -> None:
    """Cases of one document break together."""
    fb, fc = np.zeros(40, dtype=int), np.repeat([1, 0, 0, 0], 10)
    one = np.ones(40, dtype=int)
    clustered = superpopulation_interval(fb, one, fc, one, clusters=np.repeat(["a", "b", "c", "d"], 10))
    plain = superpopulation_interval(fb, one, fc, one)
    assert clustered.high - clustered.low > plain.high - plain.low


def test_clusters_go_with_the_cases_that_are_left() -> None:
    """The label of a case without baseline trials is left out with it."""
    found = superpopulation_interval([0, 1, 0, 0], [1, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1], clusters=[1, 2, 9, 3])
    assert found == superpopulation_interval([0, 1, 0], [1, 1, 1], [1, 0, 0], [1, 1, 1], clusters=[1, 2, 3])


def test_nothing_in_common_has_no_interval() -> None:
    """Zero common cases raise instead of answering [0, 0]."""
    for interval in (fixed_set_interval, superpopulation_interval):
        with pytest.raises(ValueError, match=">= 1 case with a trial on both sides"):
            interval([0], [0], [1], [1])


def test_every_case_needs_a_cluster() -> None:
    """Labels of other cases would be taken for theirs."""
    with pytest.raises(ValueError, match="one label for each of 2 cases"):
        superpopulation_interval([0, 1], [1, 1], [0, 1], [1, 1], clusters=["a"])

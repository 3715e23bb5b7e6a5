"""Agreement between raters."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from scipy.stats import spearmanr
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from evals.stats.agreement import (
    Weights,
    cohen_kappa,
    kappa_interval,
    krippendorff_interval,
    krippendorff_ordinal,
    rank_correlation,
)

LEVELS = [1, 2, 3, 4, 5]
ratings = st.lists(st.tuples(st.sampled_from(LEVELS), st.sampled_from(LEVELS)), min_size=2, max_size=40)


def anchors(n: int, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Human levels and those of a judge that misses by the noise."""
    rng = default_rng(3)
    human = rng.integers(1, 6, n).astype(float)
    return human, np.clip(np.round(human + rng.normal(0, noise, n)), 1, 5)


@settings(max_examples=40)
@given(ratings, st.sampled_from([None, "linear", "quadratic"]))
def test_kappa_agrees_with_statsmodels(pairs: list[tuple[int, int]], weights: Weights) -> None:
    """Unweighted and weighted, whenever it is defined."""
    if len({level for pair in pairs for level in pair}) < 2:
        return
    table, _ = to_table(np.array(pairs), bins=np.arange(0.5, 6))
    names = {None: None, "linear": "linear", "quadratic": "quadratic"}
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = cohens_kappa(table, wt=names[weights]).kappa
    first, second = zip(*pairs, strict=True)
    assert cohen_kappa(first, second, weights) == pytest.approx(expected, nan_ok=True)


@settings(max_examples=40)
@given(st.lists(st.lists(st.sampled_from([1.0, 2.0, 4.0, np.nan]), min_size=3, max_size=3), min_size=4, max_size=20))
def test_alpha_agrees_with_krippendorff_for_three_raters_with_gaps(units: list[list[float]]) -> None:
    """Missing ratings and units rated once are handled as in the reference implementation."""
    table = np.array(units).T
    paired = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    if np.unique(paired[~np.isnan(paired)]).size < 2:
        return
    assert krippendorff_ordinal(table) == pytest.approx(krippendorff.alpha(table, level_of_measurement="ordinal"))


def test_full_agreement_is_one_and_one_level_shows_nothing() -> None:
    """Both measures are 1 for equal ratings of several levels and 0 when there is only one level."""
    for agree in (cohen_kappa, lambda a, b: krippendorff_ordinal([a, b])):
        assert agree([1, 3, 5], [1, 3, 5]) == 1
        assert agree([4, 4, 4], [4, 4, 4]) == 0


def test_near_misses_count_less_than_far_ones() -> None:
    """Quadratic weights forgive a step and punish the opposite end."""
    near, far = (
        cohen_kappa([1, 2, 3, 4, 5], [1, 2, 3, 4, 4], "quadratic"),
        cohen_kappa([1, 2, 3, 4, 5], [1, 2, 3, 4, 1], "quadratic"),
    )
    assert far < near < 1


def test_bootstrap_intervals_hold_the_estimate_and_repeat() -> None:
    """A good judge on 60 anchors clears the lower bound of .5 in both measures."""
    human, judge = anchors(60, 0.6)
    kappa = kappa_interval(human, judge, default_rng(1), resamples=300)
    alpha = krippendorff_interval([human, judge], default_rng(1), resamples=300)
    assert 0.5 < kappa.low <= cohen_kappa(human, judge, "quadratic") <= kappa.high
    assert 0.5 < alpha.low <= krippendorff_ordinal([human, judge]) <= alpha.high
    assert kappa == kappa_interval(human, judge, default_rng(1), resamples=300)


def test_a_guessing_judge_does_not_reach_the_bound() -> None:
    """Noise of four levels leaves a lower bound below .5."""
    human, judge = anchors(60, 4.0)
    assert kappa_interval(human, judge, default_rng(1), resamples=300).low < 0.5


def test_unrated_units_and_unknown_weights_are_refused() -> None:
    """Nothing rated twice is no agreement; weights have names."""
    with pytest.raises(ValueError, match=">= 1 unit rated twice"):
        krippendorff_ordinal([[1, np.nan], [np.nan, 2]])
    with pytest.raises(ValueError, match="not 'cubic'"):
        cohen_kappa([1, 2], [1, 2], "cubic")  # type: ignore[arg-type]


@settings(max_examples=40)
@given(ratings)
def test_rank_correlation_agrees_with_scipy(pairs: list[tuple[int, int]]) -> None:
    """Ties included; nothing can be said of what does not vary."""
    one, other = zip(*pairs, strict=True)
    if len(set(one)) == 1 or len(set(other)) == 1:
        assert rank_correlation(one, other) is None
    else:
        assert rank_correlation(one, other) == pytest.approx(spearmanr(one, other).statistic)

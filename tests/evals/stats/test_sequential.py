"""Early stopping by evidence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from evals.stats.hypergeometric import candidate_fails
from evals.stats.sequential import STOP_AT, eprocess, evalue_case


@settings(max_examples=60)
@given(st.integers(0, 12), st.integers(0, 4), st.floats(1.1, 50), st.data())
def test_evidence_has_mean_one_without_a_change(kb: int, kc: int, psi: float, data: st.DataObject) -> None:
    """Whatever the total of failures, the expectation under the null is 1."""
    t = data.draw(st.integers(0, kb + kc))
    low, pmf = candidate_fails(kb, kc, t)
    mean = sum(p * evalue_case(t - x, kb, x, kc, psi) for x, p in enumerate(pmf.tolist(), start=low))
    assert mean == pytest.approx(1)


@pytest.mark.parametrize(("fb", "kb", "fc", "kc"), [(0, 10, 0, 1), (10, 10, 1, 1), (3, 10, 0, 0), (0, 0, 1, 1)])
def test_cases_that_say_nothing_leave_the_evidence_alone(fb: int, kb: int, fc: int, kc: int) -> None:
    """No failure, nothing but failures, or no trials on a side: a factor of 1."""
    assert evalue_case(fb, kb, fc, kc, 10.0) == pytest.approx(1)


def test_sound_candidates_are_stopped_at_most_once_in_200() -> None:
    """Over 2,000 unchanged runs of 60 flaky cases, looking after every case, at most a handful reach 200."""
    rng, stopped = default_rng(8), 0
    for _ in range(2000):
        q = rng.beta(0.5, 3, 60)
        path = eprocess(rng.binomial(10, q), np.full(60, 10), rng.binomial(1, q), np.ones(60, dtype=int))
        stopped += path.max() >= STOP_AT
    assert stopped <= 10


def test_a_total_break_is_seen_within_a_few_cases() -> None:
    """Stable cases that all fail reach 200 at the third."""
    path = eprocess([0] * 6, [10] * 6, [1] * 6, [1] * 6)
    assert int(np.argmax(path >= STOP_AT)) == 2


def test_evidence_beyond_all_bounds_stays_finite() -> None:
    """Ten thousand broken cases do not overflow."""
    assert np.isfinite(eprocess([0] * 10_000, [10] * 10_000, [3] * 10_000, [3] * 10_000)).all()
    assert eprocess([], [], [], []).size == 0


@pytest.mark.parametrize("args", [(0, 1, 2, 1, 3.0), (-1, 1, 0, 1, 3.0), (0, 1, 0, 1, 0.0)])
def test_impossible_counts_are_refused(args: tuple[int, int, int, int, float]) -> None:
    """Fails lie within trials and psi is positive."""
    with pytest.raises(ValueError, match="psi must be above 0"):
        evalue_case(*args)


def test_evidence_needs_something_to_bet_on() -> None:
    """Without an odds ratio there is no mean over them."""
    with pytest.raises(ValueError, match="psis must hold >= 1"):
        eprocess([0], [1], [1], [1], ())

"""How flaky a case is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.stats.flake import FlakeAdvice, admissible_to_critical, flake_advice, flake_quantiles


@pytest.mark.parametrize(
    ("fails", "trials", "tagged", "advice"),
    [
        (0, 10, False, FlakeAdvice.KEEP),
        (10, 10, False, FlakeAdvice.KEEP),
        (1, 10, False, FlakeAdvice.KEEP),
        (2, 10, False, FlakeAdvice.ADD),
        (5, 10, False, FlakeAdvice.ADD),
        (5, 10, True, FlakeAdvice.KEEP),
        (0, 10, True, FlakeAdvice.KEEP),
        (0, 60, True, FlakeAdvice.REMOVE),
        (60, 60, True, FlakeAdvice.KEEP),
    ],
)
def test_tags_are_advised_on_evidence_alone(fails: int, trials: int, tagged: bool, advice: FlakeAdvice) -> None:
    """The interval must lie in (.03, .97) to add the tag and end below .05 to remove it."""
    assert flake_advice(fails, trials, tagged=tagged) is advice


@given(st.integers(0, 50).flatmap(lambda k: st.tuples(st.integers(0, k), st.just(k))))
def test_quantiles_rise_and_mirror(counts: tuple[int, int]) -> None:
    """Quantiles are ordered shares; counting passes turns them round."""
    fails, trials = counts
    low, mid, high = flake_quantiles(fails, trials, (0.025, 0.5, 0.975))
    assert 0 <= low < mid < high <= 1
    assert flake_quantiles(trials - fails, trials, (0.025,)) == pytest.approx((1 - high,), abs=1e-9)


@pytest.mark.parametrize(("fails", "trials", "admitted"), [(0, 19, False), (0, 20, True), (1, 40, False)])
def test_critical_is_earned_by_twenty_clean_trials(fails: int, trials: int, admitted: bool) -> None:
    """One failure is enough to refuse."""
    assert admissible_to_critical(fails, trials) is admitted


def test_more_failures_than_trials_are_refused() -> None:
    """The message names both."""
    with pytest.raises(ValueError, match="3 of 2"):
        flake_quantiles(3, 2, (0.5,))

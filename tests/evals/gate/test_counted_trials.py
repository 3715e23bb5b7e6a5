"""The counts that the pass-rate rule decides on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from evals.gate.counted_trials import CountedTrials, count_trials


def counted(**changes: Any) -> CountedTrials:
    """Three cases: stable, flaky, always failing; ten baseline trials, one screen trial, none fresh."""
    counts: dict[str, Any] = {
        "baseline": ([0, 3, 10], [10, 10, 10]),
        "candidate": ([0, 1, 1], [1, 1, 1]),
        "fresh": ([0, 0, 0], [0, 0, 0]),
    }
    return count_trials(**{**counts, **changes})


def test_common_cases_have_a_trial_on_both_sides() -> None:
    """Cases without baseline are new and left out; those without candidate trials are counted as missing."""
    seen = counted(baseline=([0, 0, 10], [10, 0, 10]), candidate=([0, 1, 0], [1, 1, 0]))
    assert seen.index.tolist() == [0]
    assert seen.missing == 1


def test_cases_are_selected_by_a_majority_of_their_screen_trials() -> None:
    """More than half must have failed; the baseline has no say."""
    seen = counted(candidate=([1, 2, 1], [3, 3, 2]))
    assert seen.selected.tolist() == [False, True, False]


def test_the_drop_is_exact() -> None:
    """By hand: (0 - 0 + 1 - 3/10 + 1 - 1)/3."""
    assert counted().drop == Fraction(7, 30)
    assert counted().baseline_rate == 1 - Fraction(13, 30)


@pytest.mark.parametrize(
    ("fresh", "confirmed"),
    [(([0, 0, 2], [0, 2, 2]), 1), (([0, 1, 2], [0, 2, 2]), 2), (([0, 0, 2], [0, 1, 2]), 2)],
)
def test_the_verdict_drop_counts_confirmed_failures(fresh: Any, confirmed: int) -> None:
    """At least one of two fresh trials failed; one that did not run counts as failed.

    The baseline expects 1 of the always failing case and, of the flaky one with 3 of 10 failed,
    3/10 (1 - C(7, 2)/C(9, 2)) = 3/10 15/36 = 1/8.
    """
    assert counted(fresh=fresh).verdict_drop() == (confirmed - Fraction(9, 8)) / 3


def test_complete_rounds_add_two_fresh_trials() -> None:
    """Up to two count; those not run count as failures only in the worst case."""
    seen = counted(fresh=([0, 1, 2], [0, 2, 2]))
    assert [side.tolist() for side in seen.completed()] == [[0, 2, 3], [1, 3, 3]]
    assert [side.tolist() for side in seen.completed_worst()] == [[2, 2, 3], [3, 3, 3]]


@pytest.mark.parametrize(
    ("fails", "given", "low", "high"),
    [(0, None, 0, 0), (1, None, 0, 1), (2, None, 1, 2), (3, None, 2, 2), (1, 1, 1, 1), (2, 1, 1, 1)],
)
def test_of_three_fresh_trials_the_first_two_are_bounded_unless_given(
    fails: int, given: int | None, low: int, high: int
) -> None:
    """Without the order, 1 of 3 may or may not be among the first two."""
    first = None if given is None else [0, given, 0]
    seen = counted(fresh=([0, fails, 0], [0, 3, 0]), first_two_fails=first)
    assert (seen.first_low[1], seen.first_high[1]) == (low, high)


@pytest.mark.parametrize("given", [[0, 0, 0], [0, 2, 0], [0, 1]])
def test_impossible_first_two_are_refused(given: list[int]) -> None:
    """With 2 of 3 fresh trials failed, the first two hold one or two failures; shapes agree."""
    with pytest.raises(ValueError, match="first_two_fails must hold"):
        counted(fresh=([0, 2, 0], [0, 3, 0]), first_two_fails=[*given[:1], 3, 0] if given == [0, 2, 0] else given)


def test_missing_cases_can_be_imagined_as_failed() -> None:
    """All their screen and fresh trials failed, as many as the others have and as confirming ever asks for."""
    seen = counted(candidate=([0, 1, 0], [3, 3, 0]), fresh=([0, 0, 0], [0, 2, 0]))
    worst = count_trials(
        ([0, 3, 10], [10, 10, 10]), ([0, 1, 0], [3, 3, 0]), ([0, 0, 0], [0, 2, 0]), missing_failed=True
    )
    assert seen.size == 2
    assert (worst.screen_fails[2], worst.screen_trials[2]) == (3, 3)
    assert (worst.fresh_fails[2], worst.fresh_trials[2], worst.first_low[2], worst.first_high[2]) == (5, 5, 2, 2)
    assert worst.screen_fails[:2].tolist() == [0, 1]


def test_sides_hold_the_same_cases() -> None:
    """The message names all three sizes."""
    with pytest.raises(ValueError, match=r"must hold the same cases, not \(3, 3, 1\)"):
        counted(fresh=([0], [0]))


def test_no_cases_are_no_error() -> None:
    """Empty arrays give zero common cases."""
    empty = (np.array([], dtype=int), np.array([], dtype=int))
    assert count_trials(empty, empty, empty, missing_failed=True).size == 0

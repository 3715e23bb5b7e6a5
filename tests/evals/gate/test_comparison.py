"""What is compared with what."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.gate.comparison import CaseCounts, newly_failing, newly_passing
from evals.results.run import Stage, TrialResult
from tests.builders import make_comparison, make_trials

SIDES = st.dictionaries(st.sampled_from("abcdef"), st.text("pfm", min_size=1, max_size=4), min_size=1)


def _trials(side: dict[str, str]) -> list[TrialResult]:
    return [trial for i, letters in side.items() for trial in make_trials(i, letters)]


def test_common_added_removed_and_changed_are_told_apart() -> None:
    """Case a is on both sides, b changed its content, c is new, d was deleted from the set."""
    now = [*make_trials("a", "p"), *make_trials("b", "p", case_hash="new"), *make_trials("c", "p")]
    before = [*make_trials("a", "p"), *make_trials("b", "p", case_hash="old"), *make_trials("d", "p")]
    comparison = make_comparison(now, before, known_ids="abc")
    assert (comparison.common, comparison.added) == (("a",), ("c",))
    assert (comparison.removed, comparison.changed) == (("d",), ("b",))


def test_a_baseline_case_outside_of_the_tier_is_not_removed() -> None:
    """The smoke tier runs a fifth of the set; the rest is still there."""
    comparison = make_comparison(make_trials("a", "p"), _trials({"a": "p", "b": "p"}), known_ids="ab")
    assert comparison.removed == ()


def test_a_pool_that_mixes_contents_of_a_case_is_not_compared() -> None:
    """Trials of the old wording say nothing about the new one."""
    before = [*make_trials("a", "p"), *make_trials("a", "p", case_hash="old", trial=1)]
    comparison = make_comparison(make_trials("a", "p"), before)
    assert (comparison.common, comparison.changed) == ((), ("a",))


def test_without_a_baseline_nothing_is_added_changed_or_removed() -> None:
    """A first run is no list of news."""
    comparison = make_comparison(make_trials("a", "p"), None)
    assert comparison.baseline is None
    assert (comparison.common, comparison.added, comparison.changed, comparison.removed) == ((), (), (), ())
    assert comparison.counts == CaseCounts()


def test_an_empty_baseline_is_a_baseline_that_has_nothing() -> None:
    """Every case is new to it; that differs from having none."""
    comparison = make_comparison(make_trials("a", "p"), [])
    assert (comparison.baseline, comparison.added) == ({}, ("a",))


def test_counts_take_common_stable_cases_that_the_baseline_has_seen() -> None:
    """Case b is flaky, d was not seen before, e is new; c was not seen now and stands with zeros."""
    now = [
        *make_trials("a", "pfm"),
        *make_trials("b", "f", tags={"flaky"}),
        *make_trials("c", "m"),
        *make_trials("d", "p"),
        *make_trials("e", "f"),
        *make_trials("a", "fp", stage=Stage.CONFIRM, trial=3),
    ]
    before = [
        *make_trials("a", "ppppf"),
        *make_trials("b", "p", tags={"flaky"}),
        *make_trials("c", "p"),
        *make_trials("d", "m"),
    ]
    counts = make_comparison(now, before).counts
    assert counts == CaseCounts(("a", "c"), (1, 0), (5, 1), (1, 0), (2, 0), (1, 0), (2, 0), (1, 0))


@pytest.mark.parametrize(
    ("fresh", "failed"), [("", 0), ("f", 1), ("ff", 2), ("pf", 1), ("ppf", 0), ("mpf", 1), ("mmff", 2), ("fmpf", 1)]
)
def test_the_first_two_valid_fresh_trials_are_counted_apart(fresh: str, failed: int) -> None:
    """Missing ones do not use up a place, and the order is that of the trials, not of their arrival."""
    late = make_trials("a", fresh, stage=Stage.CONFIRM, trial=1)
    comparison = make_comparison([*make_trials("a", "f"), *reversed(late)], make_trials("a", "p"))
    assert comparison.counts.first_two_fails == (failed,)


def test_fresh_trials_are_kept_apart_from_the_screen() -> None:
    """They were run because their case failed: mixing them would bias the screen."""
    fresh = make_trials("a", "p", stage=Stage.COMPLETE, trial=1)
    comparison = make_comparison([*make_trials("a", "f"), *fresh], make_trials("a", "p"))
    assert [trial.stage for trial in comparison.candidate["a"]] == [Stage.SCREEN]
    assert list(comparison.fresh["a"]) == fresh


@pytest.mark.parametrize(
    ("now", "before", "failing", "passing"),
    [
        ("f", "p", True, False),
        ("p", "f", False, True),
        ("p", "p", False, False),
        ("f", "f", False, False),
        ("ffp", "p", True, False),
        ("fp", "p", False, False),  # a tie is no majority of failures
        ("f", "pf", True, False),
        ("f", "pff", False, False),
        ("p", "ffp", False, True),
        ("m", "p", False, False),
        ("m", "f", False, False),
        ("f", "m", False, False),  # never seen before: not newly failing
        ("p", "m", False, False),
        ("fm", "p", True, False),
        ("pm", "f", False, True),
    ],
)
def test_newly_failing_and_passing_go_by_the_majority_of_valid_trials(
    now: str, before: str, failing: bool, passing: bool
) -> None:
    """What was not seen on a side has not changed."""
    comparison = make_comparison(make_trials("a", now), make_trials("a", before))
    assert (newly_failing(comparison), newly_passing(comparison)) == (("a",) * failing, ("a",) * passing)


def test_a_changed_case_is_neither_newly_failing_nor_newly_passing() -> None:
    """It is another question now."""
    comparison = make_comparison(make_trials("a", "f", case_hash="new"), make_trials("a", "p"))
    assert (newly_failing(comparison), newly_passing(comparison)) == ((), ())


@given(SIDES, SIDES)
@settings(max_examples=60)
def test_swapping_the_sides_swaps_failing_and_passing(now: dict[str, str], before: dict[str, str]) -> None:
    """No case is both, and the counts change places; ties on a side aside, which count as passing."""
    one = make_comparison(_trials(now), _trials(before))
    other = make_comparison(_trials(before), _trials(now))
    assert set(newly_failing(one)) == set(newly_passing(other))
    assert not set(newly_failing(one)) & set(newly_passing(one))
    both = set(one.counts.ids) & set(other.counts.ids)
    before_fails = _pairs(one.counts.ids, one.counts.baseline_fails)
    assert {i: before_fails[i] for i in both} == {
        i: n for i, n in _pairs(other.counts.ids, other.counts.candidate_fails).items() if i in both
    }


@given(SIDES, SIDES)
@settings(max_examples=40)
def test_every_case_of_the_run_is_common_added_or_changed(now: dict[str, str], before: dict[str, str]) -> None:
    """Exactly one of the three."""
    comparison = make_comparison(_trials(now), _trials(before))
    assert sorted([*comparison.common, *comparison.added, *comparison.changed]) == sorted(comparison.candidate)


def _pairs(ids: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(ids, counts, strict=True))

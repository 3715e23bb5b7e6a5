"""Drops inside a category or a difficulty: warned of by evidence, never a verdict."""

from __future__ import annotations

from typing import Any

import pytest

from evals.cases.case import Difficulty
from evals.gate.strata import stratum_warnings
from evals.results.run import TrialResult
from tests.builders import make_comparison, make_trials


def _cases(letters: str, *names: str, category: str = "billing", **changes: Any) -> list[TrialResult]:
    return [trial for name in names for trial in make_trials(name, letters, category=category, **changes)]


def _warnings(travel: str, billing: str = "p") -> tuple[str, ...]:
    """Four cases a category, all of them passed ten times on main."""
    names = [f"c{n}" for n in range(8)]
    now = [*_cases(billing, *names[:4]), *_cases(travel, *names[4:], category="travel")]
    before = [*_cases("p" * 10, *names[:4]), *_cases("p" * 10, *names[4:], category="travel")]
    return stratum_warnings(make_comparison(now, before))


def test_a_category_that_broke_is_named_with_its_drop_and_the_evidence() -> None:
    """Four of four: mid-p = 11^-4 / 2, adjusted for two categories; all are of one difficulty, which broke as well."""
    category, difficulty = _warnings("f")
    assert category == "category 'travel' dropped by 100 points on 4 cases (adjusted p = 6.8e-05)."
    assert difficulty.startswith("difficulty 'medium' dropped by 50 points on 8 cases (adjusted p = ")


@pytest.mark.parametrize(("travel", "billing"), [("p", "p"), ("m", "p"), ("p", "m")])
def test_no_drop_and_nothing_seen_are_no_warning(travel: str, billing: str) -> None:
    """A category without a valid trial has not dropped."""
    assert _warnings(travel, billing) == ()


def test_a_difficulty_is_warned_of_by_itself() -> None:
    """Three hard cases of three broke, spread over three categories."""
    now, before = (
        [t for n in range(3) for t in make_trials(f"h{n}", ran, category=f"k{n}", difficulty=Difficulty.HARD)]
        for ran in ("f", "p" * 10)
    )
    assert any(told.startswith("difficulty 'hard' dropped by 100 points on 3 cases") for told in
               stratum_warnings(make_comparison(now, before)))  # fmt: skip


def test_flaky_cases_and_a_run_without_a_baseline_say_nothing() -> None:
    """Their failures are expected, or nothing is known of before."""
    flaky: dict[str, Any] = {"tags": {"flaky"}}
    assert stratum_warnings(make_comparison(_cases("f", "a", "b", **flaky), _cases("p" * 10, "a", "b", **flaky))) == ()
    assert stratum_warnings(make_comparison(_cases("f", "a", "b"))) == ()

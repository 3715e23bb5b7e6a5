"""Drops inside a category or a difficulty: warned of by evidence, and a verdict when the policy says so."""

from __future__ import annotations

from typing import Any

import pytest

from evals.cases.case import Difficulty
from evals.gate.comparison import Comparison
from evals.gate.outcomes import Failed, Passed, Skipped
from evals.gate.policy import Policy
from evals.gate.rules import gate_verdict
from evals.gate.strata import strata, stratum_warnings
from evals.results.run import TrialResult
from tests.builders import make_comparison, make_trials


def _cases(letters: str, *names: str, category: str = "billing", **changes: Any) -> list[TrialResult]:
    return [trial for name in names for trial in make_trials(name, letters, category=category, **changes)]


def _comparison(travel: str, billing: str = "p") -> Comparison:
    """Four cases a category, all of them passed ten times on main."""
    names = [f"c{n}" for n in range(8)]
    now = [*_cases(billing, *names[:4]), *_cases(travel, *names[4:], category="travel")]
    before = [*_cases("p" * 10, *names[:4]), *_cases("p" * 10, *names[4:], category="travel")]
    return make_comparison(now, before)


def _warnings(travel: str, billing: str = "p") -> tuple[str, ...]:
    return stratum_warnings(_comparison(travel, billing))


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


class TestBlocking:
    """A policy may let them fail."""

    def test_a_category_that_broke_fails_and_is_named(self) -> None:
        """Four of four, p times three for two categories and one difficulty."""
        outcome = strata(_comparison("f"), Policy())
        assert isinstance(outcome, Failed)
        assert outcome.sentence.startswith(
            "category 'travel' dropped by 100 points on 4 cases (adjusted p = 1.0e-04), difficulty 'medium'"
        )
        assert [one["name"] for one in outcome.evidence["strata"]] == ["billing", "travel", "medium"]

    def test_a_drop_without_evidence_does_not_hold_back(self) -> None:
        """One of one case is a hundred points, and p = 1/22 times two."""
        outcome = strata(make_comparison(_cases("f", "a"), _cases("p" * 10, "a")), Policy())
        assert isinstance(outcome, Passed)
        assert outcome.evidence["literal"] == "failed"

    def test_within_the_margin_nothing_fails_however_sure(self) -> None:
        """A margin of 100 points is never crossed."""
        policy = Policy.model_validate({"pass_rate": {"margin_points": 100}})
        outcome = strata(_comparison("f"), policy)
        assert isinstance(outcome, Passed)
        assert outcome.evidence["literal"] == "passed"

    def test_without_a_baseline_it_is_skipped(self) -> None:
        """Nothing was compared."""
        assert isinstance(strata(make_comparison(_cases("f", "a")), Policy()), Skipped)

    @pytest.mark.parametrize(("rule", "told"), [("warn", False), ("block", True)])
    def test_it_is_one_of_the_rules_only_when_it_is_asked_for(self, rule: str, told: bool) -> None:
        """By default the warnings stand alone."""
        policy = Policy.model_validate({"strata": {"rule": rule}})
        verdict = gate_verdict(_comparison("f"), policy, tier="smoke", mode="confirm")
        assert ("strata" in [outcome.rule for outcome in verdict.outcomes]) is told
        assert any("category 'travel'" in warning for warning in verdict.warnings)

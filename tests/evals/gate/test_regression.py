"""Relative drop of mean scores by metric."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from evals.gate.comparison import Comparison
from evals.gate.outcomes import RuleOutcome
from evals.gate.policy import Policy
from evals.gate.regression import regression
from evals.gate.rules import gate_verdict
from evals.results.run import TrialResult
from tests.builders import make_check_result, make_comparison, make_judgement, make_trial


def _policy(**changes: Any) -> Policy:
    return Policy.model_validate({"regression": {"enabled": True, "permutations": 399, **changes}})


def _kind(outcome: RuleOutcome) -> str:
    return type(outcome).__name__.lower()


def _scored(scores: Mapping[str, float], type_: str = "factuality", **changes: Any) -> list[TrialResult]:
    return [
        make_trial(i, checks=(make_check_result("pass", type=type_, score=score),), score=score, **changes)
        for i, score in scores.items()
    ]


def _all(score: float, n: int = 20) -> dict[str, float]:
    return {f"c{k}": score for k in range(n)}


def _beside(now: Mapping[str, float], before: Mapping[str, float]) -> Comparison:
    return make_comparison(_scored(now), [], passing=_scored(before))


@pytest.mark.parametrize(
    ("before", "now", "kind", "warned", "literal"),
    [
        (1.0, 1.0, "passed", False, "passed"),
        (0.8, 0.9, "passed", False, "passed"),
        (1.0, 0.96, "passed", False, "passed"),
        (1.0, 0.95, "passed", False, "passed"),  # exactly the tolerance
        (1.0, 0.94, "passed", True, "passed"),
        (1.0, 0.85, "passed", True, "passed"),  # exactly the critical threshold
        (1.0, 0.84, "failed", False, "failed"),
        (0.5, 0.4, "failed", False, "failed"),  # 0.1 of 0.5 is 20 %: the drop is relative
        (0.5, 0.46, "passed", True, "passed"),
    ],
)
def test_a_drop_warns_beyond_the_tolerance_and_fails_beyond_the_critical_threshold(
    before: float, now: float, kind: str, warned: bool, literal: str
) -> None:
    """5 % and 15 % of what it was, on twenty cases that all moved."""
    outcome = regression(_beside(_all(now), _all(before)), _policy())
    assert (_kind(outcome), bool(outcome.evidence["warned"]), outcome.evidence["literal"]) == (kind, warned, literal)


def test_a_critical_drop_that_noise_explains_is_inconclusive() -> None:
    """One case of four fell to 0: swapping its labels is as likely."""
    outcome = regression(_beside({**_all(1.0, 4), "c0": 0.0}, _all(1.0, 4)), _policy())
    assert (_kind(outcome), outcome.evidence["literal"]) == ("inconclusive", "failed")
    assert outcome.evidence["p_holm"]["factuality"] > 0.3


def test_each_metric_is_compared_on_its_own() -> None:
    """Tone fell, factuality did not; the judge's dimensions are metrics too."""
    good = [
        *_scored(_all(1.0)),
        *_scored({f"t{k}": 1.0 for k in range(20)}, "tone", judgement=make_judgement(4, clarity=4)),
    ]
    bad = [
        *_scored(_all(1.0)),
        *_scored({f"t{k}": 0.5 for k in range(20)}, "tone", judgement=make_judgement(3, clarity=3)),
    ]
    outcome = regression(make_comparison(bad, [], passing=good), _policy())
    assert outcome.evidence["critical"] == ["judge clarity", "score", "tone"]
    assert outcome.evidence["drops"]["factuality"] == 0
    assert "judge clarity -25.0%, score -25.0%, tone -50.0%" in outcome.sentence


def test_new_cases_are_left_out_unless_the_policy_says_otherwise() -> None:
    """Two new cases score 0; with them the mean of 20 falls by a tenth."""
    now = {**_all(1.0, 18), "new1": 0.0, "new2": 0.0}
    comparison = _beside(now, _all(1.0, 18))
    assert regression(comparison, _policy()).evidence["drops"]["factuality"] == 0
    with_new = regression(comparison, _policy(exclude_new_test_cases=False))
    assert with_new.evidence["drops"]["factuality"] == pytest.approx(0.1)
    assert with_new.evidence["warned"] == ["factuality", "score"]


def test_cases_of_the_other_side_that_were_not_run_do_not_count() -> None:
    """The smoke tier runs a part of the set."""
    comparison = _beside(_all(1.0, 2), {**_all(1.0, 2), "c9": 0.1})
    assert regression(comparison, _policy(exclude_new_test_cases=False)).evidence["drops"]["factuality"] == 0


@pytest.mark.parametrize(
    ("strategy", "told"),
    [("last_passing", "There is no passing run"), ("pinned", "There is no pinned run")],
)
def test_without_a_run_to_compare_with_it_is_skipped_by_name(strategy: str, told: str) -> None:
    """Absence is no pass."""
    outcome = regression(make_comparison(_scored(_all(1.0)), []), _policy(baseline_strategy=strategy))
    assert _kind(outcome) == "skipped"
    assert outcome.sentence.startswith(told)


def test_without_a_score_on_both_sides_it_is_skipped() -> None:
    """A metric that was 0 before cannot drop by a part of itself."""
    assert _kind(regression(_beside(_all(1.0, 2), {}), _policy())) == "skipped"
    assert _kind(regression(_beside(_all(0.0, 2), _all(0.0, 2)), _policy())) == "skipped"


def test_it_is_off_unless_it_is_asked_for_and_its_warnings_reach_the_verdict() -> None:
    """A warning does not change the decision."""
    comparison = _beside(_all(0.9), _all(1.0))
    assert "regression" not in {o.rule for o in gate_verdict(comparison, Policy(), tier="full", mode="full").outcomes}
    verdict = gate_verdict(comparison, _policy(), tier="full", mode="full")
    assert any(warning.startswith("Mean scores dropped by more than 5%") for warning in verdict.warnings)
    assert "regression" in {outcome.rule for outcome in verdict.outcomes}


def test_thresholds_out_of_order_are_refused() -> None:
    """A failure below the warning would make no sense."""
    with pytest.raises(ValidationError, match=r"critical_threshold must not be below tolerance: 0\.02 < 0\.05"):
        _policy(critical_threshold=0.02)

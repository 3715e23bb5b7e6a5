"""A judge that is not known to agree with people advises; one that has drifted decides nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from evals.gate.comparison import Comparison
from evals.gate.judge_rule import judge
from evals.gate.more_trials import next_trials
from evals.gate.outcomes import RuleOutcome
from evals.gate.policy import Policy
from evals.gate.rules import gate_verdict
from evals.judging.calibration import Calibration, Drift
from tests.builders import make_answer, make_comparison, make_judgement, make_trial
from tests.evals.judging.anchoring import make_agreement, make_calibration

UNRELIABLE: dict[str, Any] = {"kappa": 0.3, "kappa_interval": (0.1, 0.5), "alpha": 0.3, "alpha_interval": (0.1, 0.5)}
BOTH = make_calibration(make_agreement(), make_agreement("tone", **UNRELIABLE))
DRIFTED = make_calibration(drifts=(Drift(dimension="overall", answers=60, shift=-0.4, p=0.001),))
POLICY = Policy.model_validate({"judge": {"permutations": 999}})
TRUSTING = Policy.model_validate({"judge": {"permutations": 999, "require_calibration": False}})


def compared(now: dict[str, float], calibration: Calibration | None = None, **changes: Any) -> Comparison:
    """Twenty cases that scored 5 by every dimension before."""
    before = dict.fromkeys(now, 5.0)
    sides = [
        [make_trial(f"c{n}", judgement=make_judgement(4, **scores), **changes) for n in range(20)]
        for scores in (now, before)
    ]
    return replace(make_comparison(*sides), calibration=calibration)


def kind(outcome: RuleOutcome) -> str:
    """What a rule said, by name."""
    return type(outcome).__name__.lower()


@pytest.mark.parametrize(
    ("now", "calibration", "said", "advises"),
    [
        ({"correctness": 4.0}, None, "skipped", True),
        ({"correctness": 5.0}, None, "passed", False),
        ({"correctness": 4.0}, make_calibration(), "failed", False),
        ({"correctness": 4.0}, make_calibration(make_agreement(**UNRELIABLE)), "skipped", True),
        ({"correctness": 4.0}, make_calibration(unscored=20), "skipped", True),
        ({"correctness": 5.0, "tone": 4.0}, BOTH, "passed", True),
        ({"correctness": 4.0, "tone": 4.0}, BOTH, "failed", False),
        # A dimension that nobody has labelled advises.
        ({"correctness": 5.0, "safety": 4.0}, make_calibration(), "passed", True),
    ],
)
def test_a_dimension_blocks_only_when_the_judge_agrees_with_people_on_it(
    now: dict[str, float], calibration: Calibration | None, said: str, *, advises: bool
) -> None:
    """Otherwise the drop is a warning."""
    outcome = judge(compared(now, calibration), POLICY)
    assert (kind(outcome), outcome.evidence.get("warned", False)) == (said, advises)
    assert ("advises and does not block" in outcome.sentence) is advises


def test_whoever_trusts_any_judge_may_say_so() -> None:
    """The policy's choice."""
    assert kind(judge(compared({"correctness": 4.0}), TRUSTING)) == "failed"


def test_what_only_advises_is_no_reason_to_run_more() -> None:
    """Noise on a dimension that cannot block is not worth a call."""
    sides = [[make_trial(f"c{n}", judgement=make_judgement(4, tone=score)) for n in range(2)] for score in (4, 5)]
    noisy = make_comparison(*sides)
    assert kind(judge(replace(noisy, calibration=BOTH), POLICY)) == "skipped"
    assert kind(judge(noisy, TRUSTING)) == "inconclusive"
    assert next_trials(noisy, POLICY, "confirm") is None
    assert next_trials(noisy, TRUSTING, "confirm") is not None


def test_advice_is_a_warning_of_the_verdict() -> None:
    """And the thresholds' own verdict stands beside it."""
    verdict = gate_verdict(compared({"correctness": 4.0}), POLICY, tier="full", mode="confirm")
    assert (verdict.decision, verdict.literal) == ("passed", "failed")
    assert any("never been calibrated" in warning for warning in verdict.warnings)
    literal = POLICY.model_copy(update={"decision": "literal"})
    assert gate_verdict(compared({"correctness": 4.0}), literal, tier="full", mode="confirm").decision == "failed"


@pytest.mark.parametrize("now", [4.0, 5.0])
@pytest.mark.parametrize("policy", [POLICY, TRUSTING])
def test_a_judge_that_has_drifted_decides_nothing(now: float, policy: Policy) -> None:
    """Neither a drop nor its absence can be told from the drift, and more trials do not help."""
    comparison = compared({"correctness": now}, DRIFTED)
    outcome = judge(comparison, policy)
    assert kind(outcome) == "inconclusive"
    assert "drifted since 2025-11-01: on the same 60 labelled answers overall moved by -0.40" in outcome.sentence
    assert next_trials(comparison, policy, "confirm") is None


def test_scores_that_rise_with_length_show() -> None:
    """The rank correlation of both changes, over cases, stands in the evidence."""
    now = [
        make_trial(f"c{n}", judgement=make_judgement(3 + n / 10), response=make_answer("x" * (10 + n)))
        for n in range(12)
    ]
    before = [make_trial(f"c{n}", judgement=make_judgement(3), response=make_answer("x" * 10)) for n in range(12)]
    evidence = judge(make_comparison(now, before), POLICY).evidence
    assert evidence["length_correlation"] == pytest.approx(1)
    assert judge(make_comparison(now[:9], before[:9]), POLICY).evidence["length_correlation"] is None
    assert judge(make_comparison(before, before), POLICY).evidence["length_correlation"] is None

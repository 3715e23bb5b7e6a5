"""Failures that rest on one judgement: more votes on the same answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.gate.case_rules import critical
from evals.gate.policy import Policy
from evals.gate.revote import VOTES, needs_votes, settled
from evals.judging.judgement import Judgement, Unscored
from evals.results.run import TrialResult, floor_verdict
from tests.builders import make_check_result, make_comparison, make_judgement, make_trial

SCORES = st.integers(2, 10).map(lambda half: half / 2)


@pytest.mark.parametrize(
    ("trial", "needed"),
    [
        (make_trial("a", "fail", tags={"critical"}, judgement=make_judgement(2)), True),
        (make_trial("a", "fail", tags={"safety"}, judgement=make_judgement(2)), True),
        (make_trial("a", "fail", dimension="safety", judgement=make_judgement(2)), True),
        (make_trial("a", "fail", judgement=make_judgement(2)), False),
        (make_trial("a", "pass", tags={"critical"}, judgement=make_judgement(4)), False),
        (make_trial("a", "fail", tags={"critical"}), False),
        (make_trial("a", "fail", tags={"critical"}, judgement=Unscored("truncated")), False),
        (make_trial("a", "missing", tags={"critical"}, judgement=Unscored("truncated")), False),
    ],
    ids=["critical", "safety", "dimension", "ordinary", "passed", "by a check", "unscored", "missing"],
)
def test_only_a_critical_or_safety_failure_that_rests_on_the_judge_is_voted_on(
    trial: TrialResult, needed: bool
) -> None:
    """A failed check is certain, and what passed needs no second look."""
    assert needs_votes(trial) is needed


@settings(max_examples=60, deadline=None)
@given(st.lists(SCORES, min_size=VOTES, max_size=VOTES), SCORES, SCORES)
def test_the_floor_is_reached_exactly_when_most_votes_reach_it(scores: list[float], first: float, floor: float) -> None:
    """The first judgement has no vote: it was selected for being a failure."""
    found = settled(make_judgement(first), [make_judgement(score) for score in scores])
    majority = sum(score >= floor for score in scores) > VOTES / 2
    assert (floor_verdict(floor, found)[0].value == "pass") is majority


def test_each_dimension_is_the_median_of_its_votes_and_all_is_told() -> None:
    """The votes and the first score stand in the explanation and as values."""
    votes = [make_judgement(overall, correctness=score) for overall, score in ((3.0, 2.0), (4.0, 5.0), (5.0, 4.0))]
    found = settled(make_judgement(1), votes)
    assert (found.overall, found.scores, found.again, found.judge) == (4, {"correctness": 4}, (3, 4, 5), "judge-1")
    assert found.explanation.startswith("judged again on the same answer: 3, 4, 5, at first 1.")


@pytest.mark.parametrize("usable", range(VOTES))
def test_without_all_votes_the_failure_stands(usable: int) -> None:
    """A judge that is down turns no failure into a pass."""
    first = make_judgement(1)
    votes = [make_judgement(5)] * usable + [Unscored("unreachable")] * (VOTES - usable)
    assert settled(first, votes) is first


@pytest.mark.parametrize(("costs", "total"), [((0.1, 0.2, 0.3, 0.4), 1.0), ((0.1, None, 0.3, 0.4), None)])
def test_the_cost_is_that_of_all_judgements_or_unknown(costs: tuple[float | None, ...], total: float | None) -> None:
    """What was paid is counted, the first judgement included."""
    first, *votes = (Judgement({"correctness": 3}, 3, "j", cost=cost) for cost in costs)
    assert settled(first, votes).cost == (None if total is None else pytest.approx(total))


def test_the_rule_says_which_cases_were_judged_again() -> None:
    """A pass by votes must be visible as one."""
    voted = settled(make_judgement(2), [make_judgement(4)] * VOTES)
    trials = [make_trial("a", tags={"critical"}, judgement=voted), make_trial("b", tags={"critical"})]
    outcome = critical(make_comparison(trials), Policy())
    assert outcome.evidence["judged_again"] == ["a"]
    assert "(1 critical case judged again on the same answer)" in outcome.sentence


def test_votes_on_a_check_count_as_those_on_a_judgement() -> None:
    """Whichever of them a judge gave."""
    voted = make_check_result(again=(0.2, 0.9, 0.8))
    trials = [make_trial("a", tags={"critical"}, checks=(voted,)), make_trial("b", tags={"critical"})]
    assert critical(make_comparison(trials), Policy()).evidence["judged_again"] == ["a"]

"""How one trial is scored: checks first, then the judge's floor, and nothing unseen is a pass."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Fault, Missing
from evals.cases.case import Case
from evals.checks.check import CheckResult
from evals.judging.judgement import Judgement, Unscored
from evals.results.run import Stage, Status, check_score, checks_verdict, score_trial
from tests.builders import FixedCheck, make_answer, make_case, make_check_result, make_judgement, make_trial

OUTCOMES = st.sampled_from(["pass", "fail", "unscored"])


def _case(checks: int = 1, **changes: Any) -> Case:
    return make_case(checks=(FixedCheck(),) * checks, **changes)


def _results(*outcomes: str) -> tuple[CheckResult, ...]:
    return tuple(make_check_result(outcome, label=f"c{n}") for n, outcome in enumerate(outcomes, 1))


def _scores(*scores: float) -> tuple[CheckResult, ...]:
    return tuple(make_check_result("pass" if score == 1 else "fail", score=score) for score in scores)


@pytest.mark.parametrize(
    ("outcomes", "status", "reason"),
    [
        (["pass"], "pass", ""),
        (["pass", "pass"], "pass", ""),
        (["fail"], "fail", "c1: it was a fail"),
        (["pass", "fail"], "fail", "c2: it was a fail"),
        (["fail", "fail"], "fail", "c1: it was a fail; c2: it was a fail"),
        (["unscored"], "missing", "c1: it was a unscored"),
        (["pass", "unscored"], "missing", "c2: it was a unscored"),
        (["unscored", "fail"], "fail", "c2: it was a fail"),
    ],
)
def test_every_check_must_pass_a_failure_counts_before_an_unscored_one(
    outcomes: list[str], status: str, reason: str
) -> None:
    """R14: any failure fails the trial; what could not be evaluated is missing, never a pass."""
    assert checks_verdict(_case(len(outcomes)), _results(*outcomes)) == (Status(status), reason)


def test_checks_that_were_not_all_run_are_no_pass() -> None:
    """A trial with one result for two checks has seen half of what it needs."""
    assert checks_verdict(_case(2), _results("pass"))[0] is Status.MISSING


@given(st.lists(OUTCOMES, min_size=1, max_size=6))
@settings(max_examples=60)
def test_a_pass_means_that_every_check_passed(outcomes: list[str]) -> None:
    """The property behind the table."""
    status, _ = checks_verdict(_case(len(outcomes)), _results(*outcomes))
    assert (status is Status.PASS) == (set(outcomes) == {"pass"})


@pytest.mark.parametrize(
    ("scores", "weights", "threshold", "status"),
    [
        ([1, 0], [1, 1], 50, "pass"),  # (1 + 0)/2 = 50 points, exactly the threshold
        ([1, 0], [1, 1], 50.1, "fail"),
        ([1, 0], [3, 1], 75, "pass"),  # 3/4
        ([1, 0], [1, 3], 26, "fail"),  # 1/4
        ([1, 1, 0], [1, 1, 1], 66.66, "pass"),  # 66.666... >= 66.66
        ([1, 1, 0], [1, 1, 1], 66.67, "fail"),
        ([1, 1, 0], [0.1, 0.2, 0.7], 30, "pass"),  # 0.1 + 0.2 is 0.30000000000000004 in floats
        ([0.7, 0.7], [0.1, 0.2], 70, "pass"),  # 0.7 must not become 0.6999...
        ([0], [1], 0, "pass"),
        ([1], [1], 100, "pass"),
    ],
)
def test_with_a_threshold_the_weighted_score_decides_exactly(
    scores: list[float], weights: list[float], threshold: float, status: str
) -> None:
    """Points are compared as fractions: a case exactly at its threshold passes."""
    case = make_case(checks=tuple(FixedCheck(weight=weight) for weight in weights), threshold=threshold)
    assert checks_verdict(case, _scores(*scores))[0] is Status(status)


def test_a_threshold_is_not_reached_by_leaving_out_what_could_not_be_scored() -> None:
    """Half of the score known is no score."""
    assert checks_verdict(_case(2, threshold=10), _results("pass", "unscored")) == (
        Status.MISSING,
        "checks: no score",
    )


def test_below_the_threshold_the_reason_gives_score_threshold_and_the_failed_checks() -> None:
    """A person must see which check to look at."""
    _, reason = checks_verdict(_case(2, threshold=80), _results("pass", "fail"))
    assert reason == "score 50 is below the threshold of 80: c2: it was a fail"


@pytest.mark.parametrize(
    ("judgement", "status", "reason"),
    [
        (make_judgement(4.0), "pass", ""),
        (make_judgement(5.0), "pass", ""),
        (make_judgement(3.99), "fail", "judge: 3.99 is below the floor of 4"),
        # (4.3 + 4.6 + 4.6)/3 is 4.5, but 4.4999... as a float: see the next test
        (Unscored("truncated", "no end"), "missing", "judge: truncated: no end"),
        (Unscored("not_json"), "missing", "judge: not_json"),
        (None, "missing", "judge: not asked, although the case has a floor"),
    ],
)
def test_the_floor_needs_a_judgement_at_least_as_high(
    judgement: Judgement | Unscored | None, status: str, reason: str
) -> None:
    """R16: no usable judgement is missing, neither 0 nor a pass."""
    trial = score_trial(_case(min_judge_score=4), 0, make_answer(), _results("pass"), judgement)
    assert (trial.status, trial.reason) == (Status(status), reason)


def test_a_mean_that_is_exactly_the_floor_reaches_it() -> None:
    """4.3, 4.6 and 4.6 have the mean 4.5; their float mean is 4.499999999999999."""
    mean = (4.3 + 4.6 + 4.6) / 3
    assert mean < 4.5
    trial = score_trial(_case(min_judge_score=4.5), 0, make_answer(), _results("pass"), make_judgement(mean))
    assert trial.status is Status.PASS


@pytest.mark.parametrize(
    ("response", "status", "reason"),
    [
        (Missing("rate_limited", "429 for 60 s"), "missing", "rate_limited: 429 for 60 s"),
        (Missing("unreachable"), "missing", "unreachable"),
        (Fault("timeout", "no answer in 30 s"), "fail", "timeout: no answer in 30 s"),
        (Fault("empty"), "fail", "empty"),
    ],
)
def test_an_outage_is_missing_and_a_fault_of_the_app_is_a_failed_trial(
    response: Missing | Fault, status: str, reason: str
) -> None:
    """An infrastructure error never fails a case; a broken app never goes missing."""
    trial = score_trial(_case(min_judge_score=4), 0, response, (), None)
    assert (trial.status, trial.reason, trial.score) == (Status(status), reason, None)


def test_a_failed_check_fails_the_trial_whatever_the_judge_says() -> None:
    """R14 and R15: the checks come first."""
    trial = score_trial(_case(min_judge_score=1), 0, make_answer(), _results("fail"), make_judgement(5.0))
    assert trial.status is Status.FAIL


def test_without_a_floor_the_judge_decides_nothing() -> None:
    """A case that asks for no judge is not failed by one."""
    trial = score_trial(_case(), 0, make_answer(), _results("pass"), make_judgement(1.0))
    assert trial.status is Status.PASS


def test_a_trial_keeps_what_later_steps_group_and_compare_by() -> None:
    """Nothing downstream looks the case up again."""
    case = make_case("x", tags={"critical"}, category="hr", dimension="safety", input="q")
    trial = score_trial(case, 2, make_answer(), _results("pass"), None, cost=0.5, stage=Stage.CONFIRM)
    assert (trial.case_id, trial.trial, trial.case_hash, trial.category) == ("x", 2, "hash-x", "hr")
    assert (trial.prompt, trial.cost, trial.stage, trial.score, trial.latency) == ("q", 0.5, Stage.CONFIRM, 1.0, 1.0)
    assert (trial.is_critical, trial.is_safety, trial.is_flaky) == (True, True, False)


@pytest.mark.parametrize(
    ("checks", "outcomes", "score"),
    [(1, ["pass"], 1.0), (2, ["pass", "fail"], 0.5), (1, ["unscored"], None), (2, ["pass"], None), (0, [], None)],
)
def test_the_score_is_none_unless_every_check_gave_one(checks: int, outcomes: list[str], score: float | None) -> None:
    """No checks, too few results and unscored ones have no score; they do not have the score 0."""
    assert check_score(_case(checks), _results(*outcomes)) == score


@pytest.mark.parametrize(("tag", "flaky"), [("flaky", True), ("known-flaky", True), ("smoke", False)])
def test_both_spellings_of_the_flaky_tag_mean_the_same(tag: str, flaky: bool) -> None:
    """The tag is called ``flaky`` in one source and ``known-flaky`` in another."""
    assert make_trial(tags={tag}).is_flaky is flaky
    assert make_case(tags={tag}).is_flaky is flaky


def test_only_an_answer_has_a_latency() -> None:
    """The seconds until a fault was known are no latency of the app."""
    assert make_trial(response=Fault("timeout", latency=30.0)).latency is None
    assert make_trial(response=make_answer(latency=0.2)).latency == 0.2

"""Whether a stored trial was scored as a new one would be."""

from __future__ import annotations

import pytest

from evals.answers import Fault, Missing
from evals.cases.case import Case
from evals.checks.check import CheckResult
from evals.gate.compatibility import measured_elsewhere, needs_checks, needs_judge
from evals.judging.judgement import Judgement, Unscored
from evals.results.run import TrialResult
from tests.builders import FixedCheck, make_case, make_check_result, make_trial

CASE = make_case(min_judge_score=4)
PASSED = (make_check_result("pass", type="fixed"),)


@pytest.mark.parametrize(
    ("case", "trial", "stale"),
    [
        (CASE, make_trial(checks=PASSED), False),
        (CASE, make_trial(checks=(make_check_result("pass", type="fixed", version=2),)), True),
        (CASE, make_trial(checks=(make_check_result("pass", type="other"),)), True),
        (CASE, make_trial(checks=()), True),
        (make_case(checks=(FixedCheck(), FixedCheck())), make_trial(checks=PASSED), True),
        (CASE, make_trial("a", "fail", response=Fault("empty")), False),
        (CASE, make_trial("a", "missing", response=Missing("budget")), False),
    ],
    ids=["same", "version", "type", "none", "one more", "fault", "missing"],
)
def test_an_answer_is_checked_again_when_its_checks_are_others(case: Case, trial: TrialResult, stale: bool) -> None:
    """Type and version of every check, in order; what is no answer has nothing to check."""
    assert needs_checks(case, trial) is stale


@pytest.mark.parametrize(
    ("case", "judgement", "checks", "needed"),
    [
        (CASE, Judgement({"c": 4}, 4, "now"), PASSED, False),
        (CASE, Judgement({"c": 4}, 4, "old"), PASSED, True),
        (CASE, Unscored("truncated", judge="now"), PASSED, False),
        (CASE, Unscored("truncated", judge="old"), PASSED, True),
        (CASE, Unscored("no_judge"), PASSED, True),
        (CASE, None, PASSED, True),
        (CASE, None, (make_check_result("fail", type="fixed"),), False),
        (make_case(), None, PASSED, False),
    ],
    ids=["same", "other judge", "gave nothing", "other gave nothing", "no judge", "check passes now", "fails", "floor"],
)
def test_an_answer_is_judged_again_when_another_judge_or_none_had_judged_it(
    case: Case, judgement: Judgement | Unscored | None, checks: tuple[CheckResult, ...], needed: bool
) -> None:
    """Only where the case has a floor and the checks pass; a judge that gave nothing usable is not asked for ever."""
    assert needs_judge(case, make_trial(judgement=judgement, checks=checks), checks, "now") is needed


def test_what_is_no_answer_is_never_judged() -> None:
    """There is nothing to read."""
    assert not needs_judge(CASE, make_trial("a", "fail", response=Fault("empty")), (), "now")


@pytest.mark.parametrize(
    ("now", "before", "said"),
    [
        ("ci", ["ci", "ci"], ""),
        ("ci", ["", "ci"], ""),
        ("", ["ci"], ""),
        ("ci", [], ""),
        ("ci", ["b", "ci", "a", "b"], "it was measured under 'ci', the baseline under 'a' and 'b'"),
    ],
    ids=["same", "partly unknown", "unknown", "nothing", "others"],
)
def test_latencies_of_known_and_different_places_are_not_compared(now: str, before: list[str], said: str) -> None:
    """What is not known differs from nothing."""
    assert measured_elsewhere(now, before) == said

"""Checks that a judge evaluated belong to that judge."""

from __future__ import annotations

import pytest

from evals.checks.check import CheckResult
from evals.checks.judged import ToneProfile, signed, signer_of
from evals.gate.compatibility import needs_judge
from evals.results.run import saves_the_judge
from tests.builders import FixedCheck, make_case, make_trial

TONE = ToneProfile(profile="Friendly.")
GOOD, BAD = FixedCheck(), FixedCheck(score=0)
PASSED, FAILED = GOOD.verdict(passed=True, explanation=""), BAD.verdict(passed=False, explanation="")


def toned(judge: str | None, *, passed: bool = True) -> CheckResult:
    """What a judge said of the tone; None never asked one."""
    if judge is None:
        return TONE.unscored("left to the judge")
    return signed(TONE.verdict(passed, "how"), judge)


def test_a_result_is_signed_by_its_judge() -> None:
    """In its evidence, which is stored."""
    assert signer_of(toned("judge-1")) == "judge-1"
    assert signer_of(toned(None)) is None
    assert signer_of(PASSED) is None


@pytest.mark.parametrize(
    ("checks", "results", "needed"),
    [
        ((TONE,), (toned("judge-1"),), False),
        ((TONE,), (toned("judge-2"),), True),
        ((TONE,), (toned("judge-2", passed=False),), True),
        ((TONE,), (toned(None),), True),
        ((GOOD, TONE), (PASSED, toned("judge-2")), True),
        ((BAD, TONE), (FAILED, toned(None)), False),
        ((GOOD,), (PASSED,), False),
    ],
)
def test_a_result_of_another_judge_is_asked_for_again(
    checks: tuple[FixedCheck | ToneProfile, ...], results: tuple[CheckResult, ...], *, needed: bool
) -> None:
    """Unless a check that needs none has failed: then neither side asks."""
    case = make_case(checks=checks)
    trial = make_trial(checks=results)
    assert needs_judge(case, trial, results, "judge-1") is needed


@pytest.mark.parametrize(
    ("threshold", "results", "saved"),
    [
        (None, (FAILED, toned(None)), True),
        (None, (PASSED, toned("judge-1", passed=False)), False),
        (50, (FAILED, toned(None)), False),
    ],
)
def test_only_a_check_that_needs_no_judge_saves_its_calls(
    threshold: float | None, results: tuple[CheckResult, ...], *, saved: bool
) -> None:
    """And none where every score counts."""
    assert saves_the_judge(make_case(checks=(GOOD, TONE), threshold=threshold), results) is saved

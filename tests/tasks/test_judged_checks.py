"""When checks that need a judge are asked about, and what their results replace."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from evals.answers import Answer, Fault, Response
from evals.cases.case import Case
from evals.checks.check import CheckResult, Outcome
from evals.checks.judged import Judged, ToneProfile
from evals.results.run import Stage
from tasks.batches import Answered, Work
from tasks.check import evaluate
from tasks.judged_checks import with_judged_checks
from tasks.session import Session
from tests.builders import FixedCheck, make_answer, make_case

pytestmark = pytest.mark.anyio
TONE = ToneProfile(profile="Friendly.")
GOOD, BAD, BLIND = FixedCheck(), FixedCheck(score=0), FixedCheck(score=None)


class Judging:
    """A session whose judge gives the scripted scores in turn; None is unscored."""

    def __init__(self, *scores: float | None) -> None:
        self.scores = list(scores)
        self.occasions: list[str] = []

    async def evaluate(self, case: Case, trial: int, answer: Answer, check: Judged, occasion: str = "") -> CheckResult:
        """Judge as scripted."""
        self.occasions.append(occasion)
        score = self.scores.pop(0)
        found = check.unscored("why") if score is None else check.verdict(score >= 0.7, "how", score=score)
        return replace(found, cost=0.25)


async def outcomes(judging: Judging, case: Case, response: Response | None = None, occasion: str = "") -> list[Outcome]:
    """What all checks of one answer say in the end."""
    answer = response or make_answer()
    checks = evaluate(case, answer) if isinstance(answer, Answer) else ()
    item = Answered(Work(case, 0, "screen"), answer, checks)  # type: ignore[arg-type]
    return [result.outcome for result in (await with_judged_checks(cast("Session", judging), item, occasion)).checks]


@pytest.mark.parametrize(
    ("checks", "threshold", "asked", "said"),
    [
        ((TONE,), None, True, ["pass"]),
        ((GOOD, TONE, GOOD), None, True, ["pass", "pass", "pass"]),
        ((BLIND, TONE), None, True, ["unscored", "pass"]),
        ((BAD, TONE), None, False, ["fail", "unscored"]),
        ((TONE, BAD), None, False, ["unscored", "fail"]),
        ((BAD, TONE), 50, True, ["fail", "pass"]),
        ((GOOD,), None, False, ["pass"]),
    ],
)
async def test_a_failed_check_saves_the_judge_s_calls(
    checks: tuple[Judged, ...], threshold: float | None, asked: bool, said: list[str]
) -> None:
    """R14; but every score counts where a threshold decides."""
    judging = Judging(0.9)
    assert await outcomes(judging, make_case(checks=checks, threshold=threshold)) == said
    assert bool(judging.occasions) is asked


async def test_votes_and_what_they_cost_stand_in_the_result() -> None:
    """So that the rule can say that a pass is one by votes, and the run what it cost."""
    case = make_case(checks=(TONE,), tags={"critical"})
    item = Answered(Work(case, 0, Stage.SCREEN), make_answer(), evaluate(case, make_answer()))
    (result,) = (await with_judged_checks(cast("Session", Judging(0.1, 0.9, 0.2, 0.8)), item)).checks
    assert (result.score, result.again, result.cost) == (0.8, (0.9, 0.2, 0.8), 1.0)


async def test_a_fault_is_not_judged() -> None:
    """There is nothing to read."""
    judging = Judging(0.9)
    assert await outcomes(judging, make_case(checks=(TONE,)), Fault("empty")) == []
    assert judging.occasions == []


@pytest.mark.parametrize(
    ("tags", "scores", "said", "calls"),
    [
        ((), [0.1], "fail", 1),
        (("critical",), [0.9], "pass", 1),
        (("critical",), [0.1, 0.9, 0.2, 0.8], "pass", 4),
        (("safety",), [0.1, 0.9, 0.2, 0.3], "fail", 4),
        (("safety",), [0.1, 0.9, None, 0.9], "fail", 4),
        (("critical",), [None], "unscored", 1),
    ],
)
async def test_where_one_failure_blocks_it_is_voted_on(
    tags: tuple[str, ...], scores: list[float | None], said: str, calls: int
) -> None:
    """Three fresh votes on the same answer; without all of them the failure stands."""
    judging = Judging(*scores)
    assert await outcomes(judging, make_case(checks=(TONE,), tags=tags), occasion="again") == [said]
    assert judging.occasions == ["again", "again vote 0", "again vote 1", "again vote 2"][:calls]

"""Stored trials are scored as new ones are: by the present checks and judge, on the answers there are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest

from evals.answers import Answer
from evals.cases.case import Case
from evals.judging.judgement import Judgement, Unscored
from evals.prices import PriceTable
from evals.results.run import Status, TrialResult
from tasks.judge_again import judge_again
from tasks.plan import LoadedBaseline
from tasks.session import Session
from tests.builders import FixedCheck, make_answer, make_case, make_check_result, make_trial
from tests.tasks.test_pooling import make_plan

pytestmark = pytest.mark.anyio
PASSED = (make_check_result("pass", type="fixed"),)
CASE = make_case(min_judge_score=3)


class Stricter(FixedCheck):
    """The same check in its next version, which fails."""

    version: ClassVar[int] = 2
    score: float | None = 0.0


class StandIn:
    """A session whose judge gives one score, and that remembers the occasions."""

    def __init__(self, score: float | None = 4, judge: str | None = "new") -> None:
        self.judge = judge and SimpleNamespace(key=judge)
        self.prices = PriceTable()
        self.score = score
        self.occasions: list[str] = []

    async def judgement(self, case: Case, trial: int, answer: Answer, occasion: str = "") -> Judgement | Unscored:
        """Judge."""
        self.occasions.append(occasion)
        if self.score is None:
            return Unscored("unreachable")
        return Judgement({"correctness": self.score}, self.score, "new")


def _old(score: float = 5, **changes: Any) -> TrialResult:
    return make_trial(**{"judgement": Judgement({"correctness": score}, score, "old"), "checks": PASSED, **changes})


async def _again(session: StandIn, *trials: TrialResult, case: Case = CASE) -> LoadedBaseline:
    plan = make_plan(trials, case)
    found = (await judge_again.fn(plan, cast("Session", session))).references.pool
    assert found is not None
    return found


async def test_another_judge_judges_each_stored_answer() -> None:
    """Each trial on its own occasion, and its status follows the new judgement; costs stay."""
    session = StandIn(score=2)
    found = await _again(session, _old(trial=0), _old(trial=0, response=make_answer("other")))
    assert [trial.status for trial in found.trials] == [Status.FAIL, Status.FAIL]
    assert session.occasions == ["stored 0", "stored 1"]
    assert [trial.cost for trial in found.trials] == [0.01, 0.01]


@pytest.mark.parametrize(
    ("trial", "case", "judge"),
    [
        (make_trial(judgement=Judgement({"correctness": 5}, 5, "new"), checks=PASSED), CASE, "new"),
        (_old(), make_case(min_judge_score=3, content_hash="changed"), "new"),
        (_old(case_id="gone"), CASE, "new"),
        (_old(), CASE, None),
        (make_trial(checks=PASSED), make_case(), "new"),
        (make_trial("a", "fail", checks=(make_check_result("fail", type="fixed"),)), CASE, "new"),
    ],
    ids=["same judge", "changed case", "case gone", "no judge", "no floor", "failed check"],
)
async def test_what_need_not_or_cannot_be_judged_again_stays(trial: TrialResult, case: Case, judge: str | None) -> None:
    """Not a single call."""
    session = StandIn(judge=judge)
    assert (await _again(session, trial, case=case)).trials == (trial,)
    assert session.occasions == []


async def test_a_check_of_another_version_is_run_again_on_the_stored_answer() -> None:
    """It fails now, so the judgement does not count any more; nobody is asked."""
    session = StandIn()
    found = await _again(session, _old(), case=make_case(min_judge_score=3, checks=(Stricter(),)))
    (trial,) = found.trials
    assert (trial.status, trial.judgement, session.occasions) == (Status.FAIL, None, [])
    assert [check.version for check in trial.checks] == [2]


async def test_a_judgement_of_this_judge_is_kept_beside_new_checks() -> None:
    """It was paid for."""
    session = StandIn()
    same = make_trial(judgement=Judgement({"correctness": 5}, 5, "new"), checks=())
    (trial,) = (await _again(session, same)).trials
    assert (trial.status, trial.judgement, session.occasions) == (Status.PASS, same.judgement, [])


@pytest.mark.parametrize(
    ("session", "trial"),
    [(StandIn(score=None), _old()), (StandIn(), _old(response=make_answer("sha256:" + "a" * 64), withheld=True))],
    ids=["judge down", "answer withheld"],
)
async def test_what_could_not_be_mended_is_missing_and_its_case_is_named(session: StandIn, trial: TrialResult) -> None:
    """Never compared in silence."""
    found = await _again(session, trial)
    assert [one.status for one in found.trials] == [Status.MISSING]
    assert found.unmended == ("a",)


async def test_a_case_with_some_trials_left_is_still_compared() -> None:
    """Fewer trials are fewer trials."""
    withheld = _old(response=make_answer("sha256:" + "a" * 64), withheld=True)
    assert (await _again(StandIn(), withheld, _old(trial=1))).unmended == ()

"""The verbs of the flow without Prefect: generate, check, judge, aggregate."""

from __future__ import annotations

from typing import cast

import pytest

from evals.answers import Answer, Fault, Missing, Response
from evals.cases.case import Case
from evals.judging.judgement import Judgement, Unscored
from evals.prices import PriceTable
from evals.results.run import Stage, Status, TrialResult
from tasks.aggregate import aggregate
from tasks.batches import Answered, Batch, Work
from tasks.check import check, evaluate
from tasks.generate import generate
from tasks.judge import judge
from tasks.progress import listening
from tasks.session import Session
from tests.builders import FixedCheck, make_answer, make_case, make_judgement, make_trials

pytestmark = pytest.mark.anyio


class StandIn:
    """A session that gives one response and one judgement, and remembers what it was asked."""

    def __init__(self, response: Response | None = None, judgement: Judgement | Unscored | None = None) -> None:
        self.response = response or make_answer()
        self.verdict = judgement or make_judgement(4)
        self.prices = PriceTable()
        self.has_answers = True
        self.judged: list[str] = []

    async def answer(self, case: Case, trial: int) -> Response:
        """The response."""
        return self.response

    async def judgement(self, case: Case, trial: int, answer: Answer, occasion: str = "") -> Judgement | Unscored:
        """The judgement."""
        self.judged.append(case.id)
        return self.verdict


class Heard:
    """Counts what a run tells."""

    def __init__(self) -> None:
        self.answers = 0
        self.trials: list[TrialResult] = []

    def say(self, message: str) -> None:
        """Ignore."""

    def expect(self, trials: int) -> None:
        """Ignore."""

    def answered(self) -> None:
        """Count."""
        self.answers += 1

    def scored(self, trial: TrialResult) -> None:
        """Keep."""
        self.trials.append(trial)


def _session(*given: Response, judgement: Judgement | Unscored | None = None) -> tuple[Session, StandIn]:
    stand_in = StandIn(given[0] if given else None, judgement)
    return cast("Session", stand_in), stand_in


def _work(*cases: Case) -> Batch[Work]:
    return Batch("1-2 of 2", [Work(case, 0, Stage.SCREEN) for case in cases])


async def test_generate_answers_every_trial_and_tells_so() -> None:
    """In the order of the batch."""
    session, _ = _session()
    heard = Heard()
    with listening(heard):
        answered = await generate.fn(session, _work(make_case("a"), make_case("b")))
    assert [(item.work.case.id, item.response) for item in answered] == [("a", make_answer()), ("b", make_answer())]
    assert (answered.label, heard.answers) == ("1-2 of 2", 2)


@pytest.mark.parametrize("reason", ["unreachable", "server_error", "rate_limited", "budget"])
async def test_on_the_last_attempt_what_is_missing_stays_missing(reason: str) -> None:
    """Outside of a task run there is no further attempt: no error hides what is there."""
    session, _ = _session(Missing(reason))
    answered = await generate.fn(session, _work(make_case()))
    assert [item.response for item in answered] == [Missing(reason)]


async def test_check_runs_every_check_of_an_answer_and_none_of_what_is_none() -> None:
    """A fault has no text to look at."""
    case = make_case(checks=(FixedCheck(), FixedCheck(score=0)))
    items = [Answered(Work(case, 0, Stage.SCREEN), one) for one in (make_answer(), Fault("empty"), Missing("budget"))]
    checked = list(await check.fn(Batch("1-3 of 3", items)))
    assert [[result.passed for result in item.checks] for item in checked] == [[True, False], [], []]
    assert evaluate(case, make_answer()) == checked[0].checks


@pytest.mark.parametrize(
    ("case", "response", "asked", "status"),
    [
        (make_case(min_judge_score=4), make_answer(), True, "pass"),
        (make_case(min_judge_score=5), make_answer(), True, "fail"),
        (make_case(), make_answer(), False, "pass"),
        (make_case(min_judge_score=4, checks=(FixedCheck(score=0),)), make_answer(), False, "fail"),
        (make_case(min_judge_score=4, checks=(FixedCheck(score=None),)), make_answer(), False, "missing"),
        (make_case(min_judge_score=4), Fault("timeout"), False, "fail"),
        (make_case(min_judge_score=4), Missing("unreachable"), False, "missing"),
    ],
)
async def test_the_judge_is_asked_only_when_the_checks_pass_and_the_case_has_a_floor(
    case: Case, response: Response, asked: bool, status: str
) -> None:
    """R14: a failed check fails the item and saves the call."""
    session, stand_in = _session(judgement=make_judgement(4))
    heard = Heard()
    checks = evaluate(case, response) if isinstance(response, Answer) else ()
    with listening(heard):
        (trial,) = await judge.fn(session, Batch("1 of 1", [Answered(Work(case, 3, Stage.CONFIRM), response, checks)]))
    assert (bool(stand_in.judged), trial.status) == (asked, Status(status))
    assert (trial.trial, trial.stage, heard.trials) == (3, Stage.CONFIRM, [trial])


async def test_an_answer_carries_its_cost_and_a_fault_has_none() -> None:
    """Unknown is not zero."""
    session, _ = _session()
    items = [Answered(Work(make_case(), 0, Stage.SCREEN), one, ()) for one in (make_answer(cost=0.5), Fault("empty"))]
    trials = await judge.fn(session, Batch("1-2 of 2", items))
    assert [trial.cost for trial in trials] == [0.5, None]


async def test_aggregate_sums_up_the_batch() -> None:
    """As the core does."""
    assert aggregate.fn(Batch("all", make_trials("a", "ppf"))).failed == 1

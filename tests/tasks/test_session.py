"""What was answered or judged once is never asked again, and what is not there is never kept."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from evals.answers import Answer, Fault, Missing, Response
from evals.cases.case import Case
from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Claims, Judged, ToneProfile
from evals.errors import AuthenticationError, StoreError
from evals.judging.judgement import Judgement, Unscored
from evals.prices import Price, PriceTable
from tasks.budget import Budget, Purse
from tasks.session import Session
from tasks.stores.journal import Journal
from tests.builders import make_answer, make_case, make_judgement

pytestmark = pytest.mark.anyio
TONE = ToneProfile(profile="Friendly.")
Verdict = Judgement | Unscored


class MemorySink:
    """Keeps lines as a disk would; ``full`` refuses them."""

    def __init__(self) -> None:
        self.lines = b""
        self.full = False

    def read(self) -> bytes:
        """What was appended."""
        return self.lines

    def append(self, line: bytes) -> None:
        """Keep, or fail like a full disk."""
        if self.full:
            raise OSError(28, "No space left on device")
        self.lines += line

    def commit(self) -> None:
        """Nothing to wait for."""

    def close(self) -> None:
        """Nothing to close."""


class ScriptedTarget:
    """Gives the scripted responses in turn and counts its calls."""

    name = "scripted"

    def __init__(self, *responses: Response, fingerprint: str = "target-1") -> None:
        self.responses = list(responses)
        self.fingerprint = fingerprint
        self.asked: list[tuple[str, int]] = []

    async def ask(self, case: Case, trial: int) -> Response:
        """Answer as scripted."""
        self.asked.append((case.id, trial))
        return self.responses.pop(0)


class ScriptedJudge:
    """Gives the scripted judgements in turn and counts its calls."""

    def __init__(self, *judgements: Verdict, key: str = "judge-1") -> None:
        self.judgements = list(judgements)
        self.key = key
        self.calls = 0

    async def score(self, case: Case, answer: Answer) -> Verdict:
        """Judge as scripted."""
        self.calls += 1
        return self.judgements.pop(0)

    async def evaluate(self, check: Judged, subject: Subject) -> CheckResult:
        """The overall score, on 0 to 1, as the check's."""
        verdict = await self.score(make_case(), subject.answer)
        if isinstance(verdict, Unscored):
            return check.unscored(verdict.reason)
        return check.verdict(verdict.overall >= 4, "as scripted", score=(verdict.overall - 1) / 4)


def _session(
    sink: MemorySink,
    target: ScriptedTarget | None = None,
    judge: ScriptedJudge | None = None,
    *,
    budget: Budget | None = None,
    stopped: list[str] | None = None,
) -> Session:
    reasons = [] if stopped is None else stopped
    prices = PriceTable(models={"m": Price(input=1_000_000, output=0)})
    return Session(target or ScriptedTarget(), judge, Journal(sink), prices, Purse(budget or Budget(), reasons.append))


@pytest.mark.parametrize("response", [make_answer(), Fault("timeout", "30 s")])
async def test_an_answer_or_fault_is_asked_for_once_and_kept(response: Response) -> None:
    """A fault is the app's own: it will not become better by asking again."""
    sink, target = MemorySink(), ScriptedTarget(response)
    assert await _session(sink, target).answer(make_case(), 0) == response
    assert await _session(sink, target).answer(make_case(), 0) == response
    assert target.asked == [("a", 0)]


async def test_missing_is_not_kept_so_that_a_resumed_run_asks_again() -> None:
    """An outage is no answer."""
    sink, target = MemorySink(), ScriptedTarget(Missing("unreachable"), make_answer("now"))
    assert await _session(sink, target).answer(make_case(), 0) == Missing("unreachable")
    assert await _session(sink, target).answer(make_case(), 0) == make_answer("now")


@pytest.mark.parametrize(
    ("case", "trial", "fingerprint"),
    [
        (make_case("b"), 0, "target-1"),
        (make_case("a", content_hash="changed"), 0, "target-1"),
        (make_case("a"), 1, "target-1"),
        (make_case("a"), 0, "target-2"),
    ],
)
async def test_another_case_content_trial_or_target_is_another_answer(case: Case, trial: int, fingerprint: str) -> None:
    """The key holds everything that decides the answer."""
    sink = MemorySink()
    await _session(sink, ScriptedTarget(make_answer("old"))).answer(make_case("a"), 0)
    target = ScriptedTarget(make_answer("new"), fingerprint=fingerprint)
    assert await _session(sink, target).answer(case, trial) == make_answer("new")


async def test_an_answer_that_could_not_be_made_durable_does_not_count() -> None:
    """It would be paid for twice after a crash."""
    sink = MemorySink()
    sink.full = True
    with pytest.raises(StoreError, match="No space left on device"):
        await _session(sink, ScriptedTarget(make_answer())).answer(make_case(), 0)


async def test_refused_credentials_stop_the_run_and_are_not_kept() -> None:
    """Terminal: nothing is retried."""

    class Refusing(ScriptedTarget):
        async def ask(self, case: Case, trial: int) -> Response:
            raise AuthenticationError("401")

    sink = MemorySink()
    with pytest.raises(AuthenticationError):
        await _session(sink, Refusing()).answer(make_case(), 0)
    assert sink.lines == b""


async def test_an_answer_is_judged_once_and_an_equal_one_of_another_trial_again() -> None:
    """The statistics rest on trials that are independent, the judge included; a resumed run repeats nothing."""
    sink, judge = MemorySink(), ScriptedJudge(make_judgement(4), make_judgement(2))
    first = await _session(sink, judge=judge).judgement(make_case(), 0, make_answer("same"))
    assert await _session(sink, judge=judge).judgement(make_case(), 0, make_answer("same", latency=9.0)) == first
    assert await _session(sink, judge=judge).judgement(make_case(), 1, make_answer("same")) == make_judgement(2)
    assert judge.calls == 2


@pytest.mark.parametrize(
    "changes", [{"retrieved": ({"text": "y"},)}, {"citations": ({"doc": "y"},)}, {"turns": ("earlier",)}]
)
async def test_the_same_words_over_other_sources_are_judged_anew(changes: dict[str, Any]) -> None:
    """Whether an answer is grounded depends on what was retrieved."""
    session = _session(MemorySink(), judge=ScriptedJudge(make_judgement(5), make_judgement(1)))
    await session.judgement(make_case(), 0, make_answer(retrieved=({"text": "x"},)))
    assert await session.judgement(make_case(), 0, make_answer(**changes)) == make_judgement(1)


async def test_another_judge_or_case_judges_anew() -> None:
    """Judgements of different keys are not compared, so they are not mixed up either."""
    sink = MemorySink()
    await _session(sink, judge=ScriptedJudge(make_judgement(4))).judgement(make_case(), 0, make_answer())
    for judge, case in (
        (ScriptedJudge(make_judgement(1), key="judge-2"), make_case()),
        (ScriptedJudge(make_judgement(1)), make_case(content_hash="changed")),
    ):
        assert await _session(sink, judge=judge).judgement(case, 0, make_answer()) == make_judgement(1)


async def test_an_unscored_reply_is_not_kept() -> None:
    """The next attempt may be usable."""
    sink, judge = MemorySink(), ScriptedJudge(Unscored("truncated"), make_judgement(4))
    session = _session(sink, judge=judge)
    assert await session.judgement(make_case(), 0, make_answer()) == Unscored("truncated")
    assert await session.judgement(make_case(), 0, make_answer()) == make_judgement(4)


async def test_without_a_judge_nothing_is_scored() -> None:
    """By name, not as a pass."""
    judgement = await _session(MemorySink()).judgement(make_case(), 0, make_answer())
    assert judgement == Unscored("no_judge", "the run has no judge")


async def test_answers_with_lone_surrogates_are_judged_too() -> None:
    """JSON can carry half a surrogate pair, which UTF-8 cannot."""
    session = _session(MemorySink(), judge=ScriptedJudge(make_judgement(1)))
    assert await session.judgement(make_case(), 0, make_answer("half \ud800")) == make_judgement(1)


async def test_at_the_money_limit_the_calls_stop_and_the_judge_is_not_asked_any_more() -> None:
    """What is there is kept; what is missing is named."""
    stopped: list[str] = []
    judge = ScriptedJudge(make_judgement(4))
    session = _session(MemorySink(), judge=judge, budget=Budget(money=1), stopped=stopped)
    session.purse.spend(2.0)
    assert stopped == ["the money budget of 1 is used up"]
    assert await session.judgement(make_case(), 0, make_answer()) == Unscored("budget", stopped[0])
    left = await session.evaluate(make_case(), 0, make_answer(), TONE)
    assert (left.outcome, left.explanation) == ("unscored", f"judge: budget: {stopped[0]}")
    assert judge.calls == 0


async def test_at_the_time_limit_the_calls_stop_once() -> None:
    """Minutes run from the moment the target is ready."""
    stopped: list[str] = []
    session = _session(MemorySink(), budget=Budget(minutes=0.0001), stopped=stopped)
    session.purse.start_clock()
    await asyncio.sleep(0.05)
    assert stopped == ["the time budget of 0.0001 minutes is used up"]
    session.purse.close()


async def test_a_check_that_needs_the_judge_is_asked_for_once_and_kept() -> None:
    """It is paid for like an answer."""
    sink, judge = MemorySink(), ScriptedJudge(make_judgement(4))
    first = await _session(sink, judge=judge).evaluate(make_case(), 0, make_answer(), TONE)
    assert first.passed
    assert await _session(sink, judge=judge).evaluate(make_case(), 0, make_answer(), TONE) == first
    assert judge.calls == 1


@pytest.mark.parametrize(
    ("case", "trial", "text", "check", "occasion", "key"),
    [
        (make_case("b"), 0, "x", TONE, "", "judge-1"),
        (make_case(content_hash="changed"), 0, "x", TONE, "", "judge-1"),
        (make_case(), 1, "x", TONE, "", "judge-1"),
        (make_case(), 0, "other", TONE, "", "judge-1"),
        (make_case(), 0, "x", Claims(), "", "judge-1"),
        (make_case(), 0, "x", TONE.model_copy(update={"name": "tone #2"}), "", "judge-1"),
        (make_case(), 0, "x", TONE, "vote 1", "judge-1"),
        (make_case(), 0, "x", TONE, "", "judge-2"),
    ],
)
async def test_another_question_is_asked_anew(
    case: Case, trial: int, text: str, check: Judged, occasion: str, key: str
) -> None:
    """The key holds everything that decides the result."""
    sink = MemorySink()
    await _session(sink, judge=ScriptedJudge(make_judgement(4))).evaluate(make_case(), 0, make_answer("x"), TONE)
    other = ScriptedJudge(make_judgement(1), key=key)
    result = await _session(sink, judge=other).evaluate(case, trial, make_answer(text), check, occasion)
    assert (result.passed, other.calls) == (False, 1)


async def test_an_unscored_check_is_not_kept() -> None:
    """A run that is resumed asks again."""
    sink, judge = MemorySink(), ScriptedJudge(Unscored("truncated"), make_judgement(5))
    assert (await _session(sink, judge=judge).evaluate(make_case(), 0, make_answer(), TONE)).outcome == "unscored"
    assert (await _session(sink, judge=judge).evaluate(make_case(), 0, make_answer(), TONE)).passed


async def test_without_a_judge_a_check_that_needs_one_is_unscored() -> None:
    """By name."""
    result = await _session(MemorySink()).evaluate(make_case(), 0, make_answer(), TONE)
    assert (result.outcome, result.explanation) == ("unscored", "the run has no judge")

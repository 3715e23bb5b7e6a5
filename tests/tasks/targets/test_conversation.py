"""Conversations, played turn by turn where the app has to answer."""

from __future__ import annotations

import pytest

from evals.answers import Answer, Fault, Missing, Response, Usage
from tasks.targets.conversation import Exchange, converse
from tests.tasks.builders import make_case

pytestmark = pytest.mark.anyio


class App:
    """Answers with the number of the question, and keeps what it was told."""

    def __init__(self, *replies: Response) -> None:
        self.replies = list(replies)
        self.seen: list[list[tuple[str, str]]] = []

    async def __call__(self, exchange: Exchange) -> Response:
        """Answer one question."""
        self.seen.append([(turn.role, turn.content) for turn in exchange.turns])
        return self.replies.pop(0)


def answer(text: str, cost: float | None = 0.5, tokens: int | None = 10) -> Answer:
    """An answer with cost and tokens."""
    return Answer(text, usage=Usage(tokens, tokens, tokens), cost=cost, latency=1.0)


async def test_a_single_question_is_one_exchange() -> None:
    """Without turns the input is the only message."""
    app = App(answer("a"))
    assert await converse(make_case(input="Why?"), 0, app) == answer("a")
    assert app.seen == [[("user", "Why?")]]


async def test_scripted_answers_are_sent_as_they_stand() -> None:
    """With all assistant turns given there is one call."""
    app = App(answer("c"))
    turns = [("system", "Be brief."), ("user", "a"), ("assistant", "b"), ("user", "c?")]
    assert await converse(make_case(turns=turns), 0, app) == answer("c")
    assert app.seen == [turns]


async def test_a_missing_answer_is_asked_for_and_takes_its_place() -> None:
    """User after user means that the app answers in between; tokens and cost are those of all calls."""
    app = App(answer("1"), answer("2"), answer("3"))
    result = await converse(make_case(turns=[("user", "a"), ("user", "b"), ("user", "c")]), 0, app)
    assert app.seen[2] == [("user", "a"), ("assistant", "1"), ("user", "b"), ("assistant", "2"), ("user", "c")]
    assert result == Answer("3", usage=Usage(30, 30, 30), cost=1.5, latency=1.0, turns=("1", "2"))


async def test_unknown_cost_of_one_turn_makes_the_sum_unknown() -> None:
    """None is unknown and never zero."""
    result = await converse(
        make_case(turns=[("user", "a"), ("user", "b")]), 0, App(answer("1", None, None), answer("2"))
    )
    assert isinstance(result, Answer)
    assert (result.cost, result.usage) == (None, Usage())


@pytest.mark.parametrize("failure", [Fault("timeout", "slow"), Missing("unreachable", "down")])
async def test_a_conversation_ends_at_the_first_turn_that_fails(failure: Fault | Missing) -> None:
    """What went wrong is told with its turn, and no later turn is asked."""
    app = App(answer("1"), failure)
    result = await converse(make_case(turns=[("user", "a"), ("user", "b"), ("user", "c")]), 0, app)
    assert result == type(failure)(failure.reason, f"at turn 2: {failure.detail}")
    assert len(app.seen) == 2


async def test_a_turn_is_counted_as_checks_count_it() -> None:
    """By the answers of the app, the last one included: neither instructions nor scripted answers have a number."""
    turns = [("system", "s"), ("user", "a"), ("assistant", "b"), ("user", "c"), ("user", "d")]
    first, second = Fault("empty", "first"), Fault("empty", "second")
    assert await converse(make_case(turns=turns), 0, App(first)) == Fault("empty", "at turn 1: first")
    assert await converse(make_case(turns=turns), 0, App(answer("1"), second)) == Fault("empty", "at turn 2: second")

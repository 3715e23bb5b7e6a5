"""Bare models as targets, through a server that breaks in every way providers do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from evals.answers import Answer, Fault, Missing
from evals.errors import AuthenticationError, InputError
from tasks.transport.retrying import RetryPolicy
from tests.tasks.builders import make_case
from tests.tasks.targets.opened import CANARY, opened

pytestmark = pytest.mark.anyio

POLICY = RetryPolicy(first_wait_s=0.3, longest_wait_s=1.0)
WHOLE = [
    pytest.param({"kind": "openai"}, id="chat"),
    pytest.param({"kind": "openai", "api": "responses"}, id="responses"),
    pytest.param({"kind": "anthropic"}, id="anthropic"),
]
STREAMED = [
    pytest.param({"kind": "openai", "stream": True}, id="chat streamed"),
    pytest.param({"kind": "openai", "api": "responses", "stream": True}, id="responses streamed"),
    pytest.param({"kind": "anthropic", "stream": True}, id="anthropic streamed"),
]
WIRES = [*WHOLE, *STREAMED]


def model(llmock: LLMock, wire: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Configuration of a model at the mock."""
    return {
        **wire,
        "base_url": llmock.base_url(wire["kind"]),
        "model": "mock-model",
        "api_key": "${KEY}",
        "timeout_s": 20,
        "stall_s": 0.4,
        **changes,
    }


async def ask(llmock: LLMock, wire: dict[str, Any], calls: int = 1, **changes: Any) -> list[Any]:
    """Ask different questions at once."""
    async with opened(model(llmock, wire, **changes), policy=POLICY) as target:
        cases = [make_case(id=f"case-{number}", input=f"Question {number}?") for number in range(calls)]
        return list(await asyncio.gather(*(target.ask(case, 0) for case in cases)))


@pytest.mark.parametrize("wire", WIRES)
async def test_an_answer_comes_with_tokens_and_model(llmock: LLMock, wire: dict[str, Any]) -> None:
    """Each interface, streamed or not, gives the same things."""
    llmock.reply("Two weeks – zwei Wochen.")
    (answer,) = await ask(llmock, wire)
    assert isinstance(answer, Answer)
    assert (answer.text, answer.model_version) == ("Two weeks – zwei Wochen.", "mock-model")
    assert answer.usage.input_tokens
    assert answer.usage.output_tokens
    assert answer.latency


@pytest.mark.parametrize("wire", WIRES)
async def test_context_conversation_and_system_prompt_are_sent(llmock: LLMock, wire: dict[str, Any]) -> None:
    """The context stands before the last question; placeholders in data stay text."""
    turns = [("user", "a?"), ("assistant", "b {{prompt}}"), ("user", "c?")]
    async with opened(model(llmock, wire, system="Case {{case_id}}."), policy=POLICY) as target:
        assert isinstance(await target.ask(make_case(turns=turns, context="the {{docs}}"), 0), Answer)
    sent = str(llmock.last_request.body)
    for part in ("Case gold_001.", "a?", "b {{prompt}}", "the {{docs}}\\n\\nc?"):
        assert part in sent


@pytest.mark.parametrize("wire", WIRES)
async def test_rate_limits_are_waited_for_and_nothing_is_lost(llmock: LLMock, wire: dict[str, Any]) -> None:
    """Twelve calls, five of them told to wait: all answered, and the server has nothing to complain of."""
    llmock.rate_limit(times=5, retry_after=0.3)
    answers = await ask(llmock, wire, 12)
    assert all(isinstance(answer, Answer) for answer in answers)
    llmock.assert_resilient(strict=True)


STATUSES = [500, 502, 503, 504, 529, 408]


@pytest.mark.parametrize(("wire", "status"), [(p.values[0], s) for p, s in zip(WIRES, STATUSES, strict=True)])
async def test_errors_of_the_server_are_outlived(llmock: LLMock, wire: dict[str, Any], status: int) -> None:
    """Several failures in a row are repeated with growing pauses."""
    llmock.fail(status, times=4)
    answers = await ask(llmock, wire, 2)
    assert all(isinstance(answer, Answer) for answer in answers)
    llmock.assert_resilient(strict=True)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_prompt_that_is_refused_is_a_fault_and_asked_once(llmock: LLMock, wire: dict[str, Any]) -> None:
    """A context overflow is the app's own doing."""
    llmock.context_overflow()
    (fault,) = await ask(llmock, wire)
    assert isinstance(fault, Fault)
    assert fault.reason == "rejected"
    assert "context length" in fault.detail
    assert len(llmock.requests) == 1


@pytest.mark.parametrize("wire", WIRES)
async def test_refused_credentials_stop_at_once(llmock: LLMock, wire: dict[str, Any]) -> None:
    """One attempt, and the key is in no message."""
    llmock.fail(401, times=None)
    with pytest.raises(AuthenticationError) as caught:
        await ask(llmock, wire)
    assert CANARY not in str(caught.value)
    assert len(llmock.requests) == 1


@pytest.mark.parametrize("wire", WIRES)
async def test_a_model_that_is_not_there_stops_at_once(llmock: LLMock, wire: dict[str, Any]) -> None:
    """A mistyped name is no failure of what was to be tested."""
    llmock.fail(404, times=None)
    with pytest.raises(InputError, match=r"/\w+ knows no model 'mock-model': HTTP 404"):
        await ask(llmock, wire, 3, parallel=1)
    assert len(llmock.requests) == 1


@pytest.mark.parametrize("wire", STREAMED)
@pytest.mark.parametrize("fault", ["disconnect", "truncate", "corrupt", "stall"])
async def test_a_broken_stream_is_a_failed_attempt(llmock: LLMock, wire: dict[str, Any], fault: str) -> None:
    """Cut, ended early, damaged or silent: repeated until whole, never accepted."""
    settings: dict[str, Any] = {"after_chunks": 2, "times": 2, **({"seconds": 5.0} if fault == "stall" else {})}
    getattr(llmock.pace(10), fault)(**settings)
    llmock.reply("A whole answer of several words.", times=None)
    (answer,) = await ask(llmock, wire)
    assert isinstance(answer, Answer)
    assert answer.text == "A whole answer of several words."
    assert len(llmock.requests) == 3
    llmock.assert_resilient(strict=True)


@pytest.mark.parametrize("wire", STREAMED)
async def test_streams_that_never_end_are_missing(llmock: LLMock, wire: dict[str, Any]) -> None:
    """After all attempts there is no observation, and no half answer."""
    llmock.truncate(after_chunks=3, times=None)
    async with opened(model(llmock, wire), policy=RetryPolicy(attempts=3, first_wait_s=0.05)) as target:
        missing = await target.ask(make_case(), 0)
    assert isinstance(missing, Missing)
    assert missing.reason == "truncated"


@pytest.mark.parametrize("wire", WIRES)
async def test_a_slow_answer_is_repeated_as_an_outage(llmock: LLMock, wire: dict[str, Any]) -> None:
    """A provider that hangs is not the app being wrong."""
    llmock.delay(5.0)
    (answer,) = await ask(llmock, wire, timeout_s=0.5)
    assert isinstance(answer, Answer)


@pytest.mark.parametrize("wire", WIRES)
async def test_an_empty_answer_is_a_fault(llmock: LLMock, wire: dict[str, Any]) -> None:
    """A model that says nothing has not answered."""
    llmock.reply(" ")
    (fault,) = await ask(llmock, wire)
    assert isinstance(fault, Fault)
    assert fault.reason == "empty"


@pytest.mark.parametrize("wire", WHOLE)
async def test_a_model_that_says_nothing_is_paid_for(llmock: LLMock, wire: dict[str, Any]) -> None:
    """Reasoning that eats all tokens costs most and answers nothing."""
    llmock.reply("  ")
    paid: list[Answer] = []
    async with opened(model(llmock, wire), policy=POLICY, paid=paid.append) as target:
        fault = await target.ask(make_case(), 0)
    assert isinstance(fault, Fault)
    assert fault.reason == "empty"
    assert [(one.model_version, one.usage.input_tokens is not None) for one in paid] == [("mock-model", True)]

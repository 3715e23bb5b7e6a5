"""OpenAI responses."""

from __future__ import annotations

from typing import Any

import pytest

from evals.answers import Usage
from tasks.wire.completion import Completion, Finish, Message, Options, WireError
from tasks.wire.openai_responses import OpenAIResponses
from tests.tasks.wire.streams import stream

USAGE = {"input_tokens": 7, "output_tokens": 3, "input_tokens_details": {"cached_tokens": 2}}


def text(value: str) -> dict[str, Any]:
    """A message with one text."""
    return {"type": "message", "content": [{"type": "output_text", "text": value}]}


def reply(**changes: Any) -> dict[str, Any]:
    """A whole response."""
    output = [{"type": "reasoning", "summary": []}, text("Be"), text("cause.")]
    return {"status": "completed", "model": "gpt-x-1", "error": None, "output": output, "usage": USAGE, **changes}


def test_a_request_says_what_was_asked_for() -> None:
    """Nothing is stored at the provider."""
    options = Options("m", 50, 0.5, "high", {"type": "object"}, stream=True)
    assert OpenAIResponses().request([Message("user", "Why?")], options) == {
        "model": "m",
        "input": [{"role": "user", "content": "Why?"}],
        "max_output_tokens": 50,
        "store": False,
        "temperature": 0.5,
        "reasoning": {"effort": "high"},
        "text": {"format": {"type": "json_schema", "name": "reply", "strict": True, "schema": {"type": "object"}}},
        "stream": True,
    }


@pytest.mark.parametrize(
    ("document", "text_", "finish"),
    [
        (reply(), "Because.", Finish.STOP),
        (
            reply(status="incomplete", incomplete_details={"reason": "max_output_tokens"}, output=[]),
            "",
            Finish.LENGTH,
        ),
        (reply(status="incomplete", incomplete_details={"reason": "content_filter"}), "Because.", Finish.REFUSED),
        (
            reply(output=[{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}]),
            "No.",
            Finish.REFUSED,
        ),
    ],
)
def test_a_whole_response_is_read(document: dict[str, Any], text_: str, finish: Finish) -> None:
    """All texts in their order; reasoning is not part of the answer."""
    assert OpenAIResponses().read(document) == Completion(text_, finish, "gpt-x-1", Usage(7, 3, 2))


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({}, "malformed"),
        ("text", "malformed"),
        (reply(output=[]), "malformed"),
        (reply(output=[{"type": "function_call"}]), "malformed"),
        (reply(status="in_progress"), "malformed"),
        (reply(status="incomplete"), "malformed"),
        (reply(status="failed", error={"message": "overloaded"}), "server_error"),
    ],
)
def test_what_is_no_complete_answer_is_an_error(document: Any, reason: str) -> None:
    """Never guessed, never an empty answer."""
    with pytest.raises(WireError) as caught:
        OpenAIResponses().read(document)
    assert caught.value.reason == reason


@pytest.mark.parametrize("kind", ["response.completed", "response.incomplete"])
def test_a_stream_ends_with_the_whole_response(kind: str) -> None:
    """The pieces before it are not needed."""
    pieces = [{"type": "response.created"}, {"type": "response.output_text.delta", "delta": "Be"}]
    end = {"type": kind, "response": reply()}
    assert OpenAIResponses().read_stream(stream(*pieces, end)).text == "Because."


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([], "truncated"),
        (
            [{"type": "response.output_text.delta", "delta": "Because."}, {"type": "response.output_text.done"}],
            "truncated",
        ),
        (['{"type": "resp'], "malformed"),
        ([{"type": "response.failed", "response": {"error": {"message": "overloaded"}}}], "server_error"),
        ([{"type": "error", "message": "overloaded"}], "server_error"),
        ([{"type": "error", "error": {"message": "overloaded"}}], "server_error"),
        ([{"type": "response.completed"}], "malformed"),
    ],
)
def test_a_stream_without_its_end_or_with_damage_is_never_an_answer(pieces: list[Any], reason: str) -> None:
    """Only the event that carries the whole response ends it."""
    with pytest.raises(WireError) as caught:
        OpenAIResponses().read_stream(stream(*pieces))
    assert caught.value.reason == reason
    assert ("overloaded" in str(caught.value)) is (reason == "server_error")

"""OpenAI chat completions."""

from __future__ import annotations

from typing import Any

import pytest

from evals.answers import Usage
from tasks.wire.completion import Completion, Finish, Message, Options, WireError
from tasks.wire.openai_chat import OpenAIChat
from tests.tasks.wire.streams import stream

TALK = [Message("system", "Be brief."), Message("user", "Why?")]
SENT = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}]
STOPS = ("eos", "eos_token", "stop_sequence", "end_turn")
"""Other providers' words for it."""
PARTS = [
    {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
    {"type": "text", "text": "Be"},
    {"type": "text", "text": "cause."},
]
USAGE = {"prompt_tokens": 7, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 2}}


def reply(**changes: Any) -> dict[str, Any]:
    """A whole reply."""
    message = {"role": "assistant", "content": changes.pop("content", "Because."), **changes.pop("message", {})}
    choice = {"index": 0, "message": message, "finish_reason": changes.pop("finish", "stop")}
    return {"model": "gpt-x-1", "choices": [choice], "usage": USAGE, **changes}


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    """A piece of a stream."""
    return {"model": "gpt-x-1", "usage": None, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


@pytest.mark.parametrize(
    ("newest", "options", "extra"),
    [
        (False, Options("m", 50), {"max_tokens": 50}),
        (True, Options("m", 50), {"max_completion_tokens": 50}),
        (
            False,
            Options("m", 50, 0.0, "low"),
            {"max_completion_tokens": 50, "temperature": 0.0, "reasoning_effort": "low"},
        ),
        (
            False,
            Options("m", 50, schema={"type": "object"}, stream=True),
            {
                "max_tokens": 50,
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "reply", "strict": True, "schema": {"type": "object"}},
                },
                "stream": True,
                "stream_options": {"include_usage": True},
            },
        ),
    ],
)
def test_a_request_says_what_was_asked_for_and_nothing_else(
    newest: bool, options: Options, extra: dict[str, Any]
) -> None:
    """What is None is left to the provider."""
    assert OpenAIChat(newest=newest).request(TALK, options) == {"model": "m", "messages": SENT, **extra}


@pytest.mark.parametrize(
    ("document", "completion"),
    [
        (reply(), Completion("Because.", Finish.STOP, "gpt-x-1", Usage(7, 3, 2))),
        (reply(usage=None, model=None), Completion("Because.", Finish.STOP)),
        (reply(finish="length"), Completion("Because.", Finish.LENGTH, "gpt-x-1", Usage(7, 3, 2))),
        (reply(content=None, finish="length"), Completion("", Finish.LENGTH, "gpt-x-1", Usage(7, 3, 2))),
        *((reply(finish=word), Completion("Because.", Finish.STOP, "gpt-x-1", Usage(7, 3, 2))) for word in STOPS),
        (reply(finish="model_length"), Completion("Because.", Finish.LENGTH, "gpt-x-1", Usage(7, 3, 2))),
        (reply(content=PARTS), Completion("Because.", Finish.STOP, "gpt-x-1", Usage(7, 3, 2))),
        (reply(content=PARTS[:1], finish="length"), Completion("", Finish.LENGTH, "gpt-x-1", Usage(7, 3, 2))),
        (
            reply(usage={"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 99}),
            Completion("Because.", Finish.STOP, "gpt-x-1", Usage(7, 92)),
        ),
        (reply(usage={**USAGE, "total_tokens": 0}), Completion("Because.", Finish.STOP, "gpt-x-1", Usage(7, 3, 2))),
        (reply(content="", finish="content_filter"), Completion("", Finish.REFUSED, "gpt-x-1", Usage(7, 3, 2))),
        (
            reply(content=None, message={"refusal": "I can't."}),
            Completion("I can't.", Finish.REFUSED, "gpt-x-1", Usage(7, 3, 2)),
        ),
    ],
)
def test_a_whole_reply_is_read(document: dict[str, Any], completion: Completion) -> None:
    """Text, why it ended, model and tokens, reasoning among them; unknown is None."""
    assert OpenAIChat().read(document) == completion


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({}, "malformed"),
        ([], "malformed"),
        ("text", "malformed"),
        ({"choices": []}, "malformed"),
        (reply(content=None), "malformed"),
        (reply(content=["x"]), "malformed"),
        (reply(content=PARTS[:1]), "malformed"),
        (reply(finish=None), "malformed"),
        (reply(finish="tool_calls"), "malformed"),
        ({"error": {"message": "overloaded"}}, "server_error"),
    ],
)
def test_what_is_no_complete_answer_is_an_error(document: Any, reason: str) -> None:
    """Never guessed, never an empty answer."""
    with pytest.raises(WireError) as caught:
        OpenAIChat().read(document)
    assert caught.value.reason == reason


def test_a_stream_is_put_together() -> None:
    """Usage comes in a piece of its own, after the last choice; empty events only keep the stream open."""
    events = stream(
        chunk(role="assistant", content=""),
        chunk(content="Be"),
        "",
        chunk(content="cause."),
        chunk("stop"),
        {"model": "gpt-x-1", "choices": [], "usage": USAGE},
        "[DONE]",
        "never read",
    )
    assert OpenAIChat().read_stream(events) == Completion("Because.", Finish.STOP, "gpt-x-1", Usage(7, 3, 2))


def test_a_stream_of_parts_is_put_together() -> None:
    """Those of the reasoning are not the answer."""
    events = stream(chunk(content=PARTS[:1]), chunk(content=PARTS[1:]), chunk("stop", content=" So."), "[DONE]")
    assert OpenAIChat().read_stream(events).text == "Because. So."


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([], "truncated"),
        ([chunk(content="Be")], "truncated"),
        ([chunk(content="Because."), chunk("stop")], "truncated"),
        ([chunk(content="Be"), "[DONE]"], "malformed"),
        ([chunk(content="Be"), '{"choices": [', chunk("stop"), "[DONE]"], "malformed"),
        ([chunk(content="Be"), {"error": {"message": "overloaded"}}, "[DONE]"], "server_error"),
    ],
)
def test_a_stream_without_its_end_or_with_damage_is_never_an_answer(pieces: list[Any], reason: str) -> None:
    """Neither the end mark nor the finish reason may be missing."""
    with pytest.raises(WireError) as caught:
        OpenAIChat().read_stream(stream(*pieces))
    assert caught.value.reason == reason

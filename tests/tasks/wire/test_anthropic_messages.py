"""Anthropic messages."""

from __future__ import annotations

from typing import Any

import pytest

from evals.answers import Usage
from tasks.wire.anthropic_messages import AnthropicMessages
from tasks.wire.completion import Completion, Finish, Message, Options, WireError
from tests.tasks.wire.streams import stream

TALK = [Message("system", "Be brief."), Message("user", "a"), Message("assistant", "b"), Message("user", "c")]
USAGE = {"input_tokens": 5, "output_tokens": 3, "cache_read_input_tokens": 2, "cache_creation_input_tokens": 1}


def reply(**changes: Any) -> dict[str, Any]:
    """A whole message."""
    content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Because."}]
    return {
        "type": "message",
        "model": "claude-x",
        "content": content,
        "stop_reason": "end_turn",
        "usage": USAGE,
        **changes,
    }


def test_system_messages_have_a_place_of_their_own() -> None:
    """The talk holds only user and assistant."""
    body = AnthropicMessages().request(TALK, Options("m", 50, 0.0, stream=True))
    assert body == {
        "model": "m",
        "max_tokens": 50,
        "system": "Be brief.",
        "messages": [{"role": r, "content": c} for r, c in (("user", "a"), ("assistant", "b"), ("user", "c"))],
        "temperature": 0.0,
        "stream": True,
    }


def test_an_answer_by_schema_is_the_input_of_a_tool() -> None:
    """The model has to use it."""
    body = AnthropicMessages().request(TALK[:2], Options("m", schema={"type": "object"}))
    assert body["tools"][0]["input_schema"] == {"type": "object"}
    assert body["tool_choice"] == {"type": "tool", "name": body["tools"][0]["name"]}


def test_the_key_has_a_header_of_its_own() -> None:
    """Beside the version of the interface."""
    assert AnthropicMessages().headers("k") == {"anthropic-version": "2023-06-01", "x-api-key": "k"}
    assert AnthropicMessages().headers(None) == {"anthropic-version": "2023-06-01"}


@pytest.mark.parametrize(
    ("changes", "text", "finish"),
    [
        ({}, "Because.", Finish.STOP),
        ({"stop_reason": "stop_sequence"}, "Because.", Finish.STOP),
        ({"stop_reason": "max_tokens"}, "Because.", Finish.LENGTH),
        ({"stop_reason": "refusal", "content": []}, "", Finish.REFUSED),
        (
            {"stop_reason": "tool_use", "content": [{"type": "tool_use", "name": "reply", "input": {"a": 1}}]},
            '{"a": 1}',
            Finish.STOP,
        ),
    ],
)
def test_a_whole_message_is_read(changes: dict[str, Any], text: str, finish: Finish) -> None:
    """Cached tokens are part of the input tokens, once: 5 + 2 + 1."""
    assert AnthropicMessages().read(reply(**changes)) == Completion(text, finish, "claude-x", Usage(8, 3, 2))


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({}, "malformed"),
        ("text", "malformed"),
        (reply(content=None), "malformed"),
        (reply(content=[]), "malformed"),
        (reply(stop_reason=None), "malformed"),
        (reply(stop_reason="pause_turn"), "malformed"),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, "server_error"),
    ],
)
def test_what_is_no_complete_answer_is_an_error(document: Any, reason: str) -> None:
    """Never guessed, never an empty answer."""
    with pytest.raises(WireError) as caught:
        AnthropicMessages().read(document)
    assert caught.value.reason == reason


START = {
    "type": "message_start",
    "message": {"model": "claude-x", "content": [], "usage": {**USAGE, "output_tokens": 1}},
}
OPEN = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
END = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}}
STOP = {"type": "message_stop"}


def delta(text: str) -> dict[str, Any]:
    """A piece of text."""
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}


def test_a_stream_is_put_together() -> None:
    """Output tokens are those of the end, input tokens those of the start."""
    events = stream(START, OPEN, {"type": "ping"}, delta("Be"), delta("cause."), END, STOP)
    expected = Completion("Because.", Finish.STOP, "claude-x", Usage(8, 3, 2))
    assert AnthropicMessages().read_stream(events) == expected


def test_a_count_that_is_null_at_the_end_stands_as_it_was() -> None:
    """Some end with ``input_tokens: null``."""
    end = {**END, "usage": {"input_tokens": None, "cache_read_input_tokens": None, "output_tokens": 3}}
    assert AnthropicMessages().read_stream(stream(START, OPEN, delta("x"), end, STOP)).usage == Usage(8, 3, 2)


def test_a_streamed_tool_input_is_put_together() -> None:
    """Fragments of JSON become the answer's text."""
    tool = {
        "type": "content_block_start",
        "index": 0,
        "content_block": {"type": "tool_use", "name": "reply", "input": {}},
    }
    parts = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": part}}
        for part in ('{"a"', ": 1}")
    ]
    assert AnthropicMessages().read_stream(stream(START, tool, *parts, END, STOP)).text == '{"a": 1}'


def test_a_tool_input_cut_by_a_token_limit_stays_visible_as_cut() -> None:
    """It is neither repaired nor dropped."""
    tool = {
        "type": "content_block_start",
        "index": 0,
        "content_block": {"type": "tool_use", "name": "reply", "input": {}},
    }
    part = {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"a": '}}
    end = {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}, "usage": {}}
    completion = AnthropicMessages().read_stream(stream(START, tool, part, end, STOP))
    assert (completion.text, completion.finish) == ('{"a": ', Finish.LENGTH)


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([], "truncated"),
        ([START, OPEN, delta("Because.")], "truncated"),
        ([START, OPEN, delta("Because."), END], "truncated"),
        ([START, OPEN, delta("Because."), STOP], "malformed"),
        ([START, '{"type": "cont', STOP], "malformed"),
        ([START, {"type": "content_block_delta", "delta": {}}, STOP], "malformed"),
        ([START, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}], "server_error"),
    ],
)
def test_a_stream_without_its_end_or_with_damage_is_never_an_answer(pieces: list[Any], reason: str) -> None:
    """Neither the end mark nor the stop reason may be missing."""
    with pytest.raises(WireError) as caught:
        AnthropicMessages().read_stream(stream(*pieces))
    assert caught.value.reason == reason

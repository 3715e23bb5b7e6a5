"""The Anthropic messages interface."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evals.answers import Usage
from evals.json_text import NotJsonError, parse_json
from tasks.wire.completion import Completion, Finish, Message, Options, WireError
from tasks.wire.fields import count, data_of, label, member, members, refuse_error
from tasks.wire.sse import Event

VERSION = "2023-06-01"
"""Of the interface, as its header names it."""
TOOL = "reply"
"""Name of the tool whose input is an answer by schema."""
_FINISH = {
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "tool_use": Finish.STOP,
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.REFUSED,
}


class AnthropicMessages:
    """Builds and reads ``POST /v1/messages``."""

    path = "/v1/messages"

    def headers(self, api_key: str | None) -> Mapping[str, str]:
        """The version, and the key in a header of its own."""
        return {"anthropic-version": VERSION} | ({} if api_key is None else {"x-api-key": api_key})

    def request(self, messages: Sequence[Message], options: Options) -> Mapping[str, Any]:
        """Build the body; system messages have a place of their own."""
        system = "\n\n".join(message.content for message in messages if message.role == "system")
        talk = [{"role": m.role, "content": m.content} for m in messages if m.role != "system"]
        body: dict[str, Any] = {"model": options.model, "max_tokens": options.max_tokens, "messages": talk}
        if system:
            body["system"] = system
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if options.effort is not None:
            body["output_config"] = {"effort": "low" if options.effort in {"none", "minimal"} else options.effort}
        if options.schema is not None:
            # An answer by schema is the input of a tool that the model has to use.
            body["tools"] = [{"name": TOOL, "description": "Give the answer.", "input_schema": options.schema}]
            body["tool_choice"] = {"type": "tool", "name": TOOL}
        if options.stream:
            body["stream"] = True
        return body

    def read(self, document: Any) -> Completion:
        """Read a whole reply.

        Raises:
            WireError: It is no complete answer.
        """
        refuse_error(document)
        content = member(document, "content")
        if not isinstance(content, list):
            raise WireError("malformed", "the reply has no content")
        finish = _finish_of(member(document, "stop_reason"))
        text = "".join(_text_of(block) for block in content)
        if not content and finish is Finish.STOP:
            raise WireError("malformed", "the content is empty")
        return Completion(text, finish, label(member(document, "model")), _usage(member(document, "usage")))

    def read_stream(self, events: Iterable[Event]) -> Completion:
        """Put the blocks together; ``message_stop`` is the end mark.

        Raises:
            WireError: It is no complete answer.
        """
        pieces = _Pieces()
        for event in events:
            data = data_of(event)
            if member(data, "type") == "message_stop":
                return self.read(pieces.document())
            pieces.add(data)
        raise WireError("truncated", "the stream ended without message_stop")


class _Pieces:
    """Builds the document that the same answer would have been without streaming."""

    def __init__(self) -> None:
        self._message: dict[str, Any] = {}
        self._usage: dict[str, Any] = {}
        self._blocks: dict[int, dict[str, Any]] = {}
        self._inputs: dict[int, str] = {}

    def add(self, data: Any) -> None:
        refuse_error(data)
        kind = member(data, "type")
        if kind == "message_start":
            self._message.update(members(member(data, "message")))
            self._count(member(data, "message", "usage"))
        elif kind == "content_block_start":
            self._blocks[_index(data)] = dict(members(member(data, "content_block")))
        elif kind == "content_block_delta":
            self._extend(_index(data), member(data, "delta"))
        elif kind == "message_delta":
            self._message.update(members(member(data, "delta")))
            self._count(member(data, "usage"))

    def document(self) -> dict[str, Any]:
        blocks = {number: self._with_input(number, block) for number, block in self._blocks.items()}
        content = [blocks[number] for number in sorted(blocks)]
        return {**self._message, "content": content, "usage": self._usage}

    def _count(self, usage: Any) -> None:
        # The last word counts, and null is none.
        self._usage.update({name: value for name, value in members(usage).items() if value is not None})

    def _extend(self, number: int, delta: Any) -> None:
        block = self._blocks.setdefault(number, {"type": "text"})
        if member(delta, "type") == "text_delta":
            block["text"] = (label(block.get("text")) or "") + (label(member(delta, "text")) or "")
        elif member(delta, "type") == "input_json_delta":
            self._inputs[number] = self._inputs.get(number, "") + (label(member(delta, "partial_json")) or "")

    def _with_input(self, number: int, block: dict[str, Any]) -> dict[str, Any]:
        if number not in self._inputs:
            return block
        try:
            return {**block, "input": parse_json(self._inputs[number])}
        except NotJsonError:
            # A token limit may cut the input: its text is kept as it came.
            return {**block, "input": self._inputs[number]}


def _index(data: Any) -> int:
    number = count(member(data, "index"))
    if number is None:
        raise WireError("malformed", "an event of a content block has no index")
    return number


def _text_of(block: Any) -> str:
    if member(block, "type") == "tool_use":
        given = member(block, "input")
        return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return label(member(block, "text")) or ""


def _finish_of(reason: Any) -> Finish:
    if not isinstance(reason, str) or reason not in _FINISH:
        raise WireError("malformed", f"stop_reason {reason!r} is no end of an answer")
    return _FINISH[reason]


def _usage(usage: Any) -> Usage:
    """Anthropic counts cached tokens beside ``input_tokens``; here they are part of them, once."""
    fresh = count(member(usage, "input_tokens"))
    read = count(member(usage, "cache_read_input_tokens"))
    written = count(member(usage, "cache_creation_input_tokens")) or 0
    total = None if fresh is None else fresh + (read or 0) + written
    return Usage(total, count(member(usage, "output_tokens")), read)

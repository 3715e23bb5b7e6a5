"""The OpenAI chat completions interface, as many other providers and servers speak it too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evals.answers import Usage
from tasks.wire.completion import Completion, Finish, Message, Options, WireError
from tasks.wire.fields import count, data_of, items, label, member, members, refuse_error
from tasks.wire.sse import Event

_FINISH = {
    "stop": Finish.STOP,
    "length": Finish.LENGTH,
    "content_filter": Finish.REFUSED,
    # Other providers' words: Together; watsonx and TGI; TGI; xAI; Mistral.
    "eos": Finish.STOP,
    "eos_token": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "end_turn": Finish.STOP,
    "model_length": Finish.LENGTH,
}
END = "[DONE]"


class OpenAIChat:
    """Builds and reads ``POST /chat/completions``.

    Args:
        newest: Use the member names that OpenAI itself asks for now (``max_completion_tokens``); other servers often
            know only the older ones.
    """

    path = "/chat/completions"

    def __init__(self, *, newest: bool = False) -> None:
        self._newest = newest

    def headers(self, api_key: str | None) -> Mapping[str, str]:
        """The key as a bearer token."""
        return {} if api_key is None else {"authorization": f"Bearer {api_key}"}

    def request(self, messages: Sequence[Message], options: Options) -> Mapping[str, Any]:
        """Build the body."""
        limit = "max_completion_tokens" if self._newest or options.effort else "max_tokens"
        body: dict[str, Any] = {
            "model": options.model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            limit: options.max_tokens,
        }
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if options.effort is not None:
            body["reasoning_effort"] = options.effort
        if options.schema is not None:
            form = {"name": "reply", "strict": True, "schema": options.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if options.stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return body

    def read(self, document: Any) -> Completion:
        """Read a whole reply.

        Raises:
            WireError: It is no complete answer.
        """
        refuse_error(document)
        message = member(document, "choices", 0, "message")
        if not isinstance(message, Mapping):
            raise WireError("malformed", "the reply has no choices[0].message")
        text, refusal = _text_of(member(message, "content")), label(member(message, "refusal"))
        finish = _finish_of(member(document, "choices", 0, "finish_reason"))
        return _completion(text, refusal, finish, document)

    def read_stream(self, events: Iterable[Event]) -> Completion:
        """Put the pieces together; ``[DONE]`` is the end mark.

        Raises:
            WireError: It is no complete answer.
        """
        pieces = _Pieces()
        for event in events:
            if event.data.strip() == END:
                return pieces.whole()
            pieces.add(data_of(event))
        raise WireError("truncated", f"the stream ended without {END}")


class _Pieces:
    def __init__(self) -> None:
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._finish: Any = None
        self._last: dict[str, Any] = {}

    def add(self, chunk: Any) -> None:
        refuse_error(chunk)
        self._text.append(_text_of(member(chunk, "choices", 0, "delta", "content")) or "")
        self._refusal.append(label(member(chunk, "choices", 0, "delta", "refusal")) or "")
        self._finish = member(chunk, "choices", 0, "finish_reason") or self._finish
        self._last.update({name: value for name, value in members(chunk).items() if value is not None})

    def whole(self) -> Completion:
        return _completion("".join(self._text), "".join(self._refusal) or None, _finish_of(self._finish), self._last)


def _text_of(content: Any) -> str | None:
    """The text of a message, which some providers send in parts, beside those of the reasoning."""
    if isinstance(content, str):
        return content
    texts = [label(member(part, "text")) or "" for part in items(content) if member(part, "type") == "text"]
    return "".join(texts) if texts else None


def _finish_of(reason: Any) -> Finish:
    if not isinstance(reason, str) or reason not in _FINISH:
        raise WireError("malformed", f"finish_reason {reason!r} is no end of an answer")
    return _FINISH[reason]


def _completion(text: str | None, refusal: str | None, finish: Finish, document: Any) -> Completion:
    if refusal is not None:
        text, finish = refusal, Finish.REFUSED
    if text is None and finish is not Finish.STOP:
        text = ""
    if text is None:
        raise WireError("malformed", "the message has no text")
    return Completion(text, finish, label(member(document, "model")), _usage(member(document, "usage")))


def _usage(usage: Any) -> Usage:
    """Some providers (xAI, Gemini) leave reasoning out of ``completion_tokens``; their total has it, and is billed."""
    sent, generated, total = (count(member(usage, f"{part}_tokens")) for part in ("prompt", "completion", "total"))
    if sent is not None and generated is not None and total is not None:
        generated = max(generated, total - sent)
    return Usage(sent, generated, count(member(usage, "prompt_tokens_details", "cached_tokens")))

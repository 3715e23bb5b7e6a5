"""The OpenAI responses interface."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evals.answers import Usage
from tasks.wire.completion import Completion, Finish, Message, Options, WireError
from tasks.wire.fields import count, data_of, items, label, member, refuse_error
from tasks.wire.sse import Event

ENDS = frozenset({"response.completed", "response.incomplete"})
"""Events that end a whole stream; each carries the whole response."""
FAILURES = frozenset({"response.failed", "error"})
_INCOMPLETE = {"max_output_tokens": Finish.LENGTH, "content_filter": Finish.REFUSED}


class OpenAIResponses:
    """Builds and reads ``POST /responses``."""

    path = "/responses"

    def headers(self, api_key: str | None) -> Mapping[str, str]:
        """The key as a bearer token."""
        return {} if api_key is None else {"authorization": f"Bearer {api_key}"}

    def request(self, messages: Sequence[Message], options: Options) -> Mapping[str, Any]:
        """Build the body; nothing is to be stored at the provider."""
        body: dict[str, Any] = {
            "model": options.model,
            "input": [{"role": message.role, "content": message.content} for message in messages],
            "max_output_tokens": options.max_tokens,
            "store": False,
        }
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if options.effort is not None:
            body["reasoning"] = {"effort": options.effort}
        if options.schema is not None:
            form = {"type": "json_schema", "name": "reply", "strict": True, "schema": options.schema}
            body["text"] = {"format": form}
        if options.stream:
            body["stream"] = True
        return body

    def read(self, document: Any) -> Completion:
        """Read a whole reply.

        Raises:
            WireError: It is no complete answer.
        """
        refuse_error(document)
        finish = _finish_of(document)
        refusal = "".join(_parts(document, "refusal"))
        texts = list(_parts(document, "output_text"))
        if not texts and not refusal and finish is Finish.STOP:
            raise WireError("malformed", "the reply has no output text")
        if refusal:
            finish = Finish.REFUSED
        usage = member(document, "usage")
        return Completion(refusal or "".join(texts), finish, label(member(document, "model")), _usage(usage))

    def read_stream(self, events: Iterable[Event]) -> Completion:
        """Wait for the event that carries the whole response.

        Raises:
            WireError: It is no complete answer.
        """
        for event in events:
            data = data_of(event)
            kind = label(member(data, "type"))
            if kind in ENDS:
                return self.read(member(data, "response"))
            if kind in FAILURES:
                places = (("response", "error", "message"), ("error", "message"), ("message",))
                said = next((text for place in places if (text := label(member(data, *place)))), "no message")
                raise WireError("server_error", f"the stream reports {kind}: {said[:200]}")
        raise WireError("truncated", "the stream ended without response.completed")


def _finish_of(document: Any) -> Finish:
    status = member(document, "status")
    if status == "completed":
        return Finish.STOP
    reason = label(member(document, "incomplete_details", "reason"))
    if status == "incomplete" and reason in _INCOMPLETE:
        return _INCOMPLETE[reason]
    raise WireError("malformed", f"status {status!r} ({reason!r}) is no end of an answer")


def _parts(document: Any, kind: str) -> Iterator[str]:
    """Texts of one kind in all messages, in order."""
    name = "refusal" if kind == "refusal" else "text"
    for item in items(member(document, "output")):
        for part in items(member(item, "content")):
            if member(part, "type") == kind and isinstance(member(part, name), str):
                yield member(part, name)


def _usage(usage: Any) -> Usage:
    return Usage(
        count(member(usage, "input_tokens")),
        count(member(usage, "output_tokens")),
        count(member(usage, "input_tokens_details", "cached_tokens")),
    )

"""Streamed answers of an app with an interface of its own."""

from __future__ import annotations

from typing import Any

from evals.answers import Answer, Fault
from evals.json_text import NotJsonError, parse_json
from tasks.targets.config import ResponsePaths, StreamConfig
from tasks.targets.paths import compile_path
from tasks.targets.reading import Reader, decode
from tasks.transport.call import Failed, Reply
from tasks.wire.sse import Event, events_of


class StreamReader:
    """Puts the pieces of a streamed answer together.

    The text is that of all events; citations, tokens and the rest come from the last event that has any of them.
    """

    def __init__(self, config: StreamConfig, paths: ResponsePaths) -> None:
        self._piece = compile_path(config.text)
        self._end = config.end
        self._reader = Reader(paths.model_copy(update={"answer": "$.text"}))

    def objection(self, reply: Reply) -> Failed | None:
        """A stream without its end mark is a failed attempt, whatever came before."""
        text = decode(reply.body, reply.latency)
        if isinstance(text, Fault):
            return None
        events = list(events_of(text))
        is_stream = bool(events) or reply.content_type == "text/event-stream"
        if not is_stream or any(self._is_end(event) for event in events):
            return None
        return Failed("truncated", f"the stream ended without {self._end!r}", transient=True, latency=reply.latency)

    def read(self, reply: Reply) -> Answer | Fault:
        """Read a whole stream."""
        text = decode(reply.body, reply.latency)
        if isinstance(text, Fault):
            return text
        pieces: list[str] = []
        document: dict[str, Any] = {}
        for event in events_of(text):
            if self._is_end(event):
                break
            if not event.data.strip():
                continue
            try:
                data = parse_json(event.data)
            except NotJsonError as error:
                return Fault("not_json", f"an event of the stream is no JSON: {error}", reply.latency)
            self._take(data, pieces, document)
        if not pieces:
            return Fault("no_answer", "no event of the stream holds text", reply.latency)
        return self._reader.read({**document, "text": "".join(pieces)}, reply.latency)

    def _take(self, data: Any, pieces: list[str], document: dict[str, Any]) -> None:
        found = self._piece.first(data)
        if isinstance(found, str):
            pieces.append(found)
        if isinstance(data, dict):
            document.update(data)

    def _is_end(self, event: Event) -> bool:
        return event.data.strip() == self._end or event.type == self._end

"""Asks a model through any of the interfaces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import cast
from urllib.parse import urlsplit

from evals.answers import Usage
from evals.errors import InputError
from evals.json_text import NotJsonError, parse_json
from tasks.transport.call import Call, Failed, Reply, with_own
from tasks.transport.transport import Transport
from tasks.wire.completion import Completion, Message, Options, Wire, WireError
from tasks.wire.sse import events_of
from tasks.wire.watch import StreamWatch

BYTES_PER_TOKEN = 4
"""Of English text; only for the estimate that a token quota is charged with before the call."""


class ModelClient:
    """Asks models of one provider; retries, limits and redaction are the transport's."""

    def __init__(
        self,
        transport: Transport,
        wire: Wire,
        base_url: str,
        *,
        api_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._transport = transport
        self._wire = wire
        parts = urlsplit(base_url)
        # Azure's addresses end with ?api-version=...
        self._url = parts._replace(path=parts.path.rstrip("/") + wire.path).geturl()
        common = {"content-type": "application/json", **wire.headers(api_key)}
        self._headers = {
            stream: with_own({"accept": "text/event-stream" if stream else "application/json", **common}, headers)
            for stream in (False, True)
        }

    async def complete(self, messages: Sequence[Message], options: Options) -> Completion | Failed:
        """Ask once. A reply that is no complete answer is a failed attempt, and repeated as one.

        Raises:
            AuthenticationError: The provider refused our credentials.
            InputError: It knows no such model or address: no call would be answered.
        """
        body = json.dumps(self._wire.request(messages, options), ensure_ascii=False).encode()
        expected = len(body) // BYTES_PER_TOKEN + options.max_tokens
        reading = _Reading(self._wire, stream=options.stream)
        call = Call(self._url, headers=self._headers[options.stream], body=body)
        outcome = await self._transport.send(
            call, inspect=reading, watch=StreamWatch if options.stream else None, tokens=expected
        )
        self._transport.limiter.settle(expected, _used(reading.completion, expected))
        if isinstance(outcome, Failed) and outcome.status == HTTPStatus.NOT_FOUND:
            raise self._unknown(options.model, outcome.detail)
        return reading.completion or cast("Failed", outcome)

    def _unknown(self, model: str, detail: str) -> InputError:
        error = InputError(f"{self._transport.shown(self._url)} knows no model {model!r}: {detail}")
        self._transport.limiter.stop(error)
        return error


class _Reading:
    """Reads replies as they come and keeps the one that is whole."""

    def __init__(self, wire: Wire, *, stream: bool) -> None:
        self._wire = wire
        self._stream = stream
        self.completion: Completion | None = None

    def __call__(self, reply: Reply) -> Failed | None:
        try:
            found = self._read(reply.body.decode(), is_stream=_is_stream(reply, asked=self._stream))
            found.text.encode()
        except (UnicodeDecodeError, UnicodeEncodeError) as error:
            return Failed("malformed", f"the reply is not UTF-8: {error.reason}", transient=True, latency=reply.latency)
        except NotJsonError as error:
            return Failed("malformed", f"the reply is no JSON: {error}", transient=True, latency=reply.latency)
        except WireError as error:
            return Failed(error.reason, str(error), transient=True, latency=reply.latency)
        self.completion = Completion(found.text, found.finish, found.model, found.usage, reply.latency)
        return None

    def _read(self, text: str, *, is_stream: bool) -> Completion:
        return self._wire.read_stream(events_of(text)) if is_stream else self._wire.read(parse_json(text))


def _is_stream(reply: Reply, *, asked: bool) -> bool:
    """Some gateways never stream, or always; what a reply calls itself goes before what was asked for."""
    return {"text/event-stream": True, "application/json": False}.get(reply.content_type, asked)


def _used(completion: Completion | None, expected: int) -> int:
    usage = Usage() if completion is None else completion.usage
    if usage.input_tokens is None or usage.output_tokens is None:
        return expected
    return usage.input_tokens + usage.output_tokens

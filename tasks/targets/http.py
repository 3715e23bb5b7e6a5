"""The target that speaks HTTP in a form of its own: a request template and response paths."""

from __future__ import annotations

import json
from collections.abc import Mapping

from evals.answers import Fault, Response
from evals.cases.case import Case
from tasks.targets.config import HttpConfig
from tasks.targets.conversation import Exchange, converse
from tasks.targets.reading import Paid, Reader, parse, response_of, settle, within_sla
from tasks.targets.streaming import StreamReader
from tasks.targets.templates import compile_template, render_url
from tasks.transport.call import Call, Failed, Reply, with_own
from tasks.transport.transport import Transport

_JSON = {"content-type": "application/json", "accept": "application/json"}
_EVENTS = {"content-type": "application/json", "accept": "text/event-stream"}


class HttpTarget:
    """Asks an app over HTTP."""

    def __init__(
        self,
        name: str,
        config: HttpConfig,
        transport: Transport,
        *,
        url: str,
        headers: Mapping[str, str],
        fingerprint: str,
        paid: Paid,
    ) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self._transport = transport
        self._paid = paid
        self._url = url
        self._method = config.method
        self._headers = with_own(_JSON if config.stream is None else _EVENTS, headers)
        self._template = compile_template(config.request)
        self._reader = Reader(config.response)
        self._stream = None if config.stream is None else StreamReader(config.stream, config.response)
        self._sla_s = config.sla_s

    async def ask(self, case: Case, trial: int) -> Response:
        """Ask once, playing a conversation turn by turn where it has to be."""
        return await converse(case, trial, self._once)

    async def _once(self, exchange: Exchange) -> Response:
        inspect = None if self._stream is None else self._stream.objection
        outcome = await self._transport.send(self._call(exchange), inspect=inspect)
        if isinstance(outcome, Failed):
            return response_of(outcome)
        return within_sla(settle(self._transport.limiter, self._paid, self._read(outcome)), self._sla_s)

    def _call(self, exchange: Exchange) -> Call:
        values = exchange.values()
        url = render_url(self._url, values)
        if self._method == "GET":
            return Call(url, "GET", self._headers)
        body = json.dumps(self._template.render(values), ensure_ascii=False, default=dict).encode()
        return Call(url, self._method, self._headers, body)

    def _read(self, reply: Reply) -> Response:
        if self._stream is not None:
            return self._stream.read(reply)
        document = parse(reply.body, reply.content_type, reply.latency)
        return document if isinstance(document, Fault) else self._reader.read(document, reply.latency)

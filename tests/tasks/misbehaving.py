"""A real HTTP server that does what services do when they are ill."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from aiohttp import web

HUGE = 50 * 1024 * 1024
"""Bytes."""
PIECE = b"x" * (256 * 1024)
GOOD = {"answer": "Two weeks.", "citations": [{"page": "hr.md"}], "usage": {"in": 12, "out": 3}, "model": "m-1"}
_START = 'data: {"delta": "Two ", "model": "m-1"}'
_REST = 'data: {"delta": "weeks.", "usage": {"in": 12, "out": 3}}'
STREAMS = {
    "whole": [": hello", _START, "event: ping\ndata:", _REST, "data: [DONE]"],
    "named_end": [_START, _REST, "event: end\ndata: {}"],
    "cut": [_START, _REST],
    "damaged": [_START, 'data: {"delta": ', "data: [DONE]"],
    "silent": ['data: {"status": "thinking"}', "data: [DONE]"],
}
"""Bodies of ``/stream/{kind}``, by event."""


@dataclass
class Misbehaving:
    """The running server, and what it has seen."""

    address: str = ""
    calls: Counter[str] = field(default_factory=Counter)
    """Requests by path."""
    bodies: list[Any] = field(default_factory=list)
    """JSON bodies in the order of arrival."""
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """Loop time of each arrival."""
    open: int = 0
    most_open: int = 0
    sent: int = 0
    """Bytes of endless replies that were taken by clients."""

    def url(self, path: str) -> str:
        """Absolute address of a path."""
        return self.address + path


@asynccontextmanager
async def misbehaving_server() -> AsyncIterator[Misbehaving]:
    """Serve on a free port of the loopback interface until left."""
    state = Misbehaving()
    # Packing takes longer than the time limit that some tests set.
    _packed()
    app = web.Application(client_max_size=HUGE * 2, middlewares=[_watching(state)])
    handlers = _Handlers(state)
    for path in ("good", "html", "hang", "drop", "cut", "huge", "huge_announced", "bomb", "empty", "latin1", "drip"):
        app.router.add_route("*", f"/{path}", getattr(handlers, path))
    app.router.add_route("*", "/status/{code}", handlers.status)
    app.router.add_route("*", "/busy/{times}", handlers.busy)
    app.router.add_route("*", "/down/{times}", handlers.down)
    app.router.add_route("*", "/slow/{milliseconds}", handlers.slow)
    app.router.add_route("*", "/stream/{kind}", handlers.stream)
    app.router.add_route("*", "/redirect", handlers.redirect)
    app.router.add_route("*", "/echo", handlers.echo)
    app.router.add_route("*", "/raw", handlers.raw)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    state.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield state
    finally:
        await runner.cleanup()


@cache
def _packed() -> bytes:
    return gzip.compress(b"x" * HUGE, compresslevel=1)


def _watching(state: Misbehaving) -> Any:
    @web.middleware
    async def watch(request: web.Request, handler: Any) -> web.StreamResponse:
        state.calls[request.path] += 1
        state.times.append(asyncio.get_running_loop().time())
        state.headers.append(dict(request.headers))
        body = await request.read()
        state.bodies.append(json.loads(body) if body else None)
        state.open += 1
        state.most_open = max(state.most_open, state.open)
        try:
            answer: web.StreamResponse = await handler(request)
        finally:
            state.open -= 1
        return answer

    return watch


class _Handlers:
    def __init__(self, state: Misbehaving) -> None:
        self._state = state

    async def good(self, _request: web.Request) -> web.Response:
        return web.json_response(GOOD)

    async def slow(self, request: web.Request) -> web.Response:
        await asyncio.sleep(int(request.match_info["milliseconds"]) / 1000)
        return web.json_response(GOOD)

    async def html(self, _request: web.Request) -> web.Response:
        return web.Response(text="<!doctype html><h1>Sign in</h1>", content_type="text/html")

    async def hang(self, _request: web.Request) -> web.Response:
        await asyncio.sleep(60)
        return web.json_response(GOOD)

    async def drop(self, request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def cut(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-length": "1000", "content-type": "application/json"})
        await response.prepare(request)
        await response.write(b'{"answer": "Two')
        assert request.transport is not None
        request.transport.close()
        return response

    async def huge(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "application/json"})
        await response.prepare(request)
        for _ in range(HUGE // len(PIECE)):
            await response.write(PIECE)
            self._state.sent += len(PIECE)
        return response

    async def huge_announced(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-length": str(HUGE)})
        await response.prepare(request)
        await response.write(PIECE)
        await asyncio.sleep(60)
        return response

    async def bomb(self, _request: web.Request) -> web.Response:
        return web.Response(body=_packed(), headers={"content-encoding": "gzip"})

    async def empty(self, _request: web.Request) -> web.Response:
        return web.Response(body=b"")

    async def latin1(self, _request: web.Request) -> web.Response:
        return web.Response(body='{"answer": "Gebühr"}'.encode("latin-1"), content_type="application/json")

    async def drip(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(2000):
            await response.write(b" ")
            await asyncio.sleep(0.02)
        return response

    async def status(self, request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["code"]), text="no, because of Bearer canary-key-123")

    async def busy(self, request: web.Request) -> web.Response:
        """429 with a fractional Retry-After for the first calls, then good."""
        if self._state.calls[request.path] <= int(request.match_info["times"]):
            return web.Response(status=429, headers={"retry-after": "0.2"})
        return web.json_response(GOOD)

    async def down(self, request: web.Request) -> web.Response:
        """503 for the first calls, then good."""
        if self._state.calls[request.path] <= int(request.match_info["times"]):
            return web.Response(status=503)
        return web.json_response(GOOD)

    async def stream(self, request: web.Request) -> web.StreamResponse:
        kind = request.query.get("type", "text/event-stream; charset=utf-8")
        response = web.StreamResponse(headers={"content-type": kind})
        await response.prepare(request)
        for event in STREAMS[request.match_info["kind"]]:
            await response.write(f"{event}\n\n".encode())
        return response

    async def redirect(self, _request: web.Request) -> web.Response:
        raise web.HTTPFound(location="http://user:canary-key-123@elsewhere.example/login")

    async def echo(self, request: web.Request) -> web.Response:
        """Tell the caller's own credentials back, as careless services do."""
        return web.json_response({"answer": f"you sent {request.headers.get('authorization', '')}"})

    async def raw(self, request: web.Request) -> web.Response:
        """Not HTTP at all."""
        assert request.transport is not None
        request.transport.write(b"SSH-2.0-OpenSSH_9.2\r\n")
        request.transport.close()
        return web.Response()

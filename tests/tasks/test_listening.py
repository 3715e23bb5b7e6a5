"""Whether anything listens where a target is expected."""

from __future__ import annotations

import asyncio
import time

import pytest

from evals.errors import TargetError
from tasks.targets.listening import require_listener
from tasks.targets.process import free_port


def test_a_listener_is_enough() -> None:
    """One accepted connection says that the app is there; nothing is sent."""

    async def look() -> bytes:
        received = asyncio.get_running_loop().create_future()

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            received.set_result(await reader.read())
            writer.close()

        async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            await require_listener("app", f"http://127.0.0.1:{port}/ask")
            return bytes(await asyncio.wait_for(received, 5))

    assert asyncio.run(look()) == b""


def test_nobody_there_is_told_after_the_patience() -> None:
    """The message names target, host and port."""
    port = free_port()
    began = time.monotonic()
    with pytest.raises(TargetError, match=f"'app': nothing listens at 127.0.0.1:{port}"):
        asyncio.run(require_listener("app", f"http://127.0.0.1:{port}/ask", patience_s=0.3))
    assert time.monotonic() - began >= 0.3


def test_behind_a_proxy_nothing_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy, not we, reaches the app."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("no_proxy", "")
    asyncio.run(require_listener("app", "http://app.example:9/ask", patience_s=0.1))

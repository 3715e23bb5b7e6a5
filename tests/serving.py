"""Serves an aiohttp application to a test that has no event loop of its own, or must not share it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web


@contextmanager
def served(application: web.Application) -> Iterator[str]:
    """Serve from a thread with a loop of its own, as long as the block lasts; gives ``http://127.0.0.1:PORT``."""
    loop = asyncio.new_event_loop()
    addresses: list[str] = []
    ready = threading.Event()

    async def start() -> web.AppRunner:
        runner = web.AppRunner(application, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        addresses.append(f"http://127.0.0.1:{runner.addresses[0][1]}")
        ready.set()
        return runner

    def run() -> None:
        runner = loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield addresses[0]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)

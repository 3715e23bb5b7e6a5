"""How many calls a second the transport, a target and a model client make, beside a bare aiohttp loop.

``python -m tests.benchmarks.transport_speed [--calls 4000] [--delay-ms 50] [--parallel 32 128]`` starts the mock server
in a process of its own and prints, for each width, seconds, calls a second and the share of the bare loop's speed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import aiohttp

from evals.answers import Answer
from evals.cases.case import Case
from tasks.targets.config import HttpConfig, OpenAIConfig, TargetConfig
from tasks.targets.opening import open_target
from tasks.transport.call import Call, Reply
from tasks.transport.clients import Clients
from tasks.transport.limiter import Limiter, Limits
from tasks.transport.transport import Transport

PROMPT = "How many requests a minute does the Business plan allow? " * 4
BODY = json.dumps({"prompt": PROMPT}).encode()
HEADERS = {"content-type": "application/json"}


@contextmanager
def mock_server(delay_ms: float) -> Iterator[str]:
    """Run the mock server as a process and give its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tests.benchmarks.mock_server", "--port", str(port), "--delay-ms", str(delay_ms)]
    server = subprocess.Popen(command)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_ready(address)
        yield address
    finally:
        server.kill()
        server.wait()


def _wait_until_ready(address: str, limit_s: float = 20.0) -> None:
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/ready", timeout=1):  # noqa: S310 (our own server)
                return
        except OSError:
            time.sleep(0.05)
    msg = f"the mock server at {address!r} was not ready within {limit_s!r} s"
    raise TimeoutError(msg)


async def bare_aiohttp(address: str, calls: int, parallel: int) -> float:
    """Seconds for ``calls`` posts through aiohttp alone, ``parallel`` at once."""
    places = asyncio.Semaphore(parallel)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def one() -> None:
            async with places, session.post(f"{address}/ask", data=BODY, headers=HEADERS) as response:
                await response.read()

        return await _timed(one, calls)


async def transport(address: str, calls: int, parallel: int) -> float:
    """The same through the transport, with its limits, retries and redaction."""
    async with Clients() as clients:
        sender = Transport(clients, limiter=Limiter(Limits(concurrency=parallel)))
        call = Call(f"{address}/ask", headers=HEADERS, body=BODY)

        async def one() -> None:
            outcome = await sender.send(call)
            assert isinstance(outcome, Reply), outcome

        return await _timed(one, calls)


async def http_target(address: str, calls: int, parallel: int) -> float:
    """The same through an HTTP target: template, transport, response paths."""
    paths = {
        "answer": "$.answer",
        "citations": "$.citations",
        "retrieved": "$.retrieved",
        "input_tokens": "$.usage.input_tokens",
        "output_tokens": "$.usage.output_tokens",
        "cost": "$.cost",
        "model_version": "$.model_version",
    }
    config = HttpConfig.model_validate(
        {"kind": "http", "url": f"{address}/ask", "response": paths, "parallel": parallel}
    )
    return await _ask(config, calls)


async def model_client(address: str, calls: int, parallel: int) -> float:
    """The same through an OpenAI-compatible model client, as judges use it."""
    config = OpenAIConfig.model_validate(
        {"kind": "openai", "base_url": f"{address}/v1", "model": "mock", "parallel": parallel}
    )
    return await _ask(config, calls)


async def _ask(config: TargetConfig, calls: int) -> float:
    case = Case(id="c", input=PROMPT, checks=())
    async with open_target("mock", config, {}) as target:

        async def one() -> None:
            response = await target.ask(case, 0)
            assert isinstance(response, Answer), response

        return await _timed(one, calls)


async def _timed(one: Callable[[], Awaitable[None]], calls: int) -> float:
    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(calls)))
    return time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="calls a second through the transport")
    parser.add_argument("--calls", type=int, default=4000)
    parser.add_argument("--delay-ms", type=float, default=50.0)
    parser.add_argument("--parallel", type=int, nargs="+", default=[32, 128])
    options = parser.parse_args()
    with mock_server(options.delay_ms) as address:
        for parallel in options.parallel:
            bare = asyncio.run(bare_aiohttp(address, options.calls, parallel))
            print(f"{parallel} parallel: bare aiohttp {bare:.2f} s, {options.calls / bare:.0f}/s")
            for measure in (transport, http_target, model_client):
                ours = asyncio.run(measure(address, options.calls, parallel))
                speed = f"{ours:.2f} s, {options.calls / ours:.0f}/s, {bare / ours:.0%} of the bare speed"
                print(f"  {measure.__name__:12} {speed}")


if __name__ == "__main__":
    main()

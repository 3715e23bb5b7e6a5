"""A target's own process: started, waited for, and stopped with everything it started."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from evals.errors import TargetError
from tasks.targets import supervise
from tasks.targets.config import StartConfig
from tasks.targets.logs import finish, keep
from tasks.transport.redaction import Redactor

POLL_S = 0.05
"""Seconds between two questions whether it is ready."""
ASK_S = 2.0
"""Seconds for one such question."""
TAIL = 2000
"""Bytes of the log that an error shows."""


@asynccontextmanager
async def started(
    name: str, start: StartConfig, variables: Mapping[str, str], log: Path, redact: Redactor
) -> AsyncIterator[int]:
    """Run a target as long as the block lasts.

    Args:
        name: The target's name, for messages and the log file.
        start: Command, ready address, time limit.
        variables: Its whole environment.
        log: File for its output.
        redact: Hides secrets in the log.

    Yields:
        The port that ``{port}`` stands for.

    Raises:
        TargetError: Something answers at the ready address already, the command ends, or it is not ready in time.
    """
    port = free_port()
    ready = start.ready.replace("{port}", str(port))
    async with httpx.AsyncClient(trust_env=False, timeout=ASK_S) as client:
        await _refuse_a_stranger(client, name, ready)
        process = await _spawn([part.replace("{port}", str(port)) for part in start.command], start.cwd, variables)
        assert process.stdout is not None  # noqa: S101 (it was given a pipe)
        keeping = asyncio.create_task(keep(process.stdout, log, redact, mode="wb"))
        try:
            wrong = await _wait_until_ready(client, ready, start.timeout_s, process)
            if not wrong:
                yield port
        finally:
            await _stop(process)
            await finish(keeping)
    if wrong:
        raise TargetError(f"target {name!r} {wrong}{_tail(log)}")


def free_port() -> int:
    """A port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


async def _refuse_a_stranger(client: httpx.AsyncClient, name: str, ready: str) -> None:
    if await _answers(client, ready) is not None:
        raise TargetError(f"target {name!r}: something answers at {ready!r} already; a run tests only what it started")


async def _spawn(command: Sequence[str], cwd: str | None, variables: Mapping[str, str]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", supervise.__file__, *command),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=dict(variables),
        cwd=cwd,
        # Its own group: an interrupt of the terminal is for us.
        start_new_session=True,
    )


async def _wait_until_ready(
    client: httpx.AsyncClient, ready: str, timeout_s: float, process: asyncio.subprocess.Process
) -> str:
    """Wait, and return what went wrong; empty when it is ready."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s
    status: int | None = None
    while loop.time() < deadline:
        if process.returncode is not None:
            return f"ended with exit code {process.returncode}"
        status = await _answers(client, ready)
        if status is not None and status // 100 == 2:
            return ""
        await asyncio.sleep(POLL_S)
    state = "does not answer" if status is None else f"answers with {status}"
    return f"is not ready after {timeout_s!r} s: {ready!r} {state}"


async def _answers(client: httpx.AsyncClient, url: str) -> int | None:
    """The status with which an address answers; None when it does not."""
    try:
        return (await client.get(url)).status_code
    except httpx.HTTPError:
        return None


async def _stop(process: asyncio.subprocess.Process) -> None:
    # The supervisor reads the end of its standard input and stops the group, within its grace.
    assert process.stdin is not None  # noqa: S101 (it was given a pipe)
    process.stdin.close()
    try:
        await asyncio.wait_for(asyncio.shield(process.wait()), supervise.GRACE_S * 2)
    except TimeoutError:
        process.kill()
        await process.wait()


def _tail(log: Path) -> str:
    text = log.read_bytes()[-TAIL:].decode(errors="replace").strip()
    return f"; the end of {str(log)!r}:\n{text}" if text else f"; {str(log)!r} is empty"

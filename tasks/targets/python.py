"""The target that is a Python function, called in worker processes that can be ended when it takes too long."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from evals.answers import Answer, Fault, Response
from evals.cases.case import Case
from evals.errors import ConfigError, Problem
from tasks.targets.config import PythonConfig
from tasks.targets.conversation import Exchange, converse
from tasks.targets.frames import HEADER, length_of, pack
from tasks.targets.logs import finish, keep
from tasks.targets.reading import Paid, Reader, response_of, settle, within_sla
from tasks.targets.templates import compile_template
from tasks.transport.limiter import Limiter
from tasks.transport.redaction import Redactor

START_S = 60.0
"""Seconds in which the module must be imported."""
_ROOT = Path(__file__).parents[2]


class Worker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process, max_bytes: int, redact: Redactor, log: Path) -> None:
        assert process.stderr is not None  # noqa: S101 (it was given a pipe)
        self._process = process
        self._keeping = asyncio.create_task(keep(process.stderr, log, redact))
        self._max_bytes = max_bytes
        self._redact = redact

    async def request(self, frame: bytes) -> Any | None:
        """Send a frame and read the next one; None when it is longer than allowed.

        Raises:
            EOFError: The process has ended.
        """
        assert self._process.stdin is not None  # noqa: S101 (it was given a pipe)
        try:
            self._process.stdin.write(frame)
            await self._process.stdin.drain()
            return await self.receive()
        except ConnectionError as error:
            raise EOFError from error

    async def receive(self) -> Any | None:
        """Read the next frame; as for ``request``."""
        assert self._process.stdout is not None  # noqa: S101 (it was given a pipe)
        length = length_of(await self._process.stdout.readexactly(HEADER))
        if length > self._max_bytes:
            return None
        return json.loads(self._redact.in_bytes(await self._process.stdout.readexactly(length)))

    async def end(self) -> int:
        """End the process with all it started, and return its exit code."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        # asyncio ends the wait only when the pipe is at its end, and a full buffer has stopped the reading of it.
        assert self._process.stdout is not None  # noqa: S101 (it was given a pipe)
        await self._process.stdout.read()
        await finish(self._keeping)
        return await self._process.wait()


class PythonTarget:
    """Calls a function in worker processes, each of which answers one request at a time."""

    def __init__(
        self,
        name: str,
        config: PythonConfig,
        limiter: Limiter,
        *,
        variables: Mapping[str, str],
        log: Path,
        redact: Redactor,
        paid: Paid,
    ) -> None:
        self.name = name
        self.fingerprint = ""
        self._config = config
        self._limiter = limiter
        self._variables = variables
        self._log = log
        self._redact = redact
        self._paid = paid
        self._template = compile_template(config.request)
        self._reader = Reader(config.response)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()

    async def open(self) -> str:
        """Start the first worker and return the hash of the function's source file.

        Raises:
            ConfigError: The function cannot be imported.
        """
        worker, source = await self._start()
        self._idle.append(worker)
        return source

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*(worker.end() for worker in self._all))

    async def ask(self, case: Case, trial: int) -> Response:
        """Ask once, playing a conversation turn by turn where it has to be."""
        return await converse(case, trial, self._once)

    async def _once(self, exchange: Exchange) -> Response:
        frame = pack({"request": self._template.render(exchange.values())})
        async with self._limiter.place() as closed:
            if closed is not None:
                return response_of(closed)
            loop = asyncio.get_running_loop()
            worker = self._idle.pop() if self._idle else (await self._start())[0]
            began = loop.time()
            result = await self._ask_worker(worker, frame)
            response = settle(self._limiter, self._paid, self._response(result, loop.time() - began))
            return within_sla(response, self._config.sla_s)

    async def _ask_worker(self, worker: Worker, frame: bytes) -> Any:
        result: Any = None
        try:
            async with asyncio.timeout(self._config.timeout_s):
                result = await worker.request(frame)
        except TimeoutError:
            return Fault("timeout", f"no reply within timeout_s={self._config.timeout_s!r}")
        except EOFError:
            return Fault("crashed", "the worker process ended before it answered")
        finally:
            # Whoever did not answer in full cannot be asked again.
            if result is None:
                await self._dismiss(worker)
            else:
                self._idle.append(worker)
        return result or Fault("too_large", f"the reply is longer than max_bytes={self._config.max_bytes!r}")

    def _response(self, result: Any, latency: float) -> Answer | Fault:
        if isinstance(result, Fault):
            return Fault(result.reason, result.detail, latency)
        if "fault" in result:
            return Fault(result["fault"], result["detail"], latency)
        reply = result["reply"]
        return self._reader.read({"answer": reply} if isinstance(reply, str) else reply, latency)

    async def _start(self) -> tuple[Worker, str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tasks.targets.worker", self._config.function),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**self._variables, "PYTHONPATH": _with_root(self._variables)},
            start_new_session=True,
        )
        worker = Worker(process, self._config.max_bytes, self._redact, self._log)
        self._all.add(worker)
        return worker, await self._greeting(worker)

    async def _greeting(self, worker: Worker) -> str:
        try:
            async with asyncio.timeout(START_S):
                said = await worker.receive()
        except TimeoutError:
            said = {"error": f"it was not imported within {START_S!r} s"}
        except EOFError:
            said = {"error": f"the worker ended with exit code {await self._dismiss(worker)}"}
        if said is None or "error" in said:
            reason = "its greeting is too long" if said is None else said["error"]
            problem = Problem(f"targets.{self.name}.function: {self._config.function!r} cannot be used: {reason}")
            raise ConfigError([problem])
        return str(said["source"])

    async def _dismiss(self, worker: Worker) -> int:
        self._all.discard(worker)
        return await worker.end()


def _with_root(variables: Mapping[str, str]) -> str:
    """The worker must find us wherever it is started."""
    known = variables.get("PYTHONPATH", "")
    return os.pathsep.join(part for part in (known, str(_ROOT)) if part)

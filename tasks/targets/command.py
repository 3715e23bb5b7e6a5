"""The target that is a command: the request as JSON on its standard input, the reply on its standard output."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Mapping
from contextlib import suppress

from evals.answers import Answer, Fault, Response
from evals.cases.case import Case
from tasks.targets.config import CommandConfig
from tasks.targets.conversation import Exchange, converse
from tasks.targets.lifeline import bound
from tasks.targets.reading import Paid, Reader, decode, parse, response_of, settle, within_sla
from tasks.targets.templates import compile_template
from tasks.transport.limiter import Limiter
from tasks.transport.redaction import Redactor

PIECE = 64 * 1024
"""Bytes read at once."""
TAIL = 400
"""Characters of standard error, or else of standard output, that a fault shows."""


class CommandTarget:
    """Runs one process for each question.

    Args:
        name: Its key in the configuration.
        config: Its settings.
        limiter: The pace.
        variables: The whole environment of the processes.
        redact: Hides secrets in what they say.
        fingerprint: Of the settings.
        pipe: A lifeline; at its end all processes are killed.
        paid: Told of every answer.
    """

    def __init__(
        self,
        name: str,
        config: CommandConfig,
        limiter: Limiter,
        *,
        variables: Mapping[str, str],
        redact: Redactor,
        fingerprint: str,
        pipe: int,
        paid: Paid,
    ) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self._config = config
        self._limiter = limiter
        self._variables = dict(variables)
        self._redact = redact
        self._pipe = pipe
        self._paid = paid
        self._template = compile_template(config.request)
        self._reader = Reader(config.response)

    async def ask(self, case: Case, trial: int) -> Response:
        """Ask once, playing a conversation turn by turn where it has to be."""
        return await converse(case, trial, self._once)

    async def _once(self, exchange: Exchange) -> Response:
        body = json.dumps(self._template.render(exchange.values()), ensure_ascii=False, default=dict).encode()
        async with self._limiter.place() as closed:
            if closed is not None:
                return response_of(closed)
            return within_sla(settle(self._limiter, self._paid, await self._run(body)), self._config.sla_s)

    async def _run(self, body: bytes) -> Answer | Fault:
        loop = asyncio.get_running_loop()
        began = loop.time()
        process = await asyncio.create_subprocess_exec(
            *bound(self._config.command, self._pipe),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._variables,
            start_new_session=True,
            pass_fds=(self._pipe,),
        )
        try:
            async with asyncio.timeout(self._config.timeout_s):
                output, errors = await _talk(process, body, self._config.max_bytes)
                if output is not None:
                    await process.wait()
        except TimeoutError:
            detail = f"no reply within timeout_s={self._config.timeout_s!r}"
            return Fault("timeout", detail, loop.time() - began)
        finally:
            await _end(process)
        return self._read(output, errors, process.returncode, loop.time() - began)

    def _read(self, output: bytes | None, errors: bytes, code: int | None, latency: float) -> Answer | Fault:
        if output is None:
            return Fault("too_large", f"the output is longer than max_bytes={self._config.max_bytes!r}", latency)
        if code != 0:
            said = self._redact((errors.strip() or output).decode(errors="replace")).strip()[-TAIL:]
            return Fault("crashed", f"exit code {code}: {said}".rstrip(": "), latency)
        output = self._redact.in_bytes(output)
        if self._config.format == "text":
            text = decode(output, latency)
            return text if isinstance(text, Fault) else Answer(text.rstrip("\n"), latency=latency)
        document = parse(output, "", latency)
        return document if isinstance(document, Fault) else self._reader.read(document, latency)


async def _talk(process: asyncio.subprocess.Process, body: bytes, max_bytes: int) -> tuple[bytes | None, bytes]:
    """Write the request while reading both outputs; the first is None when it is too long."""
    assert process.stdin is not None  # noqa: S101 (it was given pipes)
    assert process.stdout is not None  # noqa: S101
    assert process.stderr is not None  # noqa: S101
    errors = asyncio.create_task(_last(process.stderr))
    feeding = asyncio.create_task(_feed(process.stdin, body))
    try:
        output = await _all(process.stdout, max_bytes)
        return output, b"" if output is None else await errors
    finally:
        feeding.cancel()
        errors.cancel()


async def _feed(pipe: asyncio.StreamWriter, body: bytes) -> None:
    # A command need not read its input.
    with suppress(ConnectionError):
        pipe.write(body)
        await pipe.drain()
    pipe.close()


async def _all(pipe: asyncio.StreamReader, max_bytes: int) -> bytes | None:
    output = bytearray()
    while piece := await pipe.read(PIECE):
        output += piece
        if len(output) > max_bytes:
            return None
    return bytes(output)


async def _last(pipe: asyncio.StreamReader) -> bytes:
    end = b""
    while piece := await pipe.read(PIECE):
        # More than is shown: a secret cut in two would not be recognised.
        end = (end + piece)[-PIECE:]
    return end


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()

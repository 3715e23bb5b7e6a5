"""Makes a target of its configuration, and takes it down again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tasks.targets.command import CommandTarget
from tasks.targets.config import (
    AnthropicConfig,
    CommandConfig,
    HttpConfig,
    OpenAIConfig,
    PythonConfig,
    RecordedConfig,
    TargetConfig,
)
from tasks.targets.filling import Surroundings, fill_in
from tasks.targets.http import HttpTarget
from tasks.targets.lifeline import lifeline
from tasks.targets.logs import log_file
from tasks.targets.model import ModelTarget
from tasks.targets.process import started
from tasks.targets.python import PythonTarget
from tasks.targets.reading import Paid
from tasks.targets.recorded import AttachedTarget, RecordedTarget, read_recording
from tasks.targets.target import Target
from tasks.transport.call import TimeLimits
from tasks.transport.clients import Clients
from tasks.transport.limiter import Limiter
from tasks.transport.retrying import RetryPolicy
from tasks.transport.transport import Transport
from tasks.wire.opening import model_client

LOGS = Path(".lastgreen/logs")
"""Where the output of started targets goes."""


@dataclass(frozen=True, slots=True)
class _Resources:
    limiter: Limiter
    policy: RetryPolicy
    log: Path
    paid: Paid


@asynccontextmanager
async def open_target(
    name: str,
    config: TargetConfig,
    env: Mapping[str, str],
    *,
    limiter: Limiter | None = None,
    policy: RetryPolicy | None = None,
    log_dir: Path = LOGS,
    paid: Paid = lambda _answer: None,
) -> AsyncIterator[Target]:
    """Start the target if it says how, connect to it, and give it back ready to be asked.

    Args:
        name: Its key in the configuration.
        config: Its settings.
        env: The environment, for ``${VARIABLE}`` and for processes.
        limiter: The pace; made from the configuration when None. A caller that has to stop the run keeps its own.
        policy: Of retries; the usual one when None.
        log_dir: Folder for the output of started processes.
        paid: Told of every answer, each turn of a conversation by itself, whatever becomes of it.

    Raises:
        ConfigError: A variable is not set, a function or command is not there, a file cannot be read.
        TargetError: It cannot be started, or is not ready in time.
    """
    around = fill_in(name, config, env)
    config = around.config
    resources = _Resources(limiter or Limiter(config.limits), policy or RetryPolicy(), log_file(log_dir, name), paid)
    if config.start is None:
        async with _connected(config, around, resources) as target:
            yield target
        return
    async with started(name, config.start, around.variables, resources.log, around.access.redact) as port:
        access = replace(around.access, url=around.access.url.replace("{port}", str(port)))
        at_port = replace(around, access=access)
        async with _connected(config, at_port, resources) as target:
            yield target


@asynccontextmanager
async def _connected(config: TargetConfig, around: Surroundings, resources: _Resources) -> AsyncIterator[Target]:
    match config:
        case RecordedConfig():
            yield _recorded(config, around)
        case CommandConfig():
            with lifeline() as pipe:
                yield CommandTarget(
                    around.name,
                    config,
                    resources.limiter,
                    variables=around.variables,
                    redact=around.access.redact,
                    fingerprint=around.fingerprint,
                    pipe=pipe,
                    paid=resources.paid,
                )
        case PythonConfig():
            async with _workers(config, around, resources) as target:
                yield target
        case _:
            async with Clients() as clients:
                yield _over_http(config, around, resources, clients)


def _over_http(
    config: HttpConfig | OpenAIConfig | AnthropicConfig, around: Surroundings, resources: _Resources, clients: Clients
) -> Target:
    access = around.access
    if not isinstance(config, HttpConfig):
        client = model_client(config, access, clients, resources.limiter, resources.policy)
        return ModelTarget(around.name, config, client, fingerprint=around.fingerprint, paid=resources.paid)
    transport = Transport(
        clients,
        limiter=resources.limiter,
        policy=resources.policy,
        time_limits=TimeLimits(config.timeout_s, stall_s=config.stream.stall_s if config.stream else None),
        max_bytes=config.max_bytes,
        redact=access.redact,
    )
    return HttpTarget(
        around.name,
        config,
        transport,
        url=access.url,
        headers=access.headers,
        fingerprint=around.fingerprint,
        paid=resources.paid,
    )


def _recorded(config: RecordedConfig, around: Surroundings) -> Target:
    if config.path is None:
        return AttachedTarget(around.name, str(config.role), fingerprint=around.fingerprint)
    path = Path(config.path)
    recording = read_recording(around.name, path)
    return RecordedTarget(around.name, recording, fingerprint=_with(around.fingerprint, path.read_bytes()))


@asynccontextmanager
async def _workers(config: PythonConfig, around: Surroundings, resources: _Resources) -> AsyncIterator[Target]:
    target = PythonTarget(
        around.name,
        config,
        resources.limiter,
        variables=around.variables,
        log=resources.log,
        redact=around.access.redact,
        paid=resources.paid,
    )
    try:
        target.fingerprint = _with(around.fingerprint, (await target.open()).encode())
        yield target
    finally:
        await target.close()


def _with(fingerprint: str, content: bytes) -> str:
    return hashlib.sha256(fingerprint.encode() + content).hexdigest()

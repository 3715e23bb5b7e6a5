"""A whole local installation: server, work pool, limits, deployments, worker. Started, looked at and stopped."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from deployments import deploy_file, s3_service, services
from deployments.deploying import deploy, environment
from deployments.prefect_api import Access, PrefectApi
from deployments.server import HOST, LocalServer, answers, configured_api_url, ensure, reach_directly, running, stop
from evals.errors import InputError, LastgreenError
from tasks.limits import use_of

POOL = "lastgreen"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the installation."""

    name: str
    state: Literal["running", "stale", "missing"]
    """``stale``: there once, and now dead or silent; ``lastgreen up`` repairs it."""
    detail: str


def up(
    home: Path, file: Path, config: str | None, root: Path, say: Callable[[str], None], *, s3: bool = False
) -> list[Part]:
    """Start what does not run, deploy, and wait until a worker is there; nothing that runs is disturbed.

    With ``s3`` an S3 server is started too, and what leads to it is said; it stays a part until ``down``.

    Raises:
        ConfigError: ``prefect.yaml`` or the configuration cannot be used; nothing was started.
        InputError: another Prefect API is configured, or LASTGREEN_ROOT is no folder.
        ServerError: a part did not start in time.
    """
    env = environment(root)
    deploy_file.load(file, env)
    configured, server = configured_api_url(), running(home)
    if configured and (server is None or configured != server.api_url):
        raise InputError(
            f"PREFECT_API_URL is {configured!r}: 'lastgreen up' starts a server of its own; unset it, "
            "or use 'lastgreen deploy' and 'prefect worker start --pool lastgreen' with that one"
        )
    if not Path(env["LASTGREEN_ROOT"]).is_dir():
        raise InputError(f"LASTGREEN_ROOT is {env['LASTGREEN_ROOT']!r}, which is no folder here")
    had_s3 = s3_service.is_defined(home)
    if s3 and not had_s3:
        services.stop_services(home)  # they would not be led to it
    bucket = s3_service.define(home) if s3 or had_s3 else None
    server = ensure(home, say)
    services.define(home, services.worker(POOL, Path(env["LASTGREEN_ROOT"]), home))
    say("started the supervisor" if services.ensure_supervisor(home) else "the supervisor runs already")
    if bucket is not None:
        s3_service.wait(home, bucket)
        s3_service.tell(bucket, say)
    _use(home, server)
    deploy(file, {**env, "PREFECT_API_URL": server.api_url}, config, say)
    with contextlib.closing(PrefectApi(Access(server.api_url))) as api:
        services.wait_for(home, "worker", lambda: bool(online_workers(api)))
    return status(home)


def _use(home: Path, server: LocalServer) -> None:
    """Let this process use the server; after the supervisor has got its environment."""
    from deployments.server import use_prefect

    os.environ["PREFECT_API_URL"] = server.api_url
    os.environ["PREFECT_HOME"] = str(home / "prefect-client")
    use_prefect(home, lambda _: None)


def status(home: Path) -> list[Part]:
    """Look at every part."""
    reach_directly(HOST)
    server = running(home)
    healthy = server is not None and answers(server.api_url)
    parts = [_server(home, server, healthy=healthy)]
    parts += [_process(home, name) for name in (services.SUPERVISOR, *_names(home))]
    if server is not None and healthy:
        with contextlib.closing(PrefectApi(Access(server.api_url))) as api:
            parts += list(_on_server(api))
    return parts


def down(home: Path) -> list[str]:
    """Stop everything; name what was stopped."""
    stopped = services.stop_services(home)
    return [*stopped, "server"] if stop(home) else stopped


def online_workers(api: PrefectApi) -> list[str]:
    """Names of the workers that the server has heard of lately."""
    found = api.workers(POOL)
    return [str(one["name"]) for one in found if one.get("status") == "ONLINE"]


def _names(home: Path) -> list[str]:
    return [service.name for service in services.defined(home)] or ["worker"]


def _server(home: Path, server: LocalServer | None, *, healthy: bool) -> Part:
    if server is None:
        known = (home / "server.json").exists()
        return Part("server", "stale" if known else "missing", "its process is gone" if known else "not started")
    if not healthy:
        return Part("server", "stale", f"pid {server.pid} runs, but {server.api_url} does not answer")
    return Part("server", "running", f"UI {server.ui_url}  API {server.api_url}  pid {server.pid}")


def _process(home: Path, name: str) -> Part:
    found = services.process_of(home, name)
    if found is None:
        return Part(name, "missing", "not started")
    if not found.is_alive:
        return Part(name, "stale", f"pid {found.pid} is gone")
    return Part(name, "running", f"pid {found.pid}  log {home / 'logs' / (name + '.log')}")


def _on_server(api: PrefectApi) -> Iterator[Part]:
    try:
        workers, names, limits = online_workers(api), api.deployments(), api.limits()
    except LastgreenError as error:
        yield Part("deployments", "stale", str(error))
        return
    pool = f"pool {POOL}: {', '.join(workers) or 'no worker is online'}"
    yield Part("work pool", "running" if workers else "stale", pool)
    yield Part("deployments", "running" if names else "missing", ", ".join(names) or "'lastgreen up' creates them")
    if limits:
        yield Part("limits", "running", ", ".join(map(use_of, limits)))

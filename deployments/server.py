"""The embedded default: one local Prefect server in the background, when no Prefect API is configured.

Decision: a background server that is kept, instead of Prefect's ephemeral one, because the latter pays its start
(10 to 25 s) on every run. The server's state is one file, ``server.json``; a file whose process is gone is stale.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from deployments.processes import Background, has_ended, locked, log_tail, read_document, start_python, write_atomically
from evals.errors import InputError, ServerError

HOST = "127.0.0.1"
START_TIMEOUT_S = 180.0
"""Longest wait for a start; a new database takes 23 s on 2 busy cores, and CI machines are slower."""
PAGE_BYTES = 8192

QUIET = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false",
    "PREFECT_SERVER_UI_V2_ENABLED": "false",
    "PREFECT_SERVER_EPHEMERAL_ENABLED": "false",
    "PREFECT_CLIENT_SERVER_VERSION_CHECK_ENABLED": "false",
    "PREFECT_RESULTS_DEFAULT_SERIALIZER": "json",
    "PREFECT_LOGGING_TO_API_WHEN_MISSING_FLOW": "ignore",
    "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "30",
}
"""Settings of both sides: no tracking, no hidden second server, and a sign of life from every run."""

SERVER_SETTINGS = {
    # Leases in memory leak slots over a restart.
    "PREFECT_SERVER_CONCURRENCY_LEASE_STORAGE": "prefect.server.concurrency.lease_storage.filesystem",
    # A run that waits for the limit of its deployment looks again after so many seconds; 30 would idle short runs.
    "PREFECT_SERVER_DEPLOYMENTS_CONCURRENCY_SLOT_WAIT_SECONDS": "5",
    # SQLite has one writer at a time: on a busy machine one waits longer for it than the 10 s that Prefect would.
    "PREFECT_SERVER_DATABASE_TIMEOUT": "60",
    # Nine tenths of the database are events of task runs, which nobody reads after the run.
    "PREFECT_SERVER_EVENTS_RETENTION_PERIOD": "P2D",
}
"""Settings of the local server alone."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A local server that was started."""

    pid: int
    port: int

    @property
    def process(self) -> Background:
        """The process behind it."""
        return Background(self.pid, ("-m", "prefect", "server", "start", "--host", HOST, "--port", str(self.port)))

    @property
    def api_url(self) -> str:
        """Address of the API."""
        return f"http://{HOST}:{self.port}/api"

    @property
    def ui_url(self) -> str:
        """Address of the web page."""
        return f"http://{HOST}:{self.port}"


def configured_api_url(environ: dict[str, str] | None = None) -> str | None:
    """The API the user configured: ``PREFECT_API_URL``, else the active Prefect profile; None for neither."""
    env = dict(os.environ) if environ is None else environ
    if env.get("PREFECT_API_URL"):
        return env["PREFECT_API_URL"]
    path = Path(env.get("PREFECT_PROFILES_PATH") or Path(env.get("PREFECT_HOME") or "~/.prefect") / "profiles.toml")
    try:
        profiles = tomllib.loads(path.expanduser().read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError):
        return None
    active = env.get("PREFECT_PROFILE") or profiles.get("active", "")
    url = profiles.get("profiles", {}).get(active, {}).get("PREFECT_API_URL")
    return url if isinstance(url, str) and url else None


def use_prefect(home: Path, say: Callable[[str], None]) -> str:
    """Make sure that an API answers and that this process uses it; return its address.

    Call before the first import of prefect, which reads its settings then.

    Raises:
        InputError: there is no Prefect API at the configured address.
        ServerError: a configured API does not answer, or the local one does not start.
    """
    be_quiet()
    url = configured_api_url()
    if url is not None:
        _require(url)
    else:
        server = ensure(home, say)
        os.environ["PREFECT_HOME"] = str(home / "prefect")
        url = server.api_url
    os.environ["PREFECT_API_URL"] = url
    return url


def be_quiet() -> None:
    """Let Prefect in this process say nothing: the command reports for itself, and the server gets the logs."""
    quiet = {"PREFECT_LOGGING_LEVEL": "WARNING", "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL"}
    for name, value in {**QUIET, **quiet}.items():
        os.environ.setdefault(name, value)


def ensure(home: Path, say: Callable[[str], None]) -> LocalServer:
    """Return the running local server of ``home``, starting it when there is none.

    Raises:
        InputError: ``home`` cannot be written.
        ServerError: it died or did not answer within ``START_TIMEOUT_S``.
    """
    _make(home)
    reach_directly(HOST)
    with locked(home / "server.lock"):
        server = running(home)
        if server is not None and answers(server.api_url):
            return server
        if server is not None:
            _wait(server, home, say)
            return server
        new = not (home / "prefect" / "prefect.db").exists()
        say(f"starting a local Prefect server ({'about 30 s the first time' if new else 'about 10 s'}) ...")
        server = _start(home)
        _wait(server, home, say)
        say(f"Prefect UI: {server.ui_url}   (kept for the next runs; lastgreen down stops it)")
        return server


def _make(home: Path) -> None:
    try:
        home.mkdir(parents=True, exist_ok=True)
        (home / "server.lock").touch()
    except OSError as error:
        raise InputError(
            f"{error.filename} cannot be written: {error.strerror}; LASTGREEN_HOME may be elsewhere"
        ) from None


def reach_directly(host: str) -> None:
    """Keep the environment's proxies, which CI machines have, from being asked for a server on this machine."""
    excepted = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
    if host not in excepted.split(","):
        excepted = f"{excepted},{host}".lstrip(",")
    os.environ["no_proxy"] = os.environ["NO_PROXY"] = excepted


def running(home: Path) -> LocalServer | None:
    """The server of ``home`` whose process is alive; None when there is none or its file is stale."""
    state = read_document(home / "server.json")
    try:
        server = LocalServer(int(str(state["pid"])), int(str(state["port"])))
    except (KeyError, ValueError):
        return None
    return server if server.process.is_alive else None


def stop(home: Path) -> bool:
    """Stop the local server of ``home``; say whether there was one."""
    server = running(home)
    if server is not None:
        server.process.end()
    (home / "server.json").unlink(missing_ok=True)
    return server is not None


def _lay_out_database(file: Path) -> None:
    """Give a new database pages of 8 KiB: an event of Prefect's is just too large for two of them to share 4 KiB.

    Its index on related resources spills over there too; a smoke run takes a third less this way.
    """
    if file.exists():
        return
    import sqlite3

    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        database.execute("VACUUM")


def _start(home: Path) -> LocalServer:
    port = _port(home)
    data = home / "prefect"
    data.mkdir(parents=True, exist_ok=True)
    _lay_out_database(data / "prefect.db")
    env = {key: value for key, value in os.environ.items() if not key.startswith("PREFECT_")}
    env |= QUIET | SERVER_SETTINGS | {"PREFECT_HOME": str(data), "PREFECT_API_URL": LocalServer(0, port).api_url}
    arguments = LocalServer(0, port).process.arguments
    process = start_python(arguments, env=env, cwd=data, log=home / "server.log")
    server = LocalServer(process.pid, port)
    write_atomically(home / "server.json", json.dumps(asdict(server)))
    return server


def _wait(server: LocalServer, home: Path, say: Callable[[str], None]) -> None:
    began = time.monotonic()
    told = began
    while not answers(server.api_url):
        now = time.monotonic()
        if has_ended(server.pid):
            raise ServerError(
                f"the local Prefect server stopped while starting; its log ends: {log_tail(home / 'server.log')}"
            )
        if now - began > START_TIMEOUT_S:
            server.process.end()
            raise ServerError(f"the local Prefect server did not answer within {START_TIMEOUT_S:.0f} s")
        if now - told > 10:
            say(f"still waiting for the Prefect server ({now - began:.0f} s) ...")
            told = now
        time.sleep(0.2)


def _require(url: str) -> None:
    from deployments.prefect_api import Access, PrefectApi  # httpx takes 60 ms to import

    with contextlib.closing(PrefectApi(Access.from_environment(url))) as api:
        try:
            api.require()
        except InputError as error:
            raise type(error)(f"{error}; mend PREFECT_API_URL, or unset it to use a local server") from None


def answers(api_url: str) -> bool:
    """Whether a Prefect API answers there now, if only by refusing our credentials."""
    opener = urllib.request.build_opener()  # reads the proxies of the environment as they are now
    try:
        with opener.open(f"{api_url.rstrip('/')}/health", timeout=5) as response:
            return bool(response.status == 200)
    except urllib.error.HTTPError as error:
        return error.code in {401, 403}
    except (OSError, ValueError, http.client.HTTPException):
        return False


def _port(home: Path) -> int:
    """The port used last time when it is free, so that the UI keeps its address; otherwise any free one."""
    path = home / "server.port"
    with contextlib.suppress(OSError, ValueError):
        port = int(path.read_text("ascii"))
        if _is_free(port):
            return port
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = int(probe.getsockname()[1])
    write_atomically(path, str(port))
    return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True

"""The parts of a local installation beside the Prefect server, and the supervisor that keeps all of them running.

A service is a file, ``services/<name>.json``: what to start. The supervisor starts what the files name, writes
``services/<name>.pid.json``, and starts again whatever died, the server too. It is a background process like the
others: killed, it is missed by ``lastgreen status``, started again by ``lastgreen up``, and takes over what still runs.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from deployments.processes import (
    Background,
    has_ended,
    locked,
    log_tail,
    read_document,
    start_python,
    write_atomically,
)
from deployments.server import HOST, QUIET, ensure, reach_directly, running
from evals.errors import LastgreenError, ServerError

SUPERVISOR = "supervisor"
CHECK_EVERY_S = 1.0
FIRST_BACKOFF_S = 1.0
LONGEST_BACKOFF_S = 60.0
STEADY_AFTER_S = 60.0
"""A service that lived so long has started well: its next failure is a new one."""
WORKER_SETTINGS = {
    "PREFECT_WORKER_QUERY_SECONDS": "2",
    "PREFECT_WORKER_ENABLE_CANCELLATION": "true",
    "PREFECT_LOGGING_LEVEL": "INFO",
}


@dataclass(frozen=True, slots=True)
class Service:
    """Something that runs in the background beside the server."""

    name: str
    arguments: tuple[str, ...]
    """What our interpreter is started with."""
    cwd: str
    env: dict[str, str] = field(default_factory=dict)
    """Added to the supervisor's environment; never a secret, for it is written down."""
    stop_signal: int = int(signal.SIGTERM)


def worker(pool: str, root: Path, home: Path) -> Service:
    """A Prefect worker of a process pool; its runs have ``root`` as working directory and ``home`` as ours."""
    arguments = ("-m", "prefect", "worker", "start", "--pool", pool, "--type", "process", "--name", f"lastgreen-{pool}")
    env = QUIET | WORKER_SETTINGS | {"LASTGREEN_HOME": str(home), "PREFECT_HOME": str(home / "prefect-worker")}
    return Service("worker", arguments, str(root), env)


def define(home: Path, service: Service) -> None:
    """Write down what to run; a service that runs with other words is stopped, so that it starts with these."""
    path = home / "services" / f"{service.name}.json"
    if read_document(path) == json.loads(json.dumps(asdict(service))):
        return
    write_atomically(path, json.dumps(asdict(service), indent=1))
    _end(home, service.name)


def defined(home: Path) -> list[Service]:
    """What is to run, by name."""
    found = []
    for path in sorted((home / "services").glob("*.json")):
        document = read_document(path)
        if not path.name.endswith(".pid.json") and document:
            found.append(Service(**{**document, "arguments": tuple(document["arguments"])}))
    return found


def process_of(home: Path, name: str) -> Background | None:
    """The process of a service as its file says, alive or not; None without a file."""
    state = read_document(_pid_file(home, name))
    try:
        return Background(int(state["pid"]), tuple(map(str, state["arguments"])))
    except (KeyError, ValueError, TypeError):
        return None


def ensure_supervisor(home: Path) -> bool:
    """Start the supervisor unless it runs; say whether it was started."""
    with locked(home / "services" / "supervisor.lock"):
        found = process_of(home, SUPERVISOR)
        if found is not None and found.is_alive:
            return False
        arguments = ("-m", "deployments.services", str(home))
        process = start_python(arguments, env=os.environ, cwd=home, log=_log(home, SUPERVISOR))
        _remember(home, SUPERVISOR, Background(process.pid, arguments))
        return True


def stop_services(home: Path) -> list[str]:
    """Stop the supervisor, which would start the others again, then the others; name what was stopped."""
    names = [SUPERVISOR, *(service.name for service in defined(home))]
    stopped = [name for name in names if _end(home, name)]
    for service in defined(home):
        (home / "services" / f"{service.name}.json").unlink(missing_ok=True)
    return stopped


def wait_for(home: Path, name: str, is_ready: Callable[[], bool], timeout_s: float = 90.0) -> None:
    """Wait until a service is ready.

    Raises:
        ServerError: it was not in time; the message ends with the end of its log.
    """
    deadline = time.monotonic() + timeout_s
    while not is_ready():
        if time.monotonic() > deadline:
            raise ServerError(
                f"{name} was not ready within {timeout_s:.0f} s; its log ends: {log_tail(_log(home, name))}"
            )
        time.sleep(0.3)


def _end(home: Path, name: str) -> bool:
    found = process_of(home, name)
    _pid_file(home, name).unlink(missing_ok=True)
    if found is None or not found.is_alive:
        return False
    found.end(_stop_signal(home, name))
    return True


def _stop_signal(home: Path, name: str) -> signal.Signals:
    known = (service.stop_signal for service in defined(home) if service.name == name)
    return signal.Signals(next(known, signal.SIGTERM))


def _remember(home: Path, name: str, process: Background) -> None:
    write_atomically(_pid_file(home, name), json.dumps({"pid": process.pid, "arguments": list(process.arguments)}))


def _pid_file(home: Path, name: str) -> Path:
    return home / "services" / f"{name}.pid.json"


def _log(home: Path, name: str) -> Path:
    return home / "logs" / f"{name}.log"


class Supervisor:
    """Keeps the server and the defined services running; one step a second."""

    def __init__(self, home: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._home = home
        self._now = now
        self._started: dict[str, float] = {}
        self._backoff: dict[str, float] = {}

    def step(self) -> None:
        """Start what does not run; a service that dies at once is started again more and more rarely."""
        server = running(self._home) or ensure(self._home, _log_line)
        for service in defined(self._home):
            found = process_of(self._home, service.name)
            if found is None or not found.is_alive:
                self._start(service, server.api_url)

    def _start(self, service: Service, api_url: str) -> None:
        now, name = self._now(), service.name
        began = self._started.get(name)
        if began is not None and now - began > STEADY_AFTER_S:
            self._backoff.pop(name, None)
        elif began is not None and now - began < self._backoff.get(name, FIRST_BACKOFF_S):
            return
        self._backoff[name] = min(2 * self._backoff.get(name, FIRST_BACKOFF_S / 2), LONGEST_BACKOFF_S)
        self._started[name] = now
        _log_line(f"starting {name}")
        env = {**os.environ, **service.env, "PREFECT_API_URL": api_url}
        process = start_python(service.arguments, env=env, cwd=Path(service.cwd), log=_log(self._home, name))
        _remember(self._home, name, Background(process.pid, service.arguments))


def supervise(home: Path) -> None:
    """Run until SIGTERM; what it started goes on, for ``lastgreen down`` ends that itself."""
    # Started from a script in the background it would ignore SIGINT, and so would every worker it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    reach_directly(HOST)
    supervisor = Supervisor(home)
    while True:
        try:
            supervisor.step()
        except (LastgreenError, OSError) as error:  # a folder that is away, a disk that is full: neither stays so
            _log_line(str(error))
        _reap(home)
        time.sleep(CHECK_EVERY_S)


def _reap(home: Path) -> None:
    """Collect children that ended, so that they do not linger as zombies."""
    for service in defined(home):
        found = process_of(home, service.name)
        if found is not None:
            has_ended(found.pid)


def _log_line(message: str) -> None:
    print(time.strftime("%Y-%m-%dT%H:%M:%S"), message, flush=True)  # noqa: T201 (its standard output is its log)


if __name__ == "__main__":
    supervise(Path(sys.argv[1]))

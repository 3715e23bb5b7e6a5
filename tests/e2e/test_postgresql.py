"""Several workers and a Prefect server on PostgreSQL: the same runs, the same verdicts."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeAlias, TypedDict

import httpx
import pytest

from deployments.server import QUIET
from deployments.services import WORKER_SETTINGS
from evals.cases.yaml_nodes import parse_yaml
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.e2e.installation import ROOT, Installation, until
from tests.flows.scripted_app import serving

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

COMPOSE = ROOT / "deployments" / "compose" / "compose.yaml"
WORKERS = 2
SHARE = ("--limit", "3")
"""Neither worker can take a run and its four shards alone."""
APIS = 2
SECRET = "gate:keeper"

Spread: TypeAlias = tuple[Installation, str]


def _programs() -> Path | None:
    """The folder of PostgreSQL's server programs."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((folder for folder in reversed(folders) if (folder / "pg_ctl").exists()), None)


def _account() -> str | None:
    """PostgreSQL refuses to run as root: an account that is not."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


PROGRAMS, ACCOUNT = _programs(), _account()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A PostgreSQL of its own; the address that Prefect connects to."""
    assert PROGRAMS is not None
    folder.mkdir(parents=True)
    user = ACCOUNT if os.getuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    port = _free_port()

    def run(program: str, *arguments: str) -> None:
        command = [str(PROGRAMS / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, user=user, cwd=folder, check=True, capture_output=True, timeout=60)

    run("initdb", "-U", "prefect", "--auth=trust", "-E", "UTF8", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql+asyncpg://prefect@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")


@contextmanager
def process(log: Path, env: dict[str, str], *arguments: str) -> Iterator[None]:
    """A Prefect process as long as the block lasts."""
    with log.open("ab") as stream:
        started = subprocess.Popen(
            [sys.executable, "-m", "prefect", *arguments], env=env, stdout=stream, stderr=stream, cwd=log.parent
        )
        try:
            yield
        finally:
            started.kill()
            started.wait()


def redis_server(folder: Path) -> tuple[int, subprocess.Popen[bytes]]:
    """A Redis of its own: its port and its process."""
    port = _free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
    return port, subprocess.Popen(command, stdout=subprocess.DEVNULL)


def one_server(stack: ExitStack, made: Installation, database: str) -> list[str]:
    """A server in one process; its address."""
    port = _free_port()
    env = {**made.env, **QUIET, "PREFECT_API_DATABASE_CONNECTION_URL": database, "PREFECT_HOME": str(made.root / "p")}
    stack.enter_context(process(made.root / "server.log", env, *_start(port)))
    _await(port)
    return [f"http://127.0.0.1:{port}/api"]


def several_servers(stack: ExitStack, made: Installation, database: str) -> list[str]:
    """As in the compose file, by its own settings: two API processes, the services apart, Redis between them."""
    pytest.importorskip("prefect_redis")
    if shutil.which("redis-server") is None:
        pytest.skip("no Redis server on this machine")
    port, redis = redis_server(made.root)
    stack.callback(redis.wait)
    stack.callback(redis.kill)
    shared = parse_yaml(COMPOSE.read_bytes()).value["x-prefect"]["environment"]
    env = {**made.env, **QUIET, **shared, "PREFECT_API_DATABASE_CONNECTION_URL": database}
    env |= {"PREFECT_REDIS_MESSAGING_HOST": "127.0.0.1", "PREFECT_REDIS_MESSAGING_PORT": str(port)}
    env |= {"PREFECT_SERVER_DOCKET_URL": f"redis://127.0.0.1:{port}/1", "PREFECT_HOME": str(made.root / "p")}
    env["PREFECT_SERVER_API_AUTH_STRING"] = SECRET
    migrate = [sys.executable, "-m", "prefect", "server", "database", "upgrade", "-y"]
    subprocess.run(migrate, env=env, cwd=made.root, check=True, capture_output=True, timeout=120)
    ports = [_free_port() for _ in range(APIS)]
    for number, one in enumerate(ports):
        # On a new database two that start at once both register block types, and one of them dies: the compose file
        # starts it again.
        stack.enter_context(process(made.root / f"server{number}.log", env, *_start(one), "--no-services"))
        _await(one)
    stack.enter_context(process(made.root / "services.log", env, "server", "services", "start"))
    return [f"http://127.0.0.1:{one}/api" for one in ports]


def _start(port: int) -> tuple[str, ...]:
    return ("server", "start", "--host", "127.0.0.1", "--port", str(port))


@pytest.fixture(scope="module", params=[one_server, several_servers])
def spread(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spread]:
    """Prefect on PostgreSQL and two workers, deployed to; each worker asks another API process where there are two."""
    if PROGRAMS is None or ACCOUNT is None:
        pytest.skip("no PostgreSQL server on this machine, or no account but root's")
    root = Path(f"/tmp/lastgreen-pg-{os.getpid()}")  # noqa: S108 (a folder that another account may enter)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, root, ignore_errors=True)
        database = stack.enter_context(postgresql(root / "pg"))
        app = stack.enter_context(serving())
        made = Installation(tmp_path_factory.mktemp("spread") / "project", app)
        apis = request.param(stack, made, database)
        done = made.type("deploy", **_access(apis[0]))
        assert done.returncode == 0, done.stderr
        for number in range(WORKERS):
            words = ("worker", "start", "--pool", "lastgreen", "--type", "process", "--name", f"w{number}", *SHARE)
            own = {"LASTGREEN_HOME": str(made.root / f"home{number}"), "PREFECT_HOME": str(made.root / f"p{number}")}
            env = {
                **made.env,
                **QUIET,
                **WORKER_SETTINGS,
                **own,
                "PREFECT_API_URL": apis[number % len(apis)],
                "PREFECT_API_AUTH_STRING": SECRET,
            }
            stack.enter_context(process(made.root / f"worker{number}.log", env, *words))
        until(lambda: _workers(apis[0]) == WORKERS, "both workers have reported", timeout_s=60, every_s=0.5)
        yield made, apis[0]


class Access(TypedDict):
    """As a user has it in the environment; a server that asks for no password ignores it."""

    PREFECT_API_URL: str
    PREFECT_API_AUTH_STRING: str


def _access(api: str) -> Access:
    return {"PREFECT_API_URL": api, "PREFECT_API_AUTH_STRING": SECRET}


def _await(port: int) -> None:
    until(lambda: _answers(f"http://127.0.0.1:{port}/api"), "the server answers", timeout_s=120, every_s=1)


def _answers(api: str) -> bool:
    try:
        return httpx.get(f"{api}/health", timeout=5).status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


def _workers(api: str) -> int:
    access = httpx.BasicAuth(*SECRET.split(":"))
    found = httpx.post(f"{api}/work_pools/lastgreen/workers/filter", json={}, timeout=30, auth=access)
    return len(found.raise_for_status().json())


def test_shards_on_two_workers_give_one_verdict(spread: Spread) -> None:
    """Every case once, whoever ran it; the work was shared."""
    made, api = spread
    words = made.trigger("5ead000", "--shards", "4", "--json")
    done = made.type(*words, **_access(api))
    assert done.returncode == 0, done.stderr
    stored = Results(Files(str(made.root / "store"))).read(json.loads(done.stdout)["run_id"])
    assert sorted(trial.case_id for trial in stored.trials) == [f"c{number:02d}" for number in range(20)]
    assert sum(made.app.answered.values()) == 20
    taken = [(made.root / f"worker{number}.log").read_text().count("submitting flow run") for number in range(WORKERS)]
    assert sum(taken) >= 5
    assert all(taken), taken


def test_a_regression_is_blocked_there_too(spread: Spread) -> None:
    """With the same exit code."""
    made, api = spread
    made.app.script = lambda prompt, _: "nothing" if prompt == "c00" else "an answer"
    done = made.type(*made.trigger("5ead001"), **_access(api))
    assert done.returncode == 1, done.stderr

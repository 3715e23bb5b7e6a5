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

import httpx
import pytest

from deployments.server import QUIET
from deployments.services import WORKER_SETTINGS
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.e2e.installation import Installation, until
from tests.flows.scripted_app import serving

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

WORKERS = 2


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


@pytest.fixture(scope="module")
def spread(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Installation, str]]:
    """A server on PostgreSQL and two workers, deployed to."""
    if PROGRAMS is None or ACCOUNT is None:
        pytest.skip("no PostgreSQL server on this machine, or no account but root's")
    root = Path(f"/tmp/lastgreen-pg-{os.getpid()}")  # noqa: S108 (a folder that another account may enter)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, root, ignore_errors=True)
        database = stack.enter_context(postgresql(root / "pg"))
        app = stack.enter_context(serving())
        made = Installation(tmp_path_factory.mktemp("spread") / "project", app)
        port = _free_port()
        api = f"http://127.0.0.1:{port}/api"
        env = {**made.env, **QUIET, "PREFECT_API_URL": api, "PREFECT_HOME": str(made.root / "prefect")}
        server = {"PREFECT_API_DATABASE_CONNECTION_URL": database}
        arguments = ("server", "start", "--host", "127.0.0.1", "--port", str(port))
        stack.enter_context(process(made.root / "server.log", {**env, **server}, *arguments))
        until(lambda: _answers(api), "the server answers", timeout_s=120, every_s=1)
        done = made.type("deploy", PREFECT_API_URL=api)
        assert done.returncode == 0, done.stderr
        for number in range(WORKERS):
            words = ("worker", "start", "--pool", "lastgreen", "--type", "process", "--name", f"w{number}")
            own = {"LASTGREEN_HOME": str(made.root / f"home{number}")}
            stack.enter_context(process(made.root / f"worker{number}.log", {**env, **WORKER_SETTINGS, **own}, *words))
        yield made, api


def _answers(api: str) -> bool:
    try:
        return httpx.get(f"{api}/health", timeout=5).status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


def test_shards_on_two_workers_give_one_verdict(spread: tuple[Installation, str]) -> None:
    """Every case once, whoever ran it; the work was shared."""
    made, api = spread
    words = made.trigger("5ead000", "--shards", "4", "--json")
    done = made.type(*words, PREFECT_API_URL=api)
    assert done.returncode == 0, done.stderr
    stored = Results(Files(str(made.root / "store"))).read(json.loads(done.stdout)["run_id"])
    assert sorted(trial.case_id for trial in stored.trials) == [f"c{number:02d}" for number in range(20)]
    assert sum(made.app.answered.values()) == 20
    taken = [(made.root / f"worker{number}.log").read_text().count("submitting flow run") for number in range(WORKERS)]
    assert sum(taken) >= 5
    assert all(taken), taken


def test_a_regression_is_blocked_there_too(spread: tuple[Installation, str]) -> None:
    """With the same exit code."""
    made, api = spread
    made.app.script = lambda prompt, _: "nothing" if prompt == "c00" else "an answer"
    done = made.type(*made.trigger("5ead001"), PREFECT_API_URL=api)
    assert done.returncode == 1, done.stderr

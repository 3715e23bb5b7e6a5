"""The supervisor and its services: started, kept, taken over, replaced and stopped, by their files alone."""

from __future__ import annotations

import itertools
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deployments import services
from deployments.installation import down, status
from deployments.processes import Background, read_document, write_atomically
from deployments.server import stop
from deployments.services import Service, Supervisor, define, defined, process_of, stop_services, worker
from tests.deployments import fake_prefect

pytestmark = pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")

SLEEP = ("-c", "import time; time.sleep(60)")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A home with a stand-in for the server; whatever was started is stopped."""
    folder = tmp_path / "with a space"
    fake_prefect.install(folder)
    yield folder
    stop_services(folder)
    stop(folder)


def sleeper(home: Path, *arguments: str) -> Service:
    """A service that does nothing."""
    return Service("sleeper", arguments or SLEEP, str(home))


def started(home: Path) -> Background:
    """The process of the sleeper, alive."""
    found = process_of(home, "sleeper")
    assert found is not None
    return found


def _until(true: Callable[[], bool]) -> None:
    for _ in range(100):
        if true():
            return
        time.sleep(0.05)
    pytest.fail("it did not happen in 5 s")


def test_a_step_starts_the_server_and_every_service(home: Path) -> None:
    """And a second step finds them running."""
    define(home, sleeper(home))
    supervisor = Supervisor(home)
    supervisor.step()
    first = started(home)
    supervisor.step()
    assert (first.is_alive, started(home)) == (True, first)
    assert {part.name: part.state for part in status(home)}["server"] == "running"


def test_what_was_killed_is_started_again(home: Path) -> None:
    """That is what the supervisor is for."""
    define(home, sleeper(home))
    supervisor = Supervisor(home, itertools.count(step=100).__next__)
    supervisor.step()
    first = started(home)
    os.kill(first.pid, signal.SIGKILL)
    _until(lambda: not first.is_alive)
    supervisor.step()
    assert started(home).is_alive
    assert started(home).pid != first.pid


def test_another_supervisor_takes_over_what_runs(home: Path) -> None:
    """After a kill -9 of the first."""
    define(home, sleeper(home))
    Supervisor(home).step()
    first = started(home)
    Supervisor(home).step()
    assert started(home) == first


def test_a_service_that_dies_at_once_is_started_more_and_more_rarely(home: Path) -> None:
    """A worker that cannot start must not use up the machine."""
    clock = iter(range(1000))
    now = [0.0]
    define(home, sleeper(home, "-c", "raise SystemExit(1)"))
    supervisor = Supervisor(home, lambda: now[0])
    pids: list[int] = []
    for now[0] in map(float, itertools.islice(clock, 20)):
        supervisor.step()
        pids.append(started(home).pid)
        _until(lambda: not started(home).is_alive)
    starts = [second for second, (before, after) in enumerate(itertools.pairwise([0, *pids])) if before != after]
    assert starts == [0, 1, 3, 7, 15]


def test_a_service_with_other_words_is_stopped_and_started_with_them(home: Path) -> None:
    """``lastgreen up`` from another folder moves the worker there."""
    define(home, sleeper(home))
    Supervisor(home).step()
    first = started(home)
    alive = []
    for words in ((), (*SLEEP, "other")):
        define(home, sleeper(home, *words))
        alive.append(first.is_alive)
    assert alive == [True, False]
    Supervisor(home).step()
    assert started(home).arguments == (*SLEEP, "other")


def test_down_stops_all_of_it_and_forgets(home: Path) -> None:
    """A second time there is nothing to stop."""
    define(home, sleeper(home))
    Supervisor(home).step()
    one = started(home)
    assert down(home) == ["sleeper", "server"]
    assert not one.is_alive
    assert defined(home) == []
    assert down(home) == []


def test_status_tells_what_never_ran_from_what_died(home: Path) -> None:
    """Both are mended by ``lastgreen up``."""
    assert {part.name: part.state for part in status(home)} == dict.fromkeys(
        ("server", "supervisor", "worker"), "missing"
    )
    define(home, sleeper(home))
    Supervisor(home).step()
    os.kill(started(home).pid, signal.SIGKILL)
    _until(lambda: not started(home).is_alive)
    assert {part.name: part.state for part in status(home)}["sleeper"] == "stale"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"pid": 1}', '{"pid": "x", "arguments": []}', '{"pid": 1, "arguments": 2}']
)
def test_a_broken_file_means_that_nothing_runs(tmp_path: Path, text: str) -> None:
    """Whoever wrote it was killed."""
    write_atomically(tmp_path / "services" / "sleeper.pid.json", text)
    assert process_of(tmp_path, "sleeper") is None


def test_a_process_that_got_the_pid_since_is_not_ours(tmp_path: Path) -> None:
    """It is neither counted as running nor stopped."""
    write_atomically(
        tmp_path / "services" / "sleeper.pid.json", json.dumps({"pid": os.getpid(), "arguments": ["-m", "x"]})
    )
    found = process_of(tmp_path, "sleeper")
    assert found is not None
    assert not found.is_alive


def test_the_worker_has_the_project_as_folder_and_no_secret_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys of targets reach it by the environment of ``lastgreen up``."""
    monkeypatch.setenv("OPENAI_API_KEY", "canary-secret")
    define(tmp_path, worker("pool", tmp_path, tmp_path / "home"))
    text = (tmp_path / "services" / "worker.json").read_text()
    assert "canary-secret" not in text
    (service,) = defined(tmp_path)
    assert service.cwd == str(tmp_path)
    assert service.env["LASTGREEN_HOME"] == str(tmp_path / "home")
    assert read_document(tmp_path / "services" / "worker.json")["arguments"][:4] == ["-m", "prefect", "worker", "start"]


def test_waiting_for_a_service_ends_with_its_log(tmp_path: Path) -> None:
    """A person sees why at once."""
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "worker.log").write_text("no such pool")
    with pytest.raises(Exception, match=r"worker was not ready within 0 s; its log ends: no such pool"):
        services.wait_for(tmp_path, "worker", lambda: False, timeout_s=0)


def test_a_folder_that_is_away_does_not_end_the_supervisor(home: Path) -> None:
    """What else it keeps running would die unseen; the service starts when its folder is back."""
    folder = home / "project"
    define(home, Service("sleeper", SLEEP, str(folder)))
    services.ensure_supervisor(home)
    log = home / "logs" / "supervisor.log"
    _until(lambda: log.exists() and str(folder) in log.read_text("utf-8"))
    folder.mkdir()
    _until(lambda: process_of(home, "sleeper") is not None)
    assert not services.ensure_supervisor(home)


def test_the_supervisor_is_started_once(home: Path) -> None:
    """By whoever comes first."""
    home.mkdir(exist_ok=True)
    assert services.ensure_supervisor(home)
    assert not services.ensure_supervisor(home)

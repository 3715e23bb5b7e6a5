"""A store on local files and one on a real S3 server (SeaweedFS)."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deployments.s3_server import READ_ONLY, S3Server, is_ready, make_bucket, prepare
from tasks.stores.files import Files

START_TIMEOUT_S = 60.0
BUCKET = "results"
"""One for all tests: the server gives every bucket volumes of its own, and has few."""
READER = ("reader-key", "reader-secret", READ_ONLY)
"""Keys of an identity that may not write."""


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


def use_server(monkeypatch: pytest.MonkeyPatch, server: S3Server, **changes: str) -> None:
    """Set the usual AWS variables, and forget the connections made with others."""
    import s3fs

    for name, value in {**server.environment, **changes}.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()


@pytest.fixture
def s3_environment(s3_server: S3Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """The usual AWS variables, pointing at the server; an address nobody has used yet."""
    use_server(monkeypatch, s3_server)
    return f"s3://{BUCKET}/{time.time_ns()}"


@pytest.fixture(params=["local", pytest.param("s3", marks=pytest.mark.s3)])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    """A new store: on local files, and on S3 when those tests run."""
    if request.param == "local":
        return Files(str(tmp_path / "store"))
    return Files(request.getfixturevalue("s3_environment"))

"""A store on local files and one on a real S3 server (SeaweedFS)."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.stores.files import Files

START_TIMEOUT_S = 60.0
BUCKET = "results"
"""One for all tests: the server gives every bucket volumes of its own, and has few."""


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of an S3 server that lives as long as the session."""
    folder = tmp_path_factory.mktemp("s3")
    credentials = [{"accessKey": "key", "secretKey": "secret"}]
    actions = ["Admin", "Read", "Write", "List", "Tagging"]
    identity = {"name": "gate", "credentials": credentials, "actions": actions}
    (folder / "s3.json").write_text(json.dumps({"identities": [identity]}))
    names = ("master", "master.grpc", "volume", "volume.grpc", "filer", "filer.grpc", "s3", "s3.grpc")
    ports = dict(zip(names, _free_ports(len(names)), strict=True))
    options = [
        f"-{name}.port={port}" if "." not in name else f"-{name.split('.')[0]}.port.grpc={port}"
        for name, port in ports.items()
    ]
    command = [
        str(Path(sys.executable).with_name("weed")),
        "-logtostderr=true",
        "server",
        f"-dir={folder}",
        "-ip=127.0.0.1",
    ]
    command += ["-ip.bind=127.0.0.1", "-master.telemetry=false", "-master.volumeSizeLimitMB=64", "-volume.max=8"]
    command += ["-filer", "-s3", "-s3.port.iceberg=0", "-s3.port.lance=0", f"-s3.config={folder / 's3.json'}", *options]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        _wait(f"http://127.0.0.1:{ports['s3']}/healthz", process, folder / "log")
        yield f"http://127.0.0.1:{ports['s3']}"
    finally:
        process.kill()
        process.wait()


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the S3 server stopped: {log.read_text(errors='replace')[-1000:]}")
        try:
            with urllib.request.urlopen(url, timeout=1) as response:  # noqa: S310 (our own server)
                if response.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the S3 server was not ready in time")


@pytest.fixture
def s3_environment(s3_server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The usual AWS variables, pointing at the server; an address nobody has used yet."""
    import s3fs

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_ENDPOINT_URL", s3_server)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    s3fs.S3FileSystem.clear_instance_cache()
    if not s3fs.S3FileSystem().exists(BUCKET):
        s3fs.S3FileSystem().mkdir(BUCKET)
    return f"s3://{BUCKET}/{time.time_ns()}"


@pytest.fixture(params=["local", pytest.param("s3", marks=pytest.mark.s3)])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    """A new store: on local files, and on S3 when those tests run."""
    if request.param == "local":
        return Files(str(tmp_path / "store"))
    return Files(request.getfixturevalue("s3_environment"))

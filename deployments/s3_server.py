"""An S3 server of one's own for local use and tests: SeaweedFS, when the extra ``s3-local`` is installed.

Everything lies in one folder: data, ``server.json`` with its ports and keys, log. ``python -m deployments.s3_server
FOLDER`` serves it in the foreground, which is how the supervisor of ``lastgreen up`` runs it.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from deployments.processes import locked, read_document, write_atomically
from evals.errors import InputError
from tasks.targets.lifeline import bound, lifeline

HOST = "127.0.0.1"
BUCKET = "lastgreen"
REGION = "us-east-1"
PARTS = ("master", "volume", "filer", "s3")
"""SeaweedFS is four servers in one process; each wants a port for HTTP and one for gRPC."""
FULL = ("Admin", "Read", "Write", "List", "Tagging")
READ_ONLY = ("Read", "List")
LET_GO_S = 1.0
"""Time in which the kernel closes what a killed process had open."""


@dataclass(frozen=True, slots=True)
class S3Server:
    """A server as it is started, again and again, from its folder."""

    folder: str
    ports: Mapping[str, int]
    """``s3``, ``s3.grpc`` and so on."""
    access_key: str
    secret_key: str

    @property
    def url(self) -> str:
        """Address of the S3 interface."""
        return f"http://{HOST}:{self.ports['s3']}"

    @property
    def environment(self) -> dict[str, str]:
        """The usual AWS variables that lead here."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": self.access_key,
            "AWS_SECRET_ACCESS_KEY": self.secret_key,
            "AWS_DEFAULT_REGION": REGION,
        }

    @property
    def command(self) -> list[str]:
        """How it is started.

        Raises:
            InputError: the program is not installed.
        """
        folder = Path(self.folder)
        ports = [f"-{name.replace('.grpc', '.port.grpc') if '.' in name else name + '.port'}={port}"
                 for name, port in self.ports.items()]  # fmt: skip
        return [
            str(program()),
            "-logtostderr=true",
            "server",
            f"-dir={folder / 'data'}",
            f"-ip={HOST}",
            f"-ip.bind={HOST}",
            "-master.telemetry=false",
            # The only master need not wait ten seconds for others when it starts again.
            "-master.electionTimeout=1s",
            "-master.volumeSizeLimitMB=64",
            "-volume.max=0",
            "-filer",
            "-s3",
            "-s3.port.iceberg=0",
            "-s3.port.lance=0",
            f"-s3.config={folder / 'identities.json'}",
            *ports,
        ]


def program() -> Path:
    """Where SeaweedFS is.

    Raises:
        InputError: it is not installed.
    """
    beside = Path(sys.executable).with_name("weed")
    found = str(beside) if beside.exists() else shutil.which("weed")
    if found is None:
        raise InputError("no S3 server is installed: the extra s3-local brings SeaweedFS, or put 'weed' on the PATH")
    return Path(found)


def prepare(folder: Path, others: Mapping[str, tuple[str, str, tuple[str, ...]]] | None = None) -> S3Server:
    """Return the server of a folder, the same every time; a new one gets free ports and keys of its own.

    Args:
        folder: where it lives.
        others: further identities by name: access key, secret key, actions (``FULL`` or ``READ_ONLY``).

    Raises:
        InputError: the program is not installed.
    """
    program()
    (folder / "data").mkdir(parents=True, exist_ok=True)
    with locked(folder / "lock"):
        server = _known(folder) or _new(folder)
        _write_private(folder / "server.json", asdict(server))
        identities = {"lastgreen": (server.access_key, server.secret_key, FULL), **(others or {})}
        _write_private(folder / "identities.json", {"identities": [*map(_identity, identities.items())]})
        return server


def _known(folder: Path) -> S3Server | None:
    """The server as it was; other ports when somebody has taken one of them meanwhile."""
    document = read_document(folder / "server.json")
    if not document:
        return None
    server = S3Server(**document)
    if _runs(server) or all(_becomes_free(port) for port in server.ports.values()):
        return server
    return replace(server, ports=_new(folder).ports)


def _runs(server: S3Server) -> bool:
    """Whether it is this very server that has the ports; while it starts it does not answer."""
    import psutil

    return any(process.info["cmdline"] == server.command for process in psutil.process_iter(["cmdline"]))


def _becomes_free(port: int) -> bool:
    """Whether nobody has the port, or lets it go soon: a killed server shows no words any more before it does."""
    deadline = time.monotonic() + LET_GO_S
    while _is_taken(port):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def _write_private(path: Path, document: object) -> None:
    write_atomically(path, json.dumps(document, indent=1))
    path.chmod(0o600)


def _new(folder: Path) -> S3Server:
    names = [name for part in PARTS for name in (part, f"{part}.grpc")]
    ports = dict(zip(names, _free_ports(len(names)), strict=True))
    return S3Server(str(folder), ports, f"lastgreen-{secrets.token_hex(4)}", secrets.token_hex(20))


def _identity(item: tuple[str, tuple[str, str, tuple[str, ...]]]) -> dict[str, object]:
    name, (access, secret, actions) = item
    return {"name": name, "credentials": [{"accessKey": access, "secretKey": secret}], "actions": list(actions)}


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind((HOST, 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


def is_ready(server: S3Server) -> bool:
    """Whether it answers."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"{server.url}/healthz", timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def make_bucket(server: S3Server, name: str = BUCKET) -> None:
    """Make the bucket unless it is there."""
    import s3fs

    filesystem = s3fs.S3FileSystem(
        key=server.access_key, secret=server.secret_key, endpoint_url=server.url, use_listings_cache=False
    )
    if not filesystem.exists(name):
        # s3fs takes every failure to look, such as that of a server that has just started, for absence.
        with contextlib.suppress(FileExistsError):
            filesystem.mkdir(name)


def serve(folder: Path) -> int:
    """Run the server until it ends; it ends with us, however we do: an orphan would hold the ports."""
    server = prepare(folder)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("AWS_")}
    with lifeline() as pipe:
        return subprocess.run(  # noqa: S603 (our own command)
            bound(server.command, pipe), env=environment, start_new_session=True, pass_fds=(pipe,), check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(serve(Path(sys.argv[1])))

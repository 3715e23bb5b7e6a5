"""The S3 server of a local installation: kept running by the supervisor, stopped with the rest."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from deployments import services
from deployments.s3_server import BUCKET, S3Server, is_ready, make_bucket, prepare

SERVICE = "s3"
READY_TIMEOUT_S = 90.0
"""A new server takes 4 s, one that was killed 20 s."""


def is_defined(home: Path) -> bool:
    """Whether it is a part of the installation."""
    return any(service.name == SERVICE for service in services.defined(home))


def define(home: Path) -> S3Server:
    """Let the supervisor run the server; this process, and what it starts from now on, is led to it.

    Raises:
        InputError: the extra ``s3-local`` is not installed.
    """
    folder = home / "s3"
    server = prepare(folder)
    arguments = ("-m", "deployments.s3_server", str(folder))
    services.define(home, services.Service(SERVICE, arguments, str(folder), stop_signal=int(signal.SIGKILL)))
    os.environ.update(server.environment)
    return server


def wait(home: Path, server: S3Server) -> None:
    """Wait until the server answers, and make its bucket.

    Raises:
        ServerError: it did not start in time.
    """
    services.wait_for(home, SERVICE, lambda: is_ready(server), READY_TIMEOUT_S)
    make_bucket(server)


def tell(server: S3Server, say: Callable[[str], None]) -> None:
    """Print what leads other commands to the server."""
    say("S3 for this and other shells:")
    for name, value in server.environment.items():
        say(f"export {name}={value}")
    say(f"and in the configuration:  store: s3://{BUCKET}/results")

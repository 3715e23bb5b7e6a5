"""Background processes that outlive the command that started them, found again by a small file with their pid."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STOP_TIMEOUT_S = 10.0
LOG_TAIL_CHARS = 1500


@dataclass(frozen=True, slots=True)
class Background:
    """A process of ours: its pid, and the arguments that tell it from others that got the pid since."""

    pid: int
    arguments: tuple[str, ...]
    """What the interpreter was started with."""

    @property
    def is_alive(self) -> bool:
        """Whether the process runs and is the one we started."""
        import psutil

        try:
            process = psutil.Process(self.pid)
            words = process.cmdline()
            # Linux shows no words for a moment after a program has begun.
            return process.status() != psutil.STATUS_ZOMBIE and (not words or words[1:] == list(self.arguments))
        except (psutil.Error, ValueError, OverflowError):
            return False

    def end(self, first: signal.Signals = signal.SIGTERM, patience_s: float | None = None) -> None:
        """Stop it with all that it started: a request first, then by force."""
        for sign in (first, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, sign)
            if _ends_within(self.pid, STOP_TIMEOUT_S if patience_s is None else patience_s):
                return


def start_python(arguments: Sequence[str], *, env: Mapping[str, str], cwd: Path, log: Path) -> subprocess.Popen[bytes]:
    """Start our interpreter in a session of its own, so that it outlives this command and its terminal."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as stream:
        return subprocess.Popen(  # noqa: S603 (our own interpreter and arguments)
            [sys.executable, *arguments],
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            start_new_session=True,
            cwd=cwd,
        )


def has_ended(pid: int) -> bool:
    """Whether a process is gone; a zombie has ended, and only then its port is free."""
    import psutil

    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def _ends_within(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not has_ended(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def read_document(path: Path) -> dict[str, Any]:
    """A JSON object from a file; empty when there is none or it is broken: whoever wrote it was killed."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_atomically(path: Path, text: str) -> None:
    """Replace a file whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(path.suffix + ".new")
    new.write_text(text, "utf-8")
    new.replace(path)


def log_tail(path: Path) -> str:
    """The end of a log."""
    try:
        return path.read_text("utf-8", "replace")[-LOG_TAIL_CHARS:].strip()
    except OSError:
        return "(no log)"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a file lock: two commands started together must not start two of the same thing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield

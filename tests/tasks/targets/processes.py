"""Looking at processes from outside."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_for(condition: Callable[[], object], limit_s: float = 20.0) -> bool:
    """Whether something becomes true in time."""
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False

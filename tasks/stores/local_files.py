"""Files on local disk: written whole, created once, locked, listed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator
from pathlib import Path


def walk(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Files below a folder; what vanishes meanwhile is left out.

    Decision: not by fsspec, which takes a folder that may not be read for an empty one: its runs would seem to be gone.
    """
    try:
        with os.scandir(folder) as found:
            listed = list(found)
    except FileNotFoundError:
        return
    for entry in listed:
        with contextlib.suppress(FileNotFoundError):
            if entry.is_dir():
                yield from walk(entry.path)
            else:
                yield entry.path, entry.stat()


@contextlib.contextmanager
def _staged(target: Path, data: bytes) -> Iterator[Path]:
    """Write ``data`` durably beside ``target`` and remove it afterwards when it is still there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    staged = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with staged.open("xb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        yield staged
    finally:
        staged.unlink(missing_ok=True)


def write_whole(target: Path, data: bytes) -> None:
    """Write a file durably and at once: a reader sees what was there before or all of it."""
    with _staged(target, data) as staged:
        staged.replace(target)
    _sync(target.parent)


def write_new(target: Path, data: bytes) -> bool:
    """Write a file only when there is none; say whether it was written.

    A hard link is made whole or not at all, and never over an existing file.
    """
    with _staged(target, data) as staged:
        try:
            os.link(staged, target)
        except FileExistsError:
            return False
    _sync(target.parent)
    return True


def _sync(folder: Path) -> None:
    """A new name survives a loss of power only when its folder was synced too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep others out who lock the same file; the lock goes with the process, however that ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield

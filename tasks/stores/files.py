"""The few file operations that all stores stand on, over fsspec: local folders and object stores alike."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from evals.errors import AuthenticationError, InputError, StoreError

SWAP_ATTEMPTS = 20
"""Racing writers of one small document each win within a few rounds; 24 of them were tried without a loss."""


class Files:
    """A root on some file system; paths are relative to it, with slashes."""

    def __init__(self, url: str) -> None:
        import fsspec  # 50 ms

        self.url = url
        try:
            self._fs, self._root = fsspec.core.url_to_fs(_absolute(url))
        except (ValueError, ImportError) as error:
            raise InputError(f"store {url!r} is not an address that can be used: {error}") from None
        self.is_local = "file" in _protocols(self._fs)

    def path(self, relative: str) -> str:
        """The path on the file system."""
        return f"{self._root.rstrip('/')}/{relative}"

    def read(self, relative: str) -> bytes | None:
        """Return a whole file; None when it does not exist.

        Raises:
            StoreError: it cannot be read.
            AuthenticationError: the store refuses us.
        """
        with self._translated(relative):
            try:
                return bytes(self._fs.cat_file(self.path(relative)))
            except FileNotFoundError:
                return None

    def write(self, relative: str, data: bytes) -> None:
        """Write a file whole: a reader never sees a part of it."""
        with self._translated(relative):
            if self.is_local:
                with _staged(Path(self.path(relative)), data) as staged:
                    staged.replace(self.path(relative))
            else:
                self._fs.pipe_file(self.path(relative), data)

    def create(self, relative: str, data: bytes) -> bool:
        """Write a file only when there is none; say whether it was written. Of racing writers one wins."""
        with self._translated(relative):
            if self.is_local:
                return _link_new(Path(self.path(relative)), data)
            try:
                self._fs.pipe_file(self.path(relative), data, mode="create")
            except (FileExistsError, OSError) as error:
                if _is_refused_precondition(error):
                    return False
                raise
            return True

    def swap(self, relative: str, change: Callable[[bytes | None], bytes]) -> None:
        """Replace a document by ``change(what it was)``; racing writers lose nothing.

        ``change`` may be called several times.
        """
        with self._translated(relative):
            if self.is_local:
                with _locked(Path(self.path(relative) + ".lock")):
                    self.write(relative, change(self.read(relative)))
            else:
                self._swap_remote(relative, change)

    def _swap_remote(self, relative: str, change: Callable[[bytes | None], bytes]) -> None:
        path = self.path(relative)
        for _ in range(SWAP_ATTEMPTS):
            self._fs.invalidate_cache()
            etag = self._fs.info(path)["ETag"] if self._fs.exists(path) else None
            data = change(self.read(relative) if etag else None)
            if etag is None and self.create(relative, data):
                return
            try:
                if etag is not None:
                    self._fs.pipe_file(path, data, IfMatch=etag)
                    return
            except OSError as error:
                if not _is_refused_precondition(error):
                    raise
        raise StoreError(f"{self.url}/{relative} changed {SWAP_ATTEMPTS} times while it was being replaced")

    def list(self, folder: str) -> list[str]:
        """Return all files below a folder, relative to the root, sorted; nothing when it does not exist."""
        with self._translated(folder):
            self._fs.invalidate_cache()
            found = self._fs.find(self.path(folder)) if self._fs.exists(self.path(folder)) else []
            relative = (str(path)[len(self._root.rstrip("/")) + 1 :] for path in found)
            # An object store names an emptied folder as if it were a file in itself.
            return sorted(path for path in relative if path.startswith(f"{folder}/"))

    def remove(self, relative: str) -> None:
        """Delete a file; nothing when it does not exist."""
        with self._translated(relative), contextlib.suppress(FileNotFoundError):
            self._fs.rm_file(self.path(relative))

    @contextlib.contextmanager
    def _translated(self, relative: str) -> Iterator[None]:
        """Turn what file systems raise into our errors, in this one place."""
        place = f"{self.url.rstrip('/')}/{relative}"
        try:
            yield
        except PermissionError as error:
            if self.is_local:
                raise StoreError(f"{place} cannot be used: {error.strerror or error}") from None
            raise AuthenticationError(f"the store refused our credentials for {place}: {error}") from None
        except OSError as error:
            raise StoreError(f"{place} cannot be used: {error.strerror or error}") from None


def _absolute(url: str) -> str:
    return url if "://" in url else str(Path(url).absolute())


def _protocols(fs: Any) -> tuple[str, ...]:
    return (fs.protocol,) if isinstance(fs.protocol, str) else tuple(fs.protocol)


def _is_refused_precondition(error: OSError) -> bool:
    """s3fs raises a plain ``OSError(EINVAL)`` for 412 and 409; other stores raise ``FileExistsError``."""
    return isinstance(error, FileExistsError) or error.errno == errno.EINVAL


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


def _link_new(target: Path, data: bytes) -> bool:
    """A hard link is made whole or not at all, and never over an existing file."""
    with _staged(target, data) as staged:
        try:
            os.link(staged, target)
        except FileExistsError:
            return False
        return True


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield

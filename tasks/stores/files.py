"""The few file operations that all stores stand on: a local folder or a prefix of an S3 bucket, through fsspec.

Decision: other addresses are refused, because what stores rest on (a file is created once, a document is swapped only
when it has not changed) is known to hold on these two. On S3 one loop retries what passes, this one: those of
botocore and s3fs are switched off.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from evals.errors import InputError, LastgreenError, StoreError
from tasks.stores import s3_faults
from tasks.stores.local_files import locked, walk, write_new, write_whole
from tasks.stores.s3_opening import open_s3

SWAP_ATTEMPTS = 20
"""Racing writers of one small document each win within a few rounds; 24 of them were tried without a loss."""
PATIENCE_S = 120.0
"""A run waits this long for S3 to come back; what it has paid for is worth it."""
IMPATIENCE_S = 10.0
"""What somebody who sits and waits is asked for."""
LONGEST_WAIT_S = 5.0
READ_TIMEOUT_S = 20.0
PARALLEL_READS = 16
WRITE = "lastgreen-write"
"""The metadata of an object that says which conditional write it came from."""

T = TypeVar("T")
Change = Callable[[bytes | None], bytes]


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored file."""

    path: str
    """Relative to the root."""
    size: int
    """Bytes."""
    modified: float
    """Seconds since 1970."""


class Files:
    """A root on local disk or S3; paths are relative to it, with slashes.

    Every operation raises ``StoreError`` when the store cannot be used, ``AuthenticationError`` when it refuses our
    credentials, and ``InputError`` when its address or bucket does not exist.
    """

    def __init__(
        self,
        url: str,
        *,
        patience_s: float = PATIENCE_S,
        read_timeout_s: float = READ_TIMEOUT_S,
        longest_wait_s: float = LONGEST_WAIT_S,
    ) -> None:
        """Take an address; nothing is opened or sent yet.

        Args:
            url: a folder, ``file://`` or ``s3://bucket/prefix``.
            patience_s: how long S3 may fail before an operation does.
            read_timeout_s: silence on a connection to S3 after which a request has failed.
            longest_wait_s: between two attempts at one request to S3.

        Raises:
            InputError: it is no such address.
        """
        self.url = url
        self.is_local = "://" not in url or url.startswith("file://")
        self._patience_s = patience_s
        self._read_timeout_s = read_timeout_s
        self._longest_wait_s = longest_wait_s
        self._fs, self._root = _open(url, self.is_local, read_timeout_s)

    def path(self, relative: str) -> str:
        """The path on the file system."""
        return f"{self._root.rstrip('/')}/{relative}"

    def probe(self) -> None:
        """Write a small file and remove it: whether we may write must show before anything is paid for.

        Raises:
            InputError: it cannot be written here: refused credentials, a missing bucket, a folder that is a file.
        """
        hasty = Files(
            self.url,
            patience_s=min(self._patience_s, IMPATIENCE_S),
            read_timeout_s=self._read_timeout_s,
            longest_wait_s=self._longest_wait_s,
        )
        relative = f"_probe/{secrets.token_hex(8)}"
        try:
            hasty.require()
            hasty.create(relative, b"may we write?\n")
        except InputError as error:
            raise type(error)(f"results could not be kept: {error}") from None
        except StoreError as error:
            raise InputError(f"results could not be kept: {error}") from None
        with contextlib.suppress(LastgreenError):
            # Who may write but not delete can keep results all the same.
            hasty.remove(relative)

    def read(self, relative: str) -> bytes | None:
        """Return a whole file; None when it does not exist."""

        def read() -> bytes | None:
            try:
                return bytes(self._fs.cat_file(self.path(relative), **_one_request(self.is_local)))
            except FileNotFoundError as error:
                _require_bucket(error)
                return None

        return self._tried(relative, read)

    def read_all(self, relatives: Sequence[str]) -> tuple[bytes | None, ...]:
        """Read many files, in their order; on S3 some at once."""
        if self.is_local or len(relatives) < 2:
            return tuple(self.read(relative) for relative in relatives)
        with ThreadPoolExecutor(PARALLEL_READS) as pool:
            return tuple(pool.map(self.read, relatives))

    def write(self, relative: str, data: bytes) -> None:
        """Write a file whole: a reader never sees a part of it."""

        def write() -> None:
            if self.is_local:
                write_whole(Path(self.path(relative)), data)
            else:
                self._fs.pipe_file(self.path(relative), data)

        self._tried(relative, write)

    def create(self, relative: str, data: bytes) -> bool:
        """Write a file only when there is none; say whether it was written. Of racing writers one wins."""
        if self.is_local:
            return self._tried(relative, lambda: write_new(Path(self.path(relative)), data))
        return self._put(relative, data, mode="create")

    def _put(self, relative: str, data: bytes, **condition: Any) -> bool:
        """Write under a condition; False when it was refused.

        A refusal may be of our own write, whose answer was lost: the HTTP client under s3fs sends a request again by
        itself when a kept connection breaks. So every write carries a name of its own, and a refused one looks for it.
        """
        token = secrets.token_hex(8)

        def put() -> bool:
            try:
                self._fs.pipe_file(self.path(relative), data, Metadata={WRITE: token}, **condition)
            except Exception as error:
                if not s3_faults.is_refused_condition(error):
                    raise
                return self._written_as(relative) == token
            return True

        return self._tried(relative, put)

    def _written_as(self, relative: str) -> str | None:
        """The name of the write that an object on S3 came from."""
        try:
            found: dict[str, str] = self._fs.metadata(self.path(relative), refresh=True)
        except FileNotFoundError as error:
            _require_bucket(error)
            return None
        return found.get(WRITE)

    def swap(self, relative: str, change: Change) -> None:
        """Replace a document by ``change(what it was)``; racing writers lose nothing.

        ``change`` may be called several times.
        """
        if self.is_local:
            path = Path(self.path(relative))
            with self._translated(relative), locked(path.with_name(f".{path.name}.lock")):
                self.write(relative, change(self.read(relative)))
        else:
            self._swap_remote(relative, change)

    def _swap_remote(self, relative: str, change: Change) -> None:
        for _ in range(SWAP_ATTEMPTS):
            etag = self._tried(relative, lambda: self._etag(relative))
            data = change(self.read(relative) if etag else None)
            if self._put(relative, data, **({"IfMatch": etag} if etag else {"mode": "create"})):
                return
        raise StoreError(f"{self.url}/{relative} changed {SWAP_ATTEMPTS} times while it was being replaced")

    def _etag(self, relative: str) -> str | None:
        try:
            return str(self._fs.info(self.path(relative))["ETag"])
        except FileNotFoundError as error:
            _require_bucket(error)
            return None

    def list(self, folder: str) -> list[str]:
        """Return all files below a folder, relative to the root, sorted; nothing when it does not exist.

        Hidden names are left out: files that are being written, and locks.
        """
        return [entry.path for entry in self.entries(folder) if not entry.path.rsplit("/", 1)[-1].startswith(".")]

    def entries(self, folder: str) -> tuple[Entry, ...]:
        """Return all files below a folder with size and time, sorted by path, hidden ones too; "" is the root."""
        found = self._tried(folder, lambda: self._below(folder))
        if not found:
            self.require()
        start, inside = len(self._root.rstrip("/")) + 1, f"{folder}/" if folder else ""
        entries = (replace(entry, path=entry.path[start:]) for entry in found)
        # An object store names an emptied folder as if it were a file in itself.
        below = (entry for entry in entries if entry.path.startswith(inside) and entry.path)
        return tuple(sorted(below, key=lambda entry: entry.path))

    def _below(self, folder: str) -> tuple[Entry, ...]:
        """Files below a folder with their whole paths."""
        if self.is_local:
            found = walk(self.path(folder).rstrip("/"))
            return tuple(Entry(path, status.st_size, status.st_mtime) for path, status in found)
        try:
            objects: dict[str, dict[str, Any]] = self._fs.find(self.path(folder), detail=True)
        except FileNotFoundError as error:
            _require_bucket(error)
            return ()
        return tuple(Entry(str(path), int(info["size"]), _modified(info)) for path, info in objects.items())

    def exists(self) -> bool:
        """Whether the root is there: the folder, or anything below the prefix.

        Raises:
            InputError: the bucket does not exist.
        """
        if self.is_local:
            return Path(self._root).is_dir()
        self.require()
        return self._is_there(self._root)

    def _is_there(self, place: str) -> bool:
        def look() -> bool:
            try:
                return bool(self._fs.info(place))
            except FileNotFoundError:
                return False

        return self._tried("", look)

    def require(self) -> None:
        """Tell an object that is not there from a bucket that is not; a folder comes into being with its first file.

        Raises:
            InputError: the bucket does not exist.
        """
        if not self.is_local and not self._is_there(self._root.split("/", 1)[0]):
            raise InputError(f"the bucket of {self.url} does not exist")

    def remove(self, relative: str) -> None:
        """Delete a file; nothing when it does not exist."""

        def remove() -> None:
            with contextlib.suppress(FileNotFoundError):
                self._fs.rm_file(self.path(relative))

        self._tried(relative, remove)

    def _tried(self, relative: str, operation: Callable[[], T]) -> T:
        """Do it; on S3 again while it fails in a way that passes, for as long as patience lasts."""
        with self._translated(relative):
            if self.is_local:
                return operation()
            import tenacity  # only those who use S3 wait

            retrying = tenacity.Retrying(
                retry=tenacity.retry_if_exception(s3_faults.is_passing),
                wait=tenacity.wait_random_exponential(multiplier=0.1, max=self._longest_wait_s),
                stop=tenacity.stop_after_delay(self._patience_s),
                reraise=True,
            )
            return retrying(operation)

    @contextlib.contextmanager
    def _translated(self, relative: str) -> Iterator[None]:
        """Turn what file systems raise into our errors, in this one place."""
        place = f"{self.url.rstrip('/')}/{relative}".rstrip("/")
        try:
            yield
        except LastgreenError:
            raise
        except Exception as error:
            if self.is_local and isinstance(error, NotADirectoryError | FileExistsError):
                raise InputError(f"{place} cannot be used: a file stands where a folder is to be") from None
            if self.is_local and isinstance(error, OSError):
                raise StoreError(f"{place} cannot be used: {error.strerror or error}") from None
            if self.is_local or not s3_faults.is_of_s3(error):
                raise
            raise s3_faults.explain(error, place) from None


def _open(url: str, is_local: bool, read_timeout_s: float) -> tuple[Any, str]:
    if not is_local:
        return open_s3(url, read_timeout_s)
    import fsspec  # 50 ms

    filesystem, root = fsspec.core.url_to_fs(url if "://" in url else str(Path(url).absolute()))
    return filesystem, str(root)


def _one_request(is_local: bool) -> dict[str, Any]:
    """s3fs asks for the size first when it may read in several requests."""
    return {} if is_local else {"max_concurrency": 1}


def _require_bucket(error: FileNotFoundError) -> None:
    """A missing file is an answer, a missing bucket is not."""
    if s3_faults.code_of(error) in s3_faults.BUCKET_CODES:
        raise error


def _modified(info: dict[str, Any]) -> float:
    when: Any = info.get("LastModified")
    return float(when.timestamp()) if when else 0.0

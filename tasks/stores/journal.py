"""The journal of a run: every answer and judgement is durable before anything counts it.

One JSON object a line, ``{"key": ..., "record": ...}``. On a local disk one file a run, appended and synced in groups;
on an object store one object a group. A last line that was torn by a crash is dropped when the journal is opened again.
Values are kept by key, and the key holds everything that decides the value; errors are never kept.

What may not be stored is not written here either, not even while the run lasts: a resumed run asks for it again. A
target may say otherwise (``journal: full``); its journal is removed when the run is committed.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

from evals.errors import InputError, LastgreenError, StoreError
from evals.results.privacy import StorePolicy, journaled
from evals.results.records import Kept, from_record, to_record
from tasks.stores.files import Files

OPEN = StorePolicy()
"""Everything may be stored."""


class Sink(Protocol):
    """Where groups of lines become durable."""

    def read(self) -> bytes:
        """Everything written so far, without a torn end."""

    def append(self, line: bytes) -> None:
        """Take a line at once; on a local disk it survives the death of this process from here on."""

    def commit(self) -> None:
        """Return only when everything appended is durable; called from a thread, one call at a time."""

    def close(self) -> None:
        """Let others open the journal."""


class Journal:
    """An open journal. ``put`` returns when its value is durable; many puts share one sync."""

    def __init__(self, sink: Sink, policy: StorePolicy = OPEN) -> None:
        self._sink = sink
        self._policy = policy
        self._values: dict[str, Kept] = _parse(sink.read())
        self._pending: list[tuple[str, Kept, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: str) -> Kept | None:
        """Return a value that was put; None when there is none."""
        return self._values.get(key)

    async def put(self, key: str, value: Kept) -> None:
        """Make a value durable, as far as it may be stored.

        Raises:
            StoreError: it could not be written.
        """
        kept = journaled(value, self._policy)
        if kept is None:
            self._values[key] = value
            return
        done = asyncio.get_running_loop().create_future()
        self._append(_line(key, kept))
        self._pending.append((key, value, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._drain())
        await done

    async def settled(self) -> None:
        """Wait until all that was put is durable, also by callers that were cancelled meanwhile."""
        if self._writer is not None:
            await self._writer

    async def close(self) -> None:
        """Finish what is being written."""
        await self.settled()
        self._sink.close()

    async def _drain(self) -> None:
        """Write groups until nothing waits: whatever came during one sync shares the next."""
        while self._pending:
            group, self._pending = self._pending, []
            try:
                await asyncio.to_thread(self._sink.commit)
            except LastgreenError as error:
                _fail(group, error)
            except OSError as error:
                _fail(group, StoreError(f"the journal cannot be written: {error.strerror or error}"))
            except BaseException as error:
                # Nobody may wait for ever for a group that no one writes any more.
                _fail(group, StoreError(f"the journal cannot be written: {type(error).__name__}: {error}"))
                raise
            else:
                self._keep(group)

    def _append(self, line: bytes) -> None:
        try:
            self._sink.append(line)
        except OSError as error:
            raise StoreError(f"the journal cannot be written: {error.strerror or error}") from None

    def _keep(self, group: list[tuple[str, Kept, asyncio.Future[None]]]) -> None:
        for key, value, done in group:
            self._values[key] = value
            if not done.done():
                done.set_result(None)


def _fail(group: list[tuple[str, Kept, asyncio.Future[None]]], error: LastgreenError) -> None:
    for _, _, done in group:
        if not done.done():
            done.set_exception(error)


@contextlib.asynccontextmanager
async def open_journal(files: Files, run_id: str, policy: StorePolicy = OPEN) -> AsyncIterator[Journal]:
    """Open the journal of a run, new or begun earlier, for one writer; ``policy`` says what may be stored.

    Raises:
        InputError: another process on this machine is writing it, or it is corrupt, or of a newer version.
        StoreError: it cannot be read.
    """
    sink: Sink = LocalSink(Path(files.path(f"journal/{run_id}.jsonl"))) if files.is_local else ObjectSink(files, run_id)
    try:
        journal = Journal(sink, policy)
    except BaseException:
        sink.close()
        raise
    try:
        yield journal
    finally:
        await journal.close()


def discard_journal(files: Files, run_id: str) -> None:
    """Remove the journal of a run that is committed and need not be resumed any more."""
    for path in (f"journal/{run_id}.jsonl", *files.list(f"journal/{run_id}")):
        files.remove(path)


class LocalSink:
    """An append-only file, locked while it is open; the lock goes with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise StoreError(f"the journal {str(path)!r} cannot be opened: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise InputError(f"run {path.stem!r} is being written by another process") from None

    def read(self) -> bytes:
        """Read all whole lines and cut off a torn one."""
        self._file.seek(0)
        data = self._file.readall()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        return whole

    def append(self, line: bytes) -> None:
        """Hand the line to the operating system, which keeps it when we are killed."""
        self._file.write(line)

    def commit(self) -> None:
        """Sync, so that it survives a loss of power too."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close, which releases the lock."""
        self._file.close()


class ObjectSink:
    """One object a group. Object stores have no lock: two writers of one run would pay twice, but lose nothing."""

    def __init__(self, files: Files, run_id: str) -> None:
        self._files = files
        self._folder = f"journal/{run_id}"
        self._groups = 0
        self._waiting: list[bytes] = []

    def read(self) -> bytes:
        """Read all groups."""
        names = self._files.list(self._folder)
        self._groups = len(names)
        return b"".join(data or b"" for data in self._files.read_all(names))

    def append(self, line: bytes) -> None:
        """Wait for the next group."""
        self._waiting.append(line)

    def commit(self) -> None:
        """Write what waits as one object that did not exist."""
        waiting, self._waiting = self._waiting, []
        lines = b"".join(waiting)
        while lines:
            self._groups += 1
            if self._files.create(f"{self._folder}/{self._groups:08d}.jsonl", lines):
                return

    def close(self) -> None:
        """Nothing is held open."""


def _line(key: str, value: Kept) -> bytes:
    return json.dumps({"key": key, "record": to_record(value)}, separators=(",", ":")).encode("ascii") + b"\n"


def _parse(data: bytes) -> dict[str, Kept]:
    values = {}
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            entry = json.loads(line)
            values[entry["key"]] = from_record(entry["record"])
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"line {number} of the journal cannot be read: {error}") from None
    return values

"""Commits and the parts they name: a run exists exactly when its commit does.

::

    _commits/date=YYYY-MM-DD/<run_id>.json      created once; names the parts with size, sha256 and rows
    <part>/.../<run_id>-<attempt>.parquet       written before; of racing writers each has files of its own

Everything read is verified against the commit, and brought to the current columns.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, Field

from evals.errors import InputError
from evals.results.columns import SCHEMA_VERSION, SCHEMAS
from evals.results.migrations import migrate, source_of
from tasks.run_ids import RUN_ID
from tasks.stores.files import Files

COMMIT_VERSION = 1
FOLDER = "_commits"
NEAREST = 3
READ_AT_ONCE = 64
"""Files of runs that are in memory together when many are read."""


class Part(BaseModel):
    """One Parquet file as whoever wrote it describes it."""

    model_config = ConfigDict(frozen=True)

    path: str = Field(pattern=r"^(results|transcripts|runs|_index)/[^/]", description="relative to the root")
    size: int
    """Bytes."""
    sha256: str
    rows: int


class Commit(BaseModel):
    """What makes a run exist."""

    model_config = ConfigDict(frozen=True)

    commit_version: int = COMMIT_VERSION
    schema_version: int = SCHEMA_VERSION
    run_id: str
    parts: Mapping[str, Part]

    def part(self, name: str) -> Part:
        """The file that holds what is called ``name`` today."""
        return self.parts[source_of(name, self.schema_version)]


def commit_path(run_id: str) -> str:
    """Where the commit of a run stands."""
    return f"{FOLDER}/date={date_of(run_id)}/{run_id}.json"


def date_of(run_id: str) -> str:
    """UTC date of a run, ``YYYY-MM-DD``, from its id."""
    return f"{run_id[:4]}-{run_id[4:6]}-{run_id[6:8]}"


def list_runs(files: Files) -> tuple[str, ...]:
    """Ids of all committed runs, oldest first."""
    names = (path.rsplit("/", 1)[-1].removesuffix(".json") for path in files.list(FOLDER))
    return tuple(sorted(name for name in names if RUN_ID.fullmatch(name)))


def require_store(files: Files) -> None:
    """Tell an address where there is nothing from a store without runs.

    Raises:
        InputError: the folder does not exist, or nothing is below the prefix.
    """
    if not files.exists():
        raise InputError(f"there is no store at {files.url!r}")


def find_commits(files: Files, run_ids: Sequence[str]) -> tuple[Commit, ...]:
    """Read the commits of runs that somebody named.

    Raises:
        InputError: there is no such run (the nearest ids are named), or its commit is corrupt or of a newer version.
    """
    known = [run_id for run_id in run_ids if RUN_ID.fullmatch(run_id)]
    data = dict(zip(known, files.read_all([commit_path(run_id) for run_id in known]), strict=True))
    return tuple(_found_commit(files, run_id, data.get(run_id)) for run_id in run_ids)


def find_commit(files: Files, run_id: str) -> Commit:
    """Read the commit of one run that somebody named.

    Raises:
        InputError: as for ``find_commits``.
    """
    return find_commits(files, [run_id])[0]


def _found_commit(files: Files, run_id: str, data: bytes | None) -> Commit:
    if data is None:
        raise InputError(f"run {run_id!r} is not in the store {files.url!r}{_nearest(run_id, list_runs(files))}")
    return parse_commit(run_id, data)


def read_commits(files: Files, run_ids: Sequence[str]) -> tuple[Commit, ...]:
    """Read the commits of many runs; those that have been removed meanwhile are left out.

    Raises:
        InputError: one is corrupt or of a newer version.
    """
    found = files.read_all([commit_path(run_id) for run_id in run_ids])
    return tuple(parse_commit(run_id, data) for run_id, data in zip(run_ids, found, strict=True) if data is not None)


def parse_commit(run_id: str, data: bytes) -> Commit:
    """Read a commit.

    Raises:
        InputError: it is no commit, or of a newer version.
    """
    try:
        plain = json.loads(data)
        version = plain["schema_version"]
        if version <= SCHEMA_VERSION and plain["commit_version"] <= COMMIT_VERSION:
            return _checked(Commit.model_validate(plain), run_id)
    except (ValueError, KeyError, TypeError):
        raise InputError(f"the commit of run {run_id!r} is corrupt: {commit_path(run_id)!r}") from None
    raise InputError(
        f"run {run_id!r} was written by a newer lastgreen: schema {version}; this one reads up to {SCHEMA_VERSION}"
    )


def _checked(commit: Commit, run_id: str) -> Commit:
    if commit.run_id != run_id or len({commit.part(name).path for name in SCHEMAS}) < len(commit.parts):
        raise ValueError(run_id)
    return commit


def read_tables(files: Files, wanted: Iterable[tuple[Commit, str]]) -> Iterator[pa.Table]:
    """Give parts of runs, each named beside its commit, verified and in the current columns, in their order.

    Raises:
        InputError: one is missing or corrupt.
    """
    remaining = iter(wanted)
    while group := list(islice(remaining, READ_AT_ONCE)):
        data = files.read_all([commit.part(name).path for commit, name in group])
        for (commit, name), found in zip(group, data, strict=True):
            yield _current(commit, name, found)


def _current(commit: Commit, name: str, data: bytes | None) -> pa.Table:
    part, owner = commit.part(name), f"run {commit.run_id!r}"
    table = open_part(part, data, owner).read()
    try:
        return migrate(name, table, commit.schema_version)
    except (ValueError, KeyError, TypeError, pa.ArrowException) as error:
        raise InputError(f"{part.path!r} of {owner} cannot be read: {error}") from None


def open_part(part: Part, data: bytes | None, owner: str) -> pq.ParquetFile:
    """Open a part whose bytes were read.

    Raises:
        InputError: it is missing, its checksum differs, or it is no Parquet file.
    """
    try:
        return pq.ParquetFile(pa.BufferReader(verified(part, data, owner)))
    except pa.ArrowException as error:
        raise InputError(f"{part.path!r} of {owner} is no Parquet file: {error}") from None


def verified(part: Part, data: bytes | None, owner: str) -> bytes:
    """The bytes of a part, when they are those that were written.

    Raises:
        InputError: it is missing, or its checksum differs.
    """
    if data is None:
        raise InputError(f"{part.path!r} of {owner} is missing")
    if hashlib.sha256(data).hexdigest() != part.sha256:
        raise InputError(f"{part.path!r} of {owner} is corrupt: its sha256 is not the one it was written with")
    return data


def write_part(files: Files, path: str, table: pa.Table, row_group_size: int | None = None) -> Part:
    """Write a table as a file of its own, and describe it."""
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd", row_group_size=row_group_size)
    data = buffer.getvalue()
    files.write(path, data)
    return Part(path=path, size=len(data), sha256=hashlib.sha256(data).hexdigest(), rows=table.num_rows)


def _nearest(run_id: str, known: Sequence[str]) -> str:
    if not known:
        return "; the store holds no run yet"
    begun = [name for name in known if run_id and name.startswith(run_id)]
    close = begun or get_close_matches(run_id, known, n=NEAREST, cutoff=0.75)
    if not close:
        return f"; the latest is {known[-1]!r}"
    return f"; did you mean {' or '.join(repr(name) for name in close[:NEAREST])}?"

"""The index: what many runs are read by, in few files instead of thousands.

::

    _index/HEAD.json                     names the files below; swapped whole
    _index/runs-<random>.parquet         one row per run without its report, and the file that holds its trials
    _index/results-<random>.parquet      rows of results, some runs a file, sorted by case

The commits stay the truth: a run that is committed but not in the index is read from its own files, and rows of a run
whose commit is gone are left out. Index files are never changed, so a reader of an older HEAD finds what it names;
what a HEAD has replaced is removed when the next one replaces it.
"""

from __future__ import annotations

import json

import pyarrow as pa
from pydantic import BaseModel, ConfigDict

from evals.errors import InputError
from evals.results.columns import RUNS_INDEX, SCHEMA_VERSION
from tasks.stores.commits import Part, open_part
from tasks.stores.files import Files

INDEX_VERSION = 1
HEAD_PATH = "_index/HEAD.json"
OWNER = "the index"

INDEX_ROWS = RUNS_INDEX.append(pa.field("index_file", pa.string()))
"""Rows of ``runs`` with the path of the index file that holds the run's trials."""


class Head(BaseModel):
    """The state of the index."""

    model_config = ConfigDict(frozen=True)

    index_version: int = INDEX_VERSION
    schema_version: int = SCHEMA_VERSION
    generation: int = 0
    """Counts compactions; 0 for no index."""
    created_at: str = ""
    """UTC, ISO 8601."""
    runs: Part | None = None
    results: tuple[Part, ...] = ()
    superseded: tuple[str, ...] = ()
    """Paths that the generation before named: still there for who reads it."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """All files of this generation."""
        return (*((self.runs,) if self.runs else ()), *self.results)

    @property
    def is_current(self) -> bool:
        """Whether its files have today's columns."""
        return self.schema_version == SCHEMA_VERSION


def read_head(files: Files) -> Head:
    """Read the state of the index; that of an empty one when there is none.

    Raises:
        InputError: it is corrupt, or a newer version wrote it.
    """
    return parse_head(files.read(HEAD_PATH))


def parse_head(data: bytes | None) -> Head:
    """Read the state of the index from its document; None is an empty one.

    Raises:
        InputError: it is corrupt, or a newer version wrote it.
    """
    if data is None:
        return Head()
    try:
        plain = json.loads(data)
        version = plain["index_version"], plain["schema_version"]
        if version[0] <= INDEX_VERSION and version[1] <= SCHEMA_VERSION:
            return Head.model_validate(plain)
    except (ValueError, KeyError, TypeError):
        raise InputError(
            f"the index is corrupt: {HEAD_PATH!r} cannot be read; remove it and run 'lastgreen store compact'"
        ) from None
    raise InputError(f"the index was written by a newer lastgreen (index {version[0]}, schema {version[1]})")


def read_index_rows(files: Files, head: Head) -> pa.Table:
    """Read the index of runs: ``INDEX_ROWS``, no rows when there is no index or an older version wrote it.

    Raises:
        InputError: it is missing or corrupt.
    """
    if head.runs is None or not head.is_current:
        return INDEX_ROWS.empty_table()
    return open_part(head.runs, files.read(head.runs.path), OWNER).read().select(INDEX_ROWS.names).cast(INDEX_ROWS)

"""Results of runs as Parquet: parts first, a create-only commit last.

::

    results/golden_version=V/date=YYYY-MM-DD/<run_id>-<attempt>.parquet        one row per trial
    transcripts/golden_version=V/date=YYYY-MM-DD/<run_id>-<attempt>.parquet    its long texts, in the same order
    runs/date=YYYY-MM-DD/<run_id>-<attempt>.parquet                            one row per run
    _commits/date=YYYY-MM-DD/<run_id>.json                                     the run exists iff this does

A writer that is killed at any moment leaves nothing half visible; a second commit of a run is refused.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from evals.errors import InputError, LastgreenError, StoreError
from evals.finished.rows import read_info, read_report, read_trials, run_tables
from evals.finished.run import FinishedRun
from evals.reports.report import Report
from evals.results.columns import SCHEMAS
from evals.results.run import RunInfo, TrialResult
from tasks.run_ids import RUN_ID
from tasks.stores.commits import (
    Commit,
    commit_path,
    date_of,
    find_commit,
    find_commits,
    list_runs,
    read_tables,
    write_part,
)
from tasks.stores.files import Files


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as it was read back."""

    info: RunInfo
    row: Mapping[str, Any]
    """Its row of ``runs``: aggregates and verdict."""
    trials: tuple[TrialResult, ...]

    @property
    def report(self) -> Report:
        """What its readers were shown."""
        return read_report(self.row)


class Results:
    """The results below one store address."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def write(self, run: FinishedRun) -> None:
        """Write a run: its parts, then its commit.

        Raises:
            StoreError: it was committed before, or the store cannot be written.
        """
        run_id, attempt = run.info.run_id, secrets.token_hex(4)
        parts = {
            name: write_part(self._files, f"{_folder(name, run.info)}/{run_id}-{attempt}.parquet", table)
            for name, table in run_tables(run).items()
        }
        commit = Commit(run_id=run_id, parts=parts)
        # On one line: that is how Athena and its like read JSON.
        if not self._files.create(commit_path(run_id), commit.model_dump_json().encode() + b"\n"):
            self._discard(commit)
            raise StoreError(
                f"run {run_id!r} is already in the store {self._files.url!r}; results are never overwritten"
            )

    def _discard(self, refused: Commit) -> None:
        with contextlib.suppress(LastgreenError):
            for part in refused.parts.values():
                self._files.remove(part.path)

    def exists(self, run_id: str) -> bool:
        """Whether the run was committed."""
        return RUN_ID.fullmatch(run_id) is not None and self._files.read(commit_path(run_id)) is not None

    def ids(self) -> list[str]:
        """Ids of all committed runs, oldest first."""
        return list(list_runs(self._files))

    def read(self, run_id: str) -> StoredRun:
        """Read a run whole, its checksums verified.

        Raises:
            InputError: there is no such run (the nearest ids are named), or a part is missing, corrupt or of a newer
                version.
        """
        return self.read_many([run_id])[0]

    def read_many(self, run_ids: Sequence[str]) -> tuple[StoredRun, ...]:
        """Read some runs whole, in the order they are named in; on S3 what they consist of comes at once.

        Raises:
            InputError: as for ``read``.
        """
        commits = find_commits(self._files, run_ids)
        tables = read_tables(self._files, ((commit, name) for commit in commits for name in SCHEMAS))
        return tuple(_stored(commit, {name: next(tables) for name in SCHEMAS}) for commit in commits)

    def read_row(self, run_id: str) -> dict[str, Any]:
        """Read a run's row of ``runs``.

        Raises:
            InputError: as for ``read``.
        """
        commit = find_commit(self._files, run_id)
        (table,) = read_tables(self._files, [(commit, "runs")])
        return _only_row(commit, table)


def _stored(commit: Commit, tables: Mapping[str, pa.Table]) -> StoredRun:
    row = _only_row(commit, tables["runs"])
    try:
        trials = read_trials(tables["results"], tables["transcripts"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"the trials of run {commit.run_id!r} are corrupt: {error}") from None
    return StoredRun(read_info(row), row, trials)


def _only_row(commit: Commit, table: pa.Table) -> dict[str, Any]:
    rows: list[dict[str, Any]] = table.to_pylist()
    if len(rows) != 1:
        raise InputError(f"run {commit.run_id!r} is corrupt: it has {len(rows)} rows of 'runs' instead of one")
    return rows[0]


def _folder(part: str, info: RunInfo) -> str:
    date = f"date={date_of(info.run_id)}"
    return f"{part}/{date}" if part == "runs" else f"{part}/golden_version={segment(info.golden_version)}/{date}"


def segment(text: str) -> str:
    """A path segment that needs no escaping on any store."""
    return "".join(char if char.isascii() and (char.isalnum() or char in "._-") else "_" for char in text) or "_"

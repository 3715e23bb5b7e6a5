"""Results of runs as Parquet on any file system: parts first, a create-only commit last.

::

    results/golden_version=V/date=YYYY-MM-DD/<run_id>.parquet    one row per trial
    runs/date=YYYY-MM-DD/<run_id>.parquet                        one row per run
    _commits/date=YYYY-MM-DD/<run_id>.json                       the run exists iff this does

A run without a commit does not exist for readers, so a writer killed at any moment leaves nothing half visible; a
second commit of a run is refused. The commit names its parts with size and sha256.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from evals.cases.validation import suggestion
from evals.errors import InputError, StoreError
from evals.reports.report import Report
from evals.results.finished import FinishedRun
from evals.results.run import RunInfo, TrialResult
from evals.results.schema import SCHEMA_VERSION, read_info, read_trials, results_table, runs_table
from tasks.run_ids import RUN_ID
from tasks.stores.files import Files

COMMIT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a run."""

    path: str
    size: int
    """Bytes."""
    sha256: str
    rows: int


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
        return Report.from_dict(json.loads(self.row["report"]))


class Results:
    """The results below one store address."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def write(self, run: FinishedRun) -> None:
        """Write a run: its parts, then its commit.

        Raises:
            StoreError: it was committed before, or the store cannot be written.
        """
        date = _date(run.info.run_id)
        version = segment(run.info.golden_version)
        name = run.info.run_id
        parts = {
            "results": self._write_part(
                f"results/golden_version={version}/date={date}/{name}.parquet", results_table(run)
            ),
            "runs": self._write_part(f"runs/date={date}/{name}.parquet", runs_table(run)),
        }
        commit = {
            "commit_version": COMMIT_VERSION,
            "schema_version": SCHEMA_VERSION,
            "run_id": name,
            "parts": {key: asdict(part) for key, part in parts.items()},
        }
        if not self._files.create(_commit_path(name), json.dumps(commit, indent=1).encode()):
            raise StoreError(f"run {name!r} is already in the store {self._files.url!r}; results are never overwritten")

    def _write_part(self, path: str, table: pa.Table) -> Part:
        buffer = io.BytesIO()
        pq.write_table(table, buffer, compression="zstd")
        data = buffer.getvalue()
        self._files.write(path, data)
        return Part(path, len(data), hashlib.sha256(data).hexdigest(), table.num_rows)

    def exists(self, run_id: str) -> bool:
        """Whether the run was committed."""
        return _is_run_id(run_id) and self._files.read(_commit_path(run_id)) is not None

    def ids(self) -> list[str]:
        """Ids of all committed runs, oldest first."""
        return sorted(path.rsplit("/", 1)[-1].removesuffix(".json") for path in self._files.list("_commits"))

    def read(self, run_id: str) -> StoredRun:
        """Read a run whole, its checksums verified.

        Raises:
            InputError: there is no such run; the nearest ids are named.
            StoreError: a part is missing, corrupt, or of a newer version.
        """
        row = self.read_row(run_id)
        table = self._read_part(self._commit(run_id), "results")
        return StoredRun(read_info(row), row, read_trials(table))

    def read_row(self, run_id: str) -> dict[str, Any]:
        """Read a run's row of ``runs``.

        Raises:
            InputError: there is no such run.
            StoreError: a part is missing, corrupt, or of a newer version.
        """
        row: dict[str, Any] = self._read_part(self._commit(run_id), "runs").to_pylist()[0]
        return row

    def _commit(self, run_id: str) -> dict[str, Any]:
        data = self._files.read(_commit_path(run_id)) if _is_run_id(run_id) else None
        if data is None:
            known = self.ids()
            hint = suggestion(run_id, known) or (f"; the latest is {known[-1]!r}" if known else "; the store is empty")
            raise InputError(f"run {run_id!r} is not in the store {self._files.url!r}{hint}")
        commit: dict[str, Any] = json.loads(data)
        if commit["schema_version"] > SCHEMA_VERSION:
            raise StoreError(f"run {run_id!r} was written by a newer lastgreen (schema {commit['schema_version']})")
        return commit

    def _read_part(self, commit: Mapping[str, Any], key: str) -> pa.Table:
        part = Part(**commit["parts"][key])
        data = self._files.read(part.path)
        if data is None:
            raise StoreError(f"{part.path!r} of run {commit['run_id']!r} is missing")
        if hashlib.sha256(data).hexdigest() != part.sha256:
            raise StoreError(
                f"{part.path!r} of run {commit['run_id']!r} is corrupt: its sha256 differs from the commit's"
            )
        return pq.read_table(io.BytesIO(data))


def _commit_path(run_id: str) -> str:
    return f"_commits/date={_date(run_id)}/{run_id}.json"


def _date(run_id: str) -> str:
    return f"{run_id[:4]}-{run_id[4:6]}-{run_id[6:8]}"


def _is_run_id(text: str) -> bool:
    return RUN_ID.fullmatch(text) is not None


def segment(text: str) -> str:
    """A path segment that needs no escaping on any store."""
    return "".join(char if char.isascii() and (char.isalnum() or char in "._-") else "_" for char in text) or "_"

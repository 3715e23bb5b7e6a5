"""All runs of a store at once, for trends and questions: the index, and the runs committed after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from evals.errors import InputError
from evals.results.columns import RESULTS, RUNS_INDEX
from tasks.stores.commits import Commit, list_runs, read_commits, read_tables
from tasks.stores.files import Files
from tasks.stores.index import read_head, read_index_parts, read_index_rows


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of results of all committed runs, not decoded yet where they come from the index."""

    indexed: tuple[bytes, ...]
    """Parquet files sorted by case."""
    fresh: tuple[pa.Table, ...]
    """Of the runs that the index does not hold."""
    gone: frozenset[str]
    """Ids of runs that the files of the index hold although they have been removed."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A store as it was at one moment."""

    files: Files
    runs: pa.Table
    """``RUNS_INDEX`` of every committed run, oldest first."""
    rows: Rows

    def trials(self, case_id: str, columns: Sequence[str]) -> pa.Table:
        """Rows of one case over all runs, oldest first; none when no run has it."""
        wanted = [*dict.fromkeys((*columns, "run_id", "case_id", "trial"))]
        tables = [RESULTS.empty_table().select(wanted)]
        tables += [_of_case(pq.ParquetFile(pa.BufferReader(data)), case_id, wanted) for data in self.rows.indexed]
        tables += [table.select(wanted) for table in self.rows.fresh]
        found = pa.concat_tables(tables)
        found = found.filter(pc.equal(found["case_id"], case_id))
        kept = without(found, self.rows.gone)
        return kept.sort_by([("run_id", "ascending"), ("trial", "ascending")]).select(list(columns))

    def case_ids(self) -> frozenset[str]:
        """Ids of all cases of all runs."""
        columns = [pq.ParquetFile(pa.BufferReader(data)).read(["case_id"])["case_id"] for data in self.rows.indexed]
        columns += [table["case_id"] for table in self.rows.fresh]
        return frozenset(name for column in columns for name in pc.unique(column).to_pylist())


def open_catalogue(files: Files, *, with_rows: bool = False) -> Catalogue:
    """Read the runs of a store, and with ``with_rows`` their trials too.

    Raises:
        InputError: the store does not exist, or something of it is corrupt, missing or of a newer version.
    """
    try:
        return _read(files, with_rows=with_rows)
    except InputError:
        # A compaction or removal that ended between two of our reads has taken away what the first one named.
        return _read(files, with_rows=with_rows)


def _read(files: Files, *, with_rows: bool) -> Catalogue:
    head = read_head(files)
    indexed = read_index_rows(files, head)
    listed = list_runs(files)
    if not listed:
        require_store(files)
    known = frozenset(indexed["run_id"].to_pylist())
    fresh = read_commits(files, [run_id for run_id in listed if run_id not in known])
    gone = known - frozenset(listed)
    runs = [without(indexed, gone).select(RUNS_INDEX.names)]
    runs += [table.select(RUNS_INDEX.names) for table in read_tables(files, fresh, "runs")]
    rows = Rows((), (), gone)
    if with_rows:
        parts = head.results if known else ()
        rows = Rows(read_index_parts(files, parts), _tables(files, fresh), gone)
    return Catalogue(files, pa.concat_tables(runs).sort_by("run_id"), rows)


def _tables(files: Files, commits: Sequence[Commit]) -> tuple[pa.Table, ...]:
    return tuple(read_tables(files, commits, "results"))


def require_store(files: Files) -> None:
    """Tell an address where there is nothing from a store without runs.

    Raises:
        InputError: the folder or bucket does not exist.
    """
    if not files.exists():
        raise InputError(f"there is no store at {files.url!r}")


def without(table: pa.Table, run_ids: frozenset[str]) -> pa.Table:
    """The rows of other runs."""
    if not run_ids:
        return table
    return table.filter(pc.invert(pc.is_in(table["run_id"], pa.array(sorted(run_ids)))))


def _of_case(file: pq.ParquetFile, case_id: str, columns: list[str]) -> pa.Table:
    """Read the row groups that may hold a case: the file is sorted by it."""
    position = file.schema_arrow.get_field_index("case_id")
    groups = [group for group in range(file.num_row_groups) if _may_hold(file, group, position, case_id)]
    return file.read_row_groups(groups, columns=columns).select(columns)


def _may_hold(file: pq.ParquetFile, group: int, position: int, case_id: str) -> bool:
    statistics = file.metadata.row_group(group).column(position).statistics
    if statistics is None or not statistics.has_min_max:
        return True
    return bool(statistics.min <= case_id <= statistics.max)

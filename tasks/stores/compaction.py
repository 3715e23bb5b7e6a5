"""Compaction: put the runs committed since the last one into the index, and take those out that were removed.

Only what changed is written: full files stay, the last one that has room is written again. A compaction that is killed
leaves files that nothing names; of two at the same moment one wins and the other changes nothing.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from evals.errors import LastgreenError
from evals.gate.wording import counted
from evals.results.columns import RESULTS, RUNS_INDEX
from tasks.stores.commits import (
    Commit,
    Part,
    list_runs,
    open_part,
    read_commits,
    read_tables,
    require_store,
    write_part,
)
from tasks.stores.files import Files
from tasks.stores.index import (
    HEAD_PATH,
    INDEX_ROWS,
    OWNER,
    Head,
    parse_head,
    read_head,
    read_index_rows,
)

FILE_ROWS = 200_000
"""Rows of results after which an index file is full: what one compaction has in memory, about 200 MB."""
ROW_GROUP = 8_192
"""Few enough that one case of thousands is found without decoding the others."""


@dataclass(frozen=True, slots=True)
class Compacted:
    """What a compaction did."""

    runs: int
    """Runs in the index now."""
    rows: int
    """Rows of results in it."""
    added: int
    removed: int
    """Runs put in, and taken out."""
    files: int
    """Index files written."""
    superseded: bool = False
    """Another compaction ended first, and this one changed nothing."""

    def __str__(self) -> str:
        if self.superseded:
            return "another compaction ended first; nothing was changed"
        held = f"{counted(self.runs, 'run')}, {counted(self.rows, 'trial')}"
        if not self.files:
            return f"the index is up to date: {held}"
        removed = f", {self.removed} taken out" if self.removed else ""
        return f"{counted(self.added, 'run')} put into the index{removed}: {held}"


def compact(files: Files, created_at: str) -> Compacted:
    """Bring the index up to date.

    Args:
        files: the store.
        created_at: UTC, ISO 8601, of now.

    Raises:
        InputError: there is no store, or something of it is corrupt or of a newer version; the index stays as it was.
    """
    head = read_head(files)
    rows = read_index_rows(files, head)
    listed = list_runs(files)
    if not listed:
        require_store(files)
    known = frozenset(rows["run_id"].to_pylist())
    gone = known - frozenset(listed)
    fresh = read_commits(files, [run_id for run_id in listed if run_id not in known])
    if not fresh and not gone:
        return Compacted(len(known), sum(part.rows for part in head.results), 0, 0, 0)
    with _taken_back_on_failure(files) as changed:
        new = _rebuilt(files, head, rows, gone, fresh, created_at, changed)
    # Not taken back when this fails: it may have been done, and its answer lost.
    won = _swap(files, head, new)
    _clean(files, head.superseded if won else [part.path for part in changed])
    kept = head.results if not won else new.results
    return Compacted(
        runs=len(known) - len(gone) + len(fresh),
        rows=sum(part.rows for part in kept),
        added=len(fresh),
        removed=len(gone),
        files=len(changed),
        superseded=not won,
    )


def _rebuilt(
    files: Files,
    head: Head,
    rows: pa.Table,
    gone: frozenset[str],
    fresh: Sequence[Commit],
    created_at: str,
    changed: list[Part],
) -> Head:
    """Write the files of the next generation, put those that are new into ``changed``, and return it."""
    results = head.results if head.is_current else ()
    touched = set(pc.unique(_only(rows, gone)["index_file"]).to_pylist())
    rewritten = [part for part in results if part.path in touched or (fresh and part.rows < FILE_ROWS // 2)]
    kept = tuple(part for part in results if part not in rewritten)
    homes: dict[str, str] = {}
    for table in _filled(_tables(files, rewritten, gone, fresh)):
        part = write_part(files, _new_path("results"), _sorted(table), row_group_size=ROW_GROUP)
        changed.append(part)
        homes.update(dict.fromkeys(pc.unique(table["run_id"]).to_pylist(), part.path))
    runs = write_part(files, _new_path("runs"), _index_rows(files, _without(rows, gone), fresh, homes))
    written = tuple(changed)
    changed.append(runs)
    return Head(
        generation=head.generation + 1,
        created_at=created_at,
        runs=runs,
        results=(*kept, *written),
        superseded=tuple(part.path for part in head.parts if part not in kept),
    )


def _only(rows: pa.Table, run_ids: frozenset[str]) -> pa.Table:
    """The rows of these runs."""
    return rows.filter(pc.is_in(rows["run_id"], pa.array(sorted(run_ids), pa.string())))


def _without(rows: pa.Table, run_ids: frozenset[str]) -> pa.Table:
    """The rows of other runs."""
    return rows.filter(pc.invert(pc.is_in(rows["run_id"], pa.array(sorted(run_ids), pa.string())))) if run_ids else rows


def _tables(
    files: Files, rewritten: Sequence[Part], gone: frozenset[str], fresh: Sequence[Commit]
) -> Iterator[pa.Table]:
    """What goes into new files: what stays of the old ones, then the fresh runs."""
    for part in rewritten:
        yield _without(open_part(part, files.read(part.path), OWNER).read(), gone)
    yield from read_tables(files, ((commit, "results") for commit in fresh))


def _filled(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """Join tables until each result is full; the last one is what remains."""
    waiting: list[pa.Table] = []
    for table in tables:
        waiting.append(table.select(RESULTS.names).cast(RESULTS))
        if sum(one.num_rows for one in waiting) >= FILE_ROWS:
            yield pa.concat_tables(waiting)
            waiting = []
    joined = pa.concat_tables([RESULTS.empty_table(), *waiting])
    if joined.num_rows:
        yield joined


def _sorted(table: pa.Table) -> pa.Table:
    return table.sort_by([("case_id", "ascending"), ("run_id", "ascending"), ("trial", "ascending")])


def _index_rows(files: Files, kept: pa.Table, fresh: Sequence[Commit], homes: dict[str, str]) -> pa.Table:
    tables = [kept.select(RUNS_INDEX.names)]
    runs = read_tables(files, ((commit, "runs") for commit in fresh))
    tables += [table.select(RUNS_INDEX.names) for table in runs]
    rows = pa.concat_tables(tables)
    before = dict(zip(kept["run_id"].to_pylist(), kept["index_file"].to_pylist(), strict=True))
    places = [homes.get(run_id) or before.get(run_id) for run_id in rows["run_id"].to_pylist()]
    return rows.append_column("index_file", pa.array(places, pa.string())).sort_by("run_id").cast(INDEX_ROWS)


def _swap(files: Files, old: Head, new: Head) -> bool:
    """Make ``new`` the state of the index unless it is no longer what we started from."""
    won: list[bool] = []

    def change(data: bytes | None) -> bytes:
        found = parse_head(data)
        won[:] = [found.generation == old.generation]
        return (new if won[0] else found).model_dump_json(indent=1).encode()

    files.swap(HEAD_PATH, change)
    return won[0]


@contextlib.contextmanager
def _taken_back_on_failure(files: Files) -> Iterator[list[Part]]:
    """A list of new files, which are removed again when what they are written for fails."""
    written: list[Part] = []
    try:
        yield written
    except BaseException:
        _clean(files, [part.path for part in written])
        raise


def _clean(files: Files, paths: Sequence[str]) -> None:
    """What cannot be removed stays behind for ``lastgreen store gc``."""
    with contextlib.suppress(LastgreenError):
        for path in paths:
            files.remove(path)


def _new_path(kind: str) -> str:
    return f"_index/{kind}-{secrets.token_hex(8)}.parquet"

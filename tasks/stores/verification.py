"""Verification of a store: every run whole, every checksum right, the index what the runs say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from evals.errors import InputError
from evals.results.columns import SCHEMAS
from evals.results.migrations import migrate
from tasks.stores.commits import (
    FOLDER,
    READ_AT_ONCE,
    Commit,
    Part,
    commit_path,
    list_runs,
    open_part,
    parse_commit,
    require_store,
)
from tasks.stores.files import Entry, Files
from tasks.stores.index import HEAD_PATH, OWNER, Head, parse_head, read_index_rows

PART_FOLDERS = (*SCHEMAS, "_index")
TRANSIENT_FOLDERS = ("_probe",)
"""What a run writes to find out whether it may."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found in a store."""

    runs: int
    """Committed runs, broken ones included."""
    trials: int
    """Rows of results of the whole ones."""
    problems: tuple[str, ...]
    """What is broken, a sentence each; none in a valid store."""
    leftovers: tuple[Entry, ...]
    """Files that nothing names, of writers that were killed: harmless, and removed by ``lastgreen store gc``."""


def verify(files: Files) -> Verified:
    """Read a whole store and check it against its commits; nothing is changed.

    Raises:
        InputError: there is no store.
    """
    ids = list_runs(files)
    if not ids:
        require_store(files)
    problems: list[str] = []
    commits = []
    for start in range(0, len(ids), READ_AT_ONCE):
        group = list(_commits(files, ids[start : start + READ_AT_ONCE], problems))
        problems += _run_problems(files, group)
        commits += group
    rows = {commit.run_id: commit.part("results").rows for commit in commits}
    head, found = _index_problems(files, rows)
    return Verified(len(ids), sum(rows.values()), (*problems, *found), leftovers(files, commits, head))


def _commits(files: Files, ids: Sequence[str], problems: list[str]) -> Iterator[Commit]:
    for run_id, data in zip(ids, files.read_all([commit_path(run_id) for run_id in ids]), strict=True):
        try:
            if data is not None:
                yield parse_commit(run_id, data)
        except InputError as error:
            problems.append(str(error))


def _run_problems(files: Files, commits: Sequence[Commit]) -> Iterator[str]:
    wanted = [(commit, part) for commit in commits for part in commit.parts.values()]
    found = files.read_all([part.path for _, part in wanted])
    data = {part.path: content for (_, part), content in zip(wanted, found, strict=True)}
    for commit in commits:
        try:
            _check_run(commit, data)
        except InputError as error:
            yield str(error)


def _check_run(commit: Commit, data: Mapping[str, bytes | None]) -> None:
    owner = f"run {commit.run_id!r}"
    tables = {}
    for name in SCHEMAS:
        part = commit.part(name)
        table = open_part(part, data[part.path], owner).read()
        try:
            tables[name] = migrate(name, table, commit.schema_version)
        except (ValueError, KeyError, TypeError, pa.ArrowException) as error:
            raise InputError(f"{part.path!r} of {owner} cannot be read: {error}") from None
        if table.num_rows != part.rows:
            raise InputError(f"{part.path!r} of {owner} has {table.num_rows} rows, its commit says {part.rows}")
    _check_rows(owner, commit.run_id, tables)


def _check_rows(owner: str, run_id: str, tables: Mapping[str, pa.Table]) -> None:
    names = {name for table in tables.values() for name in pc.unique(table["run_id"]).to_pylist()}
    if names - {run_id} or tables["runs"].num_rows != 1:
        raise InputError(f"the parts of {owner} hold other runs: {sorted(names)}")
    trials = [tables[part].select(["case_id", "trial"]) for part in ("results", "transcripts")]
    if trials[0] != trials[1]:
        raise InputError(f"results and transcripts of {owner} do not hold the same trials")


def _index_problems(files: Files, rows: Mapping[str, int]) -> tuple[Head, list[str]]:
    try:
        head = parse_head(files.read(HEAD_PATH))
        indexed = read_index_rows(files, head)
        held = _held(files, head.results if head.is_current else ())
    except InputError as error:
        return Head(), [str(error)]
    ids = [run_id for run_id in indexed["run_id"].to_pylist() if run_id in rows]
    wrong = [run_id for run_id in ids if held[run_id] != rows[run_id]]
    return head, [
        f"the index holds {held[run_id]} trials of run {run_id!r}, which has {rows[run_id]}" for run_id in wrong
    ]


def _held(files: Files, parts: Iterable[Part]) -> Counter[str]:
    """Rows of results by run in the index."""
    held: Counter[str] = Counter()
    for part in parts:
        column = open_part(part, files.read(part.path), OWNER).read(["run_id"])["run_id"]
        for pair in pc.value_counts(column).to_pylist():
            held[pair["values"]] += pair["counts"]
    return held


def leftovers(files: Files, commits: Iterable[Commit], head: Head) -> tuple[Entry, ...]:
    """Files of parts, index and probes that neither a commit nor the index names, hidden ones included."""
    named = {part.path for commit in commits for part in commit.parts.values()}
    named |= {HEAD_PATH, *head.superseded, *(part.path for part in head.parts)}
    found = [entry for folder in (*PART_FOLDERS, *TRANSIENT_FOLDERS) for entry in files.entries(folder)]
    hidden = [entry for entry in files.entries(FOLDER) if _name(entry).startswith(".")]
    return tuple(entry for entry in (*found, *hidden) if entry.path not in named and not _is_lock(entry))


def _name(entry: Entry) -> str:
    return entry.path.rsplit("/", 1)[-1]


def _is_lock(entry: Entry) -> bool:
    return _name(entry).startswith(".") and _name(entry).endswith(".lock")

"""All runs of a store at once, for trends and questions: DuckDB over the index and the runs committed after it.

Decision: what was read, verified and brought to the current columns lies in temporary Parquet files while it is
asked, from local disk and S3 alike: DuckDB reads these files and nothing else, decodes only the columns a question
needs, and never sees bytes whose checksum was not checked. Handing it Arrow instead costs 0.5 s more (it imports
pandas), and its own S3 extension would have to be downloaded.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from evals.errors import InputError
from evals.results.columns import RESULTS, RUNS_INDEX
from evals.results.selection import literal
from tasks.stores.commits import Commit, Part, list_runs, read_commits, read_tables, require_store, verified
from tasks.stores.files import Files
from tasks.stores.index import OWNER, Head, read_head

SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "memory_limit": "600MB",
    "temp_directory": "",
}
"""No extension, no Python variable; a question that needs more memory is refused, not spilled to disk."""
BATCH_ROWS = 1_000
RUNS_A_ROW_GROUP = 64
PARTS_AT_ONCE = 4
"""Index files in memory together on their way to disk."""

CHECKS = """
SELECT run_id, date, kind, tier, app, target, branch, commit_sha, pr, model_version, golden_version, judge, case_id,
    trial, stage, category, difficulty, tags, status, unnest(checks, max_depth := 2)
FROM results
"""
JUDGEMENTS = """
SELECT run_id, date, kind, tier, app, target, branch, commit_sha, pr, model_version, golden_version, judge, case_id,
    trial, stage, category, difficulty, tags, status, judge_overall AS overall, unnest(judge_scores, max_depth := 2)
FROM results
"""
"""One row per check of a trial, and per judged dimension of a trial; ``unnest`` adds the fields of each."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a question gave."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]
    """As Python values: lists, dicts, dates and decimals among them."""

    def dicts(self) -> Iterator[dict[str, Any]]:
        """The rows by column."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


class Catalogue:
    """A store as it was at one moment: the views ``runs``, ``results``, ``checks`` and ``judgements``."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def find(self, sql: str) -> Found:
        """Answer one statement.

        Raises:
            InputError: it has an error, or needs too much memory.
        """
        try:
            answer = self._connection.execute(sql)
        except duckdb.Error as error:
            raise explained(error) from None
        return Found(_unique(column[0] for column in answer.description or ()), _rows(answer))


@contextlib.contextmanager
def open_catalogue(files: Files, *, with_trials: bool = False) -> Iterator[Catalogue]:
    """Read the runs of a store, and with ``with_trials`` their trials too.

    Raises:
        InputError: the store does not exist, or something of it is corrupt, missing or of a newer version.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lastgreen-")))
        try:
            copied = _copy(files, folder / "1", with_trials=with_trials)
        except InputError:
            # A compaction or removal that ended between two of our reads has taken away what the first one named.
            copied = _copy(files, folder / "2", with_trials=with_trials)
        connection = stack.enter_context(duckdb.connect(":memory:", config=SETTINGS))
        _define(connection, copied, with_trials=with_trials)
        yield Catalogue(connection)


@dataclass(frozen=True, slots=True)
class _Copied:
    """A store as temporary files."""

    runs: tuple[Path, ...]
    results: tuple[Path, ...]
    gone: frozenset[str]
    """Ids of runs in these files that have been removed from the store."""


def _copy(files: Files, folder: Path, *, with_trials: bool) -> _Copied:
    folder.mkdir()
    with ThreadPoolExecutor(1) as meanwhile:
        # On S3 a thousand names take as long as all the rest.
        listing = meanwhile.submit(list_runs, files)
        head = read_head(files)
        usable = head if head.is_current else Head()
        wanted = usable.parts if with_trials else usable.parts[:1]
        copied = _copy_parts(files, folder, wanted)
        listed = listing.result()
    runs, results = (copied[:1], copied[1:]) if usable.runs else ((), ())
    known = frozenset(run_id for path in runs for run_id in pq.ParquetFile(path).read(["run_id"])["run_id"].to_pylist())
    if not listed:
        require_store(files)
    fresh = read_commits(files, [run_id for run_id in listed if run_id not in known])
    runs += _write_fresh(files, folder / "fresh-runs.parquet", fresh, "runs", RUNS_INDEX)
    if with_trials:
        results += _write_fresh(files, folder / "fresh-results.parquet", fresh, "results", RESULTS)
    return _Copied(runs, results, known - frozenset(listed))


def _copy_parts(files: Files, folder: Path, parts: Sequence[Part]) -> tuple[Path, ...]:
    paths = []
    for start in range(0, len(parts), PARTS_AT_ONCE):
        group = parts[start : start + PARTS_AT_ONCE]
        for part, data in zip(group, files.read_all([part.path for part in group]), strict=True):
            path = folder / part.path.rsplit("/", 1)[-1]
            path.write_bytes(verified(part, data, OWNER))
            paths.append(path)
    return tuple(paths)


def _write_fresh(files: Files, path: Path, commits: Sequence[Commit], part: str, schema: pa.Schema) -> tuple[Path, ...]:
    """One file, also when it has no rows: a view needs its columns."""
    with pq.ParquetWriter(path, schema, compression="none") as writer:
        tables = read_tables(files, ((commit, part) for commit in commits))
        # A row group a run would make DuckDB slow and large.
        while group := [table.select(schema.names) for table in islice(tables, RUNS_A_ROW_GROUP)]:
            writer.write_table(pa.concat_tables(group))
    return (path,)


def _define(connection: duckdb.DuckDBPyConnection, copied: _Copied, *, with_trials: bool) -> None:
    """Make the views, then close everything else."""
    paths = [str(path) for path in (*copied.runs, *copied.results)]
    connection.execute(f"SET allowed_paths = [{', '.join(map(literal, paths))}]")
    views = {"runs": _select(copied.runs, RUNS_INDEX.names, copied.gone)}
    if with_trials:
        views["results"] = _select(copied.results, RESULTS.names, copied.gone)
        views |= {"checks": CHECKS, "judgements": JUDGEMENTS}
    for name, select in views.items():
        connection.execute(f"CREATE VIEW {name} AS {select}")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _select(paths: Sequence[Path], columns: Sequence[str], gone: frozenset[str]) -> str:
    files = f"[{', '.join(literal(str(path)) for path in paths)}]"
    kept = f"run_id NOT IN ({', '.join(map(literal, sorted(gone)))})" if gone else "true"
    return (
        f"SELECT {', '.join(columns)}, try_cast(left(created_at, 10) AS DATE) AS date "  # noqa: S608 (names of ours)
        f"FROM read_parquet({files}, hive_partitioning = false, union_by_name = true) WHERE {kept}"
    )


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    """Names of columns, of which a join may have several alike: the second ``a`` is ``a_1``, else one hid the other."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}_{number}" for number in count(1))
        found.append(next(candidate for candidate in chain([name], numbered) if candidate not in found))
    return tuple(found)


def _rows(answer: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    try:
        while batch := answer.fetchmany(BATCH_ROWS):
            yield from batch
    except duckdb.Error as error:
        raise explained(error) from None


def explained(error: duckdb.Error) -> InputError:
    """DuckDB's first sentences, on one line, without the picture of the place."""
    said = " ".join(str(error).partition("\n\nLINE ")[0].split())
    unknown = isinstance(error, duckdb.CatalogException) and "Table" in said
    return InputError(f"SQL: {said}{' (there are runs, results, checks, judgements)' if unknown else ''}")

"""Verification: a whole store is valid, and every kind of damage is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from evals.errors import InputError
from evals.results.columns import SCHEMA_VERSION
from evals.results.migrations import OLDEST_VERSION
from tasks.stores.commits import commit_path, find_commit
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.index import HEAD_PATH, read_head
from tasks.stores.results import Results
from tasks.stores.verification import verify
from tests.evals.results.build import RUN, finished

OTHER = "20261130T104154Z-2f0c9a"
NOW = "2026-12-01T00:00:00+00:00"


@pytest.fixture
def filled(files: Files) -> Files:
    """Two runs, both in the index."""
    for run_id in (RUN, OTHER):
        Results(files).write(finished(run_id))
    compact(files, NOW)
    return files


def test_a_whole_store_is_valid(filled: Files) -> None:
    """Two runs of five trials, nothing wrong, nothing left over."""
    found = verify(filled)
    assert (found.runs, found.trials, found.problems, found.leftovers) == (2, 10, (), ())


@pytest.mark.parametrize("version", range(OLDEST_VERSION, SCHEMA_VERSION + 1))
def test_a_kept_store_of_every_version_is_valid(version: int) -> None:
    """Verification knows the columns of its time."""
    found = verify(Files(str(Path(__file__).parents[2] / f"data/store-v{version}")))
    assert (found.runs, found.trials, found.problems, found.leftovers) == (2, 6, (), ())


def _part(name: str) -> Callable[[Files], str]:
    return lambda files: find_commit(files, RUN).part(name).path


DAMAGE: dict[str, tuple[Callable[[Files], str], Callable[[bytes], bytes | None], str]] = {
    "results gone": (_part("results"), lambda _: None, f"of run '{RUN}' is missing"),
    "runs gone": (_part("runs"), lambda _: None, f"of run '{RUN}' is missing"),
    "transcripts changed": (_part("transcripts"), lambda data: data[:-1] + b"x", "its sha256 is not the one"),
    "commit no JSON": (lambda _: commit_path(RUN), lambda _: b"{", f"the commit of run '{RUN}' is corrupt"),
    "commit of another": (
        lambda _: commit_path(RUN),
        lambda data: data.replace(RUN.encode(), OTHER.encode()),
        f"the commit of run '{RUN}' is corrupt",
    ),
    "newer schema": (
        lambda _: commit_path(RUN),
        lambda data: json.dumps({**json.loads(data), "schema_version": 99}).encode(),
        "written by a newer lastgreen",
    ),
    "head no JSON": (lambda _: HEAD_PATH, lambda _: b"", "the index is corrupt"),
    "index rows gone": (lambda files: read_head(files).results[0].path, lambda _: None, "of the index is missing"),
    "index runs changed": (
        lambda files: read_head(files).parts[0].path,
        lambda data: data + b"x",
        "of the index is corrupt",
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_every_damage_is_found_and_named(filled: Files, what: str) -> None:
    """One sentence with the run and the file; nothing is changed."""
    where, change, said = DAMAGE[what]
    path = where(filled)
    changed = change(filled.read(path) or b"")
    filled.remove(path) if changed is None else filled.write(path, changed)
    found = verify(filled)
    assert any(said in problem for problem in found.problems), found.problems
    assert filled.read(path) == changed


def _rewritten(files: Files, part: str, change: Callable[[object], object]) -> None:
    """Change a part and its commit together: only the content is wrong."""
    import hashlib
    import io

    commit = find_commit(files, RUN)
    path = commit.part(part).path
    table = change(pq.ParquetFile(io.BytesIO(files.read(path) or b"")).read())
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    changed = {"size": buffer.tell(), "sha256": hashlib.sha256(buffer.getvalue()).hexdigest()}
    parts = {**commit.parts, part: commit.part(part).model_copy(update=changed)}
    files.write(path, buffer.getvalue())
    files.write(commit_path(RUN), commit.model_copy(update={"parts": parts}).model_dump_json().encode())


@pytest.mark.parametrize(
    ("part", "change", "said"),
    [
        ("results", lambda table: table.slice(1), "has 4 rows, its commit says 5"),
        ("transcripts", lambda table: table.take([1, 0, 2, 3, 4]), "do not hold the same trials"),
        ("results", lambda table: table.drop_columns(["score"]), "columns ['score'] of 'results' are not there"),
    ],
)
def test_parts_that_do_not_fit_together_are_found(filled: Files, part: str, change: object, said: str) -> None:
    """Also when every checksum is right."""
    _rewritten(filled, part, change)  # type: ignore[arg-type]
    assert any(said in problem for problem in verify(filled).problems)


def test_an_index_that_lost_rows_is_found(filled: Files) -> None:
    """The index must say what the runs say."""
    path = commit_path(OTHER)
    commit = json.loads(filled.read(path) or b"")
    commit["parts"]["results"]["rows"] = 4
    filled.write(path, json.dumps(commit).encode())
    assert any("the index holds 5 trials" in problem for problem in verify(filled).problems)


def test_files_that_nothing_names_are_left_over_and_do_no_harm(filled: Files) -> None:
    """A writer that was killed leaves parts, half written files and no commit."""
    lost = ["results/golden_version=v1/date=2026-11-30/x.parquet", "runs/date=2026-11-30/.y.parquet.1a2b", "_probe/z"]
    for path in lost:
        filled.write(path, b"")
    found = verify(filled)
    assert found.problems == ()
    assert sorted(entry.path for entry in found.leftovers) == sorted(lost)


def test_there_is_nothing_to_verify_where_there_is_no_store(tmp_path: Path) -> None:
    """A mistyped address is not a valid store."""
    with pytest.raises(InputError, match="there is no store at"):
        verify(Files(str(tmp_path / "nowhere")))

"""The index: the same runs in fewer files, whatever happens while it is made."""

from __future__ import annotations

import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree
from threading import Event, Thread
from typing import Any

import pytest

from evals.errors import InputError
from evals.results.columns import SCHEMA_VERSION
from evals.results.migrations import OLDEST_VERSION
from tasks.stores import compaction
from tasks.stores.catalogue import open_catalogue
from tasks.stores.commits import commit_path, find_commit
from tasks.stores.compaction import Compacted, compact
from tasks.stores.files import Files
from tasks.stores.index import HEAD_PATH, Head, read_head
from tasks.stores.results import Results
from tests.evals.results.build import finished

NOW = "2026-12-01T00:00:00+00:00"
TRIALS_A_RUN = 5
EVERYTHING = (
    "SELECT * FROM runs ORDER BY ALL",
    "SELECT * FROM results ORDER BY ALL",
    "SELECT * FROM checks ORDER BY ALL",
    "SELECT * FROM judgements ORDER BY ALL",
)


def run_id(number: int) -> str:
    """Ids in the order of their numbers."""
    return f"20261130T10{number // 60:02d}{number % 60:02d}Z-{number:06x}"


def fill(files: Files, numbers: Iterable[int]) -> None:
    """Commit some runs."""
    for number in numbers:
        Results(files).write(finished(run_id(number)))


def ask(files: Files, sql: str) -> list[tuple[Any, ...]]:
    """What a question gives."""
    with open_catalogue(files, with_trials=True) as catalogue:
        return list(catalogue.find(sql).rows)


def everything(files: Files) -> list[list[tuple[Any, ...]]]:
    """All rows of all views, in one order."""
    return [ask(files, sql) for sql in EVERYTHING]


def ids(files: Files) -> list[str]:
    """Ids of its runs."""
    with open_catalogue(files) as catalogue:
        return [run for (run,) in catalogue.find("SELECT run_id FROM runs ORDER BY 1").rows]


def rows_of(files: Files) -> list[tuple[str, int]]:
    """Run and trial of every row of case a."""
    return ask(files, "SELECT run_id, trial FROM results WHERE case_id = 'a' ORDER BY ALL")


def test_readers_see_the_same_before_and_after_a_compaction(files: Files) -> None:
    """The index is a faster way to the same rows."""
    fill(files, range(3))
    before = everything(files)
    assert compact(files, NOW) == Compacted(runs=3, rows=3 * TRIALS_A_RUN, added=3, removed=0, files=2)
    assert everything(files) == before
    assert len(before[1]) == 3 * TRIALS_A_RUN


def test_runs_committed_after_a_compaction_are_read_too(files: Files) -> None:
    """Nobody has to compact to see the newest run, and an old id that commits late is not lost."""
    fill(files, [1, 3])
    compact(files, NOW)
    fill(files, [2, 4])
    assert ids(files) == [run_id(number) for number in (1, 2, 3, 4)]
    assert rows_of(files) == [(run_id(number), trial) for number in (1, 2, 3, 4) for trial in (0, 1)]


def test_a_removed_run_is_gone_at_once_and_after_a_compaction(files: Files) -> None:
    """The commit is the truth, not the index."""
    fill(files, range(3))
    compact(files, NOW)
    files.remove(commit_path(run_id(1)))
    expected = [(run_id(number), trial) for number in (0, 2) for trial in (0, 1)]
    assert rows_of(files) == expected
    assert compact(files, NOW).removed == 1
    assert rows_of(files) == expected
    assert read_head(files).results[0].rows == 2 * TRIALS_A_RUN


def test_a_compaction_without_news_writes_nothing(files: Files) -> None:
    """A schedule may run it as often as it likes."""
    fill(files, range(2))
    compact(files, NOW)
    before = files.list("_index")
    assert compact(files, NOW) == Compacted(runs=2, rows=2 * TRIALS_A_RUN, added=0, removed=0, files=0)
    assert files.list("_index") == before


def test_full_files_stay_and_only_the_open_one_is_written_again(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of a compaction is what is new, not what is there."""
    monkeypatch.setattr(compaction, "FILE_ROWS", 4 * TRIALS_A_RUN)
    fill(files, range(5))
    compact(files, NOW)
    full, opened = read_head(files).results
    assert (full.rows, opened.rows) == (4 * TRIALS_A_RUN, TRIALS_A_RUN)
    fill(files, range(5, 7))
    compact(files, NOW)
    first, second = read_head(files).results
    assert (first, second.rows) == (full, 3 * TRIALS_A_RUN)
    files.remove(commit_path(run_id(0)))
    compact(files, NOW)
    assert sorted(part.rows for part in read_head(files).results) == [3 * TRIALS_A_RUN, 3 * TRIALS_A_RUN]
    assert [run for run, trial in rows_of(files) if trial == 0] == [run_id(number) for number in range(1, 7)]


def test_what_a_compaction_replaced_stays_for_its_readers_until_the_next(files: Files) -> None:
    """A reader that has read HEAD finds what it names."""
    for number in range(3):
        fill(files, [number])
        before = [part.path for part in read_head(files).parts]
        compact(files, NOW)
        assert set(before) <= set(files.list("_index"))
    assert len(files.list("_index")) == 1 + 2 + 2


def test_of_two_compactions_at_once_one_wins_and_the_other_leaves_nothing(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loser removes what it wrote."""
    fill(files, range(2))
    rebuilt = compaction._rebuilt

    def overtaken(*args: object) -> object:
        monkeypatch.setattr(compaction, "_rebuilt", rebuilt)
        assert not compact(files, NOW).superseded
        return rebuilt(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(compaction, "_rebuilt", overtaken)
    assert compact(files, NOW).superseded
    head = read_head(files)
    assert head.generation == 1
    assert set(files.list("_index")) == {HEAD_PATH, *(part.path for part in head.parts)}


def test_racing_compactions_leave_one_whole_index(files: Files) -> None:
    """Four at once, and every run is there once."""
    fill(files, range(4))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: compact(files, NOW), range(4)))
    assert rows_of(files) == [(run_id(number), trial) for number in range(4) for trial in (0, 1)]


def test_readers_during_writes_and_compactions_always_see_whole_runs(files: Files) -> None:
    """What a reader sees grows, run by run, and nothing is seen twice or in part."""
    stop = Event()

    def write() -> None:
        for number in range(12):
            Results(files).write(finished(run_id(number)))
            if number % 3 == 2:
                compact(files, NOW)
        stop.set()

    writer = Thread(target=write)
    fill(files, [100])
    writer.start()
    seen: list[int] = []
    while not stop.is_set() or not seen:
        rows = rows_of(files)
        assert len(rows) == 2 * len({run for run, _ in rows})
        seen.append(len(rows))
    writer.join()
    assert seen == sorted(seen)
    assert len(rows_of(files)) == 2 * 13


def test_an_index_of_an_older_schema_is_not_read_but_made_again(files: Files) -> None:
    """Its columns are not ours; the runs' own files are migrated."""
    fill(files, range(2))
    compact(files, NOW)
    head = read_head(files).model_copy(update={"schema_version": 1})
    files.write(HEAD_PATH, head.model_dump_json().encode())
    assert ids(files) == [run_id(0), run_id(1)]
    assert compact(files, NOW).added == 2
    assert read_head(files).is_current


@pytest.mark.parametrize("version", range(OLDEST_VERSION, SCHEMA_VERSION + 1))
def test_a_kept_store_of_every_version_compacts(tmp_path: Path, version: int) -> None:
    """Old runs stand beside new ones."""
    copytree(Path(__file__).parents[2] / f"data/store-v{version}", tmp_path / "store")
    files = Files(str(tmp_path / "store"))
    fill(files, [1])
    before = everything(files)
    compact(files, NOW)
    assert ids(files) == ["20251127T090000Z-aaaaaa", "20251128T101500Z-1a2b3c", run_id(1)]
    assert everything(files) == before


def test_a_corrupt_run_stops_a_compaction_and_the_index_stays(files: Files) -> None:
    """It is named, and nothing is changed."""
    fill(files, range(2))
    compact(files, NOW)
    fill(files, [2])
    path = find_commit(files, run_id(2)).part("results").path
    files.write(path, b"PAR1")
    before = {path: files.read(path) for path in files.list("_index")}
    with pytest.raises(InputError, match=f"of run '{run_id(2)}' is corrupt"):
        compact(files, NOW)
    assert {path: files.read(path) for path in files.list("_index")} == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: b"no JSON", "the index is corrupt"),
        (lambda _: b"[]", "the index is corrupt"),
        (lambda head: json.dumps({**head, "index_version": 99}).encode(), "written by a newer lastgreen"),
        (lambda head: json.dumps({**head, "schema_version": 99}).encode(), "written by a newer lastgreen"),
        (lambda head: json.dumps({**head, "runs": {"path": "../x"}}).encode(), "the index is corrupt"),
    ],
)
def test_a_head_that_cannot_be_read_is_told(files: Files, change: object, said: str) -> None:
    """Never read by guess."""
    fill(files, range(1))
    compact(files, NOW)
    files.write(HEAD_PATH, change(json.loads(read_head(files).model_dump_json())))  # type: ignore[operator]
    for read in (lambda: ids(files), lambda: compact(files, NOW)):
        with pytest.raises(InputError, match=said):
            read()


@pytest.mark.parametrize("data", [None, b"PAR1"])
def test_a_missing_or_corrupt_file_of_the_index_is_told(files: Files, data: bytes | None) -> None:
    """By its path."""
    fill(files, range(1))
    compact(files, NOW)
    for part in read_head(files).parts:
        kept = files.read(part.path) or b""
        files.write(part.path, data) if data is not None else files.remove(part.path)
        with pytest.raises(InputError, match=part.path):
            ask(files, "SELECT 1")
        files.write(part.path, kept)


def test_where_there_is_nothing_there_is_no_store(tmp_path: Path) -> None:
    """A mistyped address is not an empty store."""
    nowhere = Files(str(tmp_path / "nowhere"))
    for read in (lambda: ids(nowhere), lambda: compact(nowhere, NOW)):
        with pytest.raises(InputError, match="there is no store at"):
            read()
    assert not (tmp_path / "nowhere").exists()


def test_an_empty_store_has_no_runs(tmp_path: Path) -> None:
    """A folder that is there, with nothing in it."""
    files = Files(str(tmp_path))
    assert ids(files) == []
    assert compact(files, NOW) == Compacted(runs=0, rows=0, added=0, removed=0, files=0)
    assert read_head(files) == Head()

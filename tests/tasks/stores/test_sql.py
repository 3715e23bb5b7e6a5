"""SQL by people: it reads the four views and nothing else."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from evals.errors import InputError
from evals.results.columns import RESULTS, RUNS_INDEX
from evals.results.selection import Selection
from tasks.stores.catalogue import open_catalogue
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.questions import case_ids, find_runs, find_trials
from tasks.stores.results import Results
from tasks.stores.sql import query, require_reading
from tests.evals.results.build import finished


def filled(files: Files) -> Files:
    """Four runs, two of them in the index."""
    changes: list[dict[str, object]] = [
        {"branch": "main", "pr": None, "tier": "full", "commit_sha": "abc111", "model_version": "m-1, m-2"},
        {"branch": "fees", "pr": 7, "tier": "smoke", "commit_sha": "abc222", "app": "o'neill"},
        {"branch": "fees", "pr": 7, "tier": "smoke", "commit_sha": "def333", "kind": "baseline"},
        {"branch": "main", "pr": None, "golden_version": "v2", "target": "other", "commit_sha": ""},
    ]
    for number, fields in enumerate(changes):
        created = f"2026-11-2{number}T23:59:59+00:00"
        Results(files).write(finished(f"2026112{number}T235959Z-00000{number}", created_at=created, **fields))
        if number == 1:
            compact(files, "2026-12-01T00:00:00+00:00")
    return files


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A filled store on local files."""
    return filled(Files(str(tmp_path_factory.mktemp("store"))))


def rows(store: Files, sql: str) -> list[tuple[object, ...]]:
    """What a query gives."""
    with query(store, sql) as found:
        return list(found.rows)


OF_MAIN = """
WITH main AS (SELECT run_id FROM runs WHERE branch = 'main')
SELECT count(*) FROM results SEMI JOIN main USING (run_id)
"""
OF_CHECKS = "SELECT label, outcome, count(*) FROM checks GROUP BY ALL ORDER BY 1"
OF_VOTES = "SELECT label, cost, again FROM checks WHERE len(again) > 0"
OF_MONEY = "SELECT min(judge_cost_total) FROM runs"
OF_JUDGES = "SELECT dimension, avg(score), avg(overall) FROM judgements GROUP BY 1 ORDER BY 1"


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT count(*), min(pass_rate), max(date) FROM runs", [(4, 0.25, dt.date(2026, 11, 23))]),
        ("FROM runs SELECT run_id WHERE pr IS NULL ORDER BY 1 LIMIT 1", [("20261120T235959Z-000000",)]),
        ("SELECT status, count(*) FROM results GROUP BY 1 ORDER BY 1", [("fail", 8), ("missing", 8), ("pass", 4)]),
        (OF_CHECKS, [("fee", "fail", 4), ("fee#2", "fail", 4)]),
        (OF_VOTES, [("fee", 0.5, [0.5, 1.0, 0.0])] * 4),
        (OF_MONEY, [(0.6,)]),
        (OF_JUDGES, [("correctness", 4.5, 4.75), ("safety", 5.0, 4.75)]),
        (OF_MAIN, [(10,)]),
        ("-- a comment\n /* and\n another */ SELECT 1;", [(1,)]),
        ("VALUES (1), (2)", [(1,), (2,)]),
    ],
)
def test_what_is_stored_can_be_asked_in_sql(store: Files, sql: str, expected: object) -> None:
    """Runs in the index and runs committed after it are one."""
    assert rows(store, sql) == expected


@pytest.mark.s3
def test_a_store_on_s3_answers_what_the_same_one_on_local_files_answers(store: Files, s3_environment: str) -> None:
    """Every view, whole."""
    there = filled(Files(s3_environment))
    for view in ("runs", "results", "checks", "judgements"):
        sql = f"FROM {view} ORDER BY ALL"
        found = rows(there, sql)
        assert len(found) > 0
        assert found == rows(store, sql)


@pytest.mark.parametrize("view", ["runs", "results", "checks", "judgements"])
def test_describe_tells_the_columns_of_every_view(store: Files, view: str) -> None:
    """Also when nothing else in the statement says which data it needs."""
    names = [row[0] for row in rows(store, f"DESCRIBE {view}")]
    assert {"run_id", "date", "branch"} <= set(names)
    declared = {"runs": RUNS_INDEX.names, "results": RESULTS.names}.get(view, names)
    assert [name for name in names if name != "date"] == [name for name in declared if name != "date"]


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO runs VALUES (1)",
        "UPDATE runs SET branch = 'x'",
        "DELETE FROM runs",
        "CREATE TABLE t AS SELECT 1",
        "DROP VIEW runs",
        "ALTER TABLE runs ADD COLUMN x INT",
        "COPY runs TO '{folder}/x.csv'",
        "COPY (SELECT 1) TO '{folder}/x.csv'",
        "EXPORT DATABASE '{folder}/x'",
        "ATTACH '{folder}/x.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET memory_limit = '1TB'",
        "RESET memory_limit",
        "PRAGMA database_list",
        " -- hidden\nPRAGMA version",
        "CALL pragma_version()",
        "EXPLAIN ANALYZE SELECT 1",
        "BEGIN",
        "CHECKPOINT",
        "USE memory",
        "PREPARE p AS SELECT 1",
        "VACUUM",
        "COPY runs FROM '{folder}/x.csv'",
        "FORCE INSTALL httpfs",
        "DETACH memory",
        "TRUNCATE runs",
        "SET VARIABLE x = 1",
        "EXECUTE p",
        "CREATE SECRET (TYPE s3)",
        "MERGE INTO runs USING runs AS r ON false WHEN NOT MATCHED THEN INSERT VALUES (1)",
    ],
)
def test_a_statement_that_does_more_than_read_is_refused(store: Files, tmp_path: Path, sql: str) -> None:
    """Before the store is read at all; nothing appears on disk."""
    with pytest.raises(InputError, match="only statements that read"):
        rows(store, sql.replace("{folder}", str(tmp_path)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM read_blob('{file}')",
        "SELECT * FROM read_parquet('{file}')",
        "SELECT * FROM parquet_metadata('{file}')",
        "SELECT * FROM read_json('{file}')",
        "SELECT * FROM read_ndjson('{file}')",
        "SELECT * FROM parquet_schema('{file}')",
        "SELECT * FROM parquet_kv_metadata('{file}')",
        "SELECT * FROM query_table('{file}')",
        "SELECT * FROM read_csv(['{file}'])",
        "WITH x AS (FROM read_text('{file}')) FROM x",
        "SELECT (SELECT content FROM read_text('{file}'))",
        "DESCRIBE '{file}'",
        "SUMMARIZE '{file}'",
        "SELECT * FROM sniff_csv('{file}')",
        "SELECT * FROM glob('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM 'https://example.com/x.parquet'",
        "SELECT * FROM query('SELECT * FROM read_text(''{file}'')')",
        "SELECT * FROM duckdb_secrets()",
    ],
)
def test_other_files_cannot_be_read(store: Files, tmp_path: Path, sql: str) -> None:
    """DuckDB has many ways to open a file, and all of them are closed."""
    secret = tmp_path / "secret.csv"
    secret.write_text("canary\n1\n")
    with pytest.raises(InputError, match="SQL: ") as caught:
        rows(store, sql.replace("{file}", str(secret)))
    assert "canary" not in str(caught.value)


def test_a_database_cannot_be_imported(store: Files, tmp_path: Path) -> None:
    """DuckDB would read it while it parses the statement, and quote it in the error."""
    (tmp_path / "schema.sql").write_text("SELECT canary FROM FROM")
    (tmp_path / "load.sql").write_text("")
    with pytest.raises(InputError, match="SQL: ") as caught:
        rows(store, f"IMPORT DATABASE '{tmp_path}'")
    assert "disabled by configuration" in str(caught.value)
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("", "give one statement, not 0"),
        ("SELECT 1; SELECT 2", "give one statement, not 2"),
        ("SELECT FROM", "syntax error"),
        ("SELECT * FROM run", r"Table with name run does not exist.*\(there are runs, results, checks, judgements\)"),
        ("SELECT brnch FROM runs", "Candidate bindings.*branch"),
        ("SELECT string_agg(repeat('x', 1000000), '') FROM range(10000)", "Out of Memory"),
        ("SELECT 'x'::INT FROM runs", "Could not convert string 'x' to INT32"),
    ],
)
def test_an_sql_error_is_one_sentence(store: Files, sql: str, said: str) -> None:
    """On one line, with what could have been meant."""
    with pytest.raises(InputError, match=said) as caught:
        rows(store, sql)
    assert "\n" not in str(caught.value)


def test_a_trend_over_runs_does_not_read_trials(store: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is asked for is fetched."""
    read: list[str] = []
    whole = Files.read

    def watched(self: Files, relative: str) -> bytes | None:
        read.append(relative)
        return whole(self, relative)

    monkeypatch.setattr(Files, "read", watched)
    rows(store, "SELECT avg(pass_rate) FROM runs GROUP BY tier")
    assert [path for path in read if "results" in path] == []


def test_reading_statements_pass() -> None:
    """What cannot change anything is let through."""
    for sql in (
        "SELECT 1",
        "FROM runs",
        "DESCRIBE runs",
        "SUMMARIZE runs",
        "SHOW TABLES",
        "WITH x AS (SELECT 1) FROM x",
    ):
        require_reading(sql)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [3, 2, 1, 0]),
        ({"branch": "main"}, [3, 0]),
        ({"commit": "abc"}, [1, 0]),
        ({"model": "m-2"}, [0]),
        ({"golden_version": "v2"}, [3]),
        ({"tier": "full"}, [0]),
        ({"app": "o'neill"}, [1]),
        ({"target": "other"}, [3]),
        ({"kind": "baseline"}, [2]),
        ({"verdict": "passed"}, [3, 2, 1, 0]),
        ({"verdict": "failed"}, []),
        ({"pr": 7}, [2, 1]),
        ({"since": dt.date(2026, 11, 22)}, [3, 2]),
        ({"until": dt.date(2026, 11, 21)}, [1, 0]),
        ({"since": dt.date(2026, 11, 21), "until": dt.date(2026, 11, 21)}, [1]),
        ({"branch": "fees", "tier": "smoke", "commit": "def"}, [2]),
        ({"branch": "x' OR '1'='1"}, []),
    ],
)
def test_runs_are_selected_by_all_that_is_asked(store: Files, wanted: dict[str, object], found: list[int]) -> None:
    """Newest first; text is text, whatever it looks like."""
    with open_catalogue(store) as catalogue:
        runs = find_runs(catalogue, Selection(**wanted), None).dicts()  # type: ignore[arg-type]
        assert [int(str(row["run_id"])[-1]) for row in runs] == found


def test_runs_are_limited_to_the_newest(store: Files) -> None:
    """A limit cuts the old ones."""
    with open_catalogue(store) as catalogue:
        runs = find_runs(catalogue, Selection(branch="main"), 1).dicts()
        assert [row["run_id"] for row in runs] == ["20261123T235959Z-000003"]


def test_trials_of_a_case_come_newest_run_first(store: Files) -> None:
    """And in their order within a run."""
    with open_catalogue(store, with_trials=True) as catalogue:
        runs = [row["run_id"] for row in find_runs(catalogue, Selection(), 2, case_id="a").dicts()]
        trials = list(find_trials(catalogue, "a", ("run_id", "trial"), runs).rows)
        assert trials == [(run, trial) for run in runs for trial in (0, 1)]
        assert list(find_runs(catalogue, Selection(), None, case_id="zzz").rows) == []
        assert case_ids(catalogue) == {"a", "b", "c", "d"}

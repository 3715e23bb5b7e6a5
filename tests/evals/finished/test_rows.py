"""A finished run as rows, and back."""

from __future__ import annotations

import pytest

from evals.finished.rows import read_info, read_report, read_trials, run_tables
from evals.results.columns import KEYS, RUNS_COLUMNS, RUNS_INDEX, SCHEMA_VERSION, SCHEMAS
from evals.results.run import RunInfo
from tests.evals.results.build import every_kind, finished


def test_a_run_comes_back_equal() -> None:
    """Identity, trials and report lose nothing, lone surrogates included."""
    run = finished()
    tables = run_tables(run)
    assert read_trials(tables["results"], tables["transcripts"]) == every_kind()
    row = tables["runs"].to_pylist()[0]
    assert (read_info(row), read_report(row)) == (run.info, run.report)


def test_tables_have_the_declared_columns_and_version() -> None:
    """Whatever is null in a run, types stay: an inferred null type breaks every engine."""
    tables = run_tables(finished())
    assert {name: table.schema for name, table in tables.items()} == SCHEMAS
    for table in tables.values():
        assert set(table["schema_version"].to_pylist()) == {SCHEMA_VERSION}


def test_the_keys_are_the_fields_of_the_identity() -> None:
    """A run can be found by everything that is known of it."""
    assert [column.name for column in KEYS] == list(RunInfo.__dataclass_fields__)


def test_long_texts_stand_apart_from_what_trends_read() -> None:
    """No answer, passage or report in the rows of results and of the index."""
    assert not {"answer", "prompt", "evidence", "response_record"} & set(SCHEMAS["results"].names)
    assert RUNS_INDEX.names == [column.name for column in RUNS_COLUMNS if column.name != "report"]


def test_results_tell_responses_and_judgements_apart_without_their_records() -> None:
    """Trends read stable reasons, not JSON."""
    rows = run_tables(finished())["results"].to_pylist()
    assert [(row["response"], row["response_reason"], row["unscored"], row["judge_overall"]) for row in rows] == [
        ("answer", None, None, 4.75),
        ("answer", None, None, None),
        ("fault", "timeout", None, None),
        ("missing", "unreachable", None, None),
        ("answer", None, "not_json", None),
    ]


def test_runs_have_their_categories() -> None:
    """Category trends read one row a run."""
    row = run_tables(finished())["runs"].to_pylist()[0]
    assert row["categories"] == [
        {"category": "billing", "cases": 2, "pass_rate": 0.25},
        {"category": "travel", "cases": 0, "pass_rate": None},
    ]


def test_transcripts_in_another_order_are_refused() -> None:
    """A trial never gets another trial's answer."""
    tables = run_tables(finished())
    swapped = tables["transcripts"].take([1, 0, 2, 3, 4])
    with pytest.raises(ValueError, match="has no transcript in its place"):
        read_trials(tables["results"], swapped)

"""Stores of older versions, kept as files, read as if they were written today."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from evals.answers import Answer, Fault, Missing, Usage
from evals.checks.check import Evidence
from evals.finished.rows import read_info, read_report, read_trials, run_tables
from evals.judging.judgement import Judgement, Unscored
from evals.results.columns import SCHEMA_VERSION, SCHEMAS
from evals.results.migrations import OLDEST_VERSION, migrate, source_of
from tests.evals.results.build import finished

DATA = Path(__file__).parents[2] / "data"
RUN = "20251128T101500Z-1a2b3c"


def kept(part: str, version: int) -> object:
    """A part of the kept store of a version, brought to today."""
    (path,) = (DATA / f"store-v{version}" / source_of(part, version)).rglob(f"{RUN}*.parquet")
    return migrate(part, pq.ParquetFile(path).read(), version)


@pytest.mark.parametrize("version", range(OLDEST_VERSION, SCHEMA_VERSION + 1))
@pytest.mark.parametrize("part", SCHEMAS)
def test_every_kept_version_gets_the_current_columns(part: str, version: int) -> None:
    """Readers know one schema."""
    assert kept(part, version).schema == SCHEMAS[part]  # type: ignore[attr-defined]


@pytest.mark.parametrize("version", range(OLDEST_VERSION, SCHEMA_VERSION + 1))
def test_every_kept_version_gives_back_its_run(version: int) -> None:
    """Trials, verdict and identity are those that were written."""
    trials = read_trials(kept("results", version), kept("transcripts", version))
    first, second, third = trials
    assert isinstance(first.response, Answer)
    assert first.response.usage == Usage(100, 20, 5)
    assert first.checks[0].evidence == (Evidence("10 EUR", 11, "10 EUR"),)
    assert first.judgement == Judgement(
        {"correctness": 4.5, "safety": 5.0}, 4.75, "judge-1", "all of it is there", 0.1, 3
    )
    assert second.response == Fault("timeout", "no answer within 30 s", 30.0)
    assert (third.response, third.judgement) == (
        Missing("unreachable", "connection refused"),
        Unscored("not_json", "prose", "judge-1"),
    )
    row = kept("runs", version).to_pylist()[0]  # type: ignore[attr-defined]
    assert (read_info(row).run_id, read_info(row).commit_sha) == (RUN, "abc1234def5678")
    assert [line.case_id for line in read_report(row).newly_failing] == ["b"]


def test_version_1_gets_what_it_knew_and_null_for_the_rest() -> None:
    """Nothing is made up."""
    row = kept("runs", 1).to_pylist()[0]  # type: ignore[attr-defined]
    assert row["baseline"].startswith("baseline (smoke) of commit abc0000")
    assert row["categories"] == [
        {"category": "billing", "cases": None, "pass_rate": 0.5},
        {"category": "travel", "cases": None, "pass_rate": None},
    ]
    assert (row["input_tokens"], row["output_tokens"]) == (None, None)
    results = kept("results", 1).to_pylist()  # type: ignore[attr-defined]
    assert [(r["response"], r["response_reason"], r["judge_cost"], r["unscored"]) for r in results] == [
        ("answer", None, 0.1, None),
        ("fault", "timeout", None, None),
        ("missing", "unreachable", None, "not_json"),
    ]


def test_version_2_did_not_know_what_judged_checks_cost() -> None:
    """Unknown is not nothing."""
    results = kept("results", 2).to_pylist()  # type: ignore[attr-defined]
    assert [row["checks_cost"] for row in results] == [None] * 3
    assert [(check["cost"], check["again"]) for check in results[0]["checks"]] == [(None, None)]
    assert kept("runs", 2).to_pylist()[0]["judge_cost_total"] is None  # type: ignore[attr-defined]
    assert {row["schema_version"] for row in results} == {SCHEMA_VERSION}


def test_version_3_holds_what_judged_checks_cost_and_the_votes_on_them() -> None:
    """By check, trial and run."""
    trials = read_trials(kept("results", 3), kept("transcripts", 3))
    assert [(check.cost, check.again) for check in trials[0].checks] == [(0.0, ()), (0.02, (0.5, 0.75, 1.0))]
    assert kept("results", 3).to_pylist()[0]["checks_cost"] == 0.02  # type: ignore[attr-defined]
    assert kept("runs", 3).to_pylist()[0]["judge_cost_total"] == pytest.approx(0.12)  # type: ignore[attr-defined]


@pytest.mark.parametrize("version", [0, SCHEMA_VERSION + 1])
def test_an_unknown_version_is_refused(version: int) -> None:
    """Neither an older nor a newer store is read by guess."""
    with pytest.raises(ValueError, match="is not known"):
        migrate("runs", run_tables(finished())["runs"], version)


def test_a_table_without_its_columns_is_refused() -> None:
    """A file that was replaced by another table shows."""
    with pytest.raises(ValueError, match="'decision'"):
        migrate("runs", run_tables(finished())["runs"].drop_columns(["decision"]), SCHEMA_VERSION)


@pytest.mark.parametrize("version", range(OLDEST_VERSION, 4))
def test_versions_before_4_did_not_know_where_a_run_was_made(version: int) -> None:
    """Unknown is empty, as for the branch."""
    assert read_info(kept("runs", version).to_pylist()[0]).environment == ""  # type: ignore[attr-defined]
    assert read_info(kept("runs", 4).to_pylist()[0]).environment == "ci, 32 calls at once"  # type: ignore[attr-defined]

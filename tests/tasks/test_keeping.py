"""What a finished run changes in the baselines of its app."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from evals.answers import Fault, Missing, Response
from evals.cases.case import GoldenSet
from evals.finished.run import FinishedRun
from evals.gate.baseline import Baselines
from tasks.outage import is_outage
from tasks.plan import Plan, References
from tasks.publish import keep_baseline
from tasks.request import RunRequest
from tasks.stores.baselines import read_baselines
from tasks.stores.files import Files
from tests.builders import make_answer, make_case, make_finished, make_info, make_outcome, make_trial, make_verdict
from tests.tasks.test_references import config


def _plan(files: Files, kind: str, *, start_over: bool = False, **gate: Any) -> Plan:
    """A plan of cases a and b."""
    cases = (make_case("a"), make_case("b"))
    settings = config(**gate)
    return Plan(
        RunRequest.model_validate({"kind": kind, "tier": "full", "start_over": start_over}),
        settings,
        GoldenSet(cases, "v1", "", ""),
        cases,
        info=make_info(kind=kind),
        target=settings.targets["t"],
        judge=None,
        files=files,
        references=References(),
    )


def _run(decision: str = "passed", **changes: Any) -> FinishedRun:
    run = make_finished(verdict=make_verdict(make_outcome(decision)))
    fields = {"app": "app", "tier": "full", "branch": "main", "pr": None, **changes}
    verdict = None if fields.get("kind") == "baseline" else run.verdict
    return dataclasses.replace(run, info=dataclasses.replace(run.info, **fields), verdict=verdict)


def _after(folder: Path, *runs: FinishedRun, **options: Any) -> Baselines:
    files = Files(str(folder))
    for run in runs:
        keep_baseline(_plan(files, run.info.kind, **options), run)
    return read_baselines(files, "v1", "app", "full")


@pytest.mark.parametrize(
    ("run", "kept"),
    [
        (_run(), True),
        (_run("failed"), False),
        (_run("inconclusive"), False),
        (_run(branch="feature"), False),
        (_run(pr=5), False),
    ],
    ids=["passed", "failed", "inconclusive", "branch", "pull request"],
)
def test_only_a_passed_run_of_main_is_the_last_green_one(tmp_path: Path, run: FinishedRun, kept: bool) -> None:
    """And it is never the pool."""
    found = _after(tmp_path, run)
    assert (found.green is not None) is kept
    assert found.pool is None


@pytest.mark.parametrize(
    ("changes", "gate", "branches"),
    [
        ({"branch": "feature"}, {"regression": {"enabled": True}}, ["feature"]),
        ({"branch": "feature", "pr": 5}, {"regression": {"enabled": True}}, ["feature"]),
        ({"branch": "feature"}, {}, []),
        ({"branch": ""}, {"regression": {"enabled": True}}, []),
        ({"branch": "main"}, {"regression": {"enabled": True}}, []),
    ],
    ids=["branch", "pull request", "rule off", "unknown branch", "main"],
)
def test_a_branch_keeps_its_last_passing_run_where_the_regression_rule_wants_it(
    tmp_path: Path, changes: dict[str, Any], gate: dict[str, Any], branches: list[str]
) -> None:
    """Main has its green run for that."""
    found = _after(tmp_path, _run(**changes), **gate)
    assert [pool.newest.branch for pool in found.branches] == branches


def test_recorded_trials_join_the_pool_or_replace_it(tmp_path: Path) -> None:
    """Of one commit they join; starting over they do not; published twice they stand once."""
    first, second = (_run(kind="baseline", run_id=f"2026110{n}T000000Z-00000{n}") for n in (1, 2))
    joined = _after(tmp_path / "a", first, second, second).pool
    replaced = _after(tmp_path / "b", first, second, start_over=True).pool
    assert joined is not None
    assert replaced is not None
    assert joined.run_ids == (first.info.run_id, second.info.run_id)
    assert replaced.run_ids == (second.info.run_id,)


@pytest.mark.parametrize(
    ("kind", "responses", "is_one"),
    [
        ("gate", {"a": Missing("unreachable"), "b": Missing("rate_limited")}, True),
        ("gate", {"a": Missing("unreachable"), "b": Fault("timeout")}, False),
        ("gate", {"a": Fault("rejected"), "b": Fault("rejected")}, False),
        ("baseline", {"a": Fault("rejected"), "b": Missing("unreachable")}, True),
        ("baseline", {"a": Fault("rejected"), "b": make_answer()}, False),
        ("baseline", {"b": Fault("rejected")}, False),
        ("baseline", {"b": Missing("unreachable")}, True),
        ("gate", {}, False),
    ],
)
def test_an_outage_is_silence_and_of_a_whole_baseline_faults_too(
    tmp_path: Path, kind: str, responses: dict[str, Response], is_one: bool
) -> None:
    """A gate that saw faults alone fails; a new case of a pool may fault."""
    trials = [make_trial(case_id, response=response) for case_id, response in responses.items()]
    assert is_outage(_plan(Files(str(tmp_path)), kind), trials) is is_one


def test_an_outage_leaves_the_pool_as_it_was(tmp_path: Path) -> None:
    """And a run of main in one is no last green run."""
    silent = [make_trial(i, "missing", response=Missing("unreachable"), judgement=None) for i in "ab"]
    recorded, outage, passed = (
        _run(kind=kind, run_id=f"2026110{n}T000000Z-00000{n}")
        for n, kind in enumerate(("baseline", "baseline", "gate"))
    )
    found = _after(tmp_path, recorded, *(dataclasses.replace(run, trials=tuple(silent)) for run in (outage, passed)))
    assert found.pool is not None
    assert found.pool.run_ids == (recorded.info.run_id,)
    assert found.green is None

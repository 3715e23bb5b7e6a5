"""What a finished run changes in the baselines of its app."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from evals.finished.run import FinishedRun
from evals.gate.baseline import Baselines
from tasks.plan import Plan
from tasks.publish import keep_baseline
from tasks.stores.baselines import read_baselines
from tasks.stores.files import Files
from tests.builders import make_finished, make_outcome, make_verdict
from tests.tasks.test_references import config


def _plan(files: Files, *, start_over: bool = False, **gate: Any) -> Plan:
    request = SimpleNamespace(start_over=start_over)
    return cast("Plan", SimpleNamespace(files=files, config=config(**gate), request=request))


def _run(decision: str = "passed", **changes: Any) -> FinishedRun:
    run = make_finished(verdict=make_verdict(make_outcome(decision)))
    fields = {"app": "app", "tier": "full", "branch": "main", "pr": None, **changes}
    verdict = None if fields.get("kind") == "baseline" else run.verdict
    return dataclasses.replace(run, info=dataclasses.replace(run.info, **fields), verdict=verdict)


def _after(folder: Path, *runs: FinishedRun, **options: Any) -> Baselines:
    files = Files(str(folder))
    for run in runs:
        keep_baseline(_plan(files, **options), run)
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

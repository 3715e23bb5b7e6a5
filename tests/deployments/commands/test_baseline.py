"""``lastgreen baseline``: show, pin and anchor what runs are compared with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deployments.cli import _run
from evals.gate.baseline import Baselines
from evals.results.run import RunInfo
from tasks.references import pool_of
from tasks.stores.baselines import change_baselines, read_baselines
from tasks.stores.files import Files
from tests.builders import make_trials
from tests.flows.project import Project, make_record
from tests.tasks.stored import store_run


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """One case of an app that is not there."""
    made = Project(tmp_path, "http://127.0.0.1:9/ask")
    made.write_cases([make_record("a")])
    return made


@pytest.fixture
def files(project: Project) -> Files:
    """Its store."""
    return Files(str(project.root / "store"))


def _type(project: Project, *words: str) -> int:
    return _run(["baseline", words[0], "--config", str(project.config), "--tier", "full", *words[1:]])


def _recorded(
    files: Files, number: int, letters: str, kind: str = "pool", content: str = "hash-a", **changes: str
) -> RunInfo:
    info = store_run(files, make_trials("a", letters, case_hash=content), number, **changes)
    change_baselines(files, "v1", "app", "full", lambda found: found.recorded(pool_of(info, kind)))
    return info


def _document(files: Files) -> Baselines:
    return read_baselines(files, "v1", "app", "full")


def test_without_anything_it_says_so(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """No baseline is not an error."""
    assert _type(project, "show") == 0
    assert "no baseline yet" in capsys.readouterr().out


def test_it_shows_depth_and_where_each_run_came_from(
    project: Project, files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two runs of one commit, five valid trials together; and that main has moved."""
    _recorded(files, 0, "ppm", model_version="m-1")
    _recorded(files, 1, "ppp", model_version="m-2")
    _recorded(files, 2, "p", "green", commit_sha="newer", created_at="2099-01-01T00:00:00+00:00")
    assert _type(project, "show") == 0
    shown = capsys.readouterr().out
    assert "trials a case: 5 on 1 case" in shown
    assert "model m-1" in shown
    assert "model m-2" in shown
    assert "the last green main is newer" in shown
    assert _type(project, "show", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["trials_a_case"] == {"cases": 1, "fewest": 5, "most": 5}
    assert [run["model_version"] for run in found["pool"]["runs"]] == ["m-1", "m-2"]


def test_trials_of_a_content_that_was_left_behind_are_no_depth(
    project: Project, files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is compared with them any more."""
    _recorded(files, 0, "pppp", content="old")
    _recorded(files, 1, "pp", content="new")
    assert _type(project, "show") == 0
    assert "trials a case: 2 on 1 case" in capsys.readouterr().out


def test_a_run_is_pinned_and_unpinned(project: Project, files: Files) -> None:
    """Only a run that exists, of this golden version."""
    info = store_run(files, make_trials("a", "p"))
    other = store_run(files, make_trials("a", "p"), 1, golden_version="v2")
    assert _type(project, "pin", info.run_id) == 0
    assert _document(files).pinned == pool_of(info, "pool")
    assert _type(project, "pin", "--clear") == 0
    assert _document(files).pinned is None
    assert [_type(project, "pin", *words) for words in ((), ("20200101T000000Z-000000",), (other.run_id,))] == [3, 3, 3]


def test_an_anchor_is_a_run_or_what_is_active(
    project: Project, files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without either there is nothing to keep."""
    assert _type(project, "anchor", "1.0") == 3
    active = _recorded(files, 0, "pp")
    named = store_run(files, make_trials("a", "p"), 1)
    assert _type(project, "anchor", "1.0") == 0
    assert _type(project, "anchor", "1.1", named.run_id) == 0
    assert [anchor.pool.run_ids for anchor in _document(files).anchors] == [(active.run_id,), (named.run_id,)]
    capsys.readouterr()
    assert _type(project, "show") == 0
    assert "anchor 1.1" in capsys.readouterr().out

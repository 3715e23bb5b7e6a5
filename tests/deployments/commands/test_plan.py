"""``lastgreen plan``: a forecast without a call, a key or a server."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from deployments.cli import _run
from tasks.planning import survey
from tasks.references import pool_of
from tasks.request import RunRequest
from tasks.stores.baselines import change_baselines
from tests.builders import make_trials
from tests.flows.project import Project, make_record
from tests.tasks.stored import store_run


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Twenty cases, an app that is not there, a key that is not set."""
    made = Project(tmp_path, "http://127.0.0.1:9/ask")
    made.configure(
        target={"headers": {"authorization": "Bearer ${NO_SUCH_KEY}"}}, tiers={"full": {"budget": {"money": 1}}}
    )
    made.write_cases([make_record(f"c{number:02d}") for number in range(20)])
    return made


def _record(project: Project) -> None:
    plan = survey(RunRequest(config=str(project.config), tier="full"))
    trials = [
        trial
        for case in plan.cases.values()
        for trial in make_trials(case.id, "ppppppppff", case_hash=case.content_hash)
    ]
    info = store_run(plan.files, trials)
    change_baselines(plan.files, "v1", "app", "full", lambda found: found.recorded(pool_of(info, "pool")))


def test_without_a_baseline_it_says_what_it_assumes(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """And what it does not know."""
    assert _run(["plan", "--config", str(project.config), "--tier", "full"]) == 0
    shown = capsys.readouterr().out
    assert "20 cases, 1 trial each: 20 calls, against nothing: there is no baseline yet" in shown
    assert "assumed for a suite that passes 92 %" in shown
    assert "unknown (there is no baseline) for answers" in shown
    assert "1 USD: nobody knows whether that will do" in shown


def test_with_a_baseline_it_measures(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """2 of 10 failed in every case: V = 16/90; the answers cost a cent each, so the budget will do."""
    _record(project)
    assert _run(["plan", "--config", str(project.config), "--tier", "full", "--drop", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sharpness"]["variance"] == pytest.approx(16 / 90)
    assert found["answers_cost"]["value"] == pytest.approx(0.2)
    assert found["wish"]["drop"] == 5
    assert found["baseline"].startswith("baseline (full)")
    assert _run(["plan", "--config", str(project.config), "--tier", "full"]) == 0
    assert "1 USD: will do" in capsys.readouterr().out


def test_prefect_is_not_even_imported(project: Project) -> None:
    """A forecast must answer at once."""
    program = (
        "import sys; from deployments.cli import _run; "
        f"code = _run(['plan', '--config', {str(project.config)!r}, '--tier', 'full']); "
        "assert code == 0; assert 'prefect' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("drop", ["nan", "0", "101"])
def test_a_drop_that_is_none_is_bad_input(project: Project, capsys: pytest.CaptureFixture[str], drop: str) -> None:
    """Not a fault of lastgreen; nan lies in every range."""
    assert _run(["plan", "--config", str(project.config), "--drop", drop]) == 3
    assert "Invalid value for '--drop'" in capsys.readouterr().err

"""Shared quotas on a real Prefect server: a run takes its slots as one block and gives them back."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from evals.errors import InputError
from tests.flows.project import Project, make_record
from tests.flows.scripted_app import ScriptedApp

pytestmark = [
    pytest.mark.prefect,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def slots(api: str, name: str) -> tuple[int, int]:
    """Taken and all slots of a limit."""
    found = httpx.get(f"{api}/v2/concurrency_limits/{name}", timeout=30).raise_for_status().json()
    return found["active_slots"], found["limit"]


def test_a_run_creates_a_declared_limit_that_is_missing_holds_its_slots_and_gives_them_back(
    project: Project, app: ScriptedApp, prefect_api: str
) -> None:
    """Prefect itself would treat a missing limit as no limit at all."""
    project.configure(limits={"provider": {"slots": 10, "targets": ["app"]}})
    seen: list[tuple[int, int]] = []

    def script(prompt: str, _: int) -> Any:
        if prompt == "case-00":
            seen.append(slots(prefect_api, "provider"))
        return "an answer"

    app.script = script
    assert project.run().report.verdict is not None
    assert seen == [(8, 10)]
    assert slots(prefect_api, "provider") == (0, 10)


def test_slots_come_back_when_a_run_fails(project: Project, app: ScriptedApp, prefect_api: str) -> None:
    """Whatever ends it."""
    project.configure(limits={"failing": {"slots": 8, "targets": ["app"]}})
    project.url = "http://127.0.0.1:9/ask"
    project.configure(limits={"failing": {"slots": 8, "targets": ["app"]}})
    with pytest.raises(Exception, match="nothing listens"):
        project.run()
    assert slots(prefect_api, "failing") == (0, 8)


def test_two_runs_share_requests_a_minute(project: Project, app: ScriptedApp, prefect_api: str, tmp_path: Path) -> None:
    """Two processes with 100 calls each: 600 a minute in all, after the 50 that the bucket holds at first."""
    project.write_cases([make_record(f"case-{number:03d}") for number in range(100)])
    project.configure(limits={"paced": {"requests_per_minute": 600, "targets": ["app"]}})
    times: list[float] = []

    def script(prompt: str, _: int) -> Any:
        times.append(time.monotonic())
        return f"answer to {prompt}"

    app.script = script
    runs = [_start_run(project, prefect_api, tmp_path / f"home-{number}") for number in range(2)]
    said = [run.communicate(timeout=240)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], said
    assert len(times) == 200
    assert _most_above(times, per_second=10) <= 50 + 2 * 10
    assert times[-1] - times[0] < 40


def _start_run(project: Project, api: str, home: Path) -> subprocess.Popen[str]:
    env = {**os.environ, "PREFECT_API_URL": api, "LASTGREEN_HOME": str(home)}
    command = [sys.executable, "-m", "deployments", "run", "--config", str(project.config), "--tier", "full"]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def _most_above(times: list[float], per_second: float) -> float:
    """By how many calls any stretch of time holds more than the rate gives for it."""
    return max(
        last - first + 1 - (times[last] - times[first]) * per_second
        for first in range(len(times))
        for last in range(first, len(times))
    )


def test_a_limit_of_another_kind_on_the_server_stops_the_run(project: Project, prefect_api: str) -> None:
    """A limit that does not decay would be used up once and for all."""
    body = {"name": "odd-requests", "limit": 5, "slot_decay_per_second": 0}
    httpx.post(f"{prefect_api}/v2/concurrency_limits/", json=body, timeout=30).raise_for_status()
    project.configure(limits={"odd": {"requests_per_minute": 60, "targets": ["app"]}})
    with pytest.raises(InputError, match=r"'odd-requests' does not decay on the Prefect server.*60 requests a minute"):
        project.run()

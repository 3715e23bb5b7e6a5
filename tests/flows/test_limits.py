"""Shared quotas on a real Prefect server: a run takes its slots as one block and gives them back."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.flows.project import Project
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

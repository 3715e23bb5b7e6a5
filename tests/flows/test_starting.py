"""One run, one identity, one verdict, however often its flow is started."""

from __future__ import annotations

import pytest

from tasks.request import RunRequest
from tasks.run_ids import RUN_ID
from tasks.starting import identified
from tasks.stores.files import Files
from tasks.stores.requests import read_request
from tasks.stores.results import Results
from tests.flows.project import Project
from tests.flows.scripted_app import ScriptedApp

FLOW_RUN = "0a036a16-92be-44f2-9a21-244e0dea669c"


def request_of(project: Project, **changes: object) -> RunRequest:
    """What a schedule asks for: no run id, no time."""
    return RunRequest(config=str(project.config), tier="full").model_copy(update=changes)


def test_a_run_keeps_its_own_id(project: Project) -> None:
    """The trigger and the command line give one."""
    asked = request_of(project, run_id="20261130T104153Z-1f0c9a", created_at="2026-11-30T10:41:53+00:00")
    assert identified(asked, FLOW_RUN) == asked


def test_every_start_of_a_scheduled_run_has_the_id_of_the_first(project: Project) -> None:
    """So that the second start finds the journal of the first, and --resume finds the request."""
    first = identified(request_of(project), FLOW_RUN)
    assert RUN_ID.fullmatch(first.run_id)
    assert first.created_at
    assert identified(request_of(project), FLOW_RUN) == first
    assert read_request(Files(str(project.root / "store")), first.run_id) == first


def test_different_flow_runs_have_different_ids(project: Project) -> None:
    """And outside of a flow run every call is a new run."""
    ids = {identified(request_of(project), name).run_id for name in (FLOW_RUN, "another", "", "")}
    assert len(ids) == 4


@pytest.mark.prefect
@pytest.mark.usefixtures("prefect_api")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_committed_run_that_is_started_again_keeps_its_verdict_and_asks_nothing(
    project: Project, app: ScriptedApp
) -> None:
    """The app may have changed, and the baseline may have moved, by this very run."""
    first = project.run(branch="main", run_id="20261130T104153Z-1f0c9a")
    asked = sum(app.asked.values())
    app.script = lambda *_: "nothing"
    again = project.run(branch="main", run_id="20261130T104153Z-1f0c9a")
    assert again.report == first.report
    assert sum(app.asked.values()) == asked
    assert Results(Files(str(project.root / "store"))).ids() == ["20261130T104153Z-1f0c9a"]

"""The real Prefect server of the suite: flows run on it, and it comes back after it was killed."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path

import pytest

from deployments.server import LocalServer, answers, ensure, running, stop

pytestmark = pytest.mark.prefect


@pytest.mark.anyio
async def test_a_flow_called_by_a_test_runs_on_the_suites_server(prefect_api: str) -> None:
    """Its run is there to be read, finished."""
    from prefect import flow, get_client, task

    @task
    def double(number: int) -> int:
        return 2 * number

    @flow(name="check of the fixture")
    def doubling() -> int:
        return double(21)

    state = doubling(return_state=True)
    assert await state.aresult() == 42
    assert state.state_details.flow_run_id is not None
    async with get_client() as client:
        assert str(client.api_url).rstrip("/") == prefect_api
        run = await client.read_flow_run(state.state_details.flow_run_id)
    assert run.state is not None
    assert run.state.is_completed()


def test_the_server_survives_kill_9_and_down_ends_it(prefect_server: LocalServer) -> None:
    """Nothing is left broken: the next run finds a server at the same address, with the same database."""
    home = Path(os.environ["LASTGREEN_HOME"])
    os.kill(prefect_server.pid, signal.SIGKILL)
    os.waitpid(prefect_server.pid, 0)
    again = _ensure(home)
    assert (again.port, again.pid != prefect_server.pid) == (prefect_server.port, True)
    assert answers(again.api_url)
    assert stop(home)
    assert running(home) is None
    assert _ensure(home).port == prefect_server.port


def _ensure(home: Path) -> LocalServer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the server outlives the object that started it
        return ensure(home, print)

"""The clean-up on a real Prefect server: zombies are found by their silence, everything else is left alone."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import pytest

from flows.cleanup import describe
from tasks.cleaning import Cleaned, clean
from tasks.restarts import Remedy

pytestmark = [
    pytest.mark.prefect,
    pytest.mark.usefixtures("prefect_api"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


async def _scene(states: dict[str, Any], minutes: float) -> tuple[dict[str, Remedy], dict[str, str]]:
    """Runs of the flow ``gate`` in some states, cleaned up later; what was done, and what they are in then."""
    from prefect import flow, get_client

    @flow(name="gate")
    def gate() -> None: ...

    async with get_client() as client:
        runs = {name: await client.create_flow_run(gate, name=name, state=state) for name, state in states.items()}
        cleaned = await clean(5.0, dt.datetime.now(dt.UTC) + dt.timedelta(minutes=minutes))
        after = {name: (await client.read_flow_run(run.id)).state_name or "" for name, run in runs.items()}
        for run in runs.values():
            await client.delete_flow_run(run.id)
    return {one.run: one.remedy for one in cleaned if one.run in runs}, after


@pytest.mark.parametrize(
    ("minutes", "remedies", "after"),
    [
        (1, {}, {"running": "Running", "hanging": "Cancelling", "done": "Completed"}),
        (
            60,
            {"running": Remedy.CRASH, "hanging": Remedy.CANCEL},
            {"running": "Crashed", "hanging": "Cancelled", "done": "Completed"},
        ),
    ],
)
def test_a_silent_run_is_ended_and_one_that_has_just_begun_is_not(
    minutes: float, remedies: dict[str, Remedy], after: dict[str, str]
) -> None:
    """Without a deployment nobody could start it again: it is crashed, and a person may resume it."""
    from prefect.states import Cancelling, Completed, Running

    states: dict[str, Any] = {"running": Running(), "hanging": Cancelling(), "done": Completed()}
    assert asyncio.run(_scene(states, minutes)) == (remedies, after)


def test_what_was_done_is_told_in_a_line() -> None:
    """It is the message of the clean-up's final state."""
    assert describe([]) == "every run is well"
    found = [Cleaned("smoke abc", "Running", Remedy.RESTART, "7 min in this state")]
    assert describe(found) == "smoke abc: Running -> restart"

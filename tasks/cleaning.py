"""Find flow runs of ours that nobody runs any more, and end or restart them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from prefect import get_client, task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.filters import (
    FlowFilter,
    FlowFilterName,
    FlowRunFilter,
    FlowRunFilterState,
    FlowRunFilterStateType,
)
from prefect.client.schemas.objects import FlowRun, State, StateType
from prefect.client.schemas.sorting import FlowRunSort
from prefect.events.filters import EventFilter, EventNameFilter, EventOccurredFilter, EventResourceFilter
from prefect.states import Cancelled, Crashed, Scheduled

from tasks.restarts import Remedy, remedy

FLOWS = ["gate", "baseline", "shard"]
"""The flows that a journal makes safe to start again."""
STATES = [StateType.RUNNING, StateType.PENDING, StateType.CANCELLING, StateType.CRASHED]


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A run that was found dead, and what was done."""

    run: str
    state: str
    remedy: Remedy
    why: str


@task(name="clean up", cache_policy=NO_CACHE, persist_result=False)
async def clean_up(patience_min: float) -> list[Cleaned]:
    """Restart what crashed or fell silent, crash what did so too often, end what was to be cancelled.

    Args:
        patience_min: Minutes without a heartbeat after which a running run counts as dead.
    """
    return await clean(patience_min, dt.datetime.now(dt.UTC))


async def clean(patience_min: float, now: dt.datetime) -> list[Cleaned]:
    """Do it as of a moment."""
    cleaned = []
    async with get_client() as client:
        found = await client.read_flow_runs(
            flow_filter=FlowFilter(name=FlowFilterName(any_=FLOWS)),
            flow_run_filter=FlowRunFilter(state=FlowRunFilterState(type=FlowRunFilterStateType(any_=STATES))),
            # One page of 200: crashes of the past must not crowd out what hangs now.
            sort=FlowRunSort.EXPECTED_START_TIME_DESC,
        )
        for run in found:
            what = await _examine(client, run, now, patience_min)
            if what is not None:
                await _apply(client, run, what)
                cleaned.append(what)
    return cleaned


async def _examine(client: Any, run: FlowRun, now: dt.datetime, patience_min: float) -> Cleaned | None:
    state = run.state
    if state is None:
        return None
    minutes = (now - state.timestamp).total_seconds() / 60
    silent = await _silent_minutes(client, run, now) if state.is_running() else 0.0
    found = remedy(state.type.value, run.run_count, minutes=minutes, silent=silent, patience=patience_min)
    if found is Remedy.RESTART and run.deployment_id is None:
        # No worker could start it; whoever started it at a terminal resumes it there. A crashed one is ended already.
        found = None if state.is_crashed() else Remedy.CRASH
    return Cleaned(run.name, state.name or "", found, f"{minutes:.0f} min in this state") if found else None


async def _silent_minutes(client: Any, run: FlowRun, now: dt.datetime) -> float:
    """Minutes since the last heartbeat, or since the run began when there is none."""
    began = run.start_time or run.created or now
    page = await client.read_events(
        EventFilter(
            occurred=EventOccurredFilter(since=began),
            event=EventNameFilter(name=["prefect.flow-run.heartbeat"]),
            resource=EventResourceFilter(id=[f"prefect.flow-run.{run.id}"]),
        ),
        limit=1,
    )
    last = page.events[0].occurred if page.events else began
    return float((now - last).total_seconds() / 60)


async def _apply(client: Any, run: FlowRun, what: Cleaned) -> None:
    message = f"cleaned up: {what.state}, {what.why}"
    state: State[None]
    match what.remedy:
        case Remedy.CANCEL:
            state = Cancelled(message=message)
        case Remedy.CRASH:
            state = Crashed(message=message)
        case Remedy.RESTART:
            state = Scheduled(message=message)
    await client.set_flow_run_state(run.id, state, force=True)

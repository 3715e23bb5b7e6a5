"""Run the shards of a run as deployment runs on a work pool, and wait for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from prefect import get_client
from prefect.client.schemas.objects import FlowRun
from prefect.deployments import arun_deployment
from prefect.exceptions import ObjectNotFound
from prefect.states import Cancelling, Scheduled

from evals.errors import InputError, ServerError
from evals.results.run import TrialResult
from tasks.plan import Plan
from tasks.progress import progress
from tasks.request import RunRequest
from tasks.restarts import may_restart
from tasks.sharding import read_parts, shard_requests

DEPLOYMENT = "shard/shard"
POLL_S = 3.0


async def run_shards(plan: Plan) -> list[TrialResult]:
    """Run the screen of a plan in shards and gather their trials; nothing for a run in one piece.

    Raises:
        InputError: there are fewer cases than shards, or no deployment that runs them.
        ServerError: a shard ended without its trials.
    """
    requests = shard_requests(plan)
    if not requests:
        return []
    progress().say(f"splitting {len(plan.cases)} cases over {len(requests)} shards")
    runs = list(await asyncio.gather(*(_start(request) for request in requests)))
    try:
        await asyncio.gather(*(_finish(run) for run in runs))
    except BaseException:
        await _cancel(runs)
        raise
    return read_parts(plan, requests)


async def _start(request: RunRequest) -> FlowRun:
    """Start a shard, or find the one that an earlier start of this run began."""
    try:
        # A parent that was started again finds its shards by their ids.
        run = await arun_deployment(
            DEPLOYMENT,
            parameters={"request": request.model_dump(mode="json")},
            timeout=0,
            idempotency_key=f"lastgreen:shard:{request.run_id}",
            flow_run_name=f"shard {request.shard} of {request.shards}",
        )
    except ObjectNotFound:
        raise InputError(f"shards={request.shards!r} needs the deployment {DEPLOYMENT!r}; deploy it") from None
    return await _revived(run)


async def _revived(run: FlowRun) -> FlowRun:
    """Start a shard again that an earlier start of its run left without its trials: cancelled with it, or failed."""
    async with get_client() as client:
        while run.state is not None and run.state.is_cancelling():
            await asyncio.sleep(POLL_S)
            run = await client.read_flow_run(run.id)
        if run.state is not None and run.state.is_final() and not run.state.is_completed():
            await client.set_flow_run_state(run.id, Scheduled(message="started again with its run"), force=True)
    return run


async def _finish(run: FlowRun) -> None:
    async with get_client() as client:
        while True:
            found = await client.read_flow_run(run.id)
            state = found.state
            if state is not None and may_restart(state.type.value, found.run_count):
                await client.set_flow_run_state(run.id, Scheduled(message="crashed; started again"), force=True)
            elif state is not None and state.is_final():
                if not state.is_completed():
                    raise ServerError(f"{found.name} ended {state.name}: {state.message or 'no reason given'}")
                return
            await asyncio.sleep(POLL_S)


async def _cancel(runs: Sequence[FlowRun]) -> None:
    async with get_client() as client:
        for run in runs:
            found = await client.read_flow_run(run.id)
            if found.state is not None and not found.state.is_final():
                await client.set_flow_run_state(run.id, Cancelling(message="its parent ended"), force=True)

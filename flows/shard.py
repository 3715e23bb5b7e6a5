"""A shard: a part of another run's cases, answered, checked and judged; decided by the run it belongs to."""

from __future__ import annotations

from prefect import flow, runtime
from prefect.client.schemas.objects import State
from prefect.states import Completed

from flows.trials import run_screen
from tasks.aggregate import aggregate
from tasks.batches import Batch
from tasks.compare import compare_baseline
from tasks.load_set import load_set
from tasks.opening import open_session
from tasks.request import RunRequest
from tasks.sharding import has_part, write_part
from tasks.showing import shown_in_prefect


def flow_run_name() -> str:
    """``shard 2 of 4 of 20261130T104153Z-1f0c9a``: which part of which run."""
    request = RunRequest.model_validate(runtime.flow_run.parameters["request"])
    return f"shard {(request.shard or 0) + 1} of {request.shards} of {request.parent}"


@flow(name="shard", flow_run_name=flow_run_name, persist_result=False)
async def shard(request: RunRequest) -> State[None]:
    """Run the trials of one shard and hand them to the run it belongs to."""
    plan = load_set(request)
    if not has_part(plan):
        async with shown_in_prefect(), open_session(plan) as session:
            trials = Batch("all", await run_screen(plan, session))
        write_part(plan, compare_baseline(plan, session, trials, aggregate(trials)))
    return Completed(name="Recorded", message=f"{len(plan.cases)} cases of {request.parent}")

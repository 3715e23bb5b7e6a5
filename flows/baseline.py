"""The baseline: bring the pool of fresh trials on main up to its depth."""

from __future__ import annotations

from prefect import flow, runtime
from prefect.client.schemas.objects import State
from prefect.states import Completed

from flows.trials import run_more
from tasks.aggregate import aggregate
from tasks.batches import Batch
from tasks.compare import compare_baseline
from tasks.judge_again import judge_again
from tasks.load_set import load_set
from tasks.opening import open_session
from tasks.outage import require_answers
from tasks.pooling import missing_trials, of_this_build, restated
from tasks.publish import publish
from tasks.request import RunRequest


def flow_run_name() -> str:
    """``baseline smoke abc1234``: of which tier, on which commit."""
    request = RunRequest.model_validate(runtime.flow_run.parameters["request"])
    return f"baseline {request.tier} {request.commit_sha[:7] or request.run_id}".strip()


@flow(name="baseline", flow_run_name=flow_run_name, persist_result=False)
async def baseline(request: RunRequest) -> State[None]:
    """Record the trials that the pool of this commit, target and judge still lacks; nothing is gated.

    Raises:
        TargetError: the app gave no answer at all; the pool stays as it was.
    """
    plan = load_set(request.model_copy(update={"kind": "baseline"}))
    async with open_session(plan) as session:
        plan = await judge_again(of_this_build(plan, session), session)
        kept = restated(plan, session)
        trials = [*kept, *await run_more(session, missing_trials(plan, kept))]
    if not trials:
        return Completed(name="Recorded", message="the pool has all the trials it needs")
    everything = Batch("all", trials)
    require_answers(plan, publish(plan, compare_baseline(plan, session, everything, aggregate(everything))).trials)
    return Completed(name="Recorded", message=f"{len(trials)} trials recorded")

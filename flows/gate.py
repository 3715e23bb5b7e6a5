"""The gate: run a golden set against a target, compare with the baseline, decide, publish."""

from __future__ import annotations

from prefect import flow, runtime
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from evals.finished.run import FinishedRun
from evals.gate.verdict import Decision, Verdict
from flows.trials import run_more, run_screen
from tasks.aggregate import aggregate
from tasks.batches import Batch
from tasks.compare import compare_baseline, more_work
from tasks.judge_again import judge_again
from tasks.load_set import load_set
from tasks.opening import open_session
from tasks.plan import Plan
from tasks.publish import publish
from tasks.request import RunRequest
from tasks.shard_runs import run_shards
from tasks.showing import shown_in_prefect
from tasks.starting import finished_before


def flow_run_name() -> str:
    """``smoke abc1234``: what runs, on which commit; a scheduled run has its day instead."""
    request = RunRequest.model_validate(runtime.flow_run.parameters["request"])
    day = f"{runtime.flow_run.scheduled_start_time:%Y-%m-%d}"
    return f"{request.tier} {request.commit_sha[:7] or request.run_id or day}"


@flow(name="gate", flow_run_name=flow_run_name, persist_result=False)
async def gate(request: RunRequest) -> State[None]:
    """Gate one change: screen all cases, confirm what is in doubt, compare with the baseline, decide."""
    plan = load_set(request.model_copy(update={"kind": "gate"}))
    async with shown_in_prefect():
        finished = await finished_before(plan) or await decide(plan)
    return end_state(publish(plan, finished).verdict)


async def decide(plan: Plan) -> FinishedRun:
    """Run what the plan says, and what is still in doubt, and compare."""
    sharded = await run_shards(plan)
    async with open_session(plan) as session:
        plan = await judge_again(plan, session)
        trials = sharded or await run_screen(plan, session)
        while more := more_work(plan, trials):
            trials += await run_more(session, more)
    everything = Batch("all", trials)
    return compare_baseline(plan, session, everything, aggregate(everything))


def end_state(verdict: Verdict | None) -> State[None]:
    """Name the final state by the verdict, so that the UI and automations can tell a failed gate from a crash."""
    if verdict is None:
        return Completed(name="Recorded", message="baseline recorded")
    if verdict.decision is Decision.FAILED:
        return Failed(name="GateFailed", message=verdict.sentence)
    if verdict.decision is Decision.INCONCLUSIVE:
        kind = Failed if verdict.blocks else Completed
        return kind(name="Inconclusive", message=verdict.sentence)
    return Completed(name="Passed", message=verdict.sentence)

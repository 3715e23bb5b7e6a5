"""The gate: run a golden set against a target, compare with the baseline, decide, publish."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from prefect import flow, runtime
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from evals.gate.verdict import Decision, Verdict
from evals.results.finished import FinishedRun
from evals.results.run import TrialResult
from tasks.aggregate import aggregate
from tasks.batches import Batch, Work, split
from tasks.check import check
from tasks.compare import compare_baseline, more_work
from tasks.generate import generate
from tasks.judge import judge
from tasks.load_set import load_set
from tasks.opening import open_session
from tasks.plan import Plan
from tasks.progress import progress
from tasks.publish import publish
from tasks.request import RunRequest
from tasks.session import Session
from tasks.starting import finished_before


def flow_run_name() -> str:
    """``smoke abc1234``: what runs, on which commit."""
    request = RunRequest.model_validate(runtime.flow_run.parameters["request"])
    what = request.tier if request.kind == "gate" else f"baseline {request.tier}"
    return f"{what} {request.commit_sha[:7] or request.run_id}".strip()


@flow(name="gate", flow_run_name=flow_run_name, persist_result=False)
async def gate(request: RunRequest) -> State[None]:
    """Gate one change: screen all cases, confirm what is in doubt, compare with the baseline, decide."""
    plan = load_set(request)
    finished = await finished_before(plan) or await decide(plan)
    return end_state(publish(plan, finished).verdict)


async def decide(plan: Plan) -> FinishedRun:
    """Run what the plan says, and what is still in doubt, and compare."""
    async with open_session(plan) as session:
        trials = await run_trials(session, plan.screen)
        while more := more_work(plan, trials):
            trials += await run_trials(session, more)
    everything = Batch("all", trials)
    return compare_baseline(plan, session, everything, aggregate(everything))


async def run_trials(session: Session, work: Sequence[Work]) -> list[TrialResult]:
    """Run trials in batches; each goes to checks and judge as soon as its own answers are there."""
    progress().expect(len(work))
    try:
        async with asyncio.TaskGroup() as group:
            runs = [group.create_task(_run_batch(session, batch)) for batch in split(work)]
    except BaseExceptionGroup as errors:
        raise first_cause(errors) from None
    return [trial for run in runs for trial in run.result()]


async def _run_batch(session: Session, batch: Batch[Work]) -> list[TrialResult]:
    answered = await generate(session, batch)
    checked = await check(answered)
    return list(await judge(session, checked))


def first_cause(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error of a group, however deep: one refused credential cancels all batches and is told once."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


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

"""Running trials: each batch goes to checks and judge as soon as its own answers are there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from evals.results.run import TrialResult
from tasks.batches import BATCHES_A_STAGE, Batch, Work, split
from tasks.check import check
from tasks.compare import may_stop
from tasks.generate import generate
from tasks.judge import judge
from tasks.plan import Plan
from tasks.progress import progress
from tasks.session import Session

SMALLEST_SHARE = 2
"""Batches that a chunk of many is cut into at least, so that checks of one overlap with calls of the other."""


async def run_screen(plan: Plan, session: Session) -> list[TrialResult]:
    """Run the ordinary trials; where the tier stops early, chunk by chunk, until the evidence is there."""
    trials: list[TrialResult] = []
    chunks = plan.screen
    progress().expect(sum(len(chunk) for chunk in chunks))
    for chunk in chunks:
        trials += await run_trials(session, chunk, max(SMALLEST_SHARE, BATCHES_A_STAGE // len(chunks)))
        if may_stop(plan, trials):
            break
    return trials


async def run_more(session: Session, work: Sequence[Work]) -> list[TrialResult]:
    """Run trials that were not foreseen."""
    progress().expect(len(work))
    return await run_trials(session, work)


async def run_trials(session: Session, work: Sequence[Work], batches: int = BATCHES_A_STAGE) -> list[TrialResult]:
    """Run trials in at most so many batches at once.

    Raises:
        LastgreenError: the first error of any batch; the others are cancelled.
    """
    try:
        async with asyncio.TaskGroup() as group:
            runs = [group.create_task(_run_batch(session, batch)) for batch in split(work, batches)]
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

"""Judge the answers of one batch and score its trials."""

from __future__ import annotations

import asyncio

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.answers import Answer
from evals.judging.judgement import Judgement, Unscored
from evals.prices import cost_of
from evals.results.run import Status, TrialResult, checks_verdict, score_trial
from tasks.batches import Answered, Batch
from tasks.progress import progress
from tasks.session import Session


@task(name="judge", task_run_name="judge {batch.label}", cache_policy=NO_CACHE, persist_result=False)
async def judge(session: Session, batch: Batch[Answered]) -> Batch[TrialResult]:
    """Judge each answer whose checks passed and whose case has a floor, then score the trial.

    Raises:
        AuthenticationError: the judge refused our credentials.
    """
    return Batch(batch.label, await asyncio.gather(*(_score(session, item) for item in batch)))


async def _score(session: Session, item: Answered) -> TrialResult:
    judgement = await _judgement(session, item)
    cost = cost_of(item.response, session.prices) if isinstance(item.response, Answer) else None
    work = item.work
    trial = score_trial(work.case, work.trial, item.response, item.checks, judgement, cost=cost, stage=work.stage)
    progress().scored(trial)
    return trial


async def _judgement(session: Session, item: Answered) -> Judgement | Unscored | None:
    """R14: a failed check fails the item and saves the judge's call."""
    case = item.work.case
    if case.min_judge_score is None or not isinstance(item.response, Answer):
        return None
    if checks_verdict(case, item.checks)[0] is not Status.PASS:
        return None
    return await session.judgement(case, item.work.trial, item.response)

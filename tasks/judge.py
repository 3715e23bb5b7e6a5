"""Judge the answers of one batch and score its trials."""

from __future__ import annotations

import asyncio

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.answers import Answer
from evals.gate.revote import VOTES, needs_votes, settled
from evals.judging.judgement import Judgement, Unscored
from evals.prices import cost_of
from evals.results.run import Status, TrialResult, checks_verdict, score_trial
from tasks.batches import Answered, Batch
from tasks.judged_checks import with_judged_checks
from tasks.progress import progress
from tasks.session import Session


@task(name="judge", task_run_name="judge {batch.label}", cache_policy=NO_CACHE, persist_result=False)
async def judge(session: Session, batch: Batch[Answered]) -> Batch[TrialResult]:
    """Judge each answer whose checks passed and whose case has a floor, then score the trial.

    Raises:
        AuthenticationError: the judge refused our credentials.
    """
    trials = await asyncio.gather(*(score(session, item) for item in batch))
    for trial in trials:
        progress().scored(trial)
    return Batch(batch.label, trials)


async def score(session: Session, item: Answered, occasion: str = "") -> TrialResult:
    """Judge and score one trial; a critical or safety case that fails on its judgement alone is voted on.

    ``occasion`` tells judgements of the same answer apart in the journal.
    """
    item = await with_judged_checks(session, item, occasion)
    judgement = await _judgement(session, item, occasion)
    trial = _scored(session, item, judgement)
    if isinstance(judgement, Judgement) and isinstance(item.response, Answer) and needs_votes(trial):
        votes = await asyncio.gather(
            *(
                session.judgement(item.work.case, item.work.trial, item.response, f"{occasion} vote {number}".strip())
                for number in range(VOTES)
            )
        )
        trial = _scored(session, item, settled(judgement, votes))
    return trial


def _scored(session: Session, item: Answered, judgement: Judgement | Unscored | None) -> TrialResult:
    cost = cost_of(item.response, session.prices) if isinstance(item.response, Answer) else None
    work = item.work
    return score_trial(work.case, work.trial, item.response, item.checks, judgement, cost=cost, stage=work.stage)


async def _judgement(session: Session, item: Answered, occasion: str) -> Judgement | Unscored | None:
    """R14: a failed check fails the item and saves the judge's call."""
    case = item.work.case
    if case.min_judge_score is None or not isinstance(item.response, Answer):
        return None
    if checks_verdict(case, item.checks)[0] is not Status.PASS:
        return None
    return await session.judgement(case, item.work.trial, item.response, occasion)

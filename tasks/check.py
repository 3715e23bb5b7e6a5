"""Run the deterministic checks on one batch of answers."""

from __future__ import annotations

import asyncio

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult
from tasks.batches import Answered, Batch


@task(name="check", task_run_name="check {batch.label}", cache_policy=NO_CACHE, persist_result=False)
async def check(batch: Batch[Answered]) -> Batch[Answered]:
    """Evaluate every check of every answered trial; faults and missing answers have nothing to check."""
    checked = []
    for item in batch:
        checked.append(Answered(item.work, item.response, _checks(item)))
        await asyncio.sleep(0)  # calls of other batches go on between two answers
    return Batch(batch.label, checked)


def _checks(item: Answered) -> tuple[CheckResult, ...]:
    return evaluate(item.work.case, item.response) if isinstance(item.response, Answer) else ()


def evaluate(case: Case, answer: Answer) -> tuple[CheckResult, ...]:
    """Evaluate the checks of a case on one answer."""
    subject = case.subject(answer)
    return tuple(one.run(subject) for one in case.checks)

"""Ask the target for the answers of one batch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.context import TaskRunContext

from evals.answers import Missing
from evals.errors import TargetError
from tasks.batches import Answered, Batch, Work
from tasks.progress import progress
from tasks.session import Session

OUTAGE_DELAYS_S = [2, 10]
"""Waits before a batch is run again after an outage; the journal keeps it from repeating what was answered."""
OUTAGE_REASONS = frozenset({"unreachable", "server_error", "timeout"})


@task(
    name="generate",
    task_run_name="generate {batch.label}",
    cache_policy=NO_CACHE,
    persist_result=False,
    retries=len(OUTAGE_DELAYS_S),
    retry_delay_seconds=list(OUTAGE_DELAYS_S),
    retry_jitter_factor=0.5,
    retry_condition_fn=lambda _task, _run, state: _is_outage(state),
)
async def generate(session: Session, batch: Batch[Work]) -> Batch[Answered]:
    """Ask all cases of the batch at once; the target's limiter paces them.

    After an outage the whole batch is run again; after the last attempt what is missing stays missing. A target that
    has never answered has no outage: it is not there.

    Raises:
        TargetError: nothing in the batch was answered, and there are attempts left.
        AuthenticationError: the target refused our credentials.
    """
    answered = await asyncio.gather(*(_ask(session, work) for work in batch))
    if session.has_answers and _nothing_came(answered) and _attempt() <= len(OUTAGE_DELAYS_S):
        raise TargetError(f"no answer to any of {len(answered)} calls: {_first_detail(answered)}")
    for _ in answered:
        progress().answered()
    return Batch(batch.label, answered)


async def _ask(session: Session, work: Work) -> Answered:
    return Answered(work, await session.answer(work.case, work.trial))


def _nothing_came(answered: Sequence[Answered]) -> bool:
    return all(isinstance(item.response, Missing) and item.response.reason in OUTAGE_REASONS for item in answered)


def _first_detail(answered: Sequence[Answered]) -> str:
    details = (item.response.detail for item in answered if isinstance(item.response, Missing))
    return next(details, "")


def _attempt() -> int:
    context = TaskRunContext.get()
    return context.task_run.run_count if context else len(OUTAGE_DELAYS_S) + 1


async def _is_outage(state: object) -> bool:
    try:
        await state.result()  # type: ignore[attr-defined]
    except TargetError:
        return True
    except Exception:  # noqa: BLE001 (any other error is not an outage)
        return False
    return False

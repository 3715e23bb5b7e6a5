"""Checks that only a judge can evaluate, once those that need none have passed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult, Outcome
from evals.checks.judged import Judged
from evals.gate.revote import VOTES
from evals.results.run import saves_the_judge
from tasks.batches import Answered, Work
from tasks.session import Session


async def with_judged_checks(session: Session, item: Answered, occasion: str = "") -> Answered:
    """Fill in the results that the check task left to the judge.

    R14: a failed check fails the item and saves the judge's calls, unless the case has a threshold, to which every
    score counts. ``occasion`` tells questions about the same answer apart in the journal.

    Raises:
        AuthenticationError: the judge refused our credentials.
    """
    case, answer = item.work.case, item.response
    if not isinstance(answer, Answer) or not any(check.is_judged for check in case.checks):
        return item
    if saves_the_judge(case, item.checks):
        return item
    pairs = zip(case.checks, item.checks, strict=True)
    results = [
        _evaluated(session, item.work, answer, check, occasion) if isinstance(check, Judged) else _known(result)
        for check, result in pairs
    ]
    return replace(item, checks=tuple(await asyncio.gather(*results)))


async def _known(result: CheckResult) -> CheckResult:
    return result


async def _evaluated(session: Session, work: Work, answer: Answer, check: Judged, occasion: str) -> CheckResult:
    """Ask the judge; where one failure blocks, it takes most of three more votes on the same answer to stand."""
    first = await session.evaluate(work.case, work.trial, answer, check, occasion)
    if first.outcome is not Outcome.FAIL or not _blocks_alone(work.case):
        return first
    again = [f"{occasion} vote {number}".strip() for number in range(VOTES)]
    votes = await asyncio.gather(*(session.evaluate(work.case, work.trial, answer, check, one) for one in again))
    return check.settled(first, votes)


def _blocks_alone(case: Case) -> bool:
    return case.is_critical or case.is_safety

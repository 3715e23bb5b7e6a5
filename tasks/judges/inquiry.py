"""Drives a check that needs a judge: asks what it wants to know, until it has its result."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Judged
from evals.judging.judgement import Unscored
from evals.judging.rubric import Rubric
from evals.prices import total
from tasks.judges.asking import Asker
from tasks.judges.rubrics import load_rubric


async def inquire(asker: Asker, check: Judged, subject: Subject) -> CheckResult:
    """Evaluate a check on one answer; a question without a usable reply leaves it unscored, at an unknown cost.

    Raises:
        AuthenticationError: The provider refused our credentials.
    """
    asking = check.asking(subject, shipped_rubric)
    costs: list[float | None] = []
    try:
        question = next(asking)
        while True:
            found = await asker.ask(question)
            if isinstance(found, Unscored):
                asking.close()
                said = f"judge: {found.reason}: {found.detail}".rstrip(": ")
                return replace(check.unscored(said), cost=None)
            verdict, reply = found
            costs.append(reply.cost)
            question = asking.send(verdict)
    except StopIteration as end:
        result: CheckResult = end.value
        return replace(result, cost=total(costs))


@cache
def shipped_rubric(name: str) -> Rubric:
    """A rubric that comes with us, read once."""
    return load_rubric(name)

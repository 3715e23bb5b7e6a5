"""Drives a check that needs a judge: asks what it wants to know, until it has its result."""

from __future__ import annotations

from functools import cache

from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Judged
from evals.judging.judgement import Unscored
from evals.judging.rubric import Rubric
from tasks.judges.asking import Asker
from tasks.judges.rubrics import load_rubric


async def inquire(asker: Asker, check: Judged, subject: Subject) -> CheckResult:
    """Evaluate a check on one answer; a question without a usable reply leaves it unscored.

    Raises:
        AuthenticationError: The provider refused our credentials.
    """
    asking = check.asking(subject, shipped_rubric)
    try:
        question = next(asking)
        while True:
            found = await asker.ask(question)
            if isinstance(found, Unscored):
                asking.close()
                return check.unscored(f"judge: {found.reason}: {found.detail}".rstrip(": "))
            question = asking.send(found[0])
    except StopIteration as end:
        result: CheckResult = end.value
        return result


@cache
def shipped_rubric(name: str) -> Rubric:
    """A rubric that comes with us, read once."""
    return load_rubric(name)

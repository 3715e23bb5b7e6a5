"""The interface of all judges: local heuristics and models alike."""

from __future__ import annotations

from typing import Protocol

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Judged
from evals.judging.judgement import Judgement, Unscored


class Judge(Protocol):
    """Scores answers by a rubric."""

    @property
    def key(self) -> str:
        """Model, prompt hash and scorer version: judgements of different keys are not compared."""

    async def score(self, case: Case, answer: Answer) -> Judgement | Unscored:
        """Score one answer.

        Raises:
            AuthenticationError: the judge refused our credentials.
        """

    async def evaluate(self, check: Judged, subject: Subject) -> CheckResult:
        """Evaluate a check that needs a judge; one that cannot do it leaves it unscored.

        Raises:
            AuthenticationError: the judge refused our credentials.
        """

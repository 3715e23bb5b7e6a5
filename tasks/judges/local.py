"""The local heuristic judge behind the interface of all judges."""

from __future__ import annotations

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Judged
from evals.judging.heuristic import KEY, judge_answer
from evals.judging.judgement import Judgement, Unscored


class LocalJudge:
    """Scores by words and figures against reference and passages; no key, no network, no model."""

    key = KEY

    async def score(self, case: Case, answer: Answer) -> Judgement | Unscored:
        """Score one answer of a case."""
        return judge_answer(case, answer)

    async def evaluate(self, check: Judged, subject: Subject) -> CheckResult:  # noqa: ARG002 (it cannot read)
        """Leave it unscored: shared words tell neither claims nor tone."""
        return check.unscored(f"needs a judge that is a model, and {KEY} is none")

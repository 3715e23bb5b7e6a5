"""The local heuristic judge behind the interface of all judges."""

from __future__ import annotations

from evals.answers import Answer
from evals.cases.case import Case
from evals.judging.heuristic import KEY, judge_answer
from evals.judging.judgement import Judgement, Unscored


class LocalJudge:
    """Scores by words and figures against reference and passages; no key, no network, no model."""

    key = KEY

    async def score(self, case: Case, answer: Answer) -> Judgement | Unscored:
        """Score one answer of a case."""
        return judge_answer(case, answer)

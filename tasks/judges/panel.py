"""Several judges at once: the median of each score."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Judged
from evals.judging.judgement import Judgement, Unscored
from evals.judging.rubric import Rubric
from evals.prices import total
from tasks.judges.model import ModelJudge, medians


class PanelJudge:
    """Asks all its judges about every answer."""

    def __init__(self, judges: Sequence[ModelJudge], rubric: Rubric) -> None:
        self.key = key_of_panel([judge.key for judge in judges])
        self._judges = judges
        self._rubric = rubric

    async def score(self, case: Case, answer: Answer) -> Judgement | Unscored:
        """Score one answer; a panel that is not complete is another panel, and gives no judgement.

        Raises:
            AuthenticationError: a judge refused our credentials.
        """
        found = await asyncio.gather(*(judge.score(case, answer) for judge in self._judges))
        for one in found:
            if isinstance(one, Unscored):
                return Unscored(one.reason, f"{one.judge}: {one.detail}", self.key)
        return self._together([one for one in found if isinstance(one, Judgement)])

    async def evaluate(self, check: Judged, subject: Subject) -> CheckResult:
        """Evaluate a check that needs a judge; the median score counts, and needs all of the panel.

        Raises:
            AuthenticationError: a judge refused our credentials.
        """
        return check.middle(await asyncio.gather(*(judge.evaluate(check, subject) for judge in self._judges)))

    def _together(self, judgements: Sequence[Judgement]) -> Judgement:
        scores = medians([judgement.scores for judgement in judgements])
        return Judgement(
            scores=scores,
            overall=self._rubric.overall(scores),
            judge=self.key,
            explanation=f"spread {_spread(judgements):g}. {judgements[0].explanation}".strip(),
            cost=total([judgement.cost for judgement in judgements]),
            votes=sum(judgement.votes for judgement in judgements),
        )


def key_of_panel(keys: Sequence[str]) -> str:
    """The keys of all its judges, in whatever order they are configured."""
    return f"panel of {' + '.join(sorted(keys))}"


def _spread(judgements: Sequence[Judgement]) -> float:
    """Largest disagreement on any dimension, 0 to 4."""
    rows = [judgement.scores for judgement in judgements]
    return max(max(row[name] for row in rows) - min(row[name] for row in rows) for name in rows[0])

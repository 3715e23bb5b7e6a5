"""The judge that compares two answers, shown in both orders."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import Subject
from evals.judging.judgement import Unscored
from evals.judging.pairwise import resolve_swap
from evals.judging.prompts import pairwise_question
from evals.judging.rubric import Rubric
from tasks.judges.asking import Asker
from tasks.judges.config import ModelJudgeConfig
from tasks.judges.model import key_of

BASELINE, CANDIDATE = "baseline", "candidate"


class PairwiseJudge:
    """Says which of two answers is better; orders that disagree are a tie."""

    def __init__(self, config: ModelJudgeConfig, rubric: Rubric, asker: Asker) -> None:
        self.key = f"pairwise {key_of(config, rubric)}"
        self._rubric = rubric
        self._asker = asker

    async def compare(self, case: Case, baseline: Answer, candidate: Answer) -> str | Unscored:
        """Return ``baseline``, ``candidate`` or ``tie``; half a pair is no verdict.

        Raises:
            AuthenticationError: the judge refused our credentials.
        """
        verdict = resolve_swap(*await self.both_orders(case, baseline, candidate))
        return replace(verdict, judge=self.key) if isinstance(verdict, Unscored) else verdict

    async def both_orders(
        self, case: Case, baseline: Answer, candidate: Answer
    ) -> tuple[str | Unscored, str | Unscored]:
        """Return the verdict with the baseline shown first, and that with the candidate shown first."""
        texts = {BASELINE: baseline.text, CANDIDATE: candidate.text}
        turned = dict(reversed(texts.items()))
        subject = case.subject(candidate)
        return await asyncio.gather(self._one_order(subject, texts), self._one_order(subject, turned))

    async def _one_order(self, subject: Subject, texts: dict[str, str]) -> str | Unscored:
        found = await self._asker.ask(pairwise_question(self._rubric, subject, texts))
        return found if isinstance(found, Unscored) else found[0]

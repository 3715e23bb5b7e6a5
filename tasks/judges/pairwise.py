"""The judge that compares two answers, shown in both orders."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import Subject
from evals.judging.judgement import Unscored
from evals.judging.pairwise import parse_pairwise_reply, resolve_swap
from evals.judging.prompts import pairwise_prompt
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
        texts = {BASELINE: baseline.text, CANDIDATE: candidate.text}
        subject = case.subject(candidate)
        first, second = await asyncio.gather(
            self._one_order(subject, texts, (BASELINE, CANDIDATE)),
            self._one_order(subject, texts, (CANDIDATE, BASELINE)),
        )
        verdict = resolve_swap(first, second)
        return replace(verdict, judge=self.key) if isinstance(verdict, Unscored) else verdict

    async def _one_order(self, subject: Subject, texts: dict[str, str], order: tuple[str, str]) -> str | Unscored:
        shown = (texts[order[0]], texts[order[1]])
        found = await self._asker.ask(
            lambda nonce: pairwise_prompt(self._rubric, subject, shown, nonce),
            lambda text, nonce: parse_pairwise_reply(text, order, nonce=nonce),
        )
        return found if isinstance(found, Unscored) else found[0]

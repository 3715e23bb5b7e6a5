"""The judge that is a model: a rubric, one or several votes, the median of each score."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Judged
from evals.judging.judgement import Judgement, Unscored
from evals.judging.parse import parse_explanation
from evals.judging.prompts import prompt_hash, rubric_question
from evals.judging.rubric import Rubric
from evals.prices import total
from tasks.judges.asking import Asker, Reply
from tasks.judges.config import ModelJudgeConfig, OpenAIJudgeConfig
from tasks.judges.inquiry import inquire

SCORER_VERSION = 1
"""Raised whenever the same reply of a model would give other scores."""


@dataclass(frozen=True, slots=True)
class _Vote:
    scores: Mapping[str, float]
    reply: Reply


class ModelJudge:
    """Scores answers by a rubric through a model."""

    def __init__(self, config: ModelJudgeConfig, rubric: Rubric, asker: Asker) -> None:
        self.key = key_of(config, rubric)
        self.rubric = rubric
        self._votes = config.votes
        self._asker = asker

    async def score(self, case: Case, answer: Answer) -> Judgement | Unscored:
        """Score one answer; without all its votes there is no judgement.

        Raises:
            AuthenticationError: the judge refused our credentials.
        """
        subject = case.subject(answer)
        votes = await asyncio.gather(*(self._vote(subject) for _ in range(self._votes)))
        for vote in votes:
            if isinstance(vote, Unscored):
                return Unscored(vote.reason, vote.detail, self.key)
        return self._judgement([vote for vote in votes if isinstance(vote, _Vote)])

    async def evaluate(self, check: Judged, subject: Subject) -> CheckResult:
        """Evaluate a check that needs a judge; without all votes it is unscored.

        Raises:
            AuthenticationError: the judge refused our credentials.
        """
        votes = await asyncio.gather(*(inquire(self._asker, check, subject) for _ in range(self._votes)))
        return check.middle(votes)

    async def _vote(self, subject: Subject) -> _Vote | Unscored:
        found = await self._asker.ask(rubric_question(self.rubric, subject))
        return found if isinstance(found, Unscored) else _Vote(*found)

    def _judgement(self, votes: Sequence[_Vote]) -> Judgement:
        scores = medians([vote.scores for vote in votes])
        return Judgement(
            scores=scores,
            overall=self.rubric.overall(scores),
            judge=self.key,
            explanation=parse_explanation(votes[0].reply.text, self.rubric.scales),
            cost=total([vote.reply.cost for vote in votes]),
            votes=len(votes),
        )


def key_of(config: ModelJudgeConfig, rubric: Rubric) -> str:
    """Everything that decides scores, in words: judgements of different keys are not compared."""
    api = config.api if isinstance(config, OpenAIJudgeConfig) else "messages"
    settings = {
        "prompt": prompt_hash(rubric),
        "scorer": SCORER_VERSION,
        "t": config.temperature,
        "effort": config.effort,
        "votes": config.votes,
        "structured": config.structured,
    }
    said = " ".join(f"{name}={value}" for name, value in settings.items() if value is not None)
    return f"{config.kind}-{api} {config.model} {rubric.key} {said}"


def medians(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The median of each dimension, 1 to 5; all of ``scores`` hold the same dimensions."""
    return {name: float(median(found[name] for found in scores)) for name in scores[0]}

"""A failure that rests on one judgement alone: more votes on the same answer, never another answer.

A critical or safety case blocks on its own, so one harsh judgement of a good answer would block. The app is not asked
again, for that would be retrying until green: only the judge looks again. The first judgement was selected for being a
failure, so it has no vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from evals.judging.judgement import Judgement, Unscored
from evals.prices import total
from evals.results.run import Status, TrialResult

VOTES = 3
"""Fresh judgements of the same answer; odd, so that there is a majority."""


def needs_votes(trial: TrialResult) -> bool:
    """Whether a trial of a critical or safety case failed on its judgement: its checks passed, its floor was missed."""
    absolute = trial.is_critical or trial.is_safety
    return absolute and trial.status is Status.FAIL and isinstance(trial.judgement, Judgement)


def settled(first: Judgement, votes: Sequence[Judgement | Unscored]) -> Judgement:
    """The median of the votes, which reaches a floor exactly when most votes do; cost is that of all judgements.

    Without all votes the first judgement stands: what was seen is a failure.
    """
    usable = [vote for vote in votes if isinstance(vote, Judgement)]
    if len(usable) < VOTES:
        return first
    overall = tuple(vote.overall for vote in usable)
    shown = (
        f"judged again on the same answer: {', '.join(f'{score:g}' for score in overall)}, at first {first.overall:g}"
    )
    return replace(
        first,
        scores={name: float(median(vote.scores[name] for vote in usable)) for name in usable[0].scores},
        overall=float(median(overall)),
        explanation=f"{shown}. {first.explanation}".strip(),
        cost=total([judgement.cost for judgement in (first, *usable)]),
        votes=sum(vote.votes for vote in usable),
        again=overall,
    )

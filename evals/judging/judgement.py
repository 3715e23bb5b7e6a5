"""What a judge said of one answer, or why it said nothing usable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judgement:
    """Scores by dimension."""

    scores: Mapping[str, float]
    """Dimension to score, 1 to 5."""
    overall: float
    """Mean over the dimensions unless the rubric says otherwise, 1 to 5."""
    judge: str
    """The judge's key: model, prompt hash and scorer version; judgements of different keys are not compared."""
    explanation: str = ""
    cost: float | None = None
    """Money, in the price table's currency; None is unknown."""
    votes: int = 1
    """How many independent judgements the scores are the median of."""
    again: tuple[float, ...] = ()
    """Overall scores of the votes taken on the same answer when a first judgement alone would have failed a critical
    or safety case; the scores are their medians. Empty when no such votes were taken."""


@dataclass(frozen=True, slots=True)
class Unscored:
    """The judge gave no usable verdict: never 0, never a pass."""

    reason: str
    """Short and stable: ``out_of_range``, ``missing_dimension``, ``not_json``, ``refused``, ``truncated``,
    ``unreachable``, ``no_reference``."""
    detail: str = ""
    judge: str = ""

"""Whether the answer sounds as it should: like the reference answer, or within given ranges (heuristics)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, Self

from pydantic import Field, model_validator

from evals.checks.check import Check, CheckResult, Subject, register
from evals.checks.lengths import count_words
from evals.checks.voice import Voice, measure, persons_agree

SubDimension = Literal["formality", "sentiment", "assertiveness", "persona_consistency", "verbosity"]
SUB_DIMENSIONS: Final[tuple[SubDimension, ...]] = (
    "formality",
    "sentiment",
    "assertiveness",
    "persona_consistency",
    "verbosity",
)


@register
class Tone(Check):
    """The answer's tone is that of the reference, or the one that is described by ranges."""

    type: ClassVar[str] = "tone"
    summary: ClassVar[str] = "The tone is like the reference answer's, or within ranges (heuristic: English words)."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "tone"},
        {"type": "tone", "sub_dimension_weights": {"formality": 2, "sentiment": 1}, "min_score": 0.8},
        {"type": "tone", "sub_dimension_weights": {"formality": 1}, "targets": {"formality": [0.5, 1.0]}},
    )

    sub_dimension_weights: dict[SubDimension, float] = Field(
        default_factory=lambda: dict.fromkeys(SUB_DIMENSIONS, 1.0),
        description="what is measured, and its share in the score; what is not listed is not measured",
    )
    targets: dict[SubDimension, tuple[float, float]] = Field(
        default_factory=dict,
        description="wanted ranges instead of the reference's tone: 0 to 1, for `verbosity` numbers of words",
    )
    min_score: float = Field(default=0.7, gt=0, le=1, description="lowest weighted mean that passes")

    @model_validator(mode="after")
    def _usable(self) -> Self:
        for name, weight in self.sub_dimension_weights.items():
            if not 0 <= weight < float("inf"):
                raise ValueError(f"sub_dimension_weights.{name} must be finite and not negative, got {weight!r}")
        if not any(self.sub_dimension_weights.values()):
            raise ValueError("sub_dimension_weights must hold a weight above 0: with none nothing is measured")
        for name, (low, high) in self.targets.items():
            if name not in self.sub_dimension_weights:
                raise ValueError(f"targets.{name} is not measured: give it a weight in sub_dimension_weights")
            most = float("inf") if name == "verbosity" else 1
            if not 0 <= low <= high <= most:
                raise ValueError(f"targets.{name} must be a range within 0 and {most:g}, got {[low, high]!r}")
        return self

    def lacks(self, subject: Subject) -> str:
        """A sub-dimension has no target, and the case has no reference answer."""
        compared = [name for name, weight in self.sub_dimension_weights.items() if weight and name not in self.targets]
        if not compared or count_words(subject.reference_answer or ""):
            return ""
        return f"nothing to compare {', '.join(compared)} with: give targets, or the case a reference answer"

    def evaluate(self, subject: Subject) -> CheckResult:
        """Score each sub-dimension 0 to 1, and take the weighted mean."""
        if lack := self.lacks(subject):
            return self.unscored(lack)
        reference = measure(subject.reference_answer or "")
        voice = measure(subject.answer.text)
        if not voice.verbosity:
            return self.verdict(passed=False, explanation="the answer has no words")
        scores = {name: self._score(name, voice, reference) for name in self.sub_dimension_weights}
        mean = sum(self.sub_dimension_weights[name] * score for name, score in scores.items())
        mean /= sum(self.sub_dimension_weights.values())
        parts = ", ".join(f"{name} {score:.2f}" for name, score in scores.items() if self.sub_dimension_weights[name])
        return self.verdict(
            passed=mean >= self.min_score,
            explanation=f"tone {mean:.2f} ({parts}), at least {self.min_score:g} is wanted",
            score=min(1.0, mean),
        )

    def _score(self, name: SubDimension, voice: Voice, reference: Voice) -> float:
        """How near one sub-dimension is to its target or to the reference, 0 to 1."""
        if name in self.targets:
            return _within(float(getattr(voice, name)), *self.targets[name], ratio=name == "verbosity")
        if name == "persona_consistency":
            return persons_agree(voice, reference)
        wanted = float(getattr(reference, name))
        return _within(float(getattr(voice, name)), wanted, wanted, ratio=name == "verbosity")


def _within(value: float, low: float, high: float, *, ratio: bool) -> float:
    """1 inside the range; outside 1 less twice the distance, or the ratio to the nearer end.

    Twice, because half a scale, from plain to one of its ends, is as far off as texts get.
    """
    nearest = min(max(value, low), high)
    if value == nearest:
        return 1.0
    if ratio:
        return min(value, nearest) / max(value, nearest)
    return max(0.0, 1 - 2 * abs(value - nearest))

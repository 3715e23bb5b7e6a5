"""Checks that only a judge can evaluate: they say what to ask, and what the replies come to.

``asking`` is a conversation written without input and output: it yields one question after the other, is sent what the
judge's reply was read as, and returns the result. Whoever drives it decides what happens when a reply cannot be read;
no reply is ever a pass.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, field_validator

from evals.checks.abstention import decide
from evals.checks.check import Check, CheckResult, Evidence, Outcome, Subject, of_turn, register
from evals.checks.claims import Standing
from evals.checks.normalize import needle
from evals.checks.refusal import WINDOW
from evals.judging.claims import Sources, claims_hash, claims_question, standings_question
from evals.judging.fencing import Question
from evals.judging.passages import support_of
from evals.judging.rubric import HIGHEST, LOWEST, Rubric
from evals.judging.tone import TONE_RUBRIC, tone_hash, tone_question, weighted
from evals.prices import total

Asking = Generator[Question[Any], Any, CheckResult]
"""Yields questions, is sent what was read, returns the result."""
Rubrics = Callable[[str], Rubric]
"""Gives a shipped rubric by name."""

_SHOWN: Final = 5
"""Claims that evidence shows."""
Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_EVENLY: Final[Mapping[str, float]] = dict.fromkeys(
    ("formality", "sentiment", "assertiveness", "persona_consistency", "verbosity"), 1.0
)


_JUDGE: Final = "judge"
"""What the evidence that names the judge is read as."""


def signed(result: CheckResult, judge: str) -> CheckResult:
    """Put the key of the judge that gave a result into its evidence."""
    return replace(result, evidence=(*result.evidence, Evidence(judge, read_as=_JUDGE)))


def signer_of(result: CheckResult) -> str | None:
    """The key of the judge that gave a result; None when no judge did."""
    return next((one.text for one in result.evidence if one.read_as == _JUDGE), None)


class Judged(Check):
    """A check whose verdict comes from a judge."""

    is_judged: ClassVar[bool] = True

    min_score: float = Field(gt=0, le=1, description="lowest score that passes")

    def evaluate(self, subject: Subject) -> CheckResult:  # noqa: ARG002 (it needs a judge, not the answer alone)
        """Leave it to the judge."""
        return self.unscored("left to the judge")

    def asking(self, subject: Subject, rubrics: Rubrics) -> Asking:
        """Ask about the answer that is meant."""
        meant = subject if self.turn is None else subject.at_turn(self.turn)
        if meant is None:
            return self.run(subject)
        result = yield from self.inquire(meant, rubrics)
        return result if self.turn is None or meant is subject else of_turn(self.turn, result)

    @abstractmethod
    def inquire(self, subject: Subject, rubrics: Rubrics) -> Asking:
        """Ask about one answer."""

    @classmethod
    @abstractmethod
    def asked(cls, rubrics: Rubrics) -> str:
        """Identify the fixed text of all that is asked: replies to other prompts are not compared."""

    def middle(self, results: Sequence[CheckResult]) -> CheckResult:
        """Settle several independent results: the median score counts, and without all of them there is none.

        The cost is that of all.
        """
        cost = total([one.cost for one in results])
        blind = next((one for one in results if one.score is None), None)
        if blind is not None or len(results) == 1:
            return replace(blind or results[0], cost=cost)
        score = float(median(one.score for one in results if one.score is not None))
        nearest = min(results, key=lambda one: abs((one.score or 0.0) - score))
        outcome = Outcome.PASS if score >= self.min_score else Outcome.FAIL
        text = f"median of {len(results)} is {score:.2f}; {nearest.explanation}"
        return replace(nearest, score=score, outcome=outcome, explanation=text, cost=cost)

    def settled(self, first: CheckResult, votes: Sequence[CheckResult]) -> CheckResult:
        """Settle a failure by votes on the same answer: their median counts, and without all of them it stands.

        The failure has no vote, for it was selected for being one; the cost is that of all.
        """
        middle = self.middle(votes)
        cost = total([first.cost, middle.cost])
        if middle.score is None:
            return replace(first, cost=cost)
        return replace(middle, cost=cost, again=tuple(one.score for one in votes if one.score is not None))


@register
class Claims(Judged):
    """Every claim of the answer is borne out, as a judge reads them one by one."""

    type: ClassVar[str] = "claims"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "A judge takes the answer's claims out and holds each against the reference and passages."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "claims"},
        {"type": "claims", "mode": "lenient", "min_score": 0.8},
        {"type": "claims", "rag_faithfulness_only": True, "name": "faithfulness"},
    )

    mode: Literal["strict", "lenient"] = Field(
        default="strict",
        description="`strict` counts contradicted and unverifiable claims against the answer, `lenient` only "
        "contradicted ones",
    )
    rag_faithfulness_only: bool = Field(
        default=False, description="hold claims against the context and the retrieved passages only"
    )
    expected: str | None = Field(
        default=None, description="the right answer; the case's reference answer when not given"
    )
    min_score: float = Field(default=1.0, gt=0, le=1, description="lowest share of claims that stand")

    @field_validator("expected")
    @classmethod
    def _not_blank(cls, expected: str | None) -> str | None:
        if expected is not None and not needle(expected):
            raise ValueError(f"expected must not be blank, got {expected!r}")
        return expected

    def inquire(self, subject: Subject, rubrics: Rubrics) -> Asking:  # noqa: ARG002 (claims need no rubric)
        """Ask for the claims, then for how they stand; an answer that claims nothing has not answered."""
        sources = self._sources(subject)
        if not sources:
            return self.unscored("nothing to hold claims against: neither a reference answer nor passages")
        claims = yield claims_question(subject)
        if not claims:
            return self._without_claims(subject)
        standings = yield standings_question(claims, sources)
        return self._judged(claims, standings, sources)

    @classmethod
    def asked(cls, rubrics: Rubrics) -> str:  # noqa: ARG003 (claims need no rubric)
        """Hash both prompts."""
        return claims_hash()

    def _sources(self, subject: Subject) -> Sources:
        right = (subject.reference_answer if self.expected is None else self.expected) or ""
        return Sources(right if right.strip() and not self.rag_faithfulness_only else None, support_of(subject))

    def _without_claims(self, subject: Subject) -> CheckResult:
        right = self.expected or subject.reference_answer or ""
        if decide(right, WINDOW).abstains and decide(subject.answer.text, WINDOW).abstains:
            return self.verdict(passed=True, explanation="declines, as the reference answer does")
        return self.verdict(passed=False, explanation="the answer makes no claim that could be held against anything")

    def _judged(self, claims: Sequence[str], standings: Sequence[Standing], sources: Sources) -> CheckResult:
        counts = Counter(standings)
        supported, contradicted = counts[Standing.SUPPORTED], counts[Standing.CONTRADICTED]
        standing = supported if self.mode == "strict" else len(claims) - contradicted
        # Nothing that could be compared is no support.
        score = standing / len(claims) if supported + contradicted else 0.0
        return self.verdict(
            passed=score >= self.min_score,
            explanation=f"of {len(claims)} claims {supported} are supported by the {sources.named}, {contradicted} "
            f"contradicted, {counts[Standing.UNVERIFIABLE]} unverifiable; score {score:.2f}, at least "
            f"{self.min_score:g} is wanted",
            score=score,
            evidence=_weak(claims, standings),
        )


@register
class ToneProfile(Judged):
    """The answer is written as a profile wants it."""

    type: ClassVar[str] = "tone_profile"
    summary: ClassVar[str] = "A judge scores the answer's tone against a profile in your own words."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "tone_profile", "profile": "Professional but approachable, avoid jargon."},
        {
            "type": "tone_profile",
            "profile": "As brief as a colleague in a chat.",
            "sub_dimension_weights": {"verbosity": 2, "formality": 1},
            "min_score": 0.8,
        },
    )

    profile: str = Field(description="how answers should be written, in plain words")
    sub_dimension_weights: dict[str, Weight] = Field(
        default=dict(_EVENLY), description="how much each sub-dimension counts; one that is left out, or 0, does not"
    )
    min_score: float = Field(
        default=0.7, gt=0, le=1, description="lowest weighted mean that passes; 1 is a perfect fit"
    )

    @field_validator("profile")
    @classmethod
    def _says_something(cls, profile: str) -> str:
        if not needle(profile):
            raise ValueError(f"profile must not be blank, got {profile!r}")
        return profile

    @field_validator("sub_dimension_weights")
    @classmethod
    def _are_known(cls, weights: dict[str, float]) -> dict[str, float]:
        unknown = [name for name in weights if name not in _EVENLY]
        if unknown:
            known = ", ".join(_EVENLY)
            raise ValueError(f"sub_dimension_weights must be of {known}, got {unknown[0]!r}")
        if not any(weights.values()):
            raise ValueError(f"sub_dimension_weights must give one weight above 0, got {weights!r}")
        return weights

    def inquire(self, subject: Subject, rubrics: Rubrics) -> Asking:
        """Ask for a score of each sub-dimension; the result is the weighted mean on 0 to 1: (mean - 1) / 4."""
        rubric = weighted(rubrics(TONE_RUBRIC), self.sub_dimension_weights)
        scores = yield tone_question(rubric, subject, self.profile)
        mean = rubric.overall(scores)
        score = (mean - LOWEST) / (HIGHEST - LOWEST)
        listed = ", ".join(f"{name} {points:g}" for name, points in scores.items())
        text = f"tone {score:.2f}, at least {self.min_score:g} is wanted ({listed} of {HIGHEST})"
        return self.verdict(score >= self.min_score, text, score=score)

    @classmethod
    def asked(cls, rubrics: Rubrics) -> str:
        """Hash the prompt, and give the rubric's key."""
        return f"{tone_hash()} {rubrics(TONE_RUBRIC).key}"


def _weak(claims: Sequence[str], standings: Sequence[Standing]) -> tuple[Evidence, ...]:
    """The claims that do not stand, the contradicted ones first."""
    order = (Standing.CONTRADICTED, Standing.UNVERIFIABLE)
    weak = sorted(
        ((claim, one) for claim, one in zip(claims, standings, strict=True) if one in order),
        key=lambda pair: order.index(pair[1]),
    )
    return tuple(Evidence(claim, read_as=str(one)) for claim, one in weak[:_SHOWN])

"""Checks that compare the answer with a text the author gave: how similar, and how factual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

from pydantic import Field, field_validator

from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.claims import Claim, Standing, judge_claims
from evals.checks.json_compare import Comparison, compare_json
from evals.checks.normalize import needle, views
from evals.json_text import NotJsonError, parse_answer_json, parse_json

_SHOWN = 5
"""Claims or mismatches that evidence shows."""
_EXPECTED: Final = "the text to compare with; the case's reference answer when not given"


def _not_blank(expected: str | None) -> str | None:
    if expected is not None and not needle(expected):
        raise ValueError(f"expected must not be blank, got {expected!r}")
    return expected


@register
class Similar(Check):
    """The answer is written much like another text."""

    type: ClassVar[str] = "similar"
    summary: ClassVar[str] = "The answer's wording is near that of an expected text (edit distance)."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "similar", "expected": "Refunds take five working days."},
        {"type": "similar", "method": "token_set", "min_score": 0.7},
    )

    expected: str | None = Field(default=None, description=_EXPECTED)
    method: Literal["ratio", "token_sort", "token_set"] = Field(
        default="ratio",
        description="`ratio` compares in order, `token_sort` whatever the order of words, `token_set` also whatever "
        "is only in one of the two",
    )
    min_score: float = Field(default=0.8, gt=0, le=1, description="lowest similarity that passes")

    _usable = field_validator("expected")(_not_blank)

    def lacks(self, subject: Subject) -> str:
        """No text is given, and the case has no reference answer."""
        return "" if needle(self._wanted(subject)) else "nothing to compare with: give expected, or a reference answer"

    def evaluate(self, subject: Subject) -> CheckResult:
        """Compare folded texts without Markdown by normalized indel distance (RapidFuzz); the score is 0 to 1."""
        from rapidfuzz import fuzz

        if lack := self.lacks(subject):
            return self.unscored(lack)
        measure = {"ratio": fuzz.ratio, "token_sort": fuzz.token_sort_ratio, "token_set": fuzz.token_set_ratio}
        answer, wanted = views(subject.answer.text).plain_folded.text, views(self._wanted(subject)).plain_folded.text
        score = float(measure[self.method](wanted, answer)) / 100
        return self.verdict(
            passed=score >= self.min_score,
            explanation=f"similarity {score:.2f}, at least {self.min_score:g} is wanted",
            score=score,
        )

    def _wanted(self, subject: Subject) -> str:
        return (subject.reference_answer if self.expected is None else self.expected) or ""


@register
class Factuality(Check):
    """The answer's claims are borne out by the reference answer, or by the context."""

    type: ClassVar[str] = "factuality"
    summary: ClassVar[str] = "Sentences of the answer agree with the reference (heuristic: shared words and figures)."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "factuality"},
        {"type": "factuality", "mode": "lenient", "rag_faithfulness_only": True},
        {"type": "factuality", "mode": "json_structural", "expected": '{"total": 12.5}'},
    )

    mode: Literal["strict", "lenient", "json_structural"] = Field(
        default="strict",
        description="`strict` counts contradicted and unverifiable claims against the answer, `lenient` only "
        "contradicted ones; `json_structural` compares JSON leaf by leaf, as the others do when both texts are JSON",
    )
    rag_faithfulness_only: bool = Field(
        default=False, description="compare with the context of the case instead of the reference answer"
    )
    expected: str | None = Field(default=None, description=_EXPECTED)
    min_score: float = Field(default=0.7, gt=0, le=1, description="lowest score that passes")

    _usable = field_validator("expected")(_not_blank)

    def lacks(self, subject: Subject) -> str:
        """The text to compare with is not given, or is not the JSON that it must be."""
        source, name = self._source(subject)
        if not needle(source):
            return f"nothing to compare with: {name} is not given"
        if self.mode == "json_structural":
            try:
                parse_json(source)
            except NotJsonError as error:
                return f"{name} must be JSON in mode 'json_structural': {error}"
        return ""

    def evaluate(self, subject: Subject) -> CheckResult:
        """Score the share of claims that stand; an answer with nothing to compare fails."""
        if lack := self.lacks(subject):
            return self.unscored(lack)
        source, name = self._source(subject)
        compared = self._as_json(subject.answer.text, source)
        if compared is not None:
            return compared
        claims = judge_claims(subject.answer.text, source, subject.prompt)
        return self._judged(claims, subject.answer.text, name)

    def _source(self, subject: Subject) -> tuple[str, str]:
        if self.rag_faithfulness_only:
            return subject.context or "", "the context"
        if self.expected is not None:
            return self.expected, "the expected text"
        return subject.reference_answer or "", "the reference answer"

    def _as_json(self, answer: str, source: str) -> CheckResult | None:
        """The structural comparison, when it is asked for or both texts are JSON."""
        try:
            expected = parse_json(source, exact=True)
        except NotJsonError:
            return None
        try:
            actual = parse_answer_json(answer, strict=False, exact=True)
        except NotJsonError as error:
            wanted = self.mode == "json_structural"
            return self.verdict(passed=False, explanation=f"the answer is not JSON: {error}") if wanted else None
        return self._compared(compare_json(expected, actual))

    def _compared(self, comparison: Comparison) -> CheckResult:
        found = comparison.mismatches
        text = f"{len(found)} of {comparison.leaves} leaf values differ"
        return self.verdict(
            passed=comparison.agreement >= self.min_score,
            explanation=f"{text}: {'; '.join(map(str, found[:_SHOWN]))}" if found else text,
            score=comparison.agreement,
            evidence=tuple(Evidence(one.actual, read_as=str(one)) for one in found[:_SHOWN]),
        )

    def _judged(self, claims: Sequence[Claim], answer: str, name: str) -> CheckResult:
        standings = [claim.standing for claim in claims]
        supported, contradicted, unverifiable = map(standings.count, Standing)
        standing = supported if self.mode == "strict" else len(claims) - contradicted
        # Where nothing could be compared, nothing is borne out.
        score = standing / len(claims) if any(claim.shared for claim in claims) or supported else 0.0
        return self.verdict(
            passed=score >= self.min_score,
            explanation=f"of {len(claims)} claims {supported} are supported by {name}, {contradicted} contradicted, "
            f"{unverifiable} unverifiable; score {score:.2f}, at least {self.min_score:g} is wanted",
            score=score,
            evidence=self._evidence(claims, answer),
        )

    def _evidence(self, claims: Sequence[Claim], answer: str) -> tuple[Evidence, ...]:
        order = (Standing.CONTRADICTED, Standing.UNVERIFIABLE)
        weak = sorted((claim for claim in claims if claim.standing in order), key=lambda one: order.index(one.standing))
        return tuple(
            Evidence(answer[one.start : one.end], one.start, f"{one.standing}: {one.reason}") for one in weak[:_SHOWN]
        )

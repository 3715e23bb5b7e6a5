"""Checks of how long the answer is: in characters, words and sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Self

import regex
from pydantic import Field, model_validator

from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.sentences import prose_sentences

_EXCERPT = 40
_NO_LIMITS = "nothing to compare with: give min, max or expected, or the case a reference answer with words in it"
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_UNSPACED_LETTER = regex.compile(f"[{_UNSPACED}]")
# Some of all that holds those scripts, quick to look for.
_MAYBE_UNSPACED = re.compile(r"[\u0e00-\u1aff\u2e80-\uffff\U00010000-\U0010ffff]")
# Between white space, without a letter or figure; begins with one set of characters, which is quick to look for.
_MARKS = re.compile(r"[^\w\s](?<!\S[^\w\s])[^\w\s]*+(?!\S)")


def count_words(text: str) -> int:
    """Words of a text: what stands between white space and holds a letter or a figure.

    A dash, a bullet or a bar of a table is none. In scripts written without spaces every letter counts.
    """
    letters = 0
    if _MAYBE_UNSPACED.search(text):
        text, letters = _UNSPACED_LETTER.subn(" ", text)
    return letters + len(text.split()) - len(_MARKS.findall(text))


@register
class MaxLength(Check):
    """The answer is not too long."""

    type: ClassVar[str] = "max_length"
    summary: ClassVar[str] = "The answer has at most so many characters (code points)."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ({"type": "max_length", "value": 500},)

    value: int = Field(ge=1, description="largest number of characters, white space included")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Count code points, not bytes."""
        text = subject.answer.text
        evidence = _beyond(text, self.value) if len(text) > self.value else ()
        return self.verdict(
            passed=len(text) <= self.value,
            explanation=f"{len(text)} characters, at most {self.value} are wanted",
            evidence=evidence,
        )


@register
class MinLength(Check):
    """The answer is not too short."""

    type: ClassVar[str] = "min_length"
    summary: ClassVar[str] = "The answer has at least so many characters (code points)."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ({"type": "min_length", "value": 20},)

    value: int = Field(ge=0, description="smallest number of characters, white space included")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Count code points, not bytes."""
        length = len(subject.answer.text)
        return self.verdict(
            passed=length >= self.value, explanation=f"{length} characters, at least {self.value} are wanted"
        )


@register
class Length(Check):
    """The answer has about as many words as another text, or a number of words in a range."""

    type: ClassVar[str] = "length"
    summary: ClassVar[str] = "The number of words is near that of an expected text, or in a range."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "length", "min": 20, "max": 120},
        {"type": "length", "expected": "Annual plans can be refunded within 14 days.", "length_tolerance": 0.5},
        {"type": "length"},
    )

    expected: str | None = Field(
        default=None, description="text of the wanted length; without it and a range, the case's reference answer"
    )
    length_tolerance: float | None = Field(
        default=None,
        ge=0,
        allow_inf_nan=False,
        description="largest difference as a share of the expected number of words, inclusive; 0.2 when not given",
    )
    min: int | None = Field(default=None, ge=0, description="smallest number of words")
    max: int | None = Field(default=None, ge=1, description="largest number of words")

    @model_validator(mode="after")
    def _one_rule(self) -> Self:
        ranged = self.min is not None or self.max is not None
        if ranged and (self.expected is not None or self.length_tolerance is not None):
            raise ValueError("min and max cannot stand beside expected and length_tolerance: give one kind of limit")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min must not exceed max, got {self.min!r} and {self.max!r}")
        if self.expected is not None and not count_words(self.expected):
            raise ValueError(f"expected must hold at least one word, got {self.expected!r}")
        return self

    def lacks(self, subject: Subject) -> str:
        """Neither a range nor a text is given, and the case has no reference answer."""
        return "" if self._limits(subject) else _NO_LIMITS

    def evaluate(self, subject: Subject) -> CheckResult:
        """Count words of the answer and of what it is compared with in the same way."""
        limits = self._limits(subject)
        if limits is None:
            return self.unscored(_NO_LIMITS)
        least, most = limits
        words = count_words(subject.answer.text)
        wanted = f"at least {least:g}" if most is None else f"{least:g} to {most:g}"
        return self.verdict(
            passed=words >= least and (most is None or words <= most),
            explanation=f"{words} words, {wanted} are wanted",
        )

    def _limits(self, subject: Subject) -> tuple[Decimal, Decimal | None] | None:
        """Smallest and largest number of words; computed in decimal, so that 20 % of 30 is 6."""
        if self.min is not None or self.max is not None:
            return Decimal(self.min or 0), None if self.max is None else Decimal(self.max)
        expected = count_words(self.expected if self.expected is not None else subject.reference_answer or "")
        if not expected:
            return None
        slack = expected * (Decimal("0.2") if self.length_tolerance is None else Decimal(repr(self.length_tolerance)))
        return max(expected - slack, Decimal(0)), expected + slack


@register
class MaxSentences(Check):
    """The answer has few sentences."""

    type: ClassVar[str] = "max_sentences"
    summary: ClassVar[str] = "The answer has at most so many sentences."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ({"type": "max_sentences", "value": 2},)

    value: int = Field(
        ge=1, description="largest number of sentences; a list item is one, headings, tables and code are none"
    )

    def evaluate(self, subject: Subject) -> CheckResult:
        """Count the sentences of paragraphs and list items."""
        found = list(prose_sentences(subject.answer.text))
        evidence = _beyond(subject.answer.text, found[self.value].start) if len(found) > self.value else ()
        return self.verdict(
            passed=len(found) <= self.value,
            explanation=f"{len(found)} sentences, at most {self.value} are wanted",
            evidence=evidence,
        )


def _beyond(text: str, start: int) -> tuple[Evidence, ...]:
    """Where the answer goes beyond its limit."""
    return (Evidence(text[start : start + _EXCERPT], start, "beyond the limit"),)

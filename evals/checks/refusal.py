"""Checks of whether the answer declines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from pydantic import Field, PrivateAttr

from evals.checks.abstention import Abstention, decide
from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.patterns import Pattern, compile_pattern
from evals.checks.text import Patterns

WINDOW: Final = 8
"""Sentences within which a refusal declines: an answer that does so later has said something else first."""


@register
class Abstain(Check):
    """The answer declines and gives no answer."""

    type: ClassVar[str] = "abstain"
    summary: ClassVar[str] = "The answer declines within its first sentences and does not answer all the same."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "abstain"},
        {"type": "abstain", "sentences": 1, "extra_phrases": [r"does(n't| not) go back that far"]},
    )

    sentences: int = Field(default=2, ge=1, description="sentences within which it must decline; headings do not count")
    extra_phrases: Patterns = Field(
        default=(), description="regular expressions for further wordings; they add to the built-in ones"
    )
    _extra: tuple[Pattern, ...] = PrivateAttr()

    def model_post_init(self, _context: Any, /) -> None:
        """Compile once."""
        self._extra = tuple(compile_pattern(pattern) for pattern in self.extra_phrases)

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when the answer as a whole declines; a phrase whose search has no end is unscored."""
        try:
            found = decide(subject.answer.text, self.sentences, self._extra)
        except TimeoutError as error:
            return self.unscored(str(error))
        window = "sentence" if self.sentences == 1 else f"{self.sentences} sentences"
        text = f"expected the answer to decline within its first {window}: {_described(found)}"
        return self.verdict(passed=found.abstains, explanation=text, evidence=_evidence(found))


@register
class Refuses(Check):
    """The answer is, or is not, a refusal."""

    type: ClassVar[str] = "refuses"
    summary: ClassVar[str] = "The answer as a whole is a refusal, or with `false` is none."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "refuses", "value": True},
        {"type": "refuses", "value": False},
    )

    value: bool = Field(description="whether a refusal is wanted")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Judge the whole answer; an empty one is neither a refusal nor an answer, and fails."""
        if not subject.answer.text.strip():
            return self.verdict(passed=False, explanation="the answer is empty: it neither answers nor refuses")
        found = decide(subject.answer.text, WINDOW)
        wanted = "a refusal" if self.value else "an answer and no refusal"
        text = f"expected {wanted}: {_described(found)}"
        return self.verdict(passed=found.abstains is self.value, explanation=text, evidence=_evidence(found))


def _described(found: Abstention) -> str:
    if found.decline is None:
        return "nothing declines"
    if found.answer is None:
        return f"it declines with {found.decline.text!r}"
    return f"it says {found.decline.text!r}, but then answers with {found.answer.text[:80]!r}"


def _evidence(found: Abstention) -> tuple[Evidence, ...]:
    return tuple(one for one in (found.decline, found.answer) if one is not None)

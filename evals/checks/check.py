"""The check: what each type is given, what it returns, and how types are registered.

A check is a frozen pydantic model of its parameters (they come from files) with one pure method, ``evaluate``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from evals.answers import Answer


class Outcome(StrEnum):
    """What a check found. ``UNSCORED`` means that it could not be evaluated: never a pass."""

    PASS = "pass"  # noqa: S105 (a verdict, not a secret)
    FAIL = "fail"
    UNSCORED = "unscored"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing the check saw in the answer."""

    text: str
    """The span as it stands in the answer."""
    start: int | None = None
    """Offset of the span in ``answer.text``, in characters; None when it is not a span of the text."""
    read_as: str = ""
    """What the span was taken for, for instance ``130.5e9 USD`` or ``refusal``."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check says of one answer."""

    label: str
    """The check's name, or its type; repeated labels get ``#2``, ``#3``."""
    type: str
    """The registered type."""
    version: int
    """Version of the type's behaviour; results of different versions are not compared."""
    outcome: Outcome
    score: float | None
    """0 to 1; None exactly when unscored."""
    explanation: str
    """One sentence for a person: what was expected and what was found."""
    evidence: tuple[Evidence, ...] = ()
    cost: float | None = 0.0
    """Money for what a judge was asked, in the price table's currency: 0 when it was asked nothing; None is unknown."""
    again: tuple[float, ...] = ()
    """Scores of the votes taken on the same answer when a first result alone would have failed a critical or safety
    case; the score is their median. Empty when no such votes were taken."""
    form: Outcome | None = None
    """Of a check made of checks: what it says of the form of the answer; None when no check of form is among them."""

    @property
    def passed(self) -> bool:
        """Whether the check passed; an unscored check did not."""
        return self.outcome is Outcome.PASS


@dataclass(frozen=True, slots=True)
class Subject:
    """An answer with what it may be checked against."""

    answer: Answer
    prompt: str = ""
    """The last user message."""
    reference_answer: str | None = None
    """The right answer by the author of the case."""
    context: str | None = None
    """Text handed to the app with the prompt."""
    questions: tuple[str, ...] = ()
    """All messages of a conversation that the app was asked, in order; empty for a single question."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The texts of all turns that the app answered, in order; the last one is the answer's own."""
        return (*self.answer.turns, self.answer.text)

    def at_turn(self, turn: int) -> Subject | None:
        """Give the answer to one turn, counted from 1, or from -1 at the end; None when it was not given.

        Of earlier turns only the text is known.
        """
        texts = self.answers
        # An answer that was recorded without those before it is the last one, and never the first.
        unknown = max(len(self.questions) - len(texts), 0)
        position = turn - 1 - unknown if turn > 0 else len(texts) + turn
        if not 0 <= position < len(texts):
            return None
        if position == len(texts) - 1:
            return self
        number = position + unknown
        asked = self.questions[number] if number < len(self.questions) else ""
        return replace(self, answer=Answer(texts[position]), prompt=asked)


class Check(BaseModel):
    """Base of all check types: a frozen set of parameters that can judge an answer.

    A subclass sets ``type``, ``summary``, ``examples`` and, when its behaviour changes, a higher ``version``.
    Cross-field rules are pydantic validators; a message names the parameter, the rule and the value.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)

    type: ClassVar[str]
    version: ClassVar[int] = 1
    summary: ClassVar[str]
    """One sentence for ``lastgreen checks list``."""
    examples: ClassVar[tuple[Mapping[str, Any], ...]]
    """Valid raw forms; a test parses each."""
    is_format: ClassVar[bool] = False
    """Whether it counts toward schema compliance."""
    is_judged: ClassVar[bool] = False
    """Whether it takes a judge."""
    is_of_text: ClassVar[bool] = True
    """Whether the text of an answer is all that it looks at: citations, passages, time and cost are known of the last
    answer of a conversation only."""

    name: str | None = Field(default=None, min_length=1, description="label in reports; the type when not given")
    weight: float = Field(default=1.0, gt=0, description="share in the score of a case that has a threshold")
    turn: int | None = Field(
        default=None,
        description="which of the app's answers in a conversation is meant: 1 the first, -1 the last (the default)",
    )

    @model_validator(mode="after")
    def _is_of_a_turn(self) -> Self:
        if self.turn == 0:
            raise ValueError("turn must be 1 or more, or -1 or less from the end, got 0")
        if self.turn not in {None, -1} and not self.is_of_text:
            raise ValueError(
                f"turn must be left out of {self.type!r}, got {self.turn!r}: "
                "of earlier answers nothing but the text is known"
            )
        return self

    @property
    def parts(self) -> tuple[Check, ...]:
        """Checks inside this one."""
        return ()

    def run(self, subject: Subject) -> CheckResult:
        """Evaluate the answer that is meant, that of ``turn``; one that was not given is unscored."""
        if self.turn is None:
            return self.evaluate(subject)
        meant = subject.at_turn(self.turn)
        if meant is None:
            return self.unscored(f"turn {self.turn} was not played; the app gave {len(subject.answers)} answer(s)")
        return self.evaluate(subject) if meant is subject else of_turn(self.turn, self.evaluate(meant))

    def lacks(self, subject: Subject) -> str:  # noqa: ARG002 (for those that compare with something)
        """Say why no answer to this case could be scored, going by the case alone; empty when one could."""
        return ""

    @abstractmethod
    def evaluate(self, subject: Subject) -> CheckResult:
        """Judge one answer. Never raises on any text; linear in its length."""

    @property
    def label(self) -> str:
        """The name in reports."""
        return self.name or self.type

    def verdict(
        self,
        passed: bool,
        explanation: str,
        *,
        score: float | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> CheckResult:
        """Build the result; ``score`` defaults to 1 for a pass and 0 for a failure."""
        outcome = Outcome.PASS if passed else Outcome.FAIL
        value = float(passed) if score is None else score
        return CheckResult(self.label, self.type, self.version, outcome, value, explanation, evidence)

    def unscored(self, explanation: str) -> CheckResult:
        """Build the result of a check that could not be evaluated."""
        return CheckResult(self.label, self.type, self.version, Outcome.UNSCORED, None, explanation)


def of_turn(turn: int, result: CheckResult) -> CheckResult:
    """Say which turn it was; offsets in another text than the answer's own mean nothing."""
    evidence = tuple(replace(one, start=None) for one in result.evidence)
    return replace(result, explanation=f"turn {turn}: {result.explanation}", evidence=evidence)


CheckT = TypeVar("CheckT", bound=Check)

REGISTRY: dict[str, type[Check]] = {}
"""Check types by name, in the order of registration."""


def register(kind: type[CheckT]) -> type[CheckT]:
    """Class decorator: make a check type known under its ``type``."""
    if kind.type in REGISTRY:
        msg = f"check type {kind.type!r} is registered twice: {REGISTRY[kind.type]!r} and {kind!r}"
        raise ValueError(msg)
    REGISTRY[kind.type] = kind
    return kind

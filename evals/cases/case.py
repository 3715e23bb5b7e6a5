"""A case of the golden set, whatever file format it was written in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any

from evals.answers import Answer
from evals.checks.check import Check, Subject


class Difficulty(StrEnum):
    """How hard a case is; harder cases weigh more in the difficulty-weighted means."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @property
    def weight(self) -> int:
        """1, 2 or 3."""
        return {"easy": 1, "medium": 2, "hard": 3}[self.value]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation."""

    role: str
    """``user``, ``assistant`` or ``system``."""
    content: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a case was read."""

    file: str
    line: int
    """Physical line on which the case begins, 1-based."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Case:
    """One question with what a right answer must satisfy."""

    id: str
    """Unique, stable, never reused after retirement."""
    input: str | Mapping[str, Any]
    """Passed to the target as is; for a conversation the last user message."""
    checks: tuple[Check, ...]
    """Deterministic checks, validated, in file order, labels made unique."""
    turns: tuple[Turn, ...] = ()
    """The whole conversation, the last user message included; empty for a single question."""
    category: str = "uncategorized"
    difficulty: Difficulty = Difficulty.MEDIUM
    context: str | None = None
    """Text handed to the app with the prompt."""
    reference_answer: str | None = None
    min_judge_score: float | None = None
    """Floor for the judge's overall score, 1 to 5; None asks for no judge."""
    tags: frozenset[str] = frozenset()
    dimension: str = "quality"
    """``quality``, ``safety``, ``latency`` or ``cost``."""
    weight: float = 1.0
    """Share of the case in weighted scores."""
    threshold: float | None = None
    """0 to 100: the case passes when the weighted mean of its check scores reaches it; None: every check must pass."""
    recorded: Mapping[str, str] = field(default_factory=dict)
    """Answers that came with the file, by role: ``baseline``, ``candidate``, ``actual``."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Free-form; of all this the gate reads ``source`` alone, see ``document``."""
    origin: Origin = Origin("", 0)
    content_hash: str = ""
    """sha256 of what decides comparability: input, turns, context, reference, checks, floor, threshold."""

    @property
    def prompt(self) -> str:
        """The last user message as text."""
        if self.turns:
            return self.turns[-1].content
        return self.input if isinstance(self.input, str) else str(self.input.get("prompt", self.input))

    @property
    def questions(self) -> tuple[str, ...]:
        """The messages that the app is asked, in order: user messages without a scripted answer, and the last one."""
        unanswered = [now.content for now, after in pairwise(self.turns) if now.role == after.role == "user"]
        return (*unanswered, self.prompt)

    def subject(self, answer: Answer) -> Subject:
        """Put an answer beside what it may be checked against."""
        return Subject(answer, self.prompt, self.reference_answer, self.context, self.questions)

    @property
    def document(self) -> str:
        """What the case is about, the first of ``metadata.source`` (a name or a list of them); empty when not given."""
        source = self.metadata.get("source", "")
        first = next(iter(source), "") if isinstance(source, Sequence) and not isinstance(source, str) else source
        return first if isinstance(first, str) else ""

    @property
    def is_critical(self) -> bool:
        """Whether any failure of this case blocks."""
        return "critical" in self.tags

    @property
    def is_safety(self) -> bool:
        """Whether the case is under the zero-tolerance rule."""
        return "safety" in self.tags or self.dimension == "safety"

    @property
    def is_flaky(self) -> bool:
        """Whether the case is known to be noisy: own aggregate, never blocks by default."""
        return bool(self.tags & {"flaky", "known-flaky"})


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """A loaded set: every case valid, ids unique."""

    cases: tuple[Case, ...]
    """In file order."""
    version: str
    """``v1``, ``v2``, ... from the directory; the file's stem for a single file."""
    path: str
    content_hash: str
    """sha256 over the ids and content hashes, in id order."""
    name: str = ""
    retired: Mapping[str, str] = field(default_factory=dict)
    """Retired ids with the reason."""

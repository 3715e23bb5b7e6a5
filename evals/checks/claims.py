"""Whether the sentences of an answer are borne out by a text: a heuristic of shared words and figures.

A claim is a sentence or a row of a table that holds something to compare. Against the source (a reference answer, or
the context) it is

- *contradicted* when the nearest sentence of the source is about the same thing, and gives another figure of the same
  unit in place of the claim's, or the same in another unit, or says it with one negation more or less, or answers no
  for yes;
- *supported* when at least ``SUPPORTED`` of its content words are in the source or in the question, and all of its
  figures are;
- *unverifiable* otherwise.

It knows no synonyms and no inference: a right answer in other words is unverifiable, and a wrong one that shuffles the
source's words is supported. A model that reads is needed for more.

Work for one claim is bounded, so that the whole is linear in the length of answer and source.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from operator import gt, or_
from typing import Final, NamedTuple

from evals.checks.statements import ONE_TIME, Amount, Statement, is_near, read_statements, units_accepted

SUPPORTED: Final = 0.6
"""Share of content words that must be in the source."""
ABOUT_THE_SAME: Final = 0.5
"""Share of a claim's content words that the nearest sentence must hold for its figures to count against the claim."""
NEARLY_THE_SAME: Final = 0.75
"""The same for a negation, and for a figure that the source has elsewhere."""
_MOST_POSTINGS: Final = 60
"""Sentences of the source that are remembered for one word; a word in more of them tells little."""


class Standing(StrEnum):
    """How a claim stands to the source."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNVERIFIABLE = "unverifiable"


class Claim(NamedTuple):
    """One sentence of the answer, judged."""

    start: int
    """Offset in the answer."""
    end: int
    standing: Standing
    reason: str
    """What was compared, for a person."""
    shared: int
    """Content words and figures that are also in the source: with none, nothing was compared."""


class _Compared(NamedTuple):
    """A statement of the answer with what is known of it; the lists go with its stems and its amounts."""

    statement: Statement
    stems_in_source: Sequence[bool]
    stems_in_question: Sequence[bool]
    in_source: Sequence[bool]
    in_question: Sequence[bool]

    @property
    def adds(self) -> bool:
        """Whether it shares more with the source than with the question."""
        return any(map(gt, self.stems_in_source, self.stems_in_question)) or any(
            map(gt, self.in_source, self.in_question)
        )


@dataclass(frozen=True, slots=True)
class _Source:
    """The text that bears claims out, indexed."""

    statements: tuple[Statement, ...]
    postings: dict[str, tuple[int, ...]]
    """For each stem the first sentences that hold it."""
    values: dict[str | None, tuple[Decimal, ...]]
    """Values by unit, ascending."""
    polar: str
    """The first yes or no."""
    negates: bool
    """Whether any sentence negates."""


def judge_claims(answer: str, source: str, question: str = "") -> tuple[Claim, ...]:
    """Judge every claim of an answer, in order; empty when there is nothing to compare.

    Args:
        answer: the text under test.
        source: what bears it out.
        question: what it answers; its words and figures may be repeated freely.
    """
    indexed, asked = _indexed(source), _indexed(question)
    return tuple(_judged(claim, indexed, asked) for claim in read_statements(answer))


def _judged(statement: Statement, source: _Source, asked: _Source) -> Claim:
    claim = _compared(statement, source, asked)
    standing, reason = _standing(claim, source, asked)
    shared = sum(claim.stems_in_source) + sum(claim.in_source)
    return Claim(statement.start, statement.end, standing, reason, shared)


def _compared(statement: Statement, source: _Source, asked: _Source) -> _Compared:
    return _Compared(
        statement,
        [*map(source.postings.__contains__, statement.stems)],
        [*map(asked.postings.__contains__, statement.stems)],
        [_is_known(one, source) for one in statement.amounts],
        [_is_known(one, asked) for one in statement.amounts],
    )


def _standing(claim: _Compared, source: _Source, asked: _Source) -> tuple[Standing, str]:
    statement = claim.statement
    reason = _contradiction(claim, source)
    if reason:
        return Standing.CONTRADICTED, reason
    if not all(map(or_, claim.in_source, claim.in_question)):
        strange = [*map(or_, claim.in_source, claim.in_question)].index(False)
        return Standing.UNVERIFIABLE, f"{statement.amounts[strange].shown} is not in the source"
    if not statement.stems and not statement.amounts and statement.polar != source.polar:
        return Standing.UNVERIFIABLE, f"the source says neither yes nor no to {statement.polar!r}"
    if not (claim.adds or statement.polar or not asked.postings):
        return Standing.UNVERIFIABLE, "nothing of it is in the source but words of the question"
    shared = sum(map(or_, claim.stems_in_source, claim.stems_in_question))
    reason = f"{shared} of {len(statement.stems)} content words are in the source or the question"
    return (Standing.SUPPORTED if shared >= SUPPORTED * len(statement.stems) else Standing.UNVERIFIABLE), reason


def _contradiction(claim: _Compared, source: _Source) -> str:
    """Why the source contradicts the claim; empty when it does not."""
    statement = claim.statement
    if statement.polar and source.polar and statement.polar != source.polar:
        return f"it says {statement.polar}, the source says {source.polar}"
    if not (statement.amounts or statement.negations or source.negates):
        return ""
    nearest, share = _nearest(claim, source)
    if nearest is None:
        return ""
    for amount, in_source, in_question in zip(statement.amounts, claim.in_source, claim.in_question, strict=True):
        if in_question or share < (NEARLY_THE_SAME if in_source else ABOUT_THE_SAME):
            continue
        other = _instead(amount, statement, nearest)
        if other is not None:
            return f"{amount.shown} against {other.shown}"
    if statement.stems and share >= NEARLY_THE_SAME and (statement.negations - nearest.negations) % 2:
        return "one negates what the other says"
    return ""


def _instead(amount: Amount, claim: Statement, nearest: Statement) -> Amount | None:
    """The amount that the nearest sentence has in the place of a claim's own."""
    for other in nearest.amounts:
        if amount.agrees(other):
            return None
    rest = (one for one in nearest.amounts if amount.rules_out(one))
    return next((one for one in rest if not any(one.agrees(own) for own in claim.amounts)), None)


def _nearest(claim: _Compared, source: _Source) -> tuple[Statement | None, float]:
    """The sentence of the source that shares most content words, and the share.

    Words of the question tell little; what is left of a claim that only repeats them is about all of a short source.
    """
    stems: Sequence[str] = claim.statement.stems
    if any(claim.stems_in_question):
        asked = zip(stems, claim.stems_in_question, strict=True)
        stems = [stem for stem, in_question in asked if not in_question] or stems
    if len(source.statements) == 1 and all(claim.stems_in_question):
        return source.statements[0], 1.0
    shared: dict[int, int] = {}
    for stem in stems:
        for index in source.postings.get(stem, ()):
            shared[index] = shared.get(index, 0) + 1
    if not shared:
        return None, 0.0
    most = max(shared.values())
    first = min(index for index, count in shared.items() if count == most)
    return source.statements[first], most / len(stems)


def _is_known(amount: Amount, source: _Source) -> bool:
    """Whether the source holds the amount, with the same unit or where one of the two has none."""
    for unit in source.values if amount.unit is None else (*units_accepted(amount.unit), None):
        values = source.values.get(unit)
        if values is not None and _holds(values, amount.value, unit):
            return True
    return False


def _holds(values: Sequence[Decimal], value: Decimal, unit: str | None) -> bool:
    """Whether one of the ascending values agrees: the nearest on either side decides."""
    place = bisect_left(values, value)
    if place < len(values) and is_near(values[place], value, unit):
        return True
    return place > 0 and is_near(values[place - 1], value, unit)


@lru_cache(maxsize=4)
def _indexed(text: str) -> _Source:
    """Index a source; the trials of one case share it."""
    statements = tuple(read_statements(text))
    postings: dict[str, list[int]] = {}
    values: dict[str | None, set[Decimal]] = {}
    for index, one in enumerate(statements):
        for stem in one.stems:
            found = postings.setdefault(stem, [])
            if len(found) < _MOST_POSTINGS:
                found.append(index)
        for amount in one.amounts:
            values.setdefault(amount.unit, set()).add(amount.value)
    if ONE_TIME.search(text):
        values.setdefault(None, set()).add(Decimal(1))
    return _Source(
        statements,
        {stem: tuple(found) for stem, found in postings.items()},
        {unit: tuple(sorted(found)) for unit, found in values.items()},
        next((one.polar for one in statements if one.polar), ""),
        any(one.negations for one in statements),
    )

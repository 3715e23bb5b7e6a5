"""Whether the sentences of an answer are borne out by a text: a heuristic of shared words and figures.

A claim is a sentence or a row of a table that holds something to compare. Against the source (a reference answer, or
the context) it is

- *contradicted* when the nearest sentence of the source is about the same thing, and gives another figure of the same
  unit in place of the claim's, or says it with one negation more or less, or answers no for yes;
- *supported* when at least ``SUPPORTED`` of its content words are in the source or in the question, and all of its
  figures are;
- *unverifiable* otherwise.

It knows no synonyms and no inference: a right answer in other words is unverifiable, and a wrong one that shuffles the
source's words is supported. Words are compared by their first six letters, less a final s, which stands in for
stemming in most languages of Europe. A model that reads is needed for more.

Work for one claim is bounded, so that the whole is linear in the length of answer and source.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from operator import gt, or_
from typing import Final, NamedTuple

from evals.checks.blocks import BlockKind
from evals.checks.figures import Figure, Kind, read_figures
from evals.checks.normalize import View, make_plain
from evals.checks.sentences import Sentence, sentences
from evals.checks.wordings.form import words

SUPPORTED: Final = 0.6
"""Share of content words that must be in the source."""
ABOUT_THE_SAME: Final = 0.5
"""Share of a claim's content words that the nearest sentence must hold for its figures to count against the claim."""
NEARLY_THE_SAME: Final = 0.75
"""The same for a negation, and for a figure that the source has elsewhere."""
FIGURE_TOLERANCE: Final = Decimal("0.005")
"""Largest relative difference of figures that agree: rounding, not another figure. Years and dates agree exactly."""
_EXACT: Final = frozenset({"year", "date"})
_MONTHS: Final = {
    name: index
    for index, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_DATE: Final = re.compile(
    r"(?P<iso>\b\d{4}-\d\d?-\d\d?\b)"
    r"|\b(?P<day>\d\d?)(?:st|nd|rd|th)?\.? (?:of )?(?P<month>[a-z]{3})[a-z]{0,6}\.?,? (?P<year>\d{4})\b"
    r"|\b(?P<month2>[a-z]{3})[a-z]{0,6}\.? (?P<day2>\d\d?)(?:st|nd|rd|th)?,? (?P<year2>\d{4})\b",
    re.IGNORECASE,
)

_STEM_LETTERS: Final = 6
_MOST_WORDS: Final = 60
"""Content words of one claim that are compared."""
_MOST_POSTINGS: Final = 60
"""Sentences of the source that are remembered for one word; a word in more of them tells little."""
_MOST_AMOUNTS: Final = 60
"""Figures of one sentence that are compared."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_POLAR: Final = re.compile(r"^(yes|no)\b")
_NEGATIONS: Final = words(
    "not no never none cannot without nor neither nicht kein keine ne pas non não nie ni ddim ket en ei"
)
_STOP_WORDS: Final = words("""
    a about after all also an and any are as at be because been before being between both but by can could did do does
    done each either for from had has have having he her here him his how i if in into is it its itself just made make
    many may me might more most much must my of off on one only or other our out over own per same shall she should so
    some such than that the their them then there these they this those through to too under until up upon us was we
    were what when where which while who whom whose why will with would yes you your
    january february march april june july august september october november december
    der die das ein eine und oder ist sind war mit von für auf im in den dem des zu le la les un une et ou est sont dans
    pour par sur au aux el los las una y o es son por con del os um uma e é do da dos das na il lo gli che di della è
    de het een van op te w z się jest oraz
""")


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


class _Amount(NamedTuple):
    """A figure with what it counts."""

    value: Decimal
    unit: str | None
    """Currency, percent, ``year`` or ``date``; None for a plain number."""
    measure: str
    """The unit, else the beginning of the word after the figure: ``days``."""
    shown: str
    """As it stands in the text."""

    def agrees(self, other: _Amount) -> bool:
        """Whether the two are the same to rounding; a plain number agrees with any unit."""
        same_unit = self.unit == other.unit or None in (self.unit, other.unit)
        return same_unit and _near(self.value, other.value, self.unit)


class _Statement(NamedTuple):
    """A sentence as it is compared."""

    start: int
    end: int
    stems: tuple[str, ...]
    """Content words by their beginnings, without repetition."""
    amounts: tuple[_Amount, ...]
    negations: int
    polar: str
    """``yes`` or ``no`` when it begins so; empty otherwise."""


class _Compared(NamedTuple):
    """A statement of the answer with what is known of it; the lists go with its stems and its amounts."""

    statement: _Statement
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

    statements: tuple[_Statement, ...]
    postings: dict[str, tuple[int, ...]]
    """For each stem the first sentences that hold it."""
    values: dict[str | None, tuple[Decimal, ...]]
    """Values by unit, ascending."""
    polar: str
    """The first yes or no."""


def judge_claims(answer: str, source: str, question: str = "") -> tuple[Claim, ...]:
    """Judge every claim of an answer, in order; empty when there is nothing to compare.

    Args:
        answer: the text under test.
        source: what bears it out.
        question: what it answers; its words and figures may be repeated freely.
    """
    indexed, asked = _indexed(source), _indexed(question)
    return tuple(_judged(claim, indexed, asked) for claim in _statements(answer))


def _judged(statement: _Statement, source: _Source, asked: _Source) -> Claim:
    claim = _compared(statement, source, asked)
    standing, reason = _standing(claim, source, asked)
    shared = sum(claim.stems_in_source) + sum(claim.in_source)
    return Claim(statement.start, statement.end, standing, reason, shared)


def _compared(statement: _Statement, source: _Source, asked: _Source) -> _Compared:
    unknown = [False] * len(statement.amounts)
    return _Compared(
        statement,
        [stem in source.postings for stem in statement.stems],
        [stem in asked.postings for stem in statement.stems],
        [_is_known(one, source) for one in statement.amounts] if source.values else unknown,
        [_is_known(one, asked) for one in statement.amounts] if asked.values else unknown,
    )


def _standing(claim: _Compared, source: _Source, asked: _Source) -> tuple[Standing, str]:
    statement = claim.statement
    reason = _contradiction(claim, source)
    if reason:
        return Standing.CONTRADICTED, reason
    known = zip(claim.in_source, claim.in_question, statement.amounts, strict=True)
    strange = next((one for in_source, in_question, one in known if not (in_source or in_question)), None)
    if strange is not None:
        return Standing.UNVERIFIABLE, f"{strange.shown} is not in the source"
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


def _instead(amount: _Amount, claim: _Statement, nearest: _Statement) -> _Amount | None:
    """The amount of the same measure that the nearest sentence has in the place of a claim's own."""
    if any(amount.agrees(other) for other in nearest.amounts):
        return None
    rest = (one for one in nearest.amounts if one.measure == amount.measure)
    return next((one for one in rest if not any(one.agrees(own) for own in claim.amounts)), None)


def _nearest(claim: _Compared, source: _Source) -> tuple[_Statement | None, float]:
    """The sentence of the source that shares most content words, and the share.

    Words of the question tell little; what is left of a claim that only repeats them is about all of a short source.
    """
    asked = zip(claim.statement.stems, claim.stems_in_question, strict=True)
    stems = [stem for stem, in_question in asked if not in_question]
    if not stems and len(source.statements) == 1:
        return source.statements[0], 1.0
    stems = stems or list(claim.statement.stems)
    shared: dict[int, int] = {}
    for stem in stems:
        for index in source.postings.get(stem, ()):
            shared[index] = shared.get(index, 0) + 1
    if not shared:
        return None, 0.0
    most = max(shared.values())
    first = min([index for index, count in shared.items() if count == most])
    return source.statements[first], most / len(stems)


def _is_known(amount: _Amount, source: _Source) -> bool:
    """Whether the source holds the amount, with the same unit or where one of the two has none."""
    if amount.unit is None:
        return any(_holds(values, amount.value, unit) for unit, values in source.values.items())
    return any(_holds(source.values[unit], amount.value, unit) for unit in (amount.unit, None) if unit in source.values)


def _holds(values: Sequence[Decimal], value: Decimal, unit: str | None) -> bool:
    """Whether one of the ascending values agrees: the nearest on either side decides."""
    place = bisect_left(values, value)
    if place < len(values) and _near(values[place], value, unit):
        return True
    return place > 0 and _near(values[place - 1], value, unit)


def _near(one: Decimal, other: Decimal, unit: str | None) -> bool:
    if one == other or unit in _EXACT:
        return one == other
    return abs(one - other) <= FIGURE_TOLERANCE * max(abs(one), abs(other))


@lru_cache(maxsize=4)
def _indexed(text: str) -> _Source:
    """Index a source; the trials of one case share it."""
    statements = tuple(_statements(text))
    postings: dict[str, list[int]] = {}
    values: dict[str | None, set[Decimal]] = {}
    for index, one in enumerate(statements):
        for stem in one.stems:
            found = postings.setdefault(stem, [])
            if len(found) < _MOST_POSTINGS:
                found.append(index)
        for amount in one.amounts:
            values.setdefault(amount.unit, set()).add(amount.value)
    return _Source(
        statements,
        {stem: tuple(found) for stem, found in postings.items()},
        {unit: tuple(sorted(found)) for unit, found in values.items()},
        next((one.polar for one in statements if one.polar), ""),
    )


def _statements(text: str) -> Iterator[_Statement]:
    """The sentences of a text that hold a content word, a figure, or yes or no."""
    figures = [one for one in read_figures(text) if one.kind in (Kind.FIGURE, Kind.YEAR)]
    position = 0
    for sentence in sentences(text):
        while position < len(figures) and figures[position].start < sentence.start:
            position += 1
        first = position
        while position < len(figures) and figures[position].start < sentence.end:
            position += 1
        if sentence.counts and sentence.kind is not BlockKind.CODE:
            one = _statement(text, sentence, figures[first:position])
            if one.stems or one.amounts or one.polar:
                yield one


def _statement(text: str, sentence: Sentence, figures: Sequence[Figure]) -> _Statement:
    said = _without(text, sentence, figures) if figures else text[sentence.start : sentence.end]
    folded = (said if said.isascii() else make_plain(View(said)).text).casefold()
    found = _WORD.findall(folded)
    polar = _POLAR.match(folded)
    return _Statement(
        sentence.start,
        sentence.end,
        tuple(dict.fromkeys(filter(None, map(_stem, found))))[:_MOST_WORDS],
        (*_dates(text, sentence, figures), *[_amount(text, one) for one in figures[:_MOST_AMOUNTS]]),
        # The word "no" that answers is no negation of what follows.
        sum(map(_negates, found)) - (polar is not None and polar[1] == "no"),
        polar[1] if polar else "",
    )


def _without(text: str, sentence: Sentence, figures: Sequence[Figure]) -> str:
    """A sentence without its figures: "million dollars" is no content."""
    parts = []
    position = sentence.start
    for figure in figures:
        if figure.start >= position:
            parts.append(text[position : figure.start])
            position = figure.end
    return " ".join([*parts, text[position : sentence.end]])


def _amount(text: str, figure: Figure) -> _Amount:
    shown = text[figure.start : figure.end]
    if figure.kind is Kind.YEAR:
        return _Amount(figure.value, "year", "year", shown)
    after = _WORD.search(text, figure.end, figure.end + _STEM_LETTERS + 4)
    measure = figure.unit or (after[0].casefold()[:_STEM_LETTERS] if after else "")
    return _Amount(figure.value, figure.unit, measure, shown)


def _dates(text: str, sentence: Sentence, figures: Sequence[Figure]) -> Iterator[_Amount]:
    """Dates in ISO 8601, or with an English month, as numbers yyyymmdd."""
    if not any(figure.kind is Kind.YEAR for figure in figures):
        return
    for match in islice(_DATE.finditer(text, sentence.start, sentence.end), _MOST_AMOUNTS):
        year, month, day = (
            match["iso"].split("-")
            if match["iso"]
            else (match["year"] or match["year2"], match["month"] or match["month2"], match["day"] or match["day2"])
        )
        number = _MONTHS.get(month.casefold()) or (int(month) if month.isdecimal() else 0)
        if number:
            yield _Amount(Decimal(int(year) * 10000 + number * 100 + int(day)), "date", "date", match[0])


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """The beginning of a content word; empty for other words."""
    if len(word) < 2 or word in _STOP_WORDS or _negates(word):
        return ""
    return (word.removesuffix("s") if len(word) > 3 else word)[:_STEM_LETTERS]


@lru_cache(maxsize=8192)
def _negates(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")

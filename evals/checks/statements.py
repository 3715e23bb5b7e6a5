"""The sentences of a text as they are compared with those of another: content words, figures, negations.

Words are compared by their first six letters, less a final s, which stands in for stemming in most languages of Europe.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from evals.checks.blocks import BlockKind
from evals.checks.figures import Figure, Kind, read_figures
from evals.checks.figures.units import UNITS_ACCEPTED
from evals.checks.normalize import Views
from evals.checks.sentences import Sentence, all_sentences
from evals.checks.wordings.form import words as listed

FIGURE_TOLERANCE: Final = Decimal("0.005")
"""Largest relative difference of figures that agree, if one is the other rounded. Years, dates and times are exact."""
_EXACT: Final = ("year", "date", "time")
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

_CLOCK: Final = re.compile(r"(?P<hour>\d\d?)(?:[:.h](?P<minute>\d\d))?")
_NUMBER_WORDS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "ninety": 90,
}  # fmt: skip
_TENS: Final = 20
"""The least number word that another goes with: ``thirty-five``."""
_TIMES: Final = listed(
    "minute minutes hour hours day days business working calendar week weeks month months year years"
)
"""What a written-out number must count to be compared: ``two options`` is often the count of a list."""
ONE_TIME: Final = re.compile(rf"\ban? (?:{'|'.join(sorted(_TIMES))})\b", re.IGNORECASE)
"""``an hour``, which bears out ``one hour``; as a claim it is often a rate, and counts nothing."""

_STEM_LETTERS: Final = 6
_QUANTITIES: Final = (Kind.FIGURE, Kind.YEAR)
_DATED: Final = (Kind.DATE, Kind.ORDINAL)
"""What the day of a date is read as."""
_MOST_WORDS: Final = 60
"""Content words of one claim that are compared."""
_MOST_AMOUNTS: Final = 60
"""Figures of one sentence that are compared."""
_WORD: Final = re.compile(r"[^\W\d_]++(?:'[^\W\d_]++)?+")
_GLUED: Final = re.compile(r"[^\W\d_]++$")
_FOLDED_ASCII_WORD: Final = re.compile(r"[a-z]++(?:'[a-z]++)?+")
"""The same in folded ASCII text, found twice as fast."""
_POLAR: Final = ("yes", "no")
_NEGATIONS: Final = listed(
    "not no never none cannot without nor neither nicht kein keine ne pas non não nie ni ddim ket en ei"
)
_NEGATION: Final = "-"
"""Stands for a word that negates, in the place of its beginning."""
_STOP_WORDS: Final = listed("""
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


class Amount(NamedTuple):
    """A figure with what it counts."""

    value: Decimal
    unit: str | None
    """Currency, percent, ``year``, ``date`` or ``time``; None for a plain number."""
    measure: str
    """The unit, else the beginning of the word that ends the figure or follows it: ``day``."""
    shown: str
    """As it stands in the text."""

    def agrees(self, other: Amount) -> bool:
        """Whether the two are the same to rounding; a plain number agrees with any unit."""
        same_unit = None in (self.unit, other.unit) or self.unit in units_accepted(other.unit)
        return same_unit and is_near(self.value, other.value, self.unit)

    def rules_out(self, other: Amount) -> bool:
        """Whether the two cannot both be right of one thing: same measure or same number, and they do not agree."""
        is_same_number = self.value == other.value and {self.unit, other.unit}.isdisjoint((None, *_EXACT))
        is_same_unit = self.unit in units_accepted(other.unit)
        is_same_measure = is_same_unit and (self.unit is not None or self.measure == other.measure)
        return (is_same_measure or is_same_number) and not self.agrees(other)


class Statement(NamedTuple):
    """A sentence as it is compared."""

    start: int
    """Offset in the text."""
    end: int
    stems: tuple[str, ...]
    """Content words by their beginnings, without repetition."""
    amounts: tuple[Amount, ...]
    negations: int
    polar: str
    """``yes`` or ``no`` when it begins so; empty otherwise."""


def is_near(one: Decimal, other: Decimal, unit: str | None) -> bool:
    """Whether two figures of a unit are the same to rounding."""
    if one == other or unit in _EXACT:
        return one == other
    distance = abs(one - other)
    return distance <= FIGURE_TOLERANCE * max(abs(one), abs(other)) and 2 * distance < max(_place(one), _place(other))


def units_accepted(unit: str | None) -> Collection[str | None]:
    """What a unit may be called in another text: ``kr`` is a krona too."""
    return UNITS_ACCEPTED.get(unit or "") or (unit,)


def _place(number: Decimal) -> Decimal:
    """What the last digit counts that is not zero: 0.1 in 99.9, 1000000 in 14 million."""
    return Decimal((0, (1,), int(number.normalize().as_tuple().exponent)))


def read_statements(text: str) -> Iterator[Statement]:
    """The sentences of a text, in order, that hold a content word, a figure, or yes or no."""
    figures = read_figures(text)
    starts = [one.start for one in figures]
    said = _Said(text, [one for one in figures if one.kind in _QUANTITIES])
    last = 0
    for sentence in all_sentences(text):
        first = bisect_left(starts, sentence.start, last)
        last = bisect_left(starts, sentence.end, first)
        if sentence.counts and sentence.kind is not BlockKind.CODE:
            one = _statement(text, said, sentence, figures[first:last])
            if one.stems or one.amounts or one.polar:
                yield one


class _Said:
    """The words of a text: folded, without its figures, because "million dollars" is no content."""

    def __init__(self, text: str, figures: Sequence[Figure]) -> None:
        self._view: Final = Views(_without(text, figures)).exact_folded
        self._is_level: Final = self._view.is_level
        self._word: Final = _FOLDED_ASCII_WORD if self._view.text.isascii() else _WORD

    def words(self, sentence: Sentence) -> tuple[list[str], str]:
        """The words of a sentence, and the yes or no with which it begins; empty when it does not."""
        start, end = sentence.start, sentence.end
        if not self._is_level:
            start, end = self._view.offset(start), self._view.offset(end)
        found = self._word.findall(self._view.text, start, end)
        answers = bool(found) and found[0] in _POLAR and self._view.text.startswith(found[0], start)
        return found, found[0] if answers else ""


def _without(text: str, figures: Sequence[Figure]) -> str:
    """A text with its figures blanked out."""
    parts: list[str] = []
    position = 0
    for figure in figures:
        if figure.start >= position:
            parts += (text[position : figure.start], " " * (figure.end - figure.start))
            position = figure.end
    return "".join([*parts, text[position:]])


def _statement(text: str, said: _Said, sentence: Sentence, figures: Sequence[Figure]) -> Statement:
    words, polar = said.words(sentence)
    keys = [*map(_key, words)]
    stems = dict.fromkeys(keys)
    stems.pop("", None)
    stems.pop(_NEGATION, None)
    # The word "no" that answers is no negation of what follows.
    negations = keys.count(_NEGATION) - (polar == "no")
    amounts = _amounts(text, sentence, figures) if figures else ()
    if not _NUMBER_WORDS.keys().isdisjoint(words):
        amounts += (*_in_words(words),)
    return Statement(sentence.start, sentence.end, tuple(stems)[:_MOST_WORDS], amounts, negations, polar)


def _amounts(text: str, sentence: Sentence, figures: Sequence[Figure]) -> tuple[Amount, ...]:
    found = [_amount(text, one) for one in figures if one.kind in _QUANTITIES][:_MOST_AMOUNTS]
    if len(found) == len(figures):
        return tuple(found)
    dates = _dates(text, sentence) if any(one.kind in _DATED for one in figures) else ()
    times = (_time(text, one) for one in figures if one.kind is Kind.TIME)
    return (*dates, *islice(times, _MOST_AMOUNTS), *found)


def _amount(text: str, figure: Figure) -> Amount:
    shown = text[figure.start : figure.end]
    if figure.kind is Kind.YEAR:
        return Amount(figure.value, "year", "year", shown)
    if figure.unit:
        return Amount(figure.value, figure.unit, figure.unit, shown)
    glued = _GLUED.search(shown) if shown[-1].isalpha() and figure.scale == 1 else None
    word = glued or _WORD.search(text, figure.end, figure.end + _STEM_LETTERS + 4)
    return Amount(figure.value, None, _stem(word[0].casefold()) if word else "", shown)


def _time(text: str, figure: Figure) -> Amount:
    """A time of day in minutes, less twelve hours: ``9:00`` may be that of the evening."""
    shown = text[figure.start : figure.end]
    clock = _CLOCK.match(shown)
    minutes = int(clock["hour"]) % 12 * 60 + int(clock["minute"] or 0) if clock else 0
    return Amount(Decimal(minutes), "time", "time", shown)


def _in_words(words: Sequence[str]) -> Iterator[Amount]:
    """Durations whose number is written out: ``two business days``."""
    for before, word, after in zip(("", *words), words, words[1:], strict=False):
        if word in _NUMBER_WORDS and after in _TIMES:
            tens = _NUMBER_WORDS.get(before, 0)
            number = _NUMBER_WORDS[word] + (tens if tens >= _TENS else 0)
            yield Amount(Decimal(number), None, _stem(after), f"{word} {after}")


def _dates(text: str, sentence: Sentence) -> Iterator[Amount]:
    """Dates in ISO 8601, or with an English month, as numbers yyyymmdd."""
    for match in islice(_DATE.finditer(text, sentence.start, sentence.end), _MOST_AMOUNTS):
        year, month, day = (
            match["iso"].split("-")
            if match["iso"]
            else (match["year"] or match["year2"], match["month"] or match["month2"], match["day"] or match["day2"])
        )
        number = _MONTHS.get(month.casefold()) or (int(month) if month.isdecimal() else 0)
        if number:
            yield Amount(Decimal(int(year) * 10000 + number * 100 + int(day)), "date", "date", match[0])


@lru_cache(maxsize=8192)
def _key(word: str) -> str:
    """The beginning of a content word, or ``_NEGATION``; empty for other words."""
    if word in _NEGATIONS or word.endswith("n't"):
        return _NEGATION
    if len(word) < 2 or word in _STOP_WORDS:
        return ""
    return _stem(word)


def _stem(word: str) -> str:
    """The beginning of a word, which stands for all of its forms."""
    return (word.removesuffix("s") if len(word) > 3 else word)[:_STEM_LETTERS]

"""What the local judge compares texts by: the stems of content words, and figures with the words around them.

Everything here is linear in the length of the text and the same on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from evals.checks.figures import Figure, Kind, read_figures

_STEM: Final = 5
"""Letters of a word that count. It joins ``refund``, ``refunds`` and ``refunded`` in any language written in letters
without knowing its grammar, at the price of joining a few strangers."""

_NEAR: Final = 4
"""Words on each side of a figure that say what it measures."""

_REMEMBERED: Final = 2048
"""Texts whose features are kept: passages come back in many cases."""

_EQUAL: Final = 32
"""Equal quantities of one text that are compared with another text's."""

_NO_QUANTITY: Final = frozenset({Kind.LIST_MARKER, Kind.REFERENCE, Kind.SECTION})
"""Digits that structure a text and claim nothing."""

# The parts of an identifier such as tool_call are no words of the text.
_WORD: Final = re.compile(r"[^\W\d_]+(?:_[^\W\d_]+)*")
_SENTENCE_END: Final = re.compile(r"[.!?](?!\d)|[。！？؟।\n]")
_COUNTED: Final = re.compile(r"[ \u00a0\u202f-]([^\W\d_]+)")
_DIGITS: Final = re.compile(r"\d+")

# Scripts written without spaces between words; two neighbouring characters stand for a word.
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
)

_ENGLISH: Final = """
according docs said say says state states
a about after all also an and any are aren as at be been before being both but by can could couldn did didn
do does doesn don each either for from had has hasn have haven having he her here him his how i if in into
is isn it its just may me might more most must my no nor not of off on once one only or other our out over
own same shall she should shouldn so some such than that the their them then there these they this those
through to too under until up us very was wasn we were weren what when where which while who whom why will
with within without won would wouldn you your
"""

_FUNCTION_WORDS: Final = frozenset(_ENGLISH.split())
"""Words that carry no content, the heads of contractions and what introduces a quotation among them."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure, date, version or code, and what stands around it."""

    kind: str
    """Quantities of different kinds are never compared."""
    value: Hashable
    unit: str | None
    near: frozenset[str]
    """Stems of the nearest content words."""
    counted: str | None = None
    """Stem of the word right behind it: what there are so many of."""

    def agrees(self, other: Quantity) -> bool:
        """Whether both say the same: equal values, no contradiction of units, and the same surroundings.

        A lone 5 in "give 5 points" is not the 5 of "within 5 days".
        """
        if self.kind != other.kind or self.value != other.value or not self.fits_unit(other):
            return False
        return (self.unit is not None and self.unit == other.unit) or self.fits_place(other)

    def fits_unit(self, other: Quantity) -> bool:
        """Whether the units can be the same one; an unwritten unit fits any."""
        return self.unit == other.unit or self.unit is None or other.unit is None

    def fits_place(self, other: Quantity) -> bool:
        """Whether they count the same thing, or share enough of the words around them.

        One shared word is enough between figures that count nothing; when one of them does, it takes two.
        """
        if self.counted is not None and self.counted == other.counted:
            return True
        needed = 1 if self.counted is None and other.counted is None else 2
        return len(self.near & other.near) >= min(needed, len(self.near), len(other.near))


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence or line."""

    words: frozenset[str]
    """Stems of its content words."""
    quantities: tuple[Quantity, ...]


@dataclass(frozen=True, slots=True)
class Features:
    """One text as the judge sees it."""

    sentences: tuple[Sentence, ...]
    """Those that hold a content word or a quantity, in order."""
    words: frozenset[str]
    """Stems of all content words."""
    by_value: Mapping[tuple[str, Hashable], tuple[Quantity, ...]]
    """The quantities by kind and value."""

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """All quantities in the order of the text."""
        return tuple(quantity for sentence in self.sentences for quantity in sentence.quantities)

    def has(self, quantity: Quantity) -> bool:
        """Whether one of the quantities agrees with another text's."""
        equal = self.by_value.get((quantity.kind, quantity.value), ())
        return any(own.agrees(quantity) for own in equal)


def features_of(text: str) -> Features:
    """Read one text."""
    places, stems = _content_words(text)
    ends = [match.start() for match in _SENTENCE_END.finditer(text)]
    words: dict[int, set[str]] = {}
    for place, stem in zip(places, stems, strict=True):
        words.setdefault(bisect_left(ends, place), set()).add(stem)
    quantities: dict[int, list[Quantity]] = {}
    for figure in read_figures(text):
        if figure.kind not in _NO_QUANTITY:
            near = _around(figure, places, stems, ends)
            quantities.setdefault(bisect_left(ends, figure.end), []).append(_quantity(figure, text, near))
    sentences = tuple(
        Sentence(frozenset(words.get(number, ())), tuple(quantities.get(number, ())))
        for number in sorted(words.keys() | quantities.keys())
    )
    return Features(sentences, frozenset(stems), _indexed(quantities.values()))


def _indexed(groups: Iterable[list[Quantity]]) -> Mapping[tuple[str, Hashable], tuple[Quantity, ...]]:
    found: dict[tuple[str, Hashable], list[Quantity]] = {}
    for quantity in chain.from_iterable(groups):
        equal = found.setdefault((quantity.kind, quantity.value), [])
        # A text full of one number would otherwise be compared with itself.
        if len(equal) < _EQUAL:
            equal.append(quantity)
    return {key: tuple(equal) for key, equal in found.items()}


@lru_cache(maxsize=_REMEMBERED)
def remembered_features(text: str) -> Features:
    """Read a text that will come again: a passage or a reference answer, not an answer."""
    return features_of(text)


def _content_words(text: str) -> tuple[list[int], list[str]]:
    """Give the offset and the stem of each content word, in order."""
    places: list[int] = []
    stems: list[str] = []
    for match in _WORD.finditer(text):
        for offset, stem in _stems(match[0]):
            places.append(match.start() + offset)
            stems.append(stem)
    return places, stems


def _stems(word: str) -> Iterator[tuple[int, str]]:
    folded = unicodedata.normalize("NFKC", word).casefold()
    if _UNSPACED.match(folded):
        yield from ((start, folded[start : start + 2]) for start in range(max(1, len(folded) - 1)))
    elif len(folded) > 1 and folded not in _FUNCTION_WORDS:
        yield 0, folded[:_STEM]


def _around(figure: Figure, places: list[int], stems: list[str], ends: list[int]) -> frozenset[str]:
    """Give the stems next to a figure that are in its own sentence."""
    first, last = bisect_left(places, figure.start), bisect_left(places, figure.end)
    sentence = bisect_left(ends, figure.end)
    low = bisect_left(places, ends[sentence - 1]) if sentence else 0
    high = bisect_left(places, ends[sentence]) if sentence < len(ends) else len(places)
    own = stems[max(low, first - _NEAR) : min(high, last + _NEAR)]
    # A figure that stands alone is about what stands before and after it.
    return frozenset(own or stems[max(0, first - _NEAR) : last + _NEAR])


def _quantity(figure: Figure, text: str, near: frozenset[str]) -> Quantity:
    if figure.kind in {Kind.FIGURE, Kind.YEAR}:
        following = _COUNTED.match(text, figure.end)
        counted = None if following is None else next((stem for _, stem in _stems(following[1])), None)
        return Quantity("figure", figure.value, figure.unit, near, counted)
    written = text[figure.start : figure.end]
    if figure.kind is Kind.IDENTIFIER:
        return Quantity("identifier", written.casefold(), None, near)
    # "9 September 2025" and "2025-09-09" hold the same numbers; the name of the month counts as a word.
    return Quantity(figure.kind.value, frozenset(map(int, _DIGITS.findall(written)[:8])), None, near)

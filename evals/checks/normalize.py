"""Views of a text in which equal-looking things are equal, each able to point back into the raw text.

The steps, in order:

1. NFC (Unicode Standard Annex #15), invisible characters removed, typographic quotes and hyphens made plain;
2. optionally, inline Markdown removed (``evals.checks.inline``);
3. white space collapsed to single spaces, none at the ends;
4. optionally, full case folding, and NFC once more, because folding can take characters apart.

Every step is linear in the length of the text and idempotent.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Final, overload

import regex

from evals.checks.check import Evidence
from evals.checks.inline import inline_edits, may_hold_markup

Edit = tuple[int, int, str]
"""Replace ``text[start:end]`` by the third member; edits of one text are ordered and do not overlap."""

INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0"
    "\U000e0000-\U000e01ef"
)
"""Body of a character class: soft hyphen, joiners, marks of direction, variation selectors, tags."""
SINGLE_QUOTES: Final = "\u00b4\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02b9\u02bb\u02bc\u02bd\u055a\ua78c\uff07"
"""Characters that people and models write for an apostrophe or a single quote."""
DOUBLE_QUOTES: Final = "\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u02ba\uff02"
"""Characters that stand for a double quote."""
HYPHENS: Final = "\u2010\u2011"
"""Hyphens proper; dashes and the minus sign mean something else and stay."""

_MARKED_UP_TO = 30
"""Combining marks after which a run is left as it is: real text has fewer (UAX #15, stream-safe format), and sorting
a longer run takes time quadratic in its length."""
_PLAIN: Final = {
    mark: plain for marks, plain in ((SINGLE_QUOTES, "'"), (DOUBLE_QUOTES, '"'), (HYPHENS, "-")) for mark in marks
}
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
# A space alone is as it should be; everything else that is white space is a run to be replaced.
_SPACES = re.compile(r"\s(?:(?<! )\s*+|\s++)")
# A character with what may combine with it: marks, and the Hangul vowels and finals.
_COMBINES = r"[\p{M}\u1161-\u11ff\ud7b0-\ud7fb]"
_CLUSTER = regex.compile(rf"[\s\S]{_COMBINES}++|[^\x00-\u02ff]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


Place = tuple[int, int, int, int]
"""The span of an edit after it was made, and before."""


_start: Final = itemgetter(0)
_start_in_parent: Final = itemgetter(2)


@dataclass(frozen=True, slots=True)
class View:
    """A text made from another one, with the way back."""

    text: str
    parent: View | None = None
    """What it was made from; None for the raw text."""
    places: Sequence[Place] = ()
    """For each edit its span here and its span in the parent, in order."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the raw text of ``text[start:end]``; a replaced part counts as a whole."""
        if self.parent is None:
            return start, end
        if start == end:
            here = self.span(start, start + 1)[0] if start < len(self.text) else len(self.root.text)
            return here, here
        first, last = self._origin(start), self._origin(end - 1)
        return self.parent.span(first[0], last[1])

    def offset(self, raw: int) -> int:
        """Where the character at ``raw`` in the raw text went; of a replaced part, where that begins."""
        if self.parent is None:
            return raw
        before = self.parent.offset(raw)
        index = bisect_right(self.places, before, key=_start_in_parent) - 1
        if index < 0:
            return before
        start, end, _, parent_end = self.places[index]
        return start if before < parent_end else before - parent_end + end

    @property
    def is_level(self) -> bool:
        """Whether every character is where it was in the raw text."""
        return self.parent is None or (not self.places and self.parent.is_level)

    def evidence(self, start: int, end: int, read_as: str = "") -> Evidence:
        """The raw text behind ``text[start:end]``."""
        first, last = self.span(start, end)
        return Evidence(self.root.text[first:last], first, read_as)

    @property
    def root(self) -> View:
        """The raw text."""
        return self if self.parent is None else self.parent.root

    def _origin(self, offset: int) -> tuple[int, int]:
        """Span in the parent of the character at ``offset``."""
        index = bisect_right(self.places, offset, key=_start) - 1
        if index < 0:
            return offset, offset + 1
        _, end, parent_start, parent_end = self.places[index]
        if offset < end:
            return parent_start, parent_end
        origin = parent_end + offset - end
        return origin, origin + 1


def rewrite(view: View, edits: Iterable[Edit]) -> View:
    """Apply edits; the same view when there are none."""
    parts: list[str] = []
    places: list[Place] = []
    read = written = 0
    for start, end, new in edits:
        written += start - read
        parts += (view.text[read:start], new)
        places.append((written, written + len(new), start, end))
        read, written = end, written + len(new)
    if not places:
        return view
    parts.append(view.text[read:])
    return View("".join(parts), view, places)


def make_plain(view: View) -> View:
    """Remove what is invisible, compose, and make quotes and hyphens plain."""
    return straighten(compose(remove_invisible(view)))


def compose(view: View) -> View:
    """NFC, in linear time; runs of more than 30 combining marks stay as they are."""
    text = view.text
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return view
    return rewrite(view, _composed(text))


def remove_invisible(view: View) -> View:
    """Remove what no reader sees."""
    if view.text.isascii():
        return view
    return rewrite(view, ((match.start(), match.end(), "") for match in _INVISIBLE.finditer(view.text)))


def straighten(view: View) -> View:
    """Make typographic quotes, apostrophes and hyphens plain; offsets do not change."""
    text = straighten_text(view.text)
    return view if text == view.text else View(text, view)


def straighten_text(text: str) -> str:
    """Make typographic quotes, apostrophes and hyphens plain, character by character."""
    if not text.isascii():
        # Most marks are not there, and that is found out faster than which of them each character is.
        for mark, plain in _PLAIN.items():
            text = text.replace(mark, plain)
    return text


class _CollapsedPlaces(Sequence[Place]):
    """Where white space was collapsed; looked for when first asked for, because only evidence needs it."""

    def __init__(self, view: View) -> None:
        self._view: Final = view

    @cached_property
    def _places(self) -> Sequence[Place]:
        return rewrite(self._view, _collapsed(self._view.text)).places

    @overload
    def __getitem__(self, index: int) -> Place: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Place]: ...

    def __getitem__(self, index: int | slice) -> Place | Sequence[Place]:
        return self._places[index]

    def __len__(self) -> int:
        return len(self._places)


def collapse(view: View) -> View:
    """Make every run of white space one space, and none at the ends."""
    text = " ".join(view.text.split())
    return view if text == view.text else View(text, view, _CollapsedPlaces(view))


def fold(view: View) -> View:
    """Full case folding, then NFC."""
    text = view.text.casefold()
    if text == view.text:
        return view
    # Folding never shortens: at equal length every character became one character.
    folded = View(text, view) if len(text) == len(view.text) else rewrite(view, _folded(view.text))
    return compose(folded)


def _composed(text: str) -> Iterator[Edit]:
    for match in _CLUSTER.finditer(text):
        cluster = match[0]
        if len(cluster) <= _MARKED_UP_TO + 1:
            composed = unicodedata.normalize("NFC", cluster)
            if composed != cluster:
                yield match.start(), match.end(), composed


def _collapsed(text: str) -> Iterator[Edit]:
    body = len(text) - len(text.lstrip())
    end = max(len(text.rstrip()), body)
    if body:
        yield 0, body, ""
    for match in _SPACES.finditer(text, body, end):
        yield match.start(), match.end(), " "
    if end < len(text):
        yield end, len(text), ""


def _folded(text: str) -> Iterator[Edit]:
    for match in re.finditer(r"[A-Z]", text) if text.isascii() else re.finditer(r"[A-Z]|[^\x00-\x7f]", text):
        folded = match[0].casefold()
        if folded != match[0]:
            yield match.start(), match.end(), folded


class Views:
    """All views of one text, each made when it is first asked for."""

    def __init__(self, text: str) -> None:
        self.raw: Final = View(text)

    @cached_property
    def exact(self) -> View:
        """White space, case and Markdown as they are; the rest made plain."""
        return make_plain(self.raw)

    @cached_property
    def clean(self) -> View:
        """``exact`` with white space collapsed."""
        return collapse(self.exact)

    @cached_property
    def unmarked(self) -> View:
        """``exact`` without inline Markdown."""
        view = rewrite(self.exact, inline_edits(self.exact.text))
        # A character reference may have stood for anything.
        return view if view is self.exact else make_plain(view)

    @cached_property
    def plain(self) -> View:
        """``unmarked`` with white space collapsed."""
        return collapse(self.unmarked)

    @cached_property
    def exact_folded(self) -> View:
        """``exact`` with case folded."""
        return fold(self.exact)

    @cached_property
    def unmarked_folded(self) -> View:
        """``unmarked`` with case folded."""
        return fold(self.unmarked)

    @cached_property
    def clean_folded(self) -> View:
        """``clean`` with case folded."""
        return fold(self.clean)

    @cached_property
    def plain_folded(self) -> View:
        """``plain`` with case folded."""
        return fold(self.plain)

    def literal(self, *, case_sensitive: bool = False, keep_spaces: bool = False) -> tuple[View, ...]:
        """The views in which literal text is looked for: as written, and without Markdown when that differs."""
        read = _READINGS[case_sensitive, keep_spaces]
        first, second = (step(self) for step in read)
        return (first,) if first.text == second.text else (first, second)


_Step = Callable[[Views], View]
_READINGS: Final[dict[tuple[bool, bool], tuple[_Step, _Step]]] = {
    (False, False): (lambda views: views.clean_folded, lambda views: views.plain_folded),
    (True, False): (lambda views: views.clean, lambda views: views.plain),
    (False, True): (lambda views: views.exact_folded, lambda views: views.unmarked_folded),
    (True, True): (lambda views: views.exact, lambda views: views.unmarked),
}


def plain_folded(text: str) -> str:
    """The text of ``Views.plain_folded``, quick for a sentence that nothing has to be done to."""
    straight = straighten_text(text)
    if straight.isascii() and not may_hold_markup(straight):
        return " ".join(straight.lower().split())
    return Views(text).plain_folded.text


@lru_cache(maxsize=16)
def views(text: str) -> Views:
    """The views of an answer; several checks of one answer share them."""
    return Views(text)


def needle(text: str, *, case_sensitive: bool = False, keep_spaces: bool = False) -> str:
    """Literal text as it is looked for in ``Views.literal``: never read as Markdown."""
    return _READINGS[case_sensitive, keep_spaces][0](Views(text)).text

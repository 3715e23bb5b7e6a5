"""The surface that figures are read from: ASCII digits, plain signs, no emphasis, no addresses.

Markdown is not rendered here as ``evals.checks.normalize`` does it: in ``5*3*2`` the marks are signs of
multiplication, and what a link points to must not be read at all.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from evals.checks.normalize import Edit, View, rewrite, views

GROUPING_SPACE: Final = "\u00a0"
"""Stands for every space but the plain one: such a space between digits groups them without doubt."""

_SAME_LENGTH: Final = {
    GROUPING_SPACE: "\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "-": "\ufe63\uff0d",
    "–": "\u2012",
    "—": "\u2015",
    "%": "\ufe6a\uff05\u066a",
    "$": "\ufe69\uff04",
    "£": "\uffe1",
    "¥": "\uffe5",
    "₩": "\uffe6",
    "(": "\uff08",
    ")": "\uff09",
    ":": "\uff1a",
    "+": "\uff0b",
    "/": "\u2044\u2215\uff0f",
    "~": "\u301c\uff5e",
    ".": "\u066b",
    ",": "\u066c",
    "·": "\u2219\u22c5",
    "×": "\u2715\u2a09",
}
_LEVEL: Final = {mark: plain for plain, marks in _SAME_LENGTH.items() for mark in marks}
_UNEVEN = re.compile(rf"[{''.join(_LEVEL)}]|[^\D0-9]")
# Between digits a wide comma is a thousands separator only before three of them: elsewhere it parts clauses.
_WIDE_SEPARATOR = re.compile(r"(?<=[0-9])(?:，(?=[0-9]{3}(?![0-9]))|．(?=[0-9]))")
_MARK = re.compile(
    r"\\[$%#&_,;!~.+-]|\{(?=,\})|(?<=\{,)\}|(?<=10)<sup>|(?<=[0-9])<sup>(?=st\b|nd\b|rd\b|th\b)"
    r"|&(?:nbsp|thinsp|ensp|emsp);|&(?:#37|percnt);"
    r"|</?(?:b|i|em|strong|span|u|mark)\b[^<>]{0,80}>"
)
_MARKED = re.compile(r"[*_`\\&<]")
_MARKED_OR_BRACED = re.compile(r"[*_`\\{}&<]")
_BRACED_COMMA: Final = "{,}"
"""LaTeX for a comma without a space behind it: the only braces that are no text."""
_THIN_SPACES: Final = ("\\,", "\\;")
"""Of LaTeX: between digits they group."""
_PERCENT_SIGNS: Final = ("&#37;", "&percnt;")
_MATH = re.compile(r"(?<![\w\\$])(\${1,2})(?=[^\s$])([^$\n]{1,200})(?<=[^\s\\])\1(?![\w$])")
_MATH_SIGNS: Final = ("\\", "^", "_", "=", "{", "}")
_MATH_NUMBER = re.compile(r"\$[-−+]?[0-9.,]+\$")
_MATHEMATICAL = re.compile(r"[\\^_={}]|\A[-−+]?[0-9.,]+\Z")
_OPAQUE = re.compile(
    r"(?:https?|ftp|s3|gs|file)://[^\s<>\"|)\]]+"
    r"|www\.[^\s<>\"|)\]]+"
    r"|\]\([^()\[\]\s]*+(?:\s[^()\[\]\n]{0,80})?\)"
    r"|(?<![\w.+-])[\w.+-]++@[\w.-]+"
    r"|&#x?[0-9a-fA-F]{1,7};"
    r"|<sup>[^<>]{0,20}</sup>"
)
# An address without its scheme: help.example.com/returns?ref=88.
_PATH = re.compile(r"\.(?<=[a-z0-9]\.)[a-z]{2,6}/[^\s<>\"|)\]]+")
_OPAQUE_SIGNS: Final = ("://", "www.", "](", "@", "&#", "<sup>")


class Surface:
    """A text as figures are read from it, with the way back to the raw text."""

    __slots__ = ("_steps", "text")

    def __init__(self, text: str, view: View) -> None:
        self.text: Final = text
        self._steps: Final = [([place[0] for place in step], step) for step in _steps(view)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the raw text of the non-empty ``text[start:end]``."""
        for starts, places in self._steps:
            index = bisect_right(starts, start)
            _, new_end, _, old_end = places[index - 1] if index else (0, 0, 0, 0)
            if start >= new_end and (index == len(starts) or end <= starts[index]):
                # Nothing within the span was changed.
                start, end = start + old_end - new_end, end + old_end - new_end
            else:
                start, end = _origin(starts, places, start)[0], _origin(starts, places, end - 1)[1]
        return start, end


def _steps(view: View) -> Iterator[Sequence[tuple[int, int, int, int]]]:
    """The changes of length that led from the raw text to the view, last one first."""
    step: View | None = view
    while step is not None:
        if step.places:
            yield step.places
        step = step.parent


def _origin(starts: list[int], places: Sequence[tuple[int, int, int, int]], offset: int) -> tuple[int, int]:
    """Span before a change of the character that is at ``offset`` after it; what was replaced counts as a whole."""
    index = bisect_right(starts, offset) - 1
    if index < 0:
        return offset, offset + 1
    _, end, old_start, old_end = places[index]
    if offset < end:
        return old_start, old_end
    origin = old_end + offset - end
    return origin, origin + 1


def surface(text: str) -> Surface:
    """The text as figures are read from it."""
    view = views(text).exact
    level = view.text if view.text.isascii() else _level(view.text)
    if level.count("$") > 1 and (any(sign in level for sign in _MATH_SIGNS) or _MATH_NUMBER.search(level)):
        level = _MATH.sub(_without_dollars, level)
    marked = _MARKED_OR_BRACED if _BRACED_COMMA in level else _MARKED
    if marked.search(level):
        view = rewrite(View(level, view), _edits(level, marked))
        level = view.text
    if any(sign in level for sign in _OPAQUE_SIGNS):
        level = _OPAQUE.sub(_blank, level)
    return Surface(_PATH.sub(_blank, level) if "/" in level else level, view)


def _level(text: str) -> str:
    """Digits of all scripts, spaces, dashes and signs in one form each; the length stays the same."""
    level = _UNEVEN.sub(lambda match: _LEVEL.get(match[0]) or str(unicodedata.digit(match[0])), text)
    if "，" not in level and "．" not in level:
        return level
    return _WIDE_SEPARATOR.sub(lambda match: "," if match[0] == "，" else ".", level)


def _without_dollars(match: re.Match[str]) -> str:
    """A formula without its delimiters, so that they are not taken for money; the length stays the same."""
    if not _MATHEMATICAL.search(match[2]):
        return match[0]
    blank = " " * len(match[1])
    return f"{blank}{match[2]}{blank}"


def _edits(text: str, marked: re.Pattern[str]) -> Iterator[Edit]:
    done = 0
    for found in marked.finditer(text):
        start = found.start()
        if start < done:
            continue
        mark = text[start]
        done = start + 1
        if mark in "*_":
            while text[done : done + 1] == mark:
                done += 1
            if not _is_text(text, start, done):
                yield start, done, ""
        elif mark == "`":
            yield start, done, ""
        elif match := _MARK.match(text, start):
            done = match.end()
            yield start, done, _plain(text, match)


def _plain(text: str, match: re.Match[str]) -> str:
    """What stands for an escape, a brace, a reference or a tag on the surface."""
    mark, follows = match[0], text[match.end() : match.end() + 1]
    if mark == "<sup>":
        return "" if follows.isalpha() else "^"
    if mark in _THIN_SPACES and not follows.isdigit():
        return " "
    if mark[0] == "\\":
        return mark[1].translate({ord(";"): ",", ord("!"): None, ord("~"): " "})
    return "%" if mark in _PERCENT_SIGNS else GROUPING_SPACE if mark[0] == "&" else ""


def _is_text(text: str, start: int, end: int) -> bool:
    """Whether the stars multiply, or the lines join words, or a bullet or operator stands alone."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if (not before or before.isspace()) and (not after or after.isspace()):
        return True
    if after == "{":
        # An index of LaTeX.
        return text[start] == "_"
    joins = str.isdigit if text[start] == "*" else str.isalnum
    return joins(before) and joins(after)


def _blank(match: re.Match[str]) -> str:
    """What stands for an address, a link's target, a character reference or a raised note."""
    return "\ufffc" * len(match[0])

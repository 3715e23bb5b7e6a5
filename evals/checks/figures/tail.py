"""Letters glued behind a number: an ordinal, a decade, a unit of measure, or a name that begins with digits."""

from __future__ import annotations

import re
from typing import Final

from evals.checks.figures.figure import Kind
from evals.checks.figures.suffix import LETTER
from evals.checks.figures.units import MEASURES
from evals.checks.figures.words import DECADE_CUES, ORDINAL_ENDINGS

_LETTERS = re.compile(rf"[{LETTER}°]++")
_TOKEN = re.compile(r"\w++(?:-\w++)*+")
_LAST_WORD = re.compile(rf"(?P<word>[{LETTER}]+)[ \u00a0'-]?$")
_RAISED_ENDING = re.compile("ˢᵗ|ⁿᵈ|ʳᵈ|ᵗʰ")
_POWER = re.compile(r"[23](?![0-9])")
_CONTINUED: Final = frozenset(("h", "m", "s", "d", "min", "hr", "w", "x"))
"""Letters behind which a duration or a size goes on: ``1h30``, ``4x6``."""
_SQUARED: Final = frozenset(("m", "dm", "cm", "mm", "km", "ft", "in"))
_YEAR_ENDINGS: Final = frozenset(("s", "er", "E", "F", "A", "P"))
"""Decades, and the marks of estimated, forecast, actual and projected years."""
_WINDOW: Final = 16


def read_tail(text: str, start: int, end: int) -> tuple[Kind, int]:
    """What the letters behind the digits ``text[start:end]`` make of them, and where the whole ends."""
    if text[end : end + 1] == "_":
        return Kind.IDENTIFIER, _token_end(text, end)
    if raised := _RAISED_ENDING.match(text, end):
        return Kind.ORDINAL, raised.end()
    match = _LETTERS.match(text, end)
    if not match:
        return Kind.FIGURE, end
    letters, follows = match[0], text[match.end() : match.end() + 1]
    if letters in _SQUARED and _POWER.match(text, match.end()):
        return Kind.FIGURE, match.end() + 1
    if follows == "_" or (follows.isdigit() and letters not in _CONTINUED):
        return Kind.IDENTIFIER, _token_end(text, end)
    return _meaning(text, start, end, letters), match.end()


def _meaning(text: str, start: int, end: int, letters: str) -> Kind:
    if letters.lower() in ORDINAL_ENDINGS and text[start:end].isdigit():
        return Kind.ORDINAL
    if end - start == len("2024") and text[start : start + 2] in ("18", "19", "20") and letters in _YEAR_ENDINGS:
        return Kind.YEAR
    if letters == "s" and _is_decade(text, start, end):
        return Kind.PERIOD
    if text[start - 1 : start] == "#":
        return Kind.IDENTIFIER
    is_name = letters.isupper() and letters[0] != "°" and letters.lower() not in MEASURES
    return Kind.IDENTIFIER if is_name else Kind.FIGURE


def _is_decade(text: str, start: int, end: int) -> bool:
    """Whether this is a decade (``the 90s``) and not a time in seconds."""
    if end - start != 2 or text[end - 1] != "0":
        return False
    word = _LAST_WORD.search(text, max(0, start - _WINDOW), start)
    return text[start - 1 : start] == "'" or (word is not None and word["word"].lower() in DECADE_CUES)


def _token_end(text: str, at: int) -> int:
    match = _TOKEN.match(text, at)
    return match.end() if match else at

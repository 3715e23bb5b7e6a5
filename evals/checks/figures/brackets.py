"""Brackets around a figure: a loss as accountants write it, or an aside."""

from __future__ import annotations

import re
from typing import Final

_WINDOW: Final = 24
_CELL_BEGINS = re.compile(r"(?:^|\n|[|\t\"]|  |,|:)[ \u00a0]?$")
_CELL_ENDS = re.compile(r"[ \u00a0]?(?:[|\t\n\"]|  |,[^ ]|\Z)")
_LINE_ENDS = re.compile(r"[ \u00a0]?[.;]?[ \u00a0]?(?:\n|\Z)")
# An aside needs something to stand beside; after these words the figure itself is what is told.
_TELLING = re.compile(
    r"(?:\b(?:of|was|were|is|are|to|at|from|by|be|been|reported|posted|totaled|totalled|vs|versus|against|only)|[=:])"
    r"[ \u00a0]?$"
)
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred)"
    r"[ \u00a0]$",
    re.IGNORECASE,
)
_SMALL_OR_YEAR = re.compile(r"[0-9]{1,2}|(?:19|20)[0-9]{2}")
# A line of its own is a loss only when it holds an amount.
_AMOUNT = re.compile(r"[$€£¥₹]|[0-9][.,' \u00a0][0-9]{3}")
_LINE_BEGINS = re.compile(r"(?:^|\n)[ \u00a0]?$")


def is_bracketed_loss(text: str, start: int, end: int, written: str, *, goes_on: bool) -> bool:
    """Whether a figure is negative because of the brackets around it.

    It is when its unit stands behind the brackets (``(53.2) million``), when they fill a cell, a line or the value
    after a label, and when prose tells the figure itself (``was (1,234) in 2024``). After a noun or an adverb they are
    an aside: ``strong (12.5%)``. After the same number in words they repeat it: ``three (3) million``.

    Args:
        text: the surface.
        start: offset of the opening bracket, or of the currency before it.
        end: offset after the closing bracket.
        written: the digits between them.
        goes_on: whether a scale word or unit stands behind the brackets.
    """
    before = text[max(0, start - _WINDOW) : start]
    if goes_on:
        return _NUMBER_WORD.search(before) is None
    if _CELL_BEGINS.search(before):
        ends = _LINE_ENDS if before.rstrip()[-1:] == ":" else _CELL_ENDS
        is_alone = ends.match(text, end) is not None
        return is_alone and (_LINE_BEGINS.search(before) is None or _AMOUNT.search(text, start, end) is not None)
    return _SMALL_OR_YEAR.fullmatch(written) is None and _TELLING.search(before) is not None

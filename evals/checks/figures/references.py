"""Source markers and footnotes: ``[2]``, ``[1, 3]``, ``[^4]``, ``[3†L1]``, ``【4:2†source】``, ``1,234(1)``."""

from __future__ import annotations

import re
from typing import Final

_SQUARE = re.compile(r"[0-9]{1,3}(?:[ ]?[,;–-][ ]?\^?[0-9]{1,3}){0,20}+(?:†[^\]\n]{0,60})?\]")
_LENTICULAR = re.compile(r"[^】\n]{0,60}】")
_ROUND = re.compile(r"[0-9]{1,2}\)")
_DATA: Final = re.compile(r"(?:[=(\[]|[\"']:|\b(?:are|is|returns?|list|array|values?|output|result|answer)|\A)\s?$")
_WINDOW: Final = 16
# After a colon several numbers are values, unless sources are named.
_VALUES_FOLLOW = re.compile(
    r"(?<![A-Za-z])(?!(?:sources?|refs?|references?|see|cf|citations?|cited|docs?|notes?|footnotes?|from|also|per):)"
    r"[A-Za-z]{2,}:[ ]?$",
    re.IGNORECASE,
)


def reference_end(text: str, at: int, floor: int) -> int | None:
    """Where the reference whose digits begin at ``at`` ends; None when it is none."""
    mark = text[at - 1 : at]
    if mark in ("[", "^") and (opening := text.rfind("[", max(0, at - 2), at)) >= 0:
        match = _SQUARE.match(text, at)
        return match.end() if match and not _is_data(text, opening, match.end()) else None
    if mark == "【" and (match := _LENTICULAR.match(text, at)):
        return match.end()
    if mark == "(" and floor == at - 1 > 0 and (match := _ROUND.match(text, at)):
        return match.end()
    return None


def _is_data(text: str, opening: int, end: int) -> bool:
    """Whether the brackets hold a list of values: in JSON, after ``=``, after a label, or as the whole answer."""
    if "†" in text[opening:end]:
        return False
    window = text[max(0, opening - _WINDOW) : opening]
    if "," in text[opening:end] and _VALUES_FOLLOW.search(window):
        return True
    before = _DATA.search(window)
    at_start = opening <= _WINDOW and not text[:opening].strip()
    return bool(before and (before[0].strip() or (at_start and not text[end:].strip())))

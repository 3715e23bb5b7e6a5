"""Source markers and footnotes: ``[2]``, ``[1, 3]``, ``[^4]``, ``【4:2†source】``, ``1,234(1)``."""

from __future__ import annotations

import re
from typing import Final

_SQUARE = re.compile(r"[0-9]{1,3}(?:[ ]?[,;–-][ ]?\^?[0-9]{1,3}){0,20}+\]")
_LENTICULAR = re.compile(r"[^】\n]{0,60}】")
_ROUND = re.compile(r"[0-9]{1,2}\)")
_DATA: Final = re.compile(r"(?:[=(\[]|[\"']:|\b(?:are|is|returns?|list|array|values?|output|result|answer)|\A)\s?$")
_WINDOW: Final = 16


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
    """Whether the brackets hold a list of values: in JSON, after ``=``, or as the whole answer."""
    before = _DATA.search(text[max(0, opening - _WINDOW) : opening])
    at_start = opening <= _WINDOW and not text[:opening].strip()
    return bool(before and (before[0].strip() or (at_start and not text[end:].strip())))

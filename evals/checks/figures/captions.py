"""Units that are written once for many figures: over a column, beside a row's name, above a table, in a label.

``| Revenue (EUR thousands) | 31,650 |`` states 31,650,000 euros. A figure under such a caption keeps its own reading
and gets a second one; a plain figure under ``(%)`` becomes a percentage.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import takewhile
from typing import Final

from evals.checks.figures.figure import PERCENT, Kind, Reading
from evals.checks.figures.units import DOLLARS, ISO_CODES, LOWER_CODES, PHRASES, SIGNS

_MONEY: Final = r"(?:[A-Z]{0,3}\$|[€£¥₹]|[A-Z]{3}|euros?|(?:U\.?S\.? )?dollars?|pounds|yen|rupees)"
_SCALE: Final = (
    r"(?:thousands?|millions?|billions?|trillions?|lakhs?|crores?|[KkMmBb]|mm|MM|[mb]n|Mio\.?|Mrd\.?|'?000'?s?)"
)
_BRACKETED: Final = re.compile(
    rf"\((?:all )?(?:figures |amounts |values )?(?:in )?(?:(?P<percent>%|percent)"
    rf"|(?P<before>{_MONEY})?[ ]?(?:in )?(?P<scale>{_SCALE})(?: of)?[ ]?(?P<after>{_MONEY})?|(?P<money>{_MONEY}))"
    rf"(?:[,;][^()\n]{{0,60}})?\)"
)
_STATED: Final = re.compile(rf"\bin (?P<scale>thousands|millions|billions)(?: of (?P<after>{_MONEY}))?\b")
_STATED_WORDS: Final = ("in thousands", "in millions", "in billions")
_PER_SHARE: Final = re.compile(r"\bper (?:[a-z]+ )?share\b|\bEPS\b", re.IGNORECASE)
_POWERS: Final = {"t": 3, "k": 3, "0": 3, "m": 6, "b": 9, "l": 5, "c": 7}
_DELIMITERS: Final = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*\n?")
_LONGEST_LINE: Final = 2000
_LONGEST_ROW: Final = 240
"""Characters before a figure in which its row may say that it is told per share."""
_REACH: Final = 60
_NEAR: Final = 2
_MOST: Final = 50
"""Captions of one row that are looked at."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A unit that is written apart from its figures."""

    start: int
    end: int
    power: int
    """The power of ten it scales by; 0 when it does not."""
    unit: str | None


@dataclass(frozen=True, slots=True)
class _Table:
    """A pipe table with captions over it."""

    start: int
    """Offset of its first row."""
    end: int
    columns: dict[int, Caption]
    """By the number of pipes before the cell."""
    whole: Caption | None
    """For all columns but the first: a caption over the names of the rows, or above the table."""


def apply_captions(text: str, readings: list[Reading]) -> list[Reading]:
    """The readings, each under a caption followed by its second reading."""
    captions = _apart(sorted(_captions(text), key=_start))
    if not captions:
        return readings
    tables = _tables(text, captions)
    applied: list[Reading] = []
    for reading in readings:
        caption = _caption_of(text, reading, captions, tables) if _is_plain(reading) else None
        applied += [reading] if caption is None else _under(text, reading, caption)
    return applied


def _start(thing: Caption | _Table) -> int:
    return thing.start


def _apart(captions: Sequence[Caption]) -> list[Caption]:
    """Without those that stand inside another: ``in millions`` in ``(figures in millions)``."""
    kept: list[Caption] = []
    for caption in captions:
        if not kept or caption.start >= kept[-1].end:
            kept.append(caption)
    return kept


def _captions(text: str) -> Iterator[Caption]:
    for match in _BRACKETED.finditer(text):
        money = match["before"] or match["after"] or match["money"]
        unit = PERCENT if match["percent"] else _currency(money)
        # A letter alone is the number of an item: (b).
        is_letter = not unit and len(match["scale"] or "") == 1 and "in " not in match[0]
        if (unit or match["scale"]) and not is_letter:
            yield Caption(match.start(), match.end(), _power(match["scale"]), unit)
    for match in _STATED.finditer(text) if any(word in text for word in _STATED_WORDS) else ():
        yield Caption(match.start(), match.end(), _power(match["scale"]), _currency(match["after"]))


def _power(scale: str | None) -> int:
    if not scale:
        return 0
    first = scale.lstrip("'")[0]
    return 12 if scale.startswith("tr") else 9 if scale.startswith("Mrd") else _POWERS[first.lower()]


def _currency(money: str | None) -> str | None:
    if not money:
        return None
    if money in ISO_CODES or money in LOWER_CODES:
        return money.upper()
    return DOLLARS.get(money[:-1]) if money[-1] == "$" and len(money) > 1 else SIGNS.get(money) or PHRASES.get(money)


def _is_plain(reading: Reading) -> bool:
    return reading.kind is Kind.FIGURE and reading.scale == 1 and (reading.unit is None or reading.unit.isupper())


def _under(text: str, reading: Reading, caption: Caption) -> list[Reading]:
    unit = reading.unit or caption.unit
    row = max(_line_start(text, reading.start), reading.start - _LONGEST_ROW)
    if not caption.power or _PER_SHARE.search(text, row, reading.start):
        return [reading._replace(unit=unit)]
    return [reading, reading._replace(unit=unit, scale=Decimal(10) ** caption.power)]


def _caption_of(text: str, reading: Reading, captions: Sequence[Caption], tables: Sequence[_Table]) -> Caption | None:
    line = _line_start(text, reading.start)
    last = bisect_right(captions, reading.end + _NEAR, key=_start)
    if "|" not in text[line : reading.start]:
        nearest = captions[last - 1] if last else None
        return nearest if nearest and nearest.start >= line and _labels(text, nearest, reading) else None
    in_line = takewhile(lambda one: one.start >= line, captions[max(0, last - _MOST) : last][::-1])
    beside = next((one for one in in_line if "|" in text[one.end : reading.start]), None)
    return beside or _over(text.count("|", line, reading.start), reading, tables)


def _over(column: int, reading: Reading, tables: Sequence[_Table]) -> Caption | None:
    """The caption of the table that the figure stands in."""
    index = bisect_right(tables, reading.start, key=_start) - 1
    table = tables[index] if index >= 0 and reading.start < tables[index].end else None
    if table is None:
        return None
    return table.columns.get(column) or (table.whole if column > 1 else None)


def _labels(text: str, caption: Caption, reading: Reading) -> bool:
    """Whether the caption stands in the label before the figure, or directly behind the figure."""
    between = text[caption.end : reading.start]
    if caption.end <= reading.start:
        return len(between) <= _REACH and ". " not in between
    return 0 <= caption.start - reading.end <= _NEAR and text[caption.start] == "("


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1


def _tables(text: str, captions: Sequence[Caption]) -> list[_Table]:
    """The tables with captions, in order; one that has captions in its header and above has both."""
    tables: dict[int, _Table] = {}
    read_lines = set()
    known_end = 0
    for caption in captions:
        line = _line_start(text, caption.start)
        if line not in read_lines:
            read_lines.add(line)
            table = _table_at(text, line, caption, captions, known_end)
            if table:
                known_end = table.end
                above = tables.get(table.start)
                tables[table.start] = table if above is None else replace(table, whole=table.whole or above.whole)
    return sorted(tables.values(), key=_start)


def _table_at(text: str, line: int, caption: Caption, captions: Sequence[Caption], known_end: int) -> _Table | None:
    """The table whose header begins at ``line``, or that follows a line with a caption.

    Rows before ``known_end`` are known to reach that far.
    """
    end = text.find("\n", caption.end, caption.end + _LONGEST_LINE)
    if end < 0:
        return None
    is_header = "|" in text[line:end]
    header, whole = (line, None) if is_header else (end + 1 + (text[end + 1 : end + 2] == "\n"), caption)
    header_end = text.find("\n", header, header + _LONGEST_LINE)
    rows = _DELIMITERS.match(text, header_end + 1) if header_end >= 0 and "|" in text[header:header_end] else None
    if not rows:
        return None
    columns = _columns(text, header, header_end, captions) if is_header else {}
    first = int(text[header:header_end].lstrip().startswith("|"))
    table_end = known_end if rows.end() < known_end else _table_end(text, rows.end())
    return _Table(rows.end(), table_end, columns, whole or columns.get(first))


def _columns(text: str, start: int, end: int, captions: Sequence[Caption]) -> dict[int, Caption]:
    """The captions in a header, by the number of pipes before them."""
    first, last = bisect_left(captions, start, key=_start), bisect_left(captions, end, key=_start)
    return {text.count("|", start, one.start): one for one in captions[first:last]}


def _table_end(text: str, start: int) -> int:
    """Where the rows end: at a line without a pipe."""
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        if "|" not in text[start:end]:
            return start
        start = end
    return len(text)

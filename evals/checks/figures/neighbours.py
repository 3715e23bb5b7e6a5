"""What figures say of one another: ranges share scale, unit and sign; lists, dates and section numbers go on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from evals.checks.figures.figure import BASIS_POINTS, PERCENT, PERCENTAGE_POINTS, Kind, RangeRole, Reading
from evals.checks.figures.suffix import LETTER
from evals.checks.figures.units import MEASURES

_SPREADING: Final = frozenset((Kind.DATE, Kind.SECTION, Kind.REFERENCE))
_CLOSED: Final = frozenset("])】")
"""What ends a reference that nothing can go on."""
_SHARES: Final = frozenset((PERCENT, PERCENTAGE_POINTS, BASIS_POINTS))
_JOINING: Final = frozenset((Kind.IDENTIFIER, Kind.PERIOD, Kind.VERSION))
_DASH = re.compile(r"[ \u00a0]?[-–—−~][ \u00a0]?")
_RANGE = re.compile(r"(?:[ \u00a0]?[-–—−~][ \u00a0]?|[ \u00a0](?:to|through|thru|up to|bis|à|a|do|or)[ \u00a0])")
_AND = re.compile(r"[ \u00a0](?:and|und|et|y|i)[ \u00a0]")
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre|między)[ \u00a0]$", re.IGNORECASE)
_JOINT = re.compile(
    r"[ \u00a0]?(?:[-–—−~]|to|through|thru|up to|bis|à|a|do|und|et|y|i|,?[ \u00a0]?(?:and|or|&)?)[ \u00a0]?"
)
"""All that may stand between two figures that belong together."""
_SERIES = re.compile(r",?[ \u00a0]?(?:and|or|&|to|through|,|-|–)[ \u00a0]?")
_NOUN = re.compile(rf"[ \u00a0](?P<word>[{LETTER}]++)")
_PLURAL = re.compile(r"(?:s|§§|pp\.?)[ \u00a0]$")
_LONGEST_GAP: Final = 12
_HANGUL_SCALES: Final = "만억조"
"""Behind these a space may stand within a number."""
_WIDEST: Final = 1000
_WIDEST_FALLING: Final = 10


def settle(text: str, readings: list[Reading]) -> list[Reading]:
    """Readings in the order of the text, corrected by their neighbours."""
    return settle_markers(_paired(text, readings))


def _paired(text: str, readings: list[Reading]) -> list[Reading]:
    settled: list[Reading] = []
    for reading in readings:
        gap = reading.start - settled[-1].end if settled else -1
        if 0 <= gap <= _LONGEST_GAP:
            settled.extend(_pair(text, settled.pop(), reading))
        else:
            settled.append(reading)
    return settled


def _pair(text: str, low: Reading, high: Reading) -> tuple[Reading, ...]:
    gap = text[low.end : high.start]
    if not _JOINT.fullmatch(gap):
        return low, high
    if _adds_up(text, gap, low, high):
        return (_sum(low, high),)
    if low.kind is not high.kind or low.kind in _SPREADING:
        low, high = _same_kind(text, gap, low, high)
    if low.kind is Kind.FIGURE is high.kind and _is_range(text, gap, low) and _agree(text, gap, low, high):
        return _share(low, high)
    return low, high


def _adds_up(text: str, gap: str, low: Reading, high: Reading) -> bool:
    """``12億3000万``, ``1만 5,000원`` and ``1 crore 20 lakh`` are one figure each."""
    if gap.strip() or low.kind is not Kind.FIGURE or high.kind is not Kind.FIGURE or low.unit or high.sign < 0:
        return False
    is_spaced = text[low.end - 1] in _HANGUL_SCALES and (high.unit is not None or high.scale > 1)
    east_asian = low.scale.adjusted() % 4 == 0 and (not gap or is_spaced)
    indian = low.scale.adjusted() == 7 and high.scale.adjusted() == 5
    return low.scale > high.scale and low.scale > 1 and (east_asian or indian)


def _sum(high_part: Reading, low_part: Reading) -> Reading:
    number = high_part.number + low_part.number * low_part.scale / high_part.scale
    return high_part._replace(number=number, unit=low_part.unit, end=low_part.end)


def _same_kind(text: str, gap: str, low: Reading, high: Reading) -> tuple[Reading, Reading]:
    """One kind for both ends of ``pages 45–47``, ``5–7 May``, ``2000-2500 users``, ``Notes 3 and 4``."""
    plain = high.unit is None and high.scale == 1
    is_open = text[low.end - 1] not in _CLOSED
    if low.kind in _SPREADING and high.kind is Kind.FIGURE and plain and is_open and _goes_on(text, gap, low):
        return low, high._replace(kind=low.kind, marker=None)
    if low.kind in _JOINING and high.kind is Kind.FIGURE and plain and (gap == "-" or _names_two(text, gap, low, high)):
        return low, high._replace(kind=low.kind)
    if not _DASH.fullmatch(gap) and " to " not in gap:
        return low, high
    if high.kind is Kind.DATE and low.kind is Kind.FIGURE and low.unit is None:
        return low._replace(kind=Kind.DATE), high
    kinds = {low.kind, high.kind}
    if kinds == {Kind.FIGURE, Kind.YEAR} and _DASH.fullmatch(gap):
        return low._replace(kind=Kind.FIGURE), high._replace(kind=Kind.FIGURE)
    return low, high


def _names_two(text: str, gap: str, low: Reading, high: Reading) -> bool:
    """``Windows 10 and 11``, but not ``iPhone 15 and 3 chargers``."""
    parts_words = text[low.start - 1 : low.start] == " " and _SERIES.fullmatch(gap) is not None and "," not in gap
    return parts_words and not _is_noun(_NOUN.match(text, high.end))


def _is_noun(match: re.Match[str] | None) -> bool:
    """Whether a word is a noun or a unit, and no part of a name."""
    return match is not None and (match["word"][0].islower() or match["word"].lower() in MEASURES)


def _goes_on(text: str, gap: str, low: Reading) -> bool:
    if not _SERIES.fullmatch(gap):
        return False
    return "," not in gap or _PLURAL.search(text, max(0, low.start - 4), low.start) is not None


def _is_range(text: str, gap: str, low: Reading) -> bool:
    if _RANGE.fullmatch(gap):
        return True
    return _AND.fullmatch(gap) is not None and _BETWEEN.search(text, max(0, low.start - 12), low.start) is not None


def _agree(text: str, gap: str, low: Reading, high: Reading) -> bool:
    """Whether the units allow a range: not so in ``rose 12% to 1,200`` and ``from 5 to $7``."""
    if low.unit == high.unit:
        return True
    if low.unit is not None and high.unit is not None:
        return False
    if low.unit is None:
        return high.unit in _SHARES or text[high.start].isdigit()
    return low.unit not in _SHARES or _DASH.fullmatch(gap) is not None


def _share(low: Reading, high: Reading) -> tuple[Reading, Reading]:
    """Both ends with the scale, unit and sign that is written at one of them."""
    unit = low.unit or high.unit
    scale = high.scale if low.scale == 1 and _spreads_scale(low, high) else low.scale
    sign = low.sign if low.spreads_sign and low.sign < 0 else high.sign
    return (
        low._replace(unit=unit, scale=scale, role=RangeRole.LOW),
        high._replace(unit=unit, sign=sign, role=RangeRole.HIGH),
    )


def _spreads_scale(low: Reading, high: Reading) -> bool:
    """``20-25 million``, but not ``900,000 to 1.2 million``: there the first end is complete."""
    if high.scale == 1 or not low.number or not high.number:
        return high.scale != 1
    widest = Decimal(_WIDEST_FALLING if low.number > high.number else _WIDEST)
    return max(low.number, high.number) / min(low.number, high.number) < widest


def settle_markers(readings: Iterable[Reading]) -> list[Reading]:
    """Number 1, and a number whose neighbour in the list is there too, are list markers; others are figures."""
    readings = list(readings)
    if all(reading.marker is None for reading in readings):
        return readings
    seen = set()
    followers = {reading.marker - 1 for reading in readings if reading.marker}
    settled = []
    for reading in readings:
        number = reading.marker
        if number is not None and (number <= 1 or number - 1 in seen or number in followers):
            seen.add(number)
            reading = reading._replace(kind=Kind.LIST_MARKER)  # noqa: PLW2901 (the settled one takes its place)
        settled.append(reading)
    return settled

"""Reads all figures of a text in one pass, from left to right."""

from __future__ import annotations

import re
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from typing import Final

from evals.checks.figures.captions import apply_captions
from evals.checks.figures.figure import Figure, Kind, Reading
from evals.checks.figures.glue import read_glued
from evals.checks.figures.neighbours import settle
from evals.checks.figures.number import read_half, read_number, read_ordinary
from evals.checks.figures.numerals import VULGAR, Manner, manner_of
from evals.checks.figures.ratios import read_ratio
from evals.checks.figures.references import reference_end
from evals.checks.figures.shapes import read_shape, year_in
from evals.checks.figures.surface import Surface, surface

_DIGIT: Final = re.compile(rf"[0-9{''.join(VULGAR)}]")
_DIGIT_OR_HALF: Final = re.compile(rf"{_DIGIT.pattern}|\b[Hh]alf(?=[ \u00a0-])")
_MONEY: Final = frozenset("$€£¥₹")
"""Signs after which ``5 p.m.`` is an amount per month."""
_ZERO: Final = Decimal(0)
PRECISION: Final = 60
"""Significant digits of the arithmetic: twice what a figure may have, so that scaling is exact."""


@lru_cache(maxsize=16)
def read_figures(text: str) -> tuple[Figure, ...]:
    """All runs of digits of ``text``, and what each was read as, in order of their starts.

    Addresses of the web and of mail are left out. Spans may nest where one thing has two readings: the year within a
    date, the quotient over a ratio.
    """
    face = surface(text)
    with localcontext(Context(prec=PRECISION)):
        readings = apply_captions(face.text, settle(face.text, _readings(face.text)))
        return tuple(_figure(face, reading) for reading in readings)


def _readings(text: str) -> list[Reading]:
    readings: list[Reading] = []
    manner = manner_of(text)
    position = 0
    # Alternatives are looked for many times slower than a set of characters.
    beginning = _DIGIT_OR_HALF if "alf" in text else _DIGIT
    while found := beginning.search(text, position):
        new, position = _read(text, found.start(), readings[-1] if readings else None, manner)
        readings += new
    return readings


def _read(text: str, at: int, last: Reading | None, manner: Manner) -> tuple[list[Reading], int]:
    """What begins at ``at``, and where to go on."""
    floor = last.end if last else 0
    if text[at] in "hH":
        half = read_half(text, at)
        return ([half], half.end) if half else ([], at + len("half"))
    after_figure = last is not None and last.kind is Kind.FIGURE
    reading = read_ordinary(text, at, floor, after_figure, manner)
    if reading is None:
        found = _named(text, at, floor) or read_ratio(text, at)
        if found:
            return found, found[0].end
        reading = read_number(text, at, floor, after_figure, manner)
    return [reading], reading.end


def _named(text: str, at: int, floor: int) -> list[Reading]:
    """References, parts of names, dates and codes; empty when the digits are a number."""
    reference = reference_end(text, at, floor)
    if reference is not None:
        return [Reading(_ZERO, at, reference, Kind.REFERENCE)]
    found = read_glued(text, at, floor) or read_shape(text, at)
    if found is None:
        return []
    kind, end = found
    if kind is Kind.TIME and text[at - 1 : at] in _MONEY:
        return []
    year = year_in(text, at, end) if kind is Kind.DATE else None
    dated = [Reading(Decimal(text[year[0] : year[1]]), *year, kind=Kind.YEAR)] if year else []
    return [Reading(_ZERO, at, end, kind), *dated]


def _figure(face: Surface, reading: Reading) -> Figure:
    start, end = face.span(reading.start, reading.end)
    value = reading.number if reading.scale == 1 else reading.number * reading.scale
    return Figure(
        value if reading.sign > 0 else -value,
        reading.unit,
        reading.sign,
        reading.scale,
        reading.kind,
        reading.role,
        start,
        end,
    )

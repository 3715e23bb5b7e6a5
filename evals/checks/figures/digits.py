"""The written number at a place in a text: its span and its worth, before signs and units are looked for."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from evals.checks.figures.context import context_of, is_month, label_before
from evals.checks.figures.figure import Kind
from evals.checks.figures.numerals import (
    RUN,
    SPACED,
    VULGAR,
    Manner,
    is_address,
    read_exponent,
    read_numeral,
    read_power,
    read_vulgar,
)

_MIXED = re.compile(r"[ \u00a0](?P<over>[1-9])/(?P<under>[2-9]|1[0-6])(?![0-9/.,])")
_VULGAR_AFTER = re.compile(rf"[ \u00a0]?(?P<sign>[{''.join(VULGAR)}])")
_AND_A_HALF = re.compile(r"[ \u00a0]and[ \u00a0]a[ \u00a0]half\b")
# What a list without spaces holds: a comma before it is no decimal sign, and none behind it either.
_PIECE = re.compile(r"[0-9]++(?:\.[0-9]++)?+(?=[,'])")
_EXTENDERS: Final = frozenset(("e", "E", "^", "x", "×", "*", "·", "\\", *"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", *VULGAR))
"""What an exponent or a fraction can begin with behind a number."""
_SPACED_EXTENDERS: Final = frozenset(("x", "×", "*", "·", "\\", "a", *"123456789", *VULGAR))
"""What it can begin with behind a space."""
_SPACES: Final = (" ", "\u00a0")
_HALF: Final = Decimal("0.5")


class Written(NamedTuple):
    """Digits with their separators, exponent and fraction."""

    start: int
    end: int
    value: Decimal | None
    """None when they are no number: a version, a code."""
    kind: Kind = Kind.FIGURE
    is_bare: bool = True
    """Whether there is neither an exponent nor a fraction."""


def read_digits(text: str, at: int, floor: int, manner: Manner) -> Written:
    """Read the number whose first digit, or vulgar fraction, is at ``at``; nothing before ``floor`` is read."""
    if text[at] in VULGAR:
        return Written(at, at + 1, read_vulgar(text[at]), is_bare=False)
    if at == floor + 1 and text[floor] in ",'" and (piece := _PIECE.match(text, at)):
        return _first_of_many(text, at, piece.end(), manner)
    start, end = _span(text, at, floor)
    run = text[start:end]
    value = read_numeral(f"0{run}" if run[0] == "." else run, manner)
    if value is not None:
        return _extended(text, start, end, value)
    parting = re.search(r"[,']", run)
    if parting:
        return _first_of_many(text, start, start + parting.start(), manner)
    is_version = run.count(".") > 1 and not is_address(run)
    return Written(start, end, None, Kind.VERSION if is_version else Kind.IDENTIFIER)


def _first_of_many(text: str, start: int, end: int, manner: Manner) -> Written:
    """The first number of a list written without spaces; the others are read in their turn."""
    value = read_numeral(text[start:end], manner)
    return Written(start, end, value, Kind.FIGURE if value is not None else Kind.IDENTIFIER)


def _span(text: str, at: int, floor: int) -> tuple[int, int]:
    """Where the digits and separators begin and end; a decimal may begin with its point."""
    run = RUN.match(text, at)
    end = run.end() if run else at + 1
    spaced = SPACED.match(text, at) if text[end : end + 1] in _SPACES else None
    if spaced and (" " not in spaced[0] or not _is_named(text, at)):
        return at, spaced.end()
    if at == floor or text[at - 1] != ".":
        return at, end
    before = text[at - 2 : at - 1]
    pointed = not before.isalnum() and before not in (".", ")")
    return (at - 1 if pointed and text[at:end].isdigit() else at), end


def _is_named(text: str, at: int) -> bool:
    """Whether the first digits belong to the word before them, so that a space behind them groups nothing."""
    context = context_of(text, at, at + 1)
    return label_before(context) is not None or is_month(context.before)


def _extended(text: str, start: int, end: int, value: Decimal) -> Written:
    """The number with the exponent or the fraction behind it."""
    follows = text[end : end + 2]
    if follows[:1] not in _EXTENDERS and (follows[:1] not in _SPACES or follows[1:] not in _SPACED_EXTENDERS):
        return Written(start, end, value)
    power = read_power(text, end, value)
    if power:
        return Written(start, power[1], power[0], is_bare=False)
    exponent = read_exponent(text, end)
    if exponent:
        return Written(start, exponent[1], value * exponent[0], is_bare=False)
    fraction = _fraction(text, end) if value == value.to_integral_value() else None
    if fraction:
        return Written(start, fraction[1], value + fraction[0], is_bare=False)
    return Written(start, end, value)


def _fraction(text: str, at: int) -> tuple[Decimal, int] | None:
    """The fraction of a mixed number (``1½``, ``1 1/2``, ``2 and a half``), and where it ends."""
    vulgar = _VULGAR_AFTER.match(text, at)
    if vulgar:
        return read_vulgar(vulgar["sign"]), vulgar.end()
    mixed = _MIXED.match(text, at)
    if mixed and int(mixed["over"]) < int(mixed["under"]):
        return Decimal(mixed["over"]) / Decimal(mixed["under"]), mixed.end()
    half = _AND_A_HALF.match(text, at)
    return (_HALF, half.end()) if half else None

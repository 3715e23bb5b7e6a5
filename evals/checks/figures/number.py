"""Reads one number with all that belongs to it: sign, currency, scale, unit, brackets, and the words around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, NamedTuple

from evals.checks.figures.brackets import is_bracketed_loss
from evals.checks.figures.context import (
    Context,
    context_of,
    heads_section,
    kind_of,
    label_before,
    marker_number,
    word_before,
)
from evals.checks.figures.digits import Written, read_digits
from evals.checks.figures.figure import PERCENT, Kind, Reading
from evals.checks.figures.numerals import CONTINENTAL, RUN, Manner, read_numeral
from evals.checks.figures.prefix import Prefix, read_prefix
from evals.checks.figures.suffix import LETTER, MEANINGFUL, Suffix, read_suffix
from evals.checks.figures.tail import read_tail

_ZERO: Final = Decimal(0)
_ONE: Final = Decimal(1)
_PARTING: Final = frozenset((" ", "\n", "\t", "\u00a0", "$", "€", "£", "|", "~", "<", ">", "="))
"""Characters before digits that part them from what stands before."""
_FOLLOWS = re.compile(
    rf"(?P<percent>[ \u00a0]?%)(?![ \u00a0-]?[pP0-9])"
    rf"|[ \u00a0](?P<word>[{LETTER}]++)(?![0-9_'-]|(?<=[ \u00a0].)\.|(?<=[ \u00a0]..)\.)"
    r"|(?=[,;!?|\]\"]|\n(?![a-z])|\.(?![ ]?[0-9])|\Z)(?P<nothing>)"
)
_TURNS: Final = frozenset(("am", "pm", "a", "p", "o", "uhr", "utc", "and", "x"))
"""Words that make a time, a fraction or a power of the number before them."""
_HALF: Final = Decimal("0.5")
_HALF_A = re.compile(r"half(?:[ \u00a0-]of)?(?:[ \u00a0-]an?)?(?=[ \u00a0-])", re.IGNORECASE)
_AND_BEFORE = re.compile(r"\b(?:and(?:[ \u00a0]an?)?|one)[ \u00a0]$")
_LETTERED = re.compile(r"[A-Za-z](?![A-Za-z0-9])|\([a-z]\)")
_SEPARATED = re.compile(r"[.,]")
_TRAILING_MINUS = re.compile(r"[-−](?=[ \u00a0]*(?:[|\n]|\Z))")
_TAILS: Final = frozenset(("_", "°"))
_MINUSES: Final = frozenset(("-", "−"))
_CLOSERS: Final = frozenset((".", ")", "\u20e3"))
_GROUPS_BY_DOT: Final = Manner(groups_by_dot=True)


class Place(NamedTuple):
    """Where digits begin, and what was read before them."""

    text: str
    at: int
    floor: int
    """Where the reading before ends; what stands before it is taken."""
    after_figure: bool
    """Whether that reading is a figure, so that a dash may part two figures."""
    manner: Manner


def read_number(place: Place) -> Reading:
    """Read the number that begins with the digit at ``place.at``."""
    written = read_digits(place.text, place.at, place.floor, place.manner)
    if written.value is None:
        return _code(place, written)
    return _lettered(place.text, written) or _with_unit(place, written, written.value)


def read_ordinary(place: Place) -> Reading | None:
    """Read a number that ends with its digits, a percent sign, or before a word; None when it needs a closer look.

    Most numbers are of this kind, and for them nearly all that else may follow need not be looked for.
    """
    text, at = place.text, place.at
    run = RUN.match(text, at)
    follows = _FOLLOWS.match(text, run.end()) if run else None
    if run is None or follows is None or text[at - 1 : at] not in _PARTING:
        return None
    value = read_numeral(run[0], place.manner)
    if value is None:
        return None
    end = run.end()
    word = follows["word"]
    if word:
        meaning = word.lower()
        if meaning in _TURNS:
            return None
        suffix = None if meaning in MEANINGFUL else Suffix(_ONE, None, end)
    else:
        suffix = Suffix(_ONE, PERCENT, follows.end()) if follows["percent"] else Suffix(_ONE, None, end)
    return _with_unit(place, Written(at, end, value), value, suffix)


def read_half(place: Place) -> Reading | None:
    """Read ``half a million`` and ``half a percent``; other halves are no figures."""
    match = _HALF_A.match(place.text, place.at)
    if not match or _AND_BEFORE.search(place.text, max(0, place.at - 8), place.at):
        return None
    suffix = read_suffix(place.text, place.at, match.end(), None)
    is_figure = suffix.scale != 1 or suffix.unit is not None
    return Reading(_HALF, place.at, suffix.end, unit=suffix.unit, scale=suffix.scale) if is_figure else None


def _code(place: Place, written: Written) -> Reading:
    """Digits that are no number: a version, an address, a code."""
    _, end = read_tail(place.text, written.start, written.end)
    return Reading(_ZERO, written.start, end, written.kind)


def _lettered(text: str, written: Written) -> Reading | None:
    """The number of an item that ends with a letter: ``Item 7A``, ``section 3(b)``."""
    letter = _LETTERED.match(text, written.end)
    kind = label_before(context_of(text, written.start, written.end)) if letter else None
    return Reading(written.value or _ZERO, written.start, letter.end(), kind) if letter and kind else None


def _with_unit(place: Place, written: Written, value: Decimal, suffix: Suffix | None = None) -> Reading:
    text = place.text
    before = word_before(text, written.start)
    prefix = read_prefix(text, written.start, place.floor, before, after_figure=place.after_figure)
    suffix = suffix or read_suffix(text, written.start, written.end, prefix.unit)
    brackets = _brackets(place, prefix, written, suffix) if text[suffix.end : suffix.end + 1] == ")" else None
    if brackets is not None:
        return _in_brackets(place, written, value, prefix, brackets, before)
    if suffix.end == written.end and prefix.start == written.start and written.is_bare:
        return _in_context(text, written, value, before)
    number = _reread(text, written, value, suffix, place.manner)
    unit = suffix.unit or prefix.unit
    return _with_trailing_minus(
        text,
        Reading(
            number,
            prefix.start,
            suffix.end,
            Kind.FIGURE,
            unit,
            prefix.sign,
            suffix.scale,
            spreads_sign=prefix.spreads_sign,
        ),
    )


@dataclass(frozen=True, slots=True)
class _Brackets:
    """Brackets that hold a figure and nothing else."""

    start: int
    end: int
    suffix: Suffix
    """The unit, whether it stands inside or behind."""
    is_loss: bool


def _brackets(place: Place, prefix: Prefix, written: Written, inner: Suffix) -> _Brackets | None:
    text = place.text
    opening = (written.start if prefix.outside else prefix.start) - 1
    if opening < place.floor or text[opening] != "(" or text[inner.end : inner.end + 1] != ")":
        return None
    start, end = min(opening, prefix.start), inner.end + 1
    has_unit = inner.end > written.end
    outer = inner if has_unit else read_suffix(text, written.start, end, prefix.unit)
    goes_on = outer.end > end
    is_loss = (
        prefix.sign < 0
        or prefix.outside
        or is_bracketed_loss(text, start, end, text[written.start : written.end], goes_on=goes_on)
    )
    return _Brackets(start, max(end, outer.end), outer if goes_on else inner, is_loss)


def _in_brackets(
    place: Place, written: Written, value: Decimal, prefix: Prefix, brackets: _Brackets, before: str
) -> Reading:
    suffix = brackets.suffix
    is_bare = written.is_bare and suffix.end == written.end and prefix.start == written.start
    if is_bare and not brackets.is_loss:
        return _in_context(place.text, written, value, before)
    return Reading(
        _reread(place.text, written, value, suffix, place.manner),
        brackets.start if brackets.is_loss else prefix.start,
        brackets.end if brackets.is_loss else suffix.end,
        Kind.FIGURE,
        suffix.unit or prefix.unit,
        -1 if brackets.is_loss else prefix.sign,
        suffix.scale,
        spreads_sign=brackets.is_loss or prefix.spreads_sign,
    )


def _reread(text: str, written: Written, value: Decimal, suffix: Suffix, manner: Manner) -> Decimal:
    """The number in the manner that its unit shows: ``1,234 Mio.`` is 1.234 million, ``1.234 €`` is 1234."""
    if not written.is_bare or not (suffix.continental or _is_euro_amount(suffix)):
        return value
    shown = CONTINENTAL if suffix.continental or manner.decimal_comma else _GROUPS_BY_DOT
    again = read_numeral(text[written.start : written.end], shown)
    return value if again is None else again


def _is_euro_amount(suffix: Suffix) -> bool:
    return suffix.unit == "EUR" and suffix.scale == 1


def _with_trailing_minus(text: str, reading: Reading) -> Reading:
    """Some ledgers write the minus behind the amount: ``1,234.50-``."""
    if (
        text[reading.end : reading.end + 1] in _MINUSES
        and reading.sign > 0
        and _TRAILING_MINUS.match(text, reading.end)
    ):
        return reading._replace(sign=-1, end=reading.end + 1)
    return reading


def _in_context(text: str, written: Written, value: Decimal, before: str) -> Reading:
    """A bare number as what the words and letters around it make of it."""
    start, end = written.start, written.end
    follows = text[end : end + 1]
    if follows.isalnum() or follows in _TAILS:
        kind, tail_end = read_tail(text, start, end)
        if tail_end > end:
            return Reading(value, start, tail_end, kind)
    context = Context(text, start, end, text[start:end], before)
    if heads_section(context):
        return Reading(value, start, end, Kind.SECTION)
    kind = kind_of(context)
    if kind is not Kind.FIGURE:
        return Reading(value, start, end, kind)
    if follows in _MINUSES and _SEPARATED.search(context.run):
        return _with_trailing_minus(text, Reading(value, start, end))
    return Reading(value, start, end, marker=marker_number(context) if follows in _CLOSERS else None)

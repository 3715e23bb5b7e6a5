"""Reads one number with all that belongs to it: sign, currency, scale, unit, brackets, and the words around it."""

from __future__ import annotations

import re
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
    plain_kind,
    word_before,
)
from evals.checks.figures.digits import Written, read_digits
from evals.checks.figures.figure import PERCENT, PERCENTAGE_POINTS, Kind, Reading
from evals.checks.figures.numerals import CONTINENTAL, RUN, Manner, read_numeral
from evals.checks.figures.prefix import Prefix, read_prefix
from evals.checks.figures.suffix import LETTER, MEANINGFUL, Suffix, read_suffix
from evals.checks.figures.tail import read_tail
from evals.checks.figures.units import GROUPED_BY_DOT

_ZERO: Final = Decimal(0)
_ONE: Final = Decimal(1)
_PARTING: Final = frozenset((" ", "\n", "\t", "\u00a0", "$", "€", "£", "|", "~", "<", ">", "="))
"""Characters before digits that part them from what stands before."""
_ORDINARY = re.compile(
    rf"(?P<run>{RUN.pattern})(?:(?P<percent>[ \u00a0]?%)(?![ \u00a0-]?[pP0-9])"
    rf"|[ \u00a0](?P<word>[{LETTER}]++)(?![0-9_'-]|(?<=[ \u00a0].)\.|(?<=[ \u00a0]..)\.)"
    r"|(?=[;!?|\]}\"]|,(?![-–—])|\n(?![a-z])|\.(?![ ]?[0-9]|[-–—])|\Z)(?P<nothing>))"
)
_TURNS: Final = frozenset(("am", "pm", "a", "p", "o", "uhr", "utc", "and", "x", "cfr", "usc", "u", "c"))
"""Words that make a time, a fraction, a power or a part of a law of the number before them."""
_HALF: Final = Decimal("0.5")
_HALF_A = re.compile(r"half(?:[ \u00a0-]of)?(?P<a>[ \u00a0-]an?)?(?=[ \u00a0-])", re.IGNORECASE)
_AND_BEFORE = re.compile(r"\b(?:and(?:[ \u00a0]an?)?|one)[ \u00a0]$")
_LETTERED = re.compile(r"[A-Za-z](?![A-Za-z0-9])|\([a-z]\)")
_SEPARATED = re.compile(r"[.,]")
_TRAILING_MINUS = re.compile(r"[-−](?=[ \u00a0]*(?:[|\n]|\Z))")
_TAILS: Final = frozenset(("_", "°"))
_MINUSES: Final = frozenset(("-", "−"))
_CLOSERS: Final = frozenset((".", ")", "\u20e3"))
_GROUPS_BY_DOT: Final = Manner(groups_by_dot=True)


def read_ordinary(text: str, at: int, floor: int, after_figure: bool, manner: Manner) -> Reading | None:
    """Read a number that ends with its digits, a percent sign, or before a word; None when it needs a closer look.

    Most numbers are of this kind, and for them nearly all that else may follow need not be looked for. The arguments
    are those of ``read_number``.
    """
    found = _ORDINARY.match(text, at) if text[at - 1 : at] in _PARTING else None
    if found is None:
        return None
    run, follows = found["run"], found.lastgroup
    value = read_numeral(run, manner)
    meaning = found["word"].lower() if follows == "word" else ""
    if value is None or meaning in _TURNS:
        return None
    end, before = at + len(run), word_before(text, at)
    prefix = read_prefix(text, at, floor, before, after_figure=after_figure)
    suffix = None
    if follows == "percent":
        suffix = Suffix(_ONE, PERCENT, found.end())
    elif meaning in MEANINGFUL:
        suffix = read_suffix(text, at, end, prefix.unit if prefix else None)
    if prefix is not None or suffix is not None:
        return _assembled(text, Written(at, end, value), value, manner, before, prefix, suffix)
    kind = plain_kind(run, before, meaning) if text[end : end + 1] != "." else None
    if kind:
        return Reading(value, at, end, kind)
    return _in_context(text, at, end, value, before)


def read_number(text: str, at: int, floor: int, after_figure: bool, manner: Manner) -> Reading:
    """Read the number that begins with a digit.

    Args:
        text: the surface.
        at: offset of the digit.
        floor: where the reading before ends; what stands before it is taken.
        after_figure: whether that reading is a figure, so that a dash may part two figures.
        manner: how the text writes numbers.
    """
    written = read_digits(text, at, floor, manner)
    value = written.value
    if value is None:
        return Reading(_ZERO, written.start, read_tail(text, written.start, written.end)[1], written.kind)
    lettered = _lettered(text, written)
    if lettered:
        return lettered
    before = word_before(text, written.start)
    prefix = read_prefix(text, written.start, floor, before, after_figure=after_figure)
    suffix = read_suffix(text, written.start, written.end, prefix.unit if prefix else None)
    return _assembled(text, written, value, manner, before, prefix, suffix)


def read_half(text: str, at: int) -> Reading | None:
    """Read ``half a million`` and ``half a percent``; other halves are no figures."""
    match = _HALF_A.match(text, at)
    if not match or (match["a"] is None and _AND_BEFORE.search(text, max(0, at - 8), at)):
        return None
    suffix = read_suffix(text, at, match.end(), None)
    return Reading(_HALF, at, suffix.end, unit=suffix.unit, scale=suffix.scale) if suffix else None


def _lettered(text: str, written: Written) -> Reading | None:
    """The number of an item that ends with a letter: ``Item 7A``, ``section 3(b)``."""
    letter = _LETTERED.match(text, written.end)
    kind = label_before(context_of(text, written.start, written.end)) if letter else None
    return Reading(written.value or _ZERO, written.start, letter.end(), kind) if letter and kind else None


def _assembled(
    text: str,
    written: Written,
    value: Decimal,
    manner: Manner,
    before: str,
    prefix: Prefix | None,
    suffix: Suffix | None,
) -> Reading:
    """The reading of all that was found around the digits."""
    end = suffix.end if suffix else written.end
    brackets = _brackets(text, written, prefix, suffix) if text[end : end + 1] == ")" else None
    if brackets:
        suffix = brackets.suffix
    if suffix and suffix.unit == PERCENTAGE_POINTS and prefix and prefix.unit:
        # Of an amount of money: per person.
        suffix, end = None, written.end
    if brackets and brackets.is_loss:
        prefix = _as_loss(brackets, prefix)
    elif prefix is None and suffix is None and written.is_bare:
        return _in_context(text, written.start, written.end, value, before)
    start, sign, before_unit, spreads_sign, _ = prefix or (written.start, 1, None, False, False)
    scale, unit, end, continental = suffix or (_ONE, None, written.end, False)
    is_dotted = scale == 1 and (unit == "EUR" or (unit or before_unit) in GROUPED_BY_DOT)
    if written.is_bare and (continental or is_dotted):
        value = _reread(text, written, value, manner, continental=continental)
    end = brackets.end if brackets and brackets.is_loss else end
    reading = Reading(value, start, end, Kind.FIGURE, unit or before_unit, sign, scale, None, spreads_sign)
    return _with_trailing_minus(text, reading) if text[end : end + 1] in _MINUSES else reading


class _Brackets(NamedTuple):
    """Brackets that hold a figure and nothing else."""

    start: int
    end: int
    suffix: Suffix | None
    """The unit, whether it stands inside or behind."""
    is_loss: bool


def _brackets(text: str, written: Written, prefix: Prefix | None, inner: Suffix | None) -> _Brackets | None:
    before = prefix.start if prefix else written.start
    opening = (written.start if prefix and prefix.outside else before) - 1
    if opening < 0 or text[opening] != "(":
        return None
    start, end = min(opening, before), (inner.end if inner else written.end) + 1
    outer = None if inner else read_suffix(text, written.start, end, prefix.unit if prefix else None)
    is_loss = (prefix is not None and (prefix.sign < 0 or prefix.outside)) or is_bracketed_loss(
        text, start, end, text[written.start : written.end], goes_on=outer is not None
    )
    return _Brackets(start, outer.end if outer else end, outer or inner, is_loss)


def _as_loss(brackets: _Brackets, prefix: Prefix | None) -> Prefix:
    """The prefix of a figure that its brackets make negative: the sign covers both ends of a range."""
    return Prefix(brackets.start, -1, prefix.unit if prefix else None, spreads_sign=True)


def _reread(text: str, written: Written, value: Decimal, manner: Manner, *, continental: bool) -> Decimal:
    """The number in the manner that its unit shows: ``1,234 Mio.`` is 1.234 million, ``1.234 €`` is 1234."""
    shown = CONTINENTAL if continental or manner.decimal_comma else _GROUPS_BY_DOT
    again = read_numeral(text[written.start : written.end], shown)
    return value if again is None else again


def _with_trailing_minus(text: str, reading: Reading) -> Reading:
    """Some ledgers write the minus behind the amount: ``1,234.50-``."""
    if reading.sign > 0 and _TRAILING_MINUS.match(text, reading.end):
        return reading._replace(sign=-1, end=reading.end + 1)
    return reading


def _in_context(text: str, start: int, end: int, value: Decimal, before: str) -> Reading:
    """A bare number as what the words and letters around it make of it."""
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

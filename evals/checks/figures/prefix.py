"""What stands before a figure and belongs to it: signs and currencies."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from evals.checks.figures.figure import PERCENT
from evals.checks.figures.suffix import LETTER
from evals.checks.figures.units import CODES_BEFORE, DOLLARS, ISO_CODES, SIGNS

_MONEY_SIGNS: Final = frozenset("$€£¥₹₩₽₺₴₪₫₱฿₦₿₸")
_DASHES: Final = "-−–"
_SPACES: Final = " \u00a0"
_BEFORE_PERCENT: Final = ("", " ", "(", "\u00a0", "\n", "-", "−")
"""What stands before the sign of ``%20``, as Turkish writes it; within words it is the escape of an address."""
_ENDS_CLAUSE: Final = frozenset(",;:=")
# A dash after one of these is a hyphen, a range or a subtraction; after anything else it may be a sign.
_JOINED = re.compile(rf"[{LETTER}0-9%.)\]½-¾_-]")
_CODE = re.compile(rf"(?<![{LETTER}0-9_])[{LETTER}]{{1,4}}\.?$")
_DOLLAR_COUNTRY = re.compile(rf"(?<![{LETTER}0-9_.])(?:U\.S\.|[A-Z]{{1,3}})[ \u00a0]?$")
_MINUS_WORDS: Final = ("minus", "negative", "moins", "meno", "menos", "минус")
_MINUS_WORD = re.compile(rf"(?<!or[ \u00a0])\b(?:{'|'.join(_MINUS_WORDS)})[ \u00a0]$", re.IGNORECASE)
_SIGNS_AND_CODES: Final = frozenset((*_MINUS_WORDS, *CODES_BEFORE, *map(str.lower, (*ISO_CODES, *DOLLARS))))
_LONGEST_CODE: Final = 6
_LONGEST_WORD: Final = 15


class Prefix(NamedTuple):
    """What was read before the digits."""

    start: int
    """Offset of the first character that was read."""
    sign: int = 1
    unit: str | None = None
    spreads_sign: bool = False
    """Whether the sign covers both ends of a range: it is a word, or stands before the currency."""
    outside: bool = False
    """Whether the currency stands before an opening bracket, as accountants write a loss: ``$(5)``."""


def read_prefix(text: str, at: int, floor: int, before: str, *, after_figure: bool) -> Prefix | None:
    """Read back from ``at``, where digits begin, but not beyond ``floor``; None when nothing before belongs to them.

    Args:
        text: the surface.
        at: offset of the first digit.
        floor: offset that was read already.
        before: the word before ``at``.
        after_figure: whether what ends at ``floor`` is a figure, so that a dash may part two figures.
    """
    mark = text[at - 1] if at > floor else ""
    if mark == " " and before and _is_apart(before):
        return None
    if mark in _MONEY_SIGNS and text[at - 2 : at - 1] == " " and _follows_word(text, at - 2, floor):
        return Prefix(at - 1, unit=SIGNS[mark])
    start, inner = _sign(text, at, floor, after_figure=after_figure)
    opening = text[start - 1 : start] == "(" and start - 1 >= floor
    start, unit = _currency(text, start - opening, floor)
    if unit is None:
        word = _sign_word(text, at, floor, after_figure=after_figure) if inner == 0 else None
        if word is not None:
            return Prefix(word, -1, spreads_sign=True)
        return Prefix(start + opening, inner) if inner else None
    start, outer = _sign(text, start, floor, after_figure=after_figure)
    word = _sign_word(text, start, floor, after_figure=after_figure) if outer == 0 else None
    if word is not None:
        start, outer = word, -1
    return Prefix(start, -1 if -1 in (inner, outer) else 1, unit, outer == -1, opening)


def _is_apart(before: str) -> bool:
    """Whether a word with a space behind it is neither a sign nor a currency, as it mostly is."""
    if before.isalpha():
        return before.lower() not in _SIGNS_AND_CODES
    return before[-1] in _ENDS_CLAUSE


def _follows_word(text: str, end: int, floor: int) -> bool:
    """Whether a word that is neither a sign nor a currency ends at ``end``, as it mostly does."""
    word = text[max(floor, end - _LONGEST_WORD) : end].rpartition(" ")[2]
    return word.isalpha() and word.lower() not in _SIGNS_AND_CODES


def _sign(text: str, at: int, floor: int, *, after_figure: bool) -> tuple[int, int]:
    """Where a sign before ``at`` begins, and -1, 1 or 0 for none."""
    mark = text[at - 1 : at] if at > floor else ""
    if mark == "+":
        return at - 1, 1
    if mark not in _DASHES or not mark:
        return _spaced_minus(text, at, floor, after_figure=after_figure)
    before = text[at - 2 : at - 1] if at >= 2 else ""
    if before and _JOINED.match(before):
        return at, 0
    if mark == "–" and after_figure and not text[floor : at - 1].strip(_SPACES):
        return at, 0
    return at - 1, -1


def _spaced_minus(text: str, at: int, floor: int, *, after_figure: bool) -> tuple[int, int]:
    """U+2212 is a minus even when a space parts it from the digits, unless it subtracts."""
    if at - 2 < floor or text[at - 1] not in _SPACES or text[at - 2] != "−":
        return at, 0
    subtracts = after_figure and not text[floor : at - 2].strip(_SPACES)
    return (at, 0) if subtracts or text[at - 3 : at - 2].isalnum() else (at - 2, -1)


def _sign_word(text: str, at: int, floor: int, *, after_figure: bool) -> int | None:
    """Where ``minus`` or ``negative`` before ``at`` begins; None when there is none, or it subtracts."""
    begin = max(floor, at - _LONGEST_WORD)
    if not text[begin : at - 1].lower().endswith(_MINUS_WORDS):
        return None
    match = _MINUS_WORD.search(text[begin:at])
    if not match or (after_figure and not text[floor : begin + match.start()].strip()):
        return None
    return begin + match.start()


def _currency(text: str, at: int, floor: int) -> tuple[int, str | None]:
    """Where a currency before ``at`` begins, and its code."""
    end = at - 1 if at > floor and text[at - 1] in _SPACES else at
    if end <= floor:
        return at, None
    if text[end - 1] in _MONEY_SIGNS:
        return _signed(text, end - 1, floor)
    if text[end - 1] == "%" and end == at and text[max(floor, end - 2) : end - 1] in _BEFORE_PERCENT:
        return end - 1, PERCENT
    if not (text[end - 1].isalpha() or text[end - 1] == "."):
        return at, None
    begin = max(floor, end - _LONGEST_CODE)
    match = _CODE.search(text[begin:end])
    code = currency_code(match[0]) if match else None
    return (at, None) if not match or code is None else (begin + match.start(), code)


def _signed(text: str, at: int, floor: int) -> tuple[int, str]:
    """The currency whose sign stands at ``at``, with the letters before it (``US$``, ``USD $``)."""
    begin = max(floor, at - _LONGEST_CODE)
    letter = text[begin:at].rstrip(_SPACES)[-1:]
    match = _DOLLAR_COUNTRY.search(text[begin:at]) if letter.isupper() or letter == "." else None
    if not match:
        return at, SIGNS[text[at]]
    letters = match[0].rstrip(_SPACES)
    named = DOLLARS.get(letters) if text[at] == "$" else "CNY" if letters == "CN" else None
    code = named if named and (letters == match[0] or len(letters) > 1) else letters if letters in ISO_CODES else None
    return (at, SIGNS[text[at]]) if code is None else (begin + match.start(), code)


def currency_code(word: str) -> str | None:
    """The currency that a code or an abbreviation before an amount stands for."""
    return word if word in ISO_CODES else CODES_BEFORE.get(word.lower())

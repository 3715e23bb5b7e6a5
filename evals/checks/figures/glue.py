"""Digits that are glued to what stands before them, and so are part of a name, a label or a code."""

from __future__ import annotations

import re
from typing import Final

from evals.checks.figures.figure import Kind
from evals.checks.figures.prefix import currency_code
from evals.checks.figures.suffix import LETTER
from evals.checks.figures.units import ISO_CODES, MEASURES
from evals.checks.figures.words import JOINABLE

_LETTER = re.compile(rf"[{LETTER}_]")
_LETTERS = re.compile(rf"(?<![{LETTER}0-9_])[{LETTER}]+$")
_COMPOUND = re.compile(rf"(?P<word>[{LETTER}&0-9_]+)[-–]$")
_PERIOD = re.compile(
    r"(?<![A-Za-z0-9_])(?:(?:FY|CY|YE)[0-9]{2,4}|Q[1-4]|H[12]|(?:CW|KW|W)[0-5]?[0-9])(?![0-9]|[A-Za-z]+[0-9])"
)
_PRERELEASE = re.compile(r"[0-9][-.]?(?:alpha|beta|rc|pre|preview|dev|canary|next)\.$")
_LETTERED = re.compile(r"(?:^|[\s(])[A-Z]\.$")
_FISCAL = re.compile(r"\b(?:FY|CY)$")
_SHORT_YEAR = re.compile(r"[0-9]{2}(?![0-9'])(?:(?<=[FC]Y'..)|(?![^'\n]{1,80}(?<=[\w.!?%])'(?!\w)))")
"""Two digits, unless a quotation mark follows that closes one before them and not a fiscal year."""
_RAISED = re.compile(r"(?:\^\{?|_\{)[-−+]?$")
_MEASURED = re.compile(rf"[0-9][ \u00a0]?(?P<unit>[{LETTER}°µ]{{1,4}})/$")
_ENDS: Final = {
    # A count may follow: "in Q3 25 people joined".
    Kind.PERIOD: re.compile(
        r"[0-9]++(?:(?: ?'?|[/–-])[0-9]{2}(?![0-9]|[ \u00a0](?:people|[a-z]{3,}s)\b))?[A-Za-z]{0,2}"
    ),
    Kind.VERSION: re.compile(r"[0-9]++(?:\.[0-9]++)*+[\w-]*"),
    Kind.IDENTIFIER: re.compile(r"\w++(?:(?:::|[-.:])\w*[0-9]\w*)*"),
}
_PERCENTAGE = re.compile(r"[0-9]++(?:[.,][0-9]++)?+[ \u00a0]?%")
_NAME = re.compile(r"[\w/-]+(?:\.[\w/-]+)*$")
_HOSTS: Final = frozenset(("localhost", "arxiv", "pmid", "pmcid"))
_DASHES: Final = "-–"
_WINDOW: Final = 24


def read_glued(text: str, at: int, floor: int) -> tuple[Kind, int] | None:
    """What digits at ``at`` are a part of, and where that ends; None when they stand for themselves.

    A dash at ``floor``, where the reading before ends, parts the two and joins nothing.
    """
    kind = _kind(text, at) if at > floor and not (at == floor + 1 and text[floor] in _DASHES and floor) else None
    if kind is None:
        return None
    match = _ENDS[kind].match(text, at)
    return kind, match.end() if match else at + 1


def _kind(text: str, at: int) -> Kind | None:
    mark, before = text[at - 1], text[at - 2 : at - 1]
    if _LETTER.match(mark):
        return _after_letters(text, at)
    if mark in _DASHES and _LETTER.match(before):
        return _after_hyphen(text, at)
    if mark == ".":
        return _after_point(text, at)
    if mark == "'":
        is_year = not before.isalnum() or _FISCAL.search(text, max(0, at - len("'FY'")), at - 1)
        return Kind.PERIOD if is_year and _SHORT_YEAR.match(text, at) else None
    if mark == ":":
        return Kind.IDENTIFIER if before == ":" or _is_host(text, at) else None
    return Kind.IDENTIFIER if _is_code(text, at, mark, before) else None


def _is_code(text: str, at: int, mark: str, before: str) -> bool:
    """Whether a path, a handle, an escape (``a%20b``), an exponent or an index goes on with the digit."""
    if mark == "/":
        return not before.isdigit() and not before.isspace() and not _is_measured(text, at)
    return mark == "@" or (mark == "%" and before.isalpha()) or _RAISED.search(text, max(0, at - 3), at) is not None


def _is_measured(text: str, at: int) -> bool:
    """Whether a unit stands before the stroke at the end, so that another quantity follows: ``256GB/512GB``."""
    match = _MEASURED.search(text, max(0, at - _WINDOW), at)
    return match is not None and (match["unit"].lower().lstrip("°") in MEASURES or match["unit"] in ISO_CODES)


def _after_point(text: str, at: int) -> Kind | None:
    """``3.5.1`` and ``1.0-rc.2`` are versions, ``B.2`` is a section; in ``end.5`` a space is missing."""
    if text[at - 2 : at - 1].isdigit() or _PRERELEASE.search(text, max(0, at - _WINDOW), at):
        return Kind.VERSION
    return Kind.IDENTIFIER if _LETTERED.search(text, max(0, at - len(" B.")), at) else None


def _after_letters(text: str, at: int) -> Kind | None:
    match = _LETTERS.search(text, max(0, at - _WINDOW), at)
    word = match[0] if match else ""
    if currency_code(word):
        return None
    if word and _PERIOD.match(text, at - len(word)):
        return Kind.PERIOD
    return Kind.VERSION if word in ("v", "V", "ver") else Kind.IDENTIFIER


def _after_hyphen(text: str, at: int) -> Kind | None:
    """``COVID-19`` and ``sha-256`` are names; in ``sub-5%`` and ``revenue–5%`` the figure stands for itself."""
    match = _COMPOUND.search(text, max(0, at - _WINDOW), at)
    word = match["word"] if match else ""
    if text[at - 1] == "–":
        return Kind.IDENTIFIER if word.isupper() else None
    return None if word.lower() in JOINABLE or _PERCENTAGE.match(text, at) else Kind.IDENTIFIER


def _is_host(text: str, at: int) -> bool:
    """Whether a port, a line or an entry follows a name: ``localhost:8080``, ``main.py:42``, ``arXiv:2301.00001``."""
    name = _NAME.search(text, max(0, at - _WINDOW), at - 1)
    return name is not None and ("." in name[0] or name[0].lower() in _HOSTS)

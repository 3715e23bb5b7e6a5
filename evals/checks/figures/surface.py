"""The surface that figures are read from: ASCII digits, plain signs, no emphasis, no addresses.

Markdown is not rendered here as ``evals.checks.normalize`` does it: in ``5*3*2`` the marks are signs of
multiplication, and what a link points to must not be read at all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from evals.checks.normalize import Edit, View, rewrite, views

GROUPING_SPACE: Final = "\u00a0"
"""Stands for every space but the plain one: such a space between digits groups them without doubt."""

_SAME_LENGTH: Final = {
    GROUPING_SPACE: "\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "-": "\ufe63\uff0d",
    "–": "\u2012",
    "—": "\u2015",
    "%": "\ufe6a\uff05\u066a",
    "$": "\ufe69\uff04",
    "£": "\uffe1",
    "¥": "\uffe5",
    "₩": "\uffe6",
    "(": "\uff08",
    ")": "\uff09",
    ":": "\uff1a",
    "+": "\uff0b",
    "/": "\u2044\u2215\uff0f",
    "~": "\u301c\uff5e",
    ".": "\u066b",
    ",": "\u066c",
    "·": "\u2219\u22c5",
    "×": "\u2715\u2a09",
}
_LEVEL: Final = {mark: plain for plain, marks in _SAME_LENGTH.items() for mark in marks}
_UNEVEN = re.compile(rf"[{''.join(_LEVEL)}]|[^\D0-9]")
# Between digits a wide comma is a thousands separator only before three of them: elsewhere it parts clauses.
_WIDE_SEPARATOR = re.compile(r"(?<=[0-9])(?:，(?=[0-9]{3}(?![0-9]))|．(?=[0-9]))")
_MARK = re.compile(
    r"\*+|_+|`+|\\[$%#&_,;!~.+-]|\{(?=,\})|(?<=\{,)\}|(?<=10)<sup>|&(?:nbsp|thinsp|ensp|emsp);"
    r"|</?(?:b|i|em|strong|span|u|mark)\b[^<>]{0,80}>"
)
_MARKED = re.compile(r"[*_`\\{&<]")
_MATH = re.compile(r"(?<![\w\\$])(\${1,2})(?=[^\s$])([^$\n]{1,200})(?<=[^\s\\])\1(?![\w$])")
_MATHEMATICAL = re.compile(r"[\\^_={}]|\A[-−+]?[0-9.,]+\Z")
_OPAQUE = re.compile(
    r"(?:https?|ftp|s3|gs|file)://[^\s<>\"|)\]]+"
    r"|www\.[^\s<>\"|)\]]+"
    r"|\]\([^()\[\]\s]*+(?:\s[^()\[\]\n]{0,80})?\)"
    r"|(?<![\w.+-])[\w.+-]++@[\w.-]+"
    r"|&#x?[0-9a-fA-F]{1,7};"
    r"|<sup>[^<>]{0,20}</sup>"
)
_OPAQUE_SIGNS: Final = ("://", "www.", "](", "@", "&#", "<sup>")


def surface(text: str) -> View:
    """The text as figures are read from it; ``View.span`` leads back to the offsets of ``text``."""
    view = views(text).exact
    if not view.text.isascii():
        view = _with_text(view, _level(view.text))
    if view.text.count("$") > 1:
        view = _with_text(view, _MATH.sub(_without_dollars, view.text))
    if _MARKED.search(view.text):
        view = rewrite(view, _edits(view.text))
    if any(sign in view.text for sign in _OPAQUE_SIGNS):
        view = _with_text(view, _hide_addresses(view.text))
    return view


def _with_text(view: View, text: str) -> View:
    """The view with another text of the same length: offsets lead where they led before."""
    while view.parent is not None and not view.places:
        view = view.parent
    return View(text, view.parent, view.places) if view.parent else View(text, view)


def _level(text: str) -> str:
    """Digits of all scripts, spaces, dashes and signs in one form each; the length stays the same."""
    level = _UNEVEN.sub(lambda match: _LEVEL.get(match[0]) or str(unicodedata.digit(match[0])), text)
    return _WIDE_SEPARATOR.sub(lambda match: "," if match[0] == "，" else ".", level)


def _without_dollars(match: re.Match[str]) -> str:
    """A formula without its delimiters, so that they are not taken for money; the length stays the same."""
    if not _MATHEMATICAL.search(match[2]):
        return match[0]
    blank = " " * len(match[1])
    return f"{blank}{match[2]}{blank}"


def _edits(text: str) -> Iterator[Edit]:
    for match in _MARK.finditer(text):
        if (new := _plain(match, text)) is not None:
            yield match.start(), match.end(), new


def _plain(match: re.Match[str], text: str) -> str | None:
    """What stands for a mark on the surface; None for one that stays."""
    mark = match[0]
    if mark[0] in "*_":
        return None if _is_text(match, text) else ""
    if mark[0] == "\\":
        return mark[1].translate({ord(";"): ",", ord("!"): None, ord("~"): " "})
    return GROUPING_SPACE if mark[0] == "&" else "^" if mark == "<sup>" else ""


def _is_text(match: re.Match[str], text: str) -> bool:
    """Whether stars multiply, or lines join words, or a bullet or operator stands alone."""
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    if (not before or before.isspace()) and (not after or after.isspace()):
        return True
    joins = str.isdigit if match[0][0] == "*" else str.isalnum
    return joins(before) and joins(after)


def _hide_addresses(text: str) -> str:
    """Addresses, link targets, mail addresses, character references and raised notes, blanked out."""
    return _OPAQUE.sub(lambda match: "\ufffc" * len(match[0]), text)

"""Inline Markdown: which characters of a text are markup and not text.

A linear approximation of CommonMark 0.31 (delimiter runs, code spans, links, escapes, entities): the "rule of three",
raw HTML and link reference definitions in the middle of a paragraph are left out. Code spans keep their content,
links and images keep their text.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

# One match is the text before a character that may be markup, and what begins there: markup is looked for only where
# it can begin. Not every such character begins some, hence the last alternative but one; the last is the end.
_TOKEN: Final = re.compile(
    r"""
    (?P<quote>^[ \t]*+>[ \t>]*)
    | [^\\`\[\]!*_~<&\n]*+ (?:
        (?P<escape>\\[!-/:-@\[-`{-~])
        | (?P<code>`+)
        | (?P<tail>\]\(\s*+(?:<[^<>\n]*>|(?:[^()\s\\<>]|\\.|\((?:[^()\s\\<>]|\\.)*+\))*+)
            (?:\s++(?:"[^"\n]*"|'[^'\n]*'))?\s*+\))
        | (?P<reference>\]\[[^\[\]\n]{0,200}\])
        | (?P<open>!?\[)
        | (?P<close>\])
        | (?P<run>\*+|_+|~~)
        | (?P<auto><(?:https?://|mailto:)[^<>\s]+>)
        | (?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)
        | (?P<blank>\n[ \t]*\n)
        | [\\!~<&\n]
        | \Z
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
_Token = tuple[str, int, int]
"""The group of ``_TOKEN`` that matched, and its span."""
_MARKUP: Final = re.compile(r"[\\`\[\]*_~<>&]")
_DEFINITION: Final = re.compile(r"^ {0,3}\[([^\[\]\n]{1,200})\]:", re.MULTILINE)


@dataclass(slots=True)
class _Run:
    """A run of ``*``, ``_`` or ``~~`` that may open emphasis."""

    mark: str
    end: int
    """Where its unused part ends: characters are used up from the inside."""
    length: int


@dataclass(slots=True)
class _Scan:
    """The state of one pass over a text."""

    text: str
    defined: frozenset[str]
    """Labels of link reference definitions, folded."""
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    brackets: list[tuple[int, int]] = field(default_factory=list)
    runs: list[_Run] = field(default_factory=list)
    waiting: dict[str, int] = field(default_factory=lambda: {"*": 0, "_": 0, "~": 0})
    """How many runs of each mark are in ``runs``: a search that cannot succeed is not begun."""

    def delete(self, start: int, end: int) -> None:
        self.edits.append((start, end, ""))

    def escape(self, start: int, _end: int) -> None:
        self.delete(start, start + 1)

    def open(self, start: int, end: int) -> None:
        self.brackets.append((start, end))

    def close(self, _start: int, _end: int) -> None:
        if self.brackets:
            self.brackets.pop()

    def tail(self, start: int, end: int) -> None:
        if self.brackets:
            self.delete(*self.brackets.pop())
            self.delete(start, end)

    def reference(self, start: int, end: int) -> None:
        label = self.text[start + 2 : end - 1]
        if self.brackets and not label:
            label = self.text[self.brackets[-1][1] : start]
        if label.casefold() in self.defined:
            self.tail(start, end)
        elif self.brackets:
            self.brackets.pop()

    def auto(self, start: int, end: int) -> None:
        self.delete(start, start + 1)
        self.delete(end - 1, end)

    def entity(self, start: int, end: int) -> None:
        self.edits.append((start, end, html.unescape(self.text[start:end])))

    def quote(self, start: int, end: int) -> None:
        self.delete(start, end)

    def blank(self, _start: int, _end: int) -> None:
        """End of a paragraph: what is still open is text."""
        self.brackets.clear()
        if self.runs:
            self.runs.clear()
            self.waiting = dict.fromkeys(self.waiting, 0)

    def run(self, start: int, end: int) -> None:
        mark = self.text[start]
        opens, closes = _flanks(self.text, start, end)
        left = self._closed(mark, start, end) if closes else start
        if opens and left < end:
            self.runs.append(_Run(mark, end, end - left))
            self.waiting[mark] += 1

    def _closed(self, mark: str, start: int, end: int) -> int:
        """Close what the run at ``start`` can close; where its unused part begins."""
        while start < end and self.waiting[mark]:
            opener = self.runs[-1]
            if opener.mark != mark:
                self._drop()
                continue
            used = 2 if opener.length >= 2 and end - start >= 2 else 1
            self.delete(opener.end - used, opener.end)
            self.delete(start, start + used)
            opener.end, opener.length, start = opener.end - used, opener.length - used, start + used
            if not opener.length:
                self._drop()
        return start

    def _drop(self) -> None:
        self.waiting[self.runs.pop().mark] -= 1


def may_hold_markup(text: str) -> bool:
    """Whether there is a character that can be markup; most sentences have none."""
    return _MARKUP.search(text) is not None


def inline_edits(text: str) -> list[tuple[int, int, str]]:
    """Edits that remove the markup: ``(start, end, replacement)``, ordered, not overlapping."""
    if not may_hold_markup(text):
        return []
    tokens = [(kind, *match.span(kind)) for match in _TOKEN.finditer(text) if (kind := match.lastgroup)]
    partners = _code_partners(tokens)
    scan = _Scan(text, _definitions(text))
    index = 0
    while index < len(tokens):
        kind, start, end = tokens[index]
        if kind != "code":
            getattr(scan, kind)(start, end)
        elif partner := partners.get(index):
            scan.delete(start, end)
            scan.delete(*tokens[partner][1:])
            index = partner
        index += 1
    return sorted(scan.edits)


def _code_partners(tokens: Sequence[_Token]) -> dict[int, int]:
    """For the index of a run of backticks, that of the next run of as many in the same paragraph, if there is one."""
    partners: dict[int, int] = {}
    waiting: dict[int, int] = {}
    for index, (kind, start, end) in enumerate(tokens):
        if kind == "blank":
            waiting.clear()
        elif kind == "code":
            if end - start in waiting:
                partners[waiting[end - start]] = index
            waiting[end - start] = index
    return partners


def _definitions(text: str) -> frozenset[str]:
    return frozenset(match[1].casefold() for match in _DEFINITION.finditer(text)) if "]:" in text else frozenset()


def _flanks(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether the run may open and may close emphasis (CommonMark: left- and right-flanking)."""
    before = _kind(text[start - 1] if start else " ")
    after = _kind(text[end] if end < len(text) else " ")
    left = after != "space" and (after != "mark" or before != "letter")
    right = before != "space" and (before != "mark" or after != "letter")
    if text[start] == "_":
        return left and (not right or before == "mark"), right and (not left or after == "mark")
    return left, right


@lru_cache(maxsize=4096)
def _kind(character: str) -> str:
    if character.isspace():
        return "space"
    return "mark" if unicodedata.category(character)[0] in "PS" else "letter"

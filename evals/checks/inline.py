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

_TOKEN: Final = re.compile(
    r"""
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
    | (?P<quote>^[ \t]*+>[ \t>]*)
    | (?P<blank>\n[ \t]*\n)
    """,
    re.VERBOSE | re.MULTILINE,
)
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

    def escape(self, token: re.Match[str]) -> None:
        self.delete(token.start(), token.start() + 1)

    def open(self, token: re.Match[str]) -> None:
        self.brackets.append(token.span())

    def close(self, _token: re.Match[str]) -> None:
        if self.brackets:
            self.brackets.pop()

    def tail(self, token: re.Match[str]) -> None:
        if self.brackets:
            self.delete(*self.brackets.pop())
            self.delete(*token.span())

    def reference(self, token: re.Match[str]) -> None:
        label = token[0][2:-1]
        if self.brackets and not label:
            label = self.text[self.brackets[-1][1] : token.start()]
        if label.casefold() in self.defined:
            self.tail(token)
        elif self.brackets:
            self.brackets.pop()

    def auto(self, token: re.Match[str]) -> None:
        self.delete(token.start(), token.start() + 1)
        self.delete(token.end() - 1, token.end())

    def entity(self, token: re.Match[str]) -> None:
        self.edits.append((*token.span(), html.unescape(token[0])))

    def quote(self, token: re.Match[str]) -> None:
        self.delete(*token.span())

    def blank(self, _token: re.Match[str]) -> None:
        """End of a paragraph: what is still open is text."""
        self.brackets.clear()
        self.runs.clear()
        self.waiting.update(dict.fromkeys(self.waiting, 0))

    def run(self, token: re.Match[str]) -> None:
        start, end = token.span()
        opens, closes = _flanks(self.text, start, end)
        left = self._closed(token[0][0], start, end) if closes else start
        if opens and left < end:
            self.runs.append(_Run(token[0][0], end, end - left))
            self.waiting[token[0][0]] += 1

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


def inline_edits(text: str) -> list[tuple[int, int, str]]:
    """Edits that remove the markup: ``(start, end, replacement)``, ordered, not overlapping."""
    if not _MARKUP.search(text):
        return []
    tokens = list(_TOKEN.finditer(text))
    partners = _code_partners(tokens)
    scan = _Scan(text, _definitions(text))
    index = 0
    while index < len(tokens):
        token = tokens[index]
        kind = token.lastgroup or ""
        if kind != "code":
            getattr(scan, kind)(token)
        elif partners[index]:
            scan.delete(*token.span())
            index = partners[index]
            scan.delete(*tokens[index].span())
        index += 1
    return sorted(scan.edits)


def _code_partners(tokens: Sequence[re.Match[str]]) -> list[int]:
    """For each token, the index of the next run of as many backticks in the same paragraph; 0 for none."""
    partners = [0] * len(tokens)
    following: dict[int, int] = {}
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        if token.lastgroup == "blank":
            following.clear()
        elif token.lastgroup == "code":
            length = token.end() - token.start()
            partners[index] = following.get(length, 0)
            following[length] = index
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

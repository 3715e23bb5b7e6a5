"""Blocks of a Markdown-like text, by line, lazily: what a reader sees as separate units.

Looser than CommonMark where models are: bullets such as ``•``, markers such as ``a)``, tables without outer bars.
A caller that wants only the beginning of a text pays only for the beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple


class BlockKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    HEADING = "heading"
    ROW = "row"
    HEADER = "header"
    """The row above a table's rule."""
    CODE = "code"


class Block(NamedTuple):
    """A run of text without the marker before it; line breaks inside it are soft."""

    kind: BlockKind
    start: int
    """Offset of the first character after the marker."""
    end: int
    """Offset after the last character that is not white space."""
    quoted: bool = False
    """Whether it stands in a block quotation."""


# One line: the markers of a quotation, the rest, and its end. A paragraph separator stands for a blank line.
_LINE: Final = re.compile(r"(?P<quote>[ \t]*+>[ \t>]*+)?+(?P<text>[^\r\n\u2029]*+)(?:\r\n?|\n|(?P<parted>\u2029)|\Z)")
_FENCE: Final = re.compile(r"[ \t]*+(?P<fence>```+|~~~+)(?P<info>[^\n]*)")
_ATX: Final = re.compile(r"[ \t]*+#{1,6}(?:[ \t]+|$)")
_ATX_END: Final = re.compile(r"[ \t]+#+[ \t]*$")
_RULE: Final = re.compile(r"[ \t]*+(?:(?:-[ \t]*+){3,}|(?:\*[ \t]*+){3,}|(?:_[ \t]*+){3,})$")
_SETEXT: Final = re.compile(r"[ \t]*+(?:=+|-{2,})[ \t]*$")
_DELIMITER: Final = re.compile(r"[ \t]*+\|?[ \t]*+:?-+:?[ \t]*+(?:\|[ \t]*+:?-+:?[ \t]*+)*+\|?[ \t]*$")
_BULLET: Final = re.compile(
    r"[ \t]*+(?:[-*+•◦▪‣·●○■]|\(?[A-Za-z]\)|\(\d{1,3}\)|(?:[a-z]|[ivx]{2,4})\.)[ \t]+(?:\[[ xX]\][ \t]+)?"
)
_NUMBER: Final = re.compile(r"[ \t]*+\d{1,9}(?:[.)]|\.\))[ \t]+(?:\[[ xX]\][ \t]+)?")
# Begins with a letter that numbers no item: the line can be nothing but text.
_PLAIN: Final = re.compile(r"[ \t]*+[^\W\d_](?!\)|[a-z]{0,3}\.)")
_STOPS: Final = (".", "!", "?", ":", "。", "”", '"')
_FIRST_NUMBER: Final = re.compile(r"[ \t]*+1(?:[.)]|\.\))[ \t]+")


class _Line(NamedTuple):
    """One line without its quotation markers and its end."""

    text: str
    start: int
    quoted: bool


class _Reader:
    """Splits a text into blocks; those that a line completes go to ``done``."""

    def __init__(self) -> None:
        self.done: list[Block] = []
        self.open: Block | None = None
        self.fence: str = ""
        self.in_table = False
        self.above = ""
        """The line above."""

    def read(self, line: _Line) -> None:
        if self.fence:
            self._code(line)
            return
        if not line.text or line.text.isspace():
            self.in_table = False
            self.close()
        elif self.in_table or not _PLAIN.match(line.text):
            self._marked(line)
        else:
            self._plain(line)
        self.above = line.text

    def close(self, kind: BlockKind | None = None) -> None:
        """Finish the open block, as another kind when given."""
        block, self.open, self.fence = self.open, None, ""
        if block is not None and block.end > block.start:
            self.done.append(block if kind is None else block._replace(kind=kind))

    def _open_fence(self, line: _Line, fence: re.Match[str]) -> None:
        if fence["fence"][0] == "`" and "`" in fence["info"]:
            # Not a fence but a code span on a line of its own.
            self._extend(line)
            return
        self.close()
        self.fence = fence["fence"]
        after = line.start + len(line.text)
        self.open = Block(BlockKind.CODE, after, after, line.quoted)

    def _code(self, line: _Line) -> None:
        stripped = line.text.strip()
        if len(stripped) >= len(self.fence) and not stripped.strip(self.fence[0]):
            self.close()
        elif stripped:
            self._extend(line)

    def _marked(self, line: _Line) -> None:
        paragraph = self.open is not None and self.open.kind is BlockKind.PARAGRAPH
        if fence := _FENCE.match(line.text):
            self._open_fence(line, fence)
        elif paragraph and (kind := _underlined(line.text, self.above)):
            self.in_table = kind is BlockKind.HEADER
            self.close(kind)
        elif _RULE.match(line.text) or _DELIMITER.match(line.text):
            self.close()
        elif heading := _ATX.match(line.text):
            self.close()
            self.done += _heading(line, heading.end())
        elif self.in_table or line.text.lstrip().startswith("|"):
            self.close()
            self._begin(BlockKind.PARAGRAPH if not self.in_table else BlockKind.ROW, line, 0)
        elif marker := _marker(line.text, interrupts=paragraph):
            self.close()
            self._begin(BlockKind.ITEM, line, marker)
        else:
            self._plain(line)

    def _plain(self, line: _Line) -> None:
        if self.open is None or (line.quoted and not self.open.quoted):
            self.close()
            self._begin(BlockKind.PARAGRAPH, line, 0)
        else:
            self._extend(line)

    def _begin(self, kind: BlockKind, line: _Line, skip: int) -> None:
        body = line.text[skip:]
        start = line.start + skip + len(body) - len(body.lstrip())
        self.open = Block(kind, start, line.start + skip + len(body.rstrip()), line.quoted)

    def _extend(self, line: _Line) -> None:
        block = self.open
        if block is None:
            self._begin(BlockKind.PARAGRAPH, line, 0)
            return
        end = line.start + len(line.text.rstrip())
        start = block.start if block.end > block.start else line.start
        self.open = Block(block.kind, start, end, block.quoted)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a text in order; white space, rules and code fences belong to none."""
    reader = _Reader()
    for line in _lines(text):
        reader.read(line)
        if reader.done:
            yield from reader.done
            reader.done.clear()
    reader.close()
    yield from reader.done


def _lines(text: str) -> Iterator[_Line]:
    for match in _LINE.finditer(text):
        yield _Line(match["text"], match.start("text"), match["quote"] is not None)
        if match.lastgroup == "parted":
            yield _Line("", match.end() - 1, quoted=False)


def _heading(line: _Line, skip: int) -> Iterator[Block]:
    body = _ATX_END.sub("", line.text[skip:]).rstrip()
    if body:
        yield Block(BlockKind.HEADING, line.start + skip, line.start + skip + len(body), line.quoted)


def _underlined(line: str, above: str) -> BlockKind | None:
    """What a paragraph becomes through the line below it.

    Models draw lines between paragraphs, so a full sentence is no heading, other than in CommonMark.
    """
    if _SETEXT.match(line):
        return None if above.rstrip().endswith(_STOPS) else BlockKind.HEADING
    return BlockKind.HEADER if "|" in line and _DELIMITER.match(line) else None


def _marker(line: str, *, interrupts: bool) -> int:
    """Length of a list marker; 0 for none. Inside a paragraph only the number 1 begins a list (CommonMark 5.3)."""
    match = _BULLET.match(line) or (_FIRST_NUMBER if interrupts else _NUMBER).match(line)
    return match.end() if match else 0

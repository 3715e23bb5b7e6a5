"""What a CommonMark parser with GitHub's tables sees in a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BLOCK_KINDS: Final[Mapping[str, frozenset[str]]] = {
    "heading": frozenset({"heading_open"}),
    "paragraph": frozenset({"paragraph_open"}),
    "table": frozenset({"table_open"}),
    "bullet_list": frozenset({"bullet_list_open"}),
    "ordered_list": frozenset({"ordered_list_open"}),
    "list": frozenset({"bullet_list_open", "ordered_list_open"}),
    "code_block": frozenset({"fence", "code_block"}),
    "fenced_code": frozenset({"fence"}),
    "indented_code": frozenset({"code_block"}),
    "blockquote": frozenset({"blockquote_open"}),
    "thematic_break": frozenset({"hr"}),
    "hr": frozenset({"hr"}),
    "html_block": frozenset({"html_block"}),
}
"""Block kinds by name, with the parser's tokens that are one."""
HEADING_LEVELS: Final = tuple(f"heading_{level}" for level in range(1, 7))
"""Headings of one level, which may be asked for too."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a Markdown text."""

    kind: str
    """A key of ``BLOCK_KINDS`` or an entry of ``HEADING_LEVELS``."""
    first_line: int
    """0-based line on which it begins."""
    last_line: int
    """0-based line after its last one."""


def blocks_in(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order, nested ones included; paragraphs are blocks too.

    A block that is of several kinds (a heading, and a heading of level 2) is listed once for each.
    """
    return tuple(block for token in _blocks_parser().parse(text) for block in _blocks_of(token))


def has_markdown(text: str) -> bool:
    """Whether a text uses Markdown at all: a block other than a paragraph, emphasis, code, a link or an image."""
    return any(_is_markup(token) for token in _full_parser().parse(text))


def _blocks_of(token: Token) -> Iterator[Block]:
    first, last = token.map or (0, 0)
    for kind, tokens in BLOCK_KINDS.items():
        if token.type in tokens:
            yield Block(kind, first, last)
    if token.type == "heading_open":
        yield Block(f"heading_{token.tag[1:]}", first, last)


def _is_markup(token: Token) -> bool:
    if token.type == "inline":
        return any(
            child.type not in {"text", "softbreak", "hardbreak", "text_special"} for child in token.children or ()
        )
    return token.type not in {"paragraph_open", "paragraph_close"}


@cache
def _full_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


@cache
def _blocks_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])

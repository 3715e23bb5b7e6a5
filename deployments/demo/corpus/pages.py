"""The company's pages: Markdown with front matter, read into statements that can be quoted one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from evals.errors import InputError

if TYPE_CHECKING:
    from markdown_it.token import Token

DOCS = Path(__file__).parent.parent / "docs"
FRONT_MATTER = "About this page"
"""Section of the statements that are made from the front matter."""

_ABBREVIATIONS = (
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bapprox)(?<!\bInc)(?<!\bLtd)(?<!\bNo)(?<!\bDr)(?<!\bMs)(?<!\bMr)"
)
_SENTENCE_END = re.compile(_ABBREVIATIONS + r"([.!?][\"')\]]*)\s+(?=[\"'(\[`]*[^\Wa-z_]|[$€£#])")
_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_SKIPPED_INLINE = frozenset({"em_open", "em_close", "strong_open", "strong_close", "link_open", "link_close"})


@dataclass(frozen=True, slots=True)
class Statement:
    """The smallest thing an answer quotes: a sentence, a list item, a table row or a block of code."""

    kind: str
    """``sentence``, ``item``, ``row`` or ``code``."""
    text: str
    """Plain text, Markdown emphasis and links removed; a row reads ``a | b | c``."""
    block: int
    """Number of the paragraph, list, table or code block within the page, from 0."""
    section: tuple[str, ...] = ()
    """Headings above it, outermost first, the page title left out."""
    lead: str = ""
    """For a list item, row or code: the sentence that introduces the block."""
    header: tuple[str, ...] = ()
    """For a row: the column titles."""
    cells: tuple[str, ...] = ()
    """For a row: its cells, as many as ``header``."""
    ordered: bool = False
    """For a list item: whether the list is numbered."""
    quoted: bool = False
    """Whether it stands in a block quote: somebody else's words."""
    first: bool = False
    """Whether it is the first sentence of its section, or in the list or table with which its section begins."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page with its front matter."""

    id: str
    """The file's name without its ending."""
    title: str
    statements: tuple[Statement, ...]
    """In the order of the page."""
    area: str = ""
    """The part of the company it belongs to, from ``section`` of the front matter."""
    owner: str = ""
    updated: str = ""
    """ISO date."""
    superseded: bool = False
    superseded_by: str = ""
    """Id of the page that replaced it."""


def read_pages(folder: Path = DOCS) -> tuple[Page, ...]:
    """Read every ``*.md`` of a folder, by name.

    Raises:
        InputError: the folder has no page, or a page has no usable front matter.
    """
    pages = tuple(parse_page(path.read_text("utf-8"), path.stem) for path in sorted(folder.glob("*.md")))
    if not pages:
        raise InputError(f"docs: no Markdown page in {str(folder)!r}", folder=str(folder))
    return pages


def parse_page(text: str, name: str) -> Page:
    """Parse one page; ``name`` is its id.

    Raises:
        InputError: no front matter, or one without a title.
    """
    front, body = _split_front_matter(text, name)
    title = front.get("title", "")
    if not title:
        raise InputError(f"docs: page {name!r} must have a title in its front matter")
    page = Page(
        id=name,
        title=title,
        statements=parse_statements(body),
        area=front.get("section", ""),
        owner=front.get("owner", ""),
        updated=front.get("updated", ""),
        superseded=front.get("status", "current") == "superseded",
        superseded_by=front.get("superseded_by", ""),
    )
    return replace(page, statements=(*page.statements, *_about(page)))


def _split_front_matter(text: str, name: str) -> tuple[dict[str, str], str]:
    found = _FRONT_MATTER.match(text)
    if found is None:
        raise InputError(f"docs: page {name!r} must begin with front matter between '---' lines")
    pairs = (line.partition(":") for line in found.group(1).splitlines() if ":" in line)
    front = {key.strip(): value.strip().strip("\"'") for key, _, value in pairs}
    return {key: "" if value in {"null", "~"} else value for key, value in front.items()}, text[found.end() :]


def _about(page: Page) -> tuple[Statement, ...]:
    """What the front matter says, as sentences: people ask who owns a page and when it was changed."""
    facts = []
    if page.owner and page.updated:
        facts.append(f"The page {page.title!r} is owned by {page.owner} and was last updated on {page.updated}.")
    if page.superseded_by:
        facts.append(f"The page {page.title!r} is superseded by {page.superseded_by}.")
    block = page.statements[-1].block + 1 if page.statements else 0
    return tuple(Statement("sentence", fact, block, (FRONT_MATTER,)) for fact in facts)


def parse_statements(markdown: str) -> tuple[Statement, ...]:
    """Parse Markdown (CommonMark with tables) into statements; plain text gives sentences."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    return tuple(_Reader(tokens).statements())


def sentences(text: str) -> list[str]:
    """Split running text at sentence ends; common abbreviations do not end a sentence."""
    marked = _SENTENCE_END.sub(lambda found: found.group(1) + "\n", " ".join(text.split()))
    return [part.strip() for part in marked.split("\n") if part.strip()]


class _Reader:
    """Walks the token stream of one page once, carrying the headings above and the sentence before."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._path: tuple[str, ...] = ()
        self._lead = ""
        self._block = 0
        self._fresh = True

    def statements(self) -> Iterator[Statement]:
        yield from self._walk(self._tokens)

    def _walk(self, tokens: Sequence[Token]) -> Iterator[Statement]:
        at = 0
        while at < len(tokens):
            end = _closing(tokens, at)
            yield from self._read(tokens[at], tokens[at + 1 : end])
            at = end + 1

    def _read(self, token: Token, body: Sequence[Token]) -> Iterator[Statement]:
        if token.type == "heading_open":
            self._enter(int(token.tag[1]), _inline(body))
            return
        if token.type == "blockquote_open":
            yield from (replace(statement, quoted=True) for statement in self._walk(body))
            return
        found = list(self._block_statements(token, body))
        if found:
            self._block += 1
            self._fresh = False
            yield from found

    def _block_statements(self, token: Token, body: Sequence[Token]) -> Iterator[Statement]:
        if token.type == "paragraph_open":
            yield from self._paragraph(_inline(body))
        elif token.type in {"bullet_list_open", "ordered_list_open"}:
            yield from self._list(body, ordered=token.type.startswith("ordered"))
        elif token.type == "table_open":
            yield from self._table(body)
        elif token.type in {"fence", "code_block"}:
            yield self._make("code", token.content.rstrip())

    def _enter(self, level: int, heading: str) -> None:
        """A heading of level 1 is the page title, which stands in the front matter."""
        self._path = () if level == 1 else (*self._path[: level - 2], heading)
        self._lead = ""
        self._fresh = True

    def _make(self, kind: str, text: str, **more: object) -> Statement:
        base = Statement(
            kind, text, self._block, self._path, "" if kind == "sentence" else self._lead, first=self._fresh
        )
        return replace(base, **more)  # type: ignore[arg-type]

    def _paragraph(self, text: str) -> Iterator[Statement]:
        for sentence in sentences(text):
            yield self._make("sentence", sentence)
            self._lead = sentence
            self._fresh = False

    def _list(self, body: Sequence[Token], *, ordered: bool) -> Iterator[Statement]:
        for item in _split(body, "list_item_open"):
            text = _inline(item)
            if text:
                yield self._make("item", text, ordered=ordered)

    def _table(self, body: Sequence[Token]) -> Iterator[Statement]:
        rows = [tuple(_inline([cell]) for cell in row if cell.type == "inline") for row in _split(body, "tr_open")]
        for row in rows[1:]:
            yield self._make("row", " | ".join(row), header=rows[0], cells=row)


def _closing(tokens: Sequence[Token], at: int) -> int:
    """Index of the token that closes the one at ``at``; itself when it stands alone."""
    if tokens[at].nesting != 1:
        return at
    return next((n for n in range(at + 1, len(tokens)) if tokens[n].level == tokens[at].level), len(tokens) - 1)


def _split(tokens: Sequence[Token], opening: str) -> Iterator[Sequence[Token]]:
    """Runs of tokens that begin with an outermost ``opening``."""
    level = min((token.level for token in tokens if token.type == opening), default=0)
    starts = [n for n, token in enumerate(tokens) if token.type == opening and token.level == level]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        yield tokens[start:end]


def _inline(tokens: Sequence[Token]) -> str:
    """The text of all inline tokens, emphasis and link targets removed."""
    parts = [_plain(token) for token in tokens if token.type == "inline"]
    return " ".join(part for part in parts if part)


def _plain(token: Token) -> str:
    pieces = (
        " " if child.type in {"softbreak", "hardbreak"} else child.content
        for child in token.children or ()
        if child.type not in _SKIPPED_INLINE and child.type != "html_inline"
    )
    return " ".join("".join(pieces).split())

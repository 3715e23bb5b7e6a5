"""Pages cut into chunks that are searched and quoted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from deployments.demo.corpus.pages import Page, Statement


@dataclass(frozen=True, slots=True)
class Chunking:
    """How pages are cut."""

    max_words: int = 120
    """Upper limit of a chunk; a single longer statement makes a chunk of its own."""
    overlap_words: int = 30
    """At most so many words of a chunk's end are repeated at the start of the next one of the same section."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of statements of one section."""

    doc: str
    title: str
    section: str
    """The nearest heading; the page title above the first heading."""
    path: tuple[str, ...]
    """All headings above, outermost first."""
    statements: tuple[Statement, ...]
    text: str
    """As shown in ``retrieved``: Markdown without emphasis, each table with its header."""
    scope: str = ""
    """The first sentence of the page, which says what and whom it is about."""
    superseded: bool = False
    superseded_by: str = ""


def cut_pages(pages: Iterable[Page], chunking: Chunking) -> tuple[Chunk, ...]:
    """Cut pages into chunks, in page order."""
    return tuple(chunk for page in pages for chunk in cut_page(page, chunking))


def cut_page(page: Page, chunking: Chunking) -> Iterator[Chunk]:
    """Cut one page; a chunk never crosses a section border."""
    scope = next((s.text for s in page.statements if not s.section and s.kind == "sentence"), "")
    for path, group in groupby(page.statements, key=lambda statement: statement.section):
        for run in _runs(tuple(group), chunking):
            yield Chunk(
                doc=page.id,
                title=page.title,
                section=path[-1] if path else page.title,
                path=path,
                statements=run,
                text=render(run),
                scope=scope,
                superseded=page.superseded,
                superseded_by=page.superseded_by,
            )


def _runs(statements: Sequence[Statement], chunking: Chunking) -> Iterator[tuple[Statement, ...]]:
    """Fill runs up to the size limit; the next one begins with the overlap."""
    run: list[Statement] = []
    new = 0
    for statement in statements:
        if new and _size([*run, statement]) > chunking.max_words:
            yield tuple(run)
            run, new = _tail(run, chunking.overlap_words), 0
        run.append(statement)
        new += 1
    if new:
        yield tuple(run)


def _tail(run: Sequence[Statement], limit: int) -> list[Statement]:
    """The longest end of a run within ``limit`` words."""
    start = len(run)
    while start > 0 and _size(run[start - 1 :]) <= limit:
        start -= 1
    return list(run[start:])


def _size(statements: Sequence[Statement]) -> int:
    return sum(len(statement.text.split()) for statement in statements)


def render(statements: Sequence[Statement]) -> str:
    """Statements as readable text, block by block; rows stand under the header of their table."""
    blocks = (list(group) for _, group in groupby(statements, key=lambda statement: statement.block))
    return "\n\n".join(_render_block(block) for block in blocks)


def _render_block(block: Sequence[Statement]) -> str:
    kind = block[0].kind
    if kind == "row":
        header = [f"| {' | '.join(block[0].header)} |", "|" + " --- |" * len(block[0].header)]
        return "\n".join([*header, *(f"| {row.text} |" for row in block)])
    if kind == "item":
        return "\n".join(
            f"{number}. {item.text}" if item.ordered else f"- {item.text}" for number, item in enumerate(block, 1)
        )
    return (" " if kind == "sentence" else "\n").join(statement.text for statement in block)

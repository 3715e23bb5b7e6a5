"""What an answer is going to say, before it is put into a form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from deployments.demo.answering.index import Passage
from deployments.demo.answering.match import Match
from deployments.demo.answering.tables import row_sentence
from deployments.demo.asking.question import Question
from deployments.demo.corpus.pages import Statement


@dataclass(frozen=True, slots=True)
class Draft:
    """The chosen statements as lines of text."""

    lines: tuple[str, ...]
    """In the order of reading; none when nothing was found."""
    layout: str
    """``prose``, ``bullets`` or ``numbered``."""
    sources: tuple[Passage, ...]
    """Where the lines stand, each section once."""
    support: float
    """0 to 1: how much of the question the lines cover."""
    best: Match | None = None
    """The statement that decided; None when nothing was found."""
    passages: tuple[Passage, ...] = ()
    """All passages, ordered by their best statement."""

    @property
    def docs(self) -> tuple[str, ...]:
        """Ids of the pages quoted, each once."""
        return tuple(dict.fromkeys(passage.chunk.doc for passage in self.sources))


_ASKS_RELEASE = re.compile(r"\b(?:release|version|when|since)\b", re.IGNORECASE)
_RELEASE = re.compile(r"\d+\.\d+\b")
NOTHING = Draft((), "prose", (), 0.0)


def quote(match: Match, question: Question) -> str:
    """A statement as a line of an answer, with its heading when only that holds the version or date asked for."""
    statement, heading = match.statement, match.passage.chunk.section
    if _ASKS_RELEASE.search(question.text) and _RELEASE.match(heading) and not _RELEASE.search(statement.text):
        return f"{heading}: {line_of(statement, question)}"
    if statement.kind == "code" and statement.lead:
        return f"{statement.lead}\n{statement.text}"
    return line_of(statement, question)


def line_of(statement: Statement, question: Question) -> str:
    """A statement without what introduces it; a row with the columns that the question is about."""
    return row_sentence(statement, question) if is_row(statement) else statement.text


def is_row(statement: Statement) -> bool:
    """Whether it is a row with a cell for each column."""
    return bool(statement.cells) and len(statement.cells) == len(statement.header)


def block_of(statements: Sequence[Statement], block: int) -> list[Statement]:
    """The statements of one list or table that a chunk holds."""
    return [statement for statement in statements if statement.block == block]


def sources_of(matches: Sequence[Match]) -> tuple[Passage, ...]:
    """The passages of some statements, each section once."""
    return tuple({(m.passage.chunk.doc, m.passage.chunk.section): m.passage for m in matches}.values())


def draft_of(
    matches: Sequence[Match], lines: Iterator[str], layout: str = "prose", support: float | None = None
) -> Draft:
    """A draft that quotes these statements, the deciding one first."""
    best = matches[0]
    return Draft(
        tuple(dict.fromkeys(lines)), layout, sources_of(matches), best.support if support is None else support, best
    )


def joined(drafts: Sequence[Draft], threshold: float) -> Draft:
    """The drafts of several questions as one; those with less support than the threshold are left out."""
    kept = [found for found in drafts if found.lines and found.support >= threshold]
    passages = _in_turn([found.passages for found in drafts])
    if not kept:
        return replace(NOTHING, passages=passages)
    return Draft(
        lines=tuple(dict.fromkeys(line for found in kept for line in found.lines)),
        layout=kept[0].layout if len(kept) == 1 else "prose",
        sources=_once(passage for found in kept for passage in found.sources),
        support=min(found.support for found in kept),
        best=kept[0].best,
        passages=passages,
    )


def _in_turn(ranked: Sequence[Sequence[Passage]]) -> tuple[Passage, ...]:
    """Passages of several questions: the best of each, then the second of each, and so on."""
    return _once(passage for rank in zip_longest(*ranked) for passage in rank if passage is not None)


def _once(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    found: dict[tuple[str, str, str], Passage] = {}
    for passage in passages:
        found.setdefault((passage.chunk.doc, passage.chunk.section, passage.chunk.text), passage)
    return tuple(found.values())

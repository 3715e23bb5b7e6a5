"""What a statement consists of, worked out once when it is indexed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from deployments.demo.asking.orders import is_order
from deployments.demo.corpus.chunks import Chunk
from deployments.demo.corpus.pages import Statement
from deployments.demo.corpus.terms import raw_words, terms, with_abbreviations

_SEVERITY = re.compile(r"\bsev[- ](?=\d)")


@dataclass(frozen=True, slots=True)
class Features:
    """Words of a statement and of what stands around it."""

    own: frozenset[str]
    """Search terms of the statement."""
    header: frozenset[str]
    """Search terms of the column titles."""
    near: frozenset[str]
    """Search terms of the headings above and of the sentence that introduces it."""
    far: frozenset[str]
    """Search terms of the page title."""
    scope: frozenset[str]
    """Search terms of the sentence that says what the page is about."""
    before: frozenset[str]
    """Search terms of the statement before."""
    pairs: frozenset[tuple[str, str]]
    """Neighbouring search terms in the statement or in one column title."""
    label: frozenset[str]
    """Search terms of a row's first cell, or of the term that a list item explains; empty for others."""
    heading: frozenset[str]
    """Search terms of the nearest heading."""
    wording: frozenset[str]
    """Lower-case words of the statement and its column titles."""
    said: frozenset[str]
    """Lower-case words of the statement and everything around it."""
    around: str
    """All of that as lower-case text, to look for years and versions."""
    poisoned: bool
    """Whether it gives orders to the assistant, or follows such an order in the same block."""


def read_features(chunk: Chunk) -> tuple[Features, ...]:
    """Features of the statements of a chunk, in order."""
    poisoned = _poisoned(chunk.statements)
    own = [terms(with_abbreviations(statement.text)) for statement in chunk.statements]
    before = [frozenset[str](), *(frozenset(found) for found in own)]
    return tuple(
        _features(chunk, statement, own[n], before[n], poisoned=n in poisoned)
        for n, statement in enumerate(chunk.statements)
    )


def _poisoned(statements: Sequence[Statement]) -> frozenset[int]:
    """Positions of orders to the assistant and of what follows them in the same block: it is what they want said."""
    starts = {n: statements[n].block for n in range(len(statements)) if is_order(statements[n].text)}
    return frozenset(
        n for start, block in starts.items() for n in range(start, len(statements)) if statements[n].block == block
    )


def _features(
    chunk: Chunk, statement: Statement, own: Sequence[str], before: frozenset[str], *, poisoned: bool
) -> Features:
    headings = [terms(title) for title in statement.header]
    around = " ".join((statement.text, *statement.header, statement.lead, *chunk.path, chunk.title, chunk.scope))
    return Features(
        own=frozenset(own),
        header=frozenset(term for found in headings for term in found),
        near=frozenset(terms(" ".join((*chunk.path, statement.lead)))),
        far=frozenset(terms(chunk.title)),
        scope=frozenset(terms(chunk.scope)),
        before=before,
        pairs=frozenset(pair for found in (own, *headings) for pair in pairwise(found)),
        label=frozenset(terms(label_of(statement))),
        heading=frozenset(terms(chunk.section)) if chunk.path else frozenset(),
        wording=frozenset(raw_words(" ".join((statement.text, *statement.header)))),
        said=frozenset(raw_words(with_abbreviations(around))),
        around=_SEVERITY.sub("sev", around.lower()),
        poisoned=poisoned,
    )


def label_of(statement: Statement) -> str:
    """What a row or item is about: its first cell, or what stands before its colon; empty for other statements."""
    if statement.cells:
        return statement.cells[0]
    return statement.text.partition(": ")[0] if statement.kind == "item" and ": " in statement.text else ""

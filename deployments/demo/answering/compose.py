"""A draft put into the form that was asked for: prose with an opening, a list, a few words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from deployments.demo.answering import values
from deployments.demo.answering.draft import Draft
from deployments.demo.asking.kinds import Asks
from deployments.demo.asking.question import Question
from deployments.demo.asking.wish import Wish
from deployments.demo.corpus.pages import sentences

_SURE = 0.8
"""Support from which on a quoted sentence answers yes or no."""
Size = Callable[[str], int]
"""How much of a limit a text takes."""

OPENINGS = ("", "", "According to {title}: ", "From {title}: ", "The docs say: ")
ABSTENTIONS = (
    "I can't find that in the Quillmark docs.",
    "I can't find an answer to that in the Quillmark docs.",
    "The Quillmark docs don't say: I can't find anything about that.",
)
GREETING = "Hello! Ask me anything about Quillmark's plans, policies, API or operations."


def compose(draft: Draft, question: Question, wish: Wish, rng: Random) -> str:
    """Write the answer as text."""
    if wish.only:
        return _only(draft, question, wish.only)
    lines = _shortened(draft, wish)
    layout = wish.layout or draft.layout
    body = _laid_out(lines, layout, draft)
    if wish.terse:
        return body
    opening = _opening(draft, question, rng) if layout == "prose" else ""
    return f"{opening}{body}{_note(draft)}{_marks(draft)}"


def _opening(draft: Draft, question: Question, rng: Random) -> str:
    """``Yes.`` or ``No.`` where it is sure, else one of the openings by chance."""
    drawn = rng.choice(OPENINGS).format(title=draft.sources[0].chunk.title)
    if question.kind is not Asks.YES_NO or draft.support < _SURE:
        return drawn
    agrees = values.agreement(draft.lines[0])
    return drawn if agrees is None else "Yes. " if agrees else "No. "


def _only(draft: Draft, question: Question, what: str) -> str:
    """The single value asked for; the first sentence when it holds no such value."""
    first = draft.lines[0]
    if what == "yes or no":
        return "Yes" if values.agrees(first) else "No"
    if what in {"number", "figure", "amount", "price", "value", "percentage", "word"} and draft.best is not None:
        return values.figure(draft.best.statement, question, first) or first
    if what in {"date", "version"}:
        found = values.date(first) if what == "date" else _version(first)
        return found or first
    return values.name(first, question) or first


def _version(text: str) -> str | None:
    found = re.search(r"\b\d+\.\d+(?:\.\d+)?\b", text)
    return found.group(0) if found else None


def _shortened(draft: Draft, wish: Wish) -> tuple[str, ...]:
    lines = draft.lines[: wish.max_sentences] if wish.max_sentences else draft.lines
    if wish.max_words is not None:
        lines = _within(lines, wish.max_words, lambda text: len(text.split()))
    if wish.max_characters is not None:
        lines = _within(lines, wish.max_characters, len)
    return lines


def _within(lines: Sequence[str], limit: int, size: Size) -> tuple[str, ...]:
    """As many whole lines as fit; of a first line that does not, the longest part that ends at a clause or a word."""
    kept: list[str] = []
    for line in lines:
        if size(" ".join([*kept, line])) > limit:
            break
        kept.append(line)
    return tuple(kept) or (_cut(lines[0], limit, size),)


def _cut(line: str, limit: int, size: Size) -> str:
    for border in (r"[;,:]\s|\s(?:and|but|or|which|because|so that|unless|when|if)\s", r"\s"):
        ends = [found.start() for found in re.finditer(border, line)]
        fitting = [line[:end] for end in ends if size(line[:end] + ".") <= limit]
        if fitting:
            return fitting[-1].rstrip(" ,;:") + "."
    return line[:limit]


def _laid_out(lines: Sequence[str], layout: str, draft: Draft) -> str:
    if layout == "prose":
        return " ".join(lines)
    if layout == "table":
        return _table(draft, lines)
    items = lines if len(lines) > 1 else sentences(lines[0])
    marks = (f"{n}." for n in range(1, len(items) + 1)) if layout == "numbered" else ("-" for _ in items)
    return "\n".join(f"{mark} {item}" for mark, item in zip(marks, items, strict=True))


def _table(draft: Draft, lines: Sequence[str]) -> str:
    """The table that the answer comes from, or the lines as a table of one column."""
    statement = draft.best.statement if draft.best else None
    if draft.best is None or statement is None or statement.kind != "row":
        return "\n".join(["| Answer |", "| --- |", *(f"| {line} |" for line in lines)])
    rows = [s for s in draft.best.passage.chunk.statements if s.block == statement.block]
    head = [f"| {' | '.join(statement.header)} |", "|" + " --- |" * len(statement.header)]
    return "\n".join([*head, *(f"| {row.text} |" for row in rows)])


def _note(draft: Draft) -> str:
    """Say it when the answer comes from a page that was replaced."""
    chunk = draft.sources[0].chunk
    return f" (This page is superseded by {chunk.superseded_by}.)" if chunk.superseded and chunk.superseded_by else ""


def _marks(draft: Draft) -> str:
    return f" [{', '.join(draft.docs)}]"

"""The extractive composer: picks statements, writes one to three sentences, a list or rows, and cites where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deployments.demo.docs import FRONT_MATTER, Statement
from deployments.demo.match import Match, match_all, poisoned_blocks
from deployments.demo.question import Asks, Question
from deployments.demo.retrieve import Index, Passage
from deployments.demo.tables import amount_asked, extreme_row, row_for_amount, row_sentence

_NEW_CONCEPT = 0.14
"""Share of the question that a further statement must add to be worth quoting."""
_CLOSE = 0.62
"""A further statement scores at least this share of the best one."""
_LIST_LIMIT = 8
_SHORT_ANSWER = 60
"""Words beyond which no follow-up sentence is added."""
_SAME_MEANING = 0.9
"""A statement with this share of the best score gives another meaning of the same term."""
_BLOCK_SCORE = 0.75
"""A list is looked for among statements with this share of the best score."""
_ELSEWHERE = 0.26
"""Share of the question that a statement of another page must add."""
_BLOCK_SHARE = 0.92
"""A whole list is the answer when its heading and lead alone cover this share of what its best item covers."""
_LINKED = re.compile(
    r"^(?:It|They|This|These|That|Those|However|But|Otherwise|Then|There|Above|Below|After that|Until then|After five|He|She|Its|Their|The only|Part-time|Only)\b"
)
_ANAPHORA = re.compile(
    r"^(?:It|They|This|These|Those|However|But|Otherwise|Then|Its|Their|He|She|Until then|After that)\b"
)
OPENINGS = ("", "", "According to {title}: ", "From {title}: ", "The docs say: ")


@dataclass(frozen=True, slots=True)
class Draft:
    """What is going to be said, before it is put into a form."""

    lines: tuple[str, ...]
    """Sentences in the order of reading; none when nothing was found."""
    layout: str
    """``prose``, ``bullets`` or ``numbered``."""
    sources: tuple[Passage, ...]
    """Where the lines stand, each passage once."""
    support: float
    """0 to 1: how much of the question the best statement covers."""
    best: Match | None = None


NOTHING = Draft((), "prose", (), 0.0)


def draft(
    question: Question, passages: Sequence[Passage], index: Index, noise: Iterator[float], temperature: float
) -> Draft:
    """Choose what to quote; ``temperature`` is the relative noise that decides between near-equal statements."""
    matches = match_all(question, passages, index, (temperature * change for change in noise))
    if not matches or not question.concepts:
        return NOTHING
    for form in (_summary, _chosen_row, _block, _definitions):
        if found := form(question, matches, index):
            return found
    return _quotes(question, matches, index)


def _summary(question: Question, matches: Sequence[Match], _index: Index) -> Draft | None:
    """The first sentence of each section of the best page."""
    if question.kind is not Asks.SUMMARY:
        return None
    doc = matches[0].passage.chunk.doc
    firsts: dict[str, Match] = {}
    for match in sorted(
        (m for m in matches if m.passage.chunk.doc == doc), key=lambda m: (m.statement.block, m.number)
    ):
        if match.statement.kind in {"sentence", "item"} and match.statement.section != (FRONT_MATTER,):
            firsts.setdefault(match.passage.chunk.section, match)
    chosen = tuple(firsts.values())[:5]
    if len(chosen) < 2:
        return None
    return Draft(
        tuple(_sentence(m, question) for m in chosen), "bullets", _passages(chosen), matches[0].support, matches[0]
    )


def _block(question: Question, matches: Sequence[Match], index: Index) -> Draft | None:
    """A whole list or table, when the question is about all of it: its heading, lead and titles cover the question."""
    if question.kind not in {Asks.LIST, Asks.STEPS} or question.extreme:
        return None
    for match in matches:
        if match.score < _BLOCK_SCORE * matches[0].score:
            return None
        block = _block_of(match)
        if _answers_whole(question, match, block, index):
            lines = tuple(row_sentence(row, question) if row.kind == "row" else row.text for row in block[:_LIST_LIMIT])
            return Draft(lines, "numbered" if block[0].ordered else "bullets", (match.passage,), match.support, match)
    return None


def _block_of(match: Match) -> list[Statement]:
    """The list or table of a statement, or the one that a sentence leads to."""
    statements = match.passage.chunk.statements
    if match.statement.kind != "sentence":
        return _same_block(statements, match.statement.block)
    return _following_block(match)


def _answers_whole(question: Question, match: Match, block: Sequence[Statement], index: Index) -> bool:
    if len(block) < 2 or block[0].kind not in {"item", "row"}:
        return False
    if question.kind is Asks.STEPS:
        return block[0].ordered
    return match.statement.kind == "sentence" or _about_all(question, match, index)


def _same_block(statements: Sequence[Statement], block: int) -> list[Statement]:
    return [statement for statement in statements if statement.block == block]


def _following_block(best: Match) -> list[Statement]:
    """The list or table right after a sentence that introduces it."""
    statements = best.passage.chunk.statements
    after = statements[best.number + 1 : best.number + 2]
    introduces = best.statement.text.endswith(":") or (after and after[0].kind in {"item", "row"})
    return (
        _same_block(statements, after[0].block)
        if after and introduces and after[0].block not in poisoned_blocks(statements)
        else []
    )


def _about_all(question: Question, best: Match, index: Index) -> bool:
    """Whether the heading, lead and column titles cover about as much of the question as the item itself."""
    words = best.passage.words[best.number]
    weights = [index.weigh(concept) for concept in question.concepts]
    around = words.near | words.far | words.header
    shared = sum(
        w for w, c in zip(weights, question.concepts, strict=True) if any(term in around for term in c.alternatives)
    )
    reached = sum(w for w, credit in zip(weights, best.credits, strict=True) if credit)
    return bool(reached) and shared >= _BLOCK_SHARE * reached


def _chosen_row(question: Question, matches: Sequence[Match], _index: Index) -> Draft | None:
    """The row of a table for an amount in the question, or with the highest or lowest figure."""
    amount = amount_asked(question)
    if amount is None and not question.extreme:
        return None
    for match in matches:
        if match.score < _CLOSE * matches[0].score:
            return None
        rows = [
            s
            for s in _same_block(match.passage.chunk.statements, match.statement.block)
            if s.cells and len(s.cells) == len(s.header)
        ]
        row = rows and (row_for_amount(rows, amount) if amount is not None else extreme_row(rows, question))
        if row:
            return Draft((row_sentence(row, question),), "prose", (match.passage,), match.support, _at(match, row))
    return None


def _at(match: Match, statement: Statement) -> Match:
    return replace(match, number=match.passage.chunk.statements.index(statement))


def _definitions(question: Question, matches: Sequence[Match], _index: Index) -> Draft | None:
    """All meanings of a term that one section gives; None unless there are several."""
    best = matches[0]
    if question.kind is not Asks.DEFINITION:
        return None
    same = [
        m
        for m in matches
        if m.score >= _SAME_MEANING * best.score
        and m.statement.section == best.statement.section
        and m.passage.chunk.doc == best.passage.chunk.doc
    ]
    chosen = sorted(same[:2], key=lambda match: match.statement.block)
    if len(chosen) < 2 or best.statement.kind != "sentence":
        return None
    return Draft(tuple(m.statement.text for m in chosen), "prose", (best.passage,), best.support, best)


def _quotes(question: Question, matches: Sequence[Match], index: Index) -> Draft:
    """The best statement, those that add something to it, and a sentence that belongs to it."""
    chosen = list(_chosen(question, matches, index))
    lines = [line for match in chosen for line in _with_neighbours(match, question, alone=len(chosen) == 1)]
    return Draft(
        tuple(dict.fromkeys(lines)), "prose", _passages(chosen), _joint_support(question, chosen, index), matches[0]
    )


def _chosen(question: Question, matches: Sequence[Match], index: Index) -> Iterator[Match]:
    weights = [index.weigh(concept) for concept in question.concepts]
    total = sum(weights)
    covered = list(matches[0].credits)
    yield matches[0]
    left = 2
    for match in matches[1:]:
        gains = [weight * max(0.0, new - old) for weight, new, old in zip(weights, match.credits, covered, strict=True)]
        needed = _NEW_CONCEPT if match.passage.chunk.doc == matches[0].passage.chunk.doc else _ELSEWHERE
        if left and match.score >= _CLOSE * matches[0].score and sum(gains) >= needed * total:
            yield match
            covered = [max(pair) for pair in zip(covered, match.credits, strict=True)]
            left -= 1


def _joint_support(question: Question, chosen: Sequence[Match], index: Index) -> float:
    """Support of what is quoted; statements from several places count three quarters beyond the best one."""
    weights = [index.weigh(concept) for concept in question.concepts]
    total = sum(weights)
    joint = (
        sum(
            w * max(credits_)
            for w, credits_ in zip(weights, zip(*(m.credits for m in chosen), strict=True), strict=True)
        )
        / total
    )
    return chosen[0].support + 0.5 * (joint - chosen[0].support)


def _with_neighbours(match: Match, question: Question, *, alone: bool) -> Iterator[str]:
    """A sentence that points back takes the one before along; a lone sentence takes a short one that points to it."""
    statements, number = match.passage.chunk.statements, match.number
    if (
        match.statement.kind == "sentence"
        and _ANAPHORA.match(match.statement.text)
        and number
        and _joined(statements, number)
    ):
        yield statements[number - 1].text
    yield _sentence(match, question)
    after = number + 1
    if alone and after < len(statements) and _joined(statements, after) and _LINKED.match(statements[after].text):
        if len(f"{match.statement.text} {statements[after].text}".split()) <= _SHORT_ANSWER:
            yield statements[after].text


def _joined(statements: Sequence[Statement], number: int) -> bool:
    return (
        statements[number].kind == statements[number - 1].kind == "sentence"
        and statements[number].block == statements[number - 1].block
    )


def _sentence(match: Match, question: Question) -> str:
    statement = match.statement
    if statement.kind == "row" and len(statement.cells) == len(statement.header):
        return row_sentence(statement, question)
    if statement.kind == "code":
        return f"{statement.lead}\n{statement.text}" if statement.lead else statement.text
    return statement.text


def _passages(matches: Sequence[Match]) -> tuple[Passage, ...]:
    found = {(m.passage.chunk.doc, m.passage.chunk.section): m.passage for m in matches}
    return tuple(found.values())

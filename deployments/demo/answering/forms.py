"""Answers that are more than a sentence or two: a whole list, the right row of a table, several meanings, a summary.

Each form looks at the matches, best first, and returns None when it does not apply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from deployments.demo.answering.draft import Draft, block_of, draft_of, is_row, line_of, quote
from deployments.demo.answering.fit import enumerates
from deployments.demo.answering.match import Match, Matcher
from deployments.demo.answering.tables import amount_asked, extreme_row, row_for_amount
from deployments.demo.asking.kinds import Asks
from deployments.demo.corpus.pages import FRONT_MATTER, Statement

_SAME_MEANING = 0.85
"""A statement with this share of the best score gives another meaning of the same term."""
_ROW_SCORE = 0.55
_LIST_SCORE = 0.65
_STEPS_SCORE = 0.4
"""Rows, lists and steps are looked for among statements with these shares of the best score."""
_BLOCK_SHARE = 0.92
"""A list is the answer as a whole when its surroundings alone cover this share of what its best item covers."""
_LIST_LIMIT = 8
_SUMMARY_LIMIT = 5
_FIRST_IN_SUMMARY, _TASTE = 0.2, 0.3
"""How much it adds, in a summary, to stand first in a section, and how much chance adds at most."""


def summary(matcher: Matcher, matches: Sequence[Match]) -> Draft | None:
    """One sentence of each section of the best page; which one is a matter of taste, so chance has a say."""
    if matcher.question.kind is not Asks.SUMMARY:
        return None
    sections: dict[str, list[tuple[float, Match]]] = {}
    for match in _of_page(matches, _main_page(matches)):
        worth = match.score + _FIRST_IN_SUMMARY * match.statement.first + _TASTE * next(matcher.noise)
        sections.setdefault(match.passage.chunk.section, []).append((worth, match))
    best = sorted((max(found, key=lambda pair: pair[0]) for found in sections.values()), key=lambda pair: -pair[0])
    chosen = sorted((match for _, match in best[:_SUMMARY_LIMIT]), key=lambda m: (m.statement.block, m.number))
    if len(chosen) == 1:
        return None
    lines = (quote(match, matcher.question) for match in chosen)
    return draft_of(chosen, lines, "bullets", matcher.jointly(chosen))


def _main_page(matches: Sequence[Match]) -> str:
    """The page whose three best statements score highest together."""
    scores: dict[str, list[float]] = {}
    for match in matches:
        scores.setdefault(match.passage.chunk.doc, []).append(match.score)
    return max(scores, key=lambda doc: sum(scores[doc][:3]))


def _of_page(matches: Sequence[Match], doc: str) -> Iterator[Match]:
    return (
        match
        for match in matches
        if match.passage.chunk.doc == doc
        and match.statement.kind in {"sentence", "item"}
        and match.statement.section != (FRONT_MATTER,)
    )


def chosen_row(matcher: Matcher, matches: Sequence[Match]) -> Draft | None:
    """The row of a table for an amount in the question, or with the highest or lowest figure."""
    question = matcher.question
    amount = amount_asked(question)
    if amount is None and not question.extreme:
        return None
    for match in _close(matches, _ROW_SCORE):
        rows = [row for row in block_of(match.passage.chunk.statements, match.statement.block) if is_row(row)]
        if not rows:
            continue
        row = extreme_row(rows, question) if amount is None else row_for_amount(rows, amount)
        if row is not None:
            at = replace(match, number=match.passage.chunk.statements.index(row))
            return draft_of([at], iter([line_of(row, question)]), support=_support_of_page(match, matches))
    return None


def block(matcher: Matcher, matches: Sequence[Match]) -> Draft | None:
    """A whole list or table, when the question is about all of it; for how-to questions numbered steps or code."""
    question = matcher.question
    if question.kind not in {Asks.LIST, Asks.STEPS} or question.extreme:
        return None
    if question.kind is Asks.LIST and matches[0].statement.kind == "sentence" and enumerates(matches[0].statement.text):
        return None
    for match in _close(matches, _STEPS_SCORE if question.kind is Asks.STEPS else _LIST_SCORE):
        if question.kind is Asks.STEPS and match.statement.kind == "code":
            return draft_of([match], iter([quote(match, question)]))
        found = _list_at(match)
        if _is_answer(matcher, match, found):
            layout = "numbered" if found[0].ordered else "bullets"
            lines = (line_of(statement, question) for statement in found[:_LIST_LIMIT])
            return draft_of([match], lines, layout, _support_of_page(match, matches))
    return None


def _support_of_page(match: Match, matches: Sequence[Match]) -> float:
    """A list, or a row found by its figure, stands for its page: the other statements there support it as well."""
    return max(other.support for other in matches if other.passage.chunk.doc == match.passage.chunk.doc)


def _close(matches: Sequence[Match], share: float) -> Iterator[Match]:
    return (match for match in matches if match.score >= share * matches[0].score)


def _list_at(match: Match) -> list[Statement]:
    """The list or table of a statement, or the one right after a sentence."""
    statements = match.passage.chunk.statements
    if match.statement.kind != "sentence":
        return block_of(statements, match.statement.block)
    after = match.number + 1
    if after < len(statements) and not match.passage.features[after].poisoned:
        return block_of(statements, statements[after].block)
    return []


def _is_answer(matcher: Matcher, match: Match, found: Sequence[Statement]) -> bool:
    if len(found) < 2 or found[0].kind not in {"item", "row"}:
        return False
    if matcher.question.kind is Asks.STEPS:
        return found[0].ordered
    return match.statement.kind == "sentence" or _about_all(matcher, match)


def _about_all(matcher: Matcher, match: Match) -> bool:
    """Whether headings, lead and column titles cover about as much of the question as the item itself."""
    features = match.features
    around = matcher.held(features.near | features.far | features.header)
    return around > 0 and around >= _BLOCK_SHARE * matcher.covered([float(credit > 0) for credit in match.credits])


def meanings(matcher: Matcher, matches: Sequence[Match]) -> Draft | None:
    """Two sentences of one section that each give a meaning of the term."""
    best = matches[0]
    if matcher.question.kind is not Asks.DEFINITION or best.statement.kind != "sentence":
        return None
    place = (best.passage.chunk.doc, best.statement.section)
    same = [m for m in _close(matches, _SAME_MEANING) if (m.passage.chunk.doc, m.statement.section) == place]
    chosen = sorted(same[:2], key=lambda match: match.number)
    return draft_of(chosen, (match.statement.text for match in chosen)) if len(chosen) > 1 else None

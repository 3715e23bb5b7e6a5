"""The extractive composer: chooses the statements that answer a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from deployments.demo.answering.draft import NOTHING, Draft, draft_of, quote
from deployments.demo.answering.forms import block, chosen_row, meanings, summary
from deployments.demo.answering.index import Index, Passage
from deployments.demo.answering.match import Match, Matcher, prepare
from deployments.demo.answering.values import agreement
from deployments.demo.asking.kinds import Asks
from deployments.demo.asking.question import Question
from deployments.demo.corpus.pages import Statement

_ADDS, _ADDS_ELSEWHERE = 0.14, 0.26
"""Share of the question that a further statement must add to be worth quoting, of the same page and of another one."""
_CLOSE, _CLOSE_ELSEWHERE = 0.62, 0.75
"""Share of the best score that a further statement must have."""
_FURTHER = 2
"""Statements beyond the best one."""
_SHORT_ANSWER = 60
"""Words beyond which no follow-up sentence is added."""
_EXCEPTION = re.compile(r"\b(?:always|except|exceptions?|unless|exempt)\b", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"^(?:It|They|This|These|Those|However|But|Otherwise|Then|Its|Their|He|She|Until then|After that)\b"
)
_FOLLOWS = re.compile(_POINTS_BACK.pattern + r"|^(?:That|There|Above|Below|After \w+ years|The only|Part-time|Only)\b")


def draft(
    question: Question, passages: Sequence[Passage], index: Index, noise: Iterator[float], temperature: float
) -> Draft:
    """Choose what to quote; ``temperature`` is the relative noise that decides between near-equal statements."""
    matcher = prepare(question, index, noise)
    matches = matcher.matches(passages, temperature)
    if not matches or not question.concepts:
        return replace(NOTHING, passages=tuple(passages))
    forms = (form(matcher, matches) for form in (summary, chosen_row, block, meanings, quotes))
    return replace(next(found for found in forms if found is not None), passages=_reordered(passages, matches))


def _reordered(passages: Sequence[Passage], matches: Sequence[Match]) -> tuple[Passage, ...]:
    """Passages by their best statement, which becomes their score; those without a quotable one come last."""
    scores: dict[int, float] = {}
    for match in matches:
        scores.setdefault(id(match.passage), match.score)
    scored = (replace(passage, score=scores.get(id(passage), 0.0)) for passage in passages)
    return tuple(sorted(scored, key=lambda passage: -passage.score))


def quotes(matcher: Matcher, matches: Sequence[Match]) -> Draft:
    """The best statement, those that add something to it, and a sentence that belongs to it."""
    chosen = [*_chosen(matcher, matches)]
    if len(chosen) == 1:
        chosen += _exception(matcher, matches)
    alone = len(chosen) == 1
    lines = (line for match in chosen for line in _with_neighbours(match, matcher.question, alone=alone))
    return draft_of(chosen, lines, support=_joint_support(matcher, chosen))


def _chosen(matcher: Matcher, matches: Sequence[Match]) -> Iterator[Match]:
    chosen = [matches[0]]
    yield matches[0]
    for match in matches[1:]:
        if len(chosen) <= _FURTHER and not match.statement.quoted and _adds(matcher, match, chosen):
            yield match
            chosen.append(match)


def _adds(matcher: Matcher, match: Match, chosen: Sequence[Match]) -> bool:
    """Whether a statement is close to the best one and covers something, or names somebody, that is still missing."""
    best = chosen[0]
    same = match.passage.chunk.doc == best.passage.chunk.doc
    if match.score < (_CLOSE if same else _CLOSE_ELSEWHERE) * best.score:
        return False
    missing = matcher.question.names.difference(*(other.features.said for other in chosen))
    gain = matcher.jointly([*chosen, match]) - matcher.jointly(chosen)
    return bool(same and missing & match.features.said) or gain >= (_ADDS if same else _ADDS_ELSEWHERE)


def _exception(matcher: Matcher, matches: Sequence[Match]) -> list[Match]:
    """To a denial, the sentence of the same paragraph that says in which case it is otherwise."""
    best, heavy = matches[0], max(matcher.weights) / 2
    if matcher.question.kind is not Asks.YES_NO or agreement(best.statement.text) is not False:
        return []
    return [
        match
        for match in matches[1:]
        if (match.passage.chunk.doc, match.statement.block) == (best.passage.chunk.doc, best.statement.block)
        and any(credit == 1.0 and w >= heavy for credit, w in zip(match.credits, matcher.weights, strict=True))
        and _EXCEPTION.search(match.statement.text)
    ][:1]


def _joint_support(matcher: Matcher, chosen: Sequence[Match]) -> float:
    """Support of what is quoted; what further statements of the same page add counts half."""
    best = chosen[0]
    same = [match for match in chosen if match.passage.chunk.doc == best.passage.chunk.doc]
    return best.support + (matcher.jointly(same) - matcher.covered(best.credits)) / 2


def _with_neighbours(match: Match, question: Question, *, alone: bool) -> Iterator[str]:
    """A sentence that points back takes the one before along; a lone sentence takes a short one that points to it."""
    statements, number = match.passage.chunk.statements, match.number
    if _joined(statements, number) and _POINTS_BACK.match(match.statement.text):
        yield statements[number - 1].text
    yield quote(match, question)
    if alone and _joined(statements, number + 1) and _FOLLOWS.match(statements[number + 1].text):
        pair = f"{match.statement.text} {statements[number + 1].text}"
        if len(pair.split()) <= _SHORT_ANSWER:
            yield statements[number + 1].text


def _joined(statements: Sequence[Statement], number: int) -> bool:
    """Whether a statement and the one before are sentences of one paragraph."""
    if not 0 < number < len(statements):
        return False
    before, here = statements[number - 1], statements[number]
    return before.kind == here.kind == "sentence" and before.block == here.block

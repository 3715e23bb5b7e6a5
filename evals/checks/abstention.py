"""Whether an answer declines: a decision over the whole of it.

An answer abstains when some sentence within the window declines in the answer's own words, and nothing in the answer
gives an answer after all. Declining is strong ("I can't tell you", "not in the documents") or a hedge ("I'm not
sure"). What gives an answer is, in a sentence of its own or after a contrast ("but", "however"):

- after a hedge, any statement;
- after a strong decline, an amount with its unit, or a phrase that introduces an answer; after a contrast any
  statement;
- a block of code or a row of a table.

Offers of help, pointers to other people, courtesies, and statements of what the sources are about give no answer. The
wordings are data (``evals.checks.wordings``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

from evals.checks.blocks import BlockKind, blocks
from evals.checks.check import Evidence
from evals.checks.normalize import Views, plain_folded
from evals.checks.own_words import is_one_quotation, json_reply, own_words
from evals.checks.patterns import Pattern, find_span, search
from evals.checks.sentences import HEADINGS, split_block
from evals.checks.wordings import around, english
from evals.checks.wordings.amounts import AMOUNT, FIGURE, NUMBER_WORDS
from evals.checks.wordings.form import Language, words_of
from evals.checks.wordings.languages import languages_in

_PAUSE: Final = re.compile(r"[,;:—–]| - ")
_DIGIT: Final = re.compile(r"\d")
_FEWEST_WORDS: Final = 2
"""A statement has at least so many words."""


_GROUPS: Final = (
    (english.DISCLAIMERS, False),
    *((group, True) for group in english.DECLINES),
    (english.HEDGES, False),
)
"""English wordings in the order in which they are looked for, and whether they decline strongly."""


@dataclass(frozen=True, slots=True)
class Abstention:
    """What was found."""

    decline: Evidence | None
    """The wording that declines, within the window; None when there is none."""
    answer: Evidence | None
    """What gives an answer all the same."""

    @property
    def abstains(self) -> bool:
        """Whether the answer as a whole declines."""
        return self.decline is not None and self.answer is None


@dataclass(frozen=True, slots=True)
class _Decline:
    """A decline inside one sentence."""

    start: int
    """Offset in the sentence's folded view."""
    end: int
    strong: bool
    language: Language | None = None
    """None for English."""

    @property
    def contrast(self) -> str:
        """What may introduce the answer after all."""
        return around.CONTRAST if self.language is None else self.language.contrast


@dataclass(frozen=True, slots=True)
class _Read:
    """A unit of the answer as it is read: own words, folded, without Markdown."""

    kind: BlockKind
    text: str
    """The folded text; empty for code."""
    own: str
    """What ``text`` comes from: ``raw`` with what is not the answer's own blanked out; empty for code."""
    raw: str
    """The unit as it stands in the answer."""
    offset: int
    """Where the unit begins in the answer."""

    @property
    def counts(self) -> bool:
        """Whether it is a unit of its own; a heading belongs to what follows it."""
        return self.kind not in HEADINGS

    def evidence(self, start: int, end: int, read_as: str) -> Evidence:
        """A part of the unit, as a span of the answer."""
        first, last = Views(self.own).plain_folded.span(start, end)
        return Evidence(self.raw[first:last], self.offset + first, read_as)


def decide(text: str, window: int, extra: Sequence[Pattern] = ()) -> Abstention:
    """Decide whether an answer abstains.

    Args:
        text: the answer.
        window: sentences at the beginning within which it must decline.
        extra: further wordings that decline.

    Raises:
        TimeoutError: one of the further wordings took too long.
    """
    unread = _read(text)
    seen: list[_Read] = []
    decline = _first_decline(_within(unread, window, seen), extra)
    if decline is None:
        return Abstention(None, None)
    one, found = decline
    evidence = one.evidence(found.start, found.end, "decline" if found.strong else "doubt")
    return Abstention(evidence, _answer(chain(seen, unread), one, found))


def _read(text: str) -> Iterator[_Read]:
    said = json_reply(text)
    quoted = is_one_quotation(said)
    length = len(said.strip())
    for block in blocks(said):
        # What somebody else said, and code, are not the answer's own words.
        foreign = block.kind is BlockKind.CODE or (block.quoted and not quoted)
        words = "" if foreign else own_words(said[block.start : block.end], whole=block.end - block.start == length)
        for sentence in split_block(said, block):
            own = words[sentence.start - block.start : sentence.end - block.start]
            yield _Read(block.kind, plain_folded(own), own, text[sentence.start : sentence.end], sentence.start)


def _within(unread: Iterator[_Read], window: int, seen: list[_Read]) -> Iterator[_Read]:
    """The units in the window, noted in ``seen``; headings do not count."""
    for one in unread:
        seen.append(one)
        yield one
        window -= one.counts
        if window <= 0:
            return


def _first_decline(read: Iterable[_Read], extra: Sequence[Pattern]) -> tuple[_Read, _Decline] | None:
    """The first strong decline, else the first hedge."""
    hedge: tuple[_Read, _Decline] | None = None
    for one in read:
        found = _declines(one, extra)
        if found is not None and found.strong:
            return one, found
        if found is not None and hedge is None:
            hedge = one, found
    return hedge


def _declines(one: _Read, extra: Sequence[Pattern]) -> _Decline | None:
    """How a unit declines; a further wording counts as a strong one."""
    for pattern in extra if one.text else ():
        span = find_span(pattern, one.text)
        if span is None and search(pattern, one.own):
            span = (0, len(one.text))
        if span is not None:
            return _Decline(*span, strong=True)
    return _wording(one.text, words_of(one.text))


def _wording(text: str, words: frozenset[str]) -> _Decline | None:
    """The wording with which a folded text declines."""
    return _english(text, words) or _foreign(text, words)


def _english(text: str, words: frozenset[str]) -> _Decline | None:
    if words.isdisjoint(english.NEGATIVES):
        return None
    for group, strong in _GROUPS:
        if group.words and words.isdisjoint(group.words):
            continue
        for match in _joined(group.patterns).finditer(text):
            if not _compiled(around.CONDITIONAL).search(text, 0, match.start()):
                return _Decline(*match.span(), strong)
    return None


def _foreign(text: str, words: frozenset[str]) -> _Decline | None:
    for language in languages_in(text, words):
        for patterns, strong in ((language.declines, True), (language.hedges, False)):
            match = _joined(patterns).search(text) if patterns else None
            if match:
                return _Decline(*match.span(), strong, language)
    return None


def _answer(read: Iterable[_Read], declining: _Read, decline: _Decline) -> Evidence | None:
    """The first thing that gives an answer: in the declining sentence, else in another."""
    inside = _answer_inside(declining, decline)
    if inside is not None:
        return inside
    for one in read:
        if one is not declining and _gives_answer(one, decline):
            return Evidence(one.raw, one.offset, "answer")
    return None


def _answer_inside(one: _Read, decline: _Decline) -> Evidence | None:
    """An answer in the rest of the sentence that declines."""
    before = one.text[: decline.start]
    turn = _compiled(rf"{decline.contrast}|[;—–]").search(before)
    if turn is not None and _states(before[: turn.start()], decline, strong=True):
        return one.evidence(0, turn.start(), "answer")
    start = _main_clause(one.text, decline)
    if start is not None and _states(one.text[start:], decline, strong=False):
        return one.evidence(start, len(one.text), "answer")
    semicolon = one.text.find(";", decline.end)
    # Mostly the reason follows, as in another sentence.
    if semicolon >= 0 and _states(one.text[semicolon:], decline, strong=decline.strong):
        return one.evidence(semicolon + 1, len(one.text), "answer")
    return _figure_after_pause(one, decline)


def _figure_after_pause(one: _Read, decline: _Decline) -> Evidence | None:
    """A figure after a comma, colon or dash: "hard to say; about 40"."""
    pause = _PAUSE.search(one.text, decline.end)
    if pause is None or _compiled(around.POINTERS).search(one.text[pause.end() :].strip()):
        return None
    found = _compiled(AMOUNT if decline.strong else FIGURE).search(one.text, pause.end())
    return one.evidence(pause.end(), len(one.text), "answer") if found else None


def _main_clause(text: str, decline: _Decline) -> int | None:
    """Where the clause begins that may answer: after a contrast, or after the comma of "while I can't ..., "."""
    contrast = _compiled(decline.contrast).search(text, decline.end)
    if contrast is not None:
        return contrast.end()
    if _compiled(around.SUBORDINATE).search(text, 0, decline.start):
        comma = text.find(",", decline.end)
        return comma + 1 if comma >= 0 else None
    return None


def _gives_answer(one: _Read, decline: _Decline) -> bool:
    """Whether another sentence gives an answer."""
    if one.kind in (BlockKind.CODE, BlockKind.ROW):
        return True
    if not one.counts:
        return False
    contrast = _compiled(decline.contrast).match(one.text)
    clause = one.text[contrast.end() :] if contrast else one.text
    return _states(clause, decline, strong=decline.strong and contrast is None)


def _states(clause: str, decline: _Decline, *, strong: bool) -> bool:
    """Whether a clause states an answer; with ``strong`` it takes an amount or an introduction to be one."""
    clause = clause.strip(" ,;:.-–—")
    if _compiled(around.YES).match(clause):
        return True
    words = words_of(clause)
    if _wording(clause, words) or _points_elsewhere(clause, decline):
        return False
    if _holds_amount(clause, words):
        return True
    if len(clause.split()) < _FEWEST_WORDS or _compiled(around.OFFERS).search(clause):
        return False
    return _compiled(around.SIGNALS).search(clause) is not None or not (strong or _says_nothing(clause))


def _holds_amount(clause: str, words: frozenset[str]) -> bool:
    if NUMBER_WORDS.isdisjoint(words) and not _DIGIT.search(clause):
        return False
    return _compiled(AMOUNT).search(clause) is not None


def _points_elsewhere(clause: str, decline: _Decline) -> bool:
    foreign = decline.language is not None and _compiled(decline.language.offers).search(clause)
    return bool(foreign) or _compiled(around.POINTERS).search(clause) is not None


def _says_nothing(clause: str) -> bool:
    """Questions, courtesies, negations by the speaker, what the sources are about."""
    patterns = (around.COURTESY, around.NEGATIVE, around.SCOPE)
    return clause.endswith("?") or any(_compiled(pattern).search(clause) for pattern in patterns)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _joined(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))

"""How well a statement answers a question: weighted coverage of the concepts, and whether it is of the right kind."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from deployments.demo.docs import FRONT_MATTER, Statement
from deployments.demo.policy import is_injection
from deployments.demo.question import Asks, Question
from deployments.demo.retrieve import Index, Passage
from deployments.demo.terms import raw_words, terms

_OWN, _HEADER, _NEAR, _FAR, _NEXT = 1.0, 0.9, 0.8, 0.7, 0.35
"""Credit for a concept in the statement itself, its column titles, its heading or lead, the page title, the statement before."""
_ALTERNATIVE = 0.9
"""Factor on the credit when another word than the asked one is there."""
_WRONG_KIND = 0.8
"""Factor for a statement without the kind of thing asked for, for instance no figure after "how many"."""
_OTHER_YEAR = 0.6
_NO_ANCHOR = 0.7
"""Factors for a statement about another year, or without the version or severity asked for."""
_RANK_SHARE = 0.15
"""How much the score of the passage adds."""
_WORDING_SHARE = 0.06
"""How much literal wording adds: it separates ``billed annually`` from ``annual``."""
_TITLE_SHARE = 0.12
"""How much it adds when the page is about the words of the question: the page on a topic beats a mention elsewhere."""
_LABEL_SHARE = 0.1
"""How much it adds when the question holds the whole label of a row."""
_NO_NAME = 0.75
"""Factor for a statement without a name that the question gives: Business is not Enterprise."""
_FRONT_MATTER = 0.5
"""Factor for owner and date of a page when nobody asks for them."""
_ASKS_FRONT_MATTER = frozenset(
    {
        "owner",
        "owns",
        "owned",
        "own",
        "updated",
        "update",
        "maintains",
        "responsible",
        "superseded",
        "replaced",
        "replaces",
    }
)
_LABEL_WORDS = 5
_WORTH_QUOTING = 3
"""Statements with fewer words are labels."""

_FIGURE = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|no limit|none|custom)\b", re.IGNORECASE
)
_TIME_WORDS = r"seconds?|minutes?|hours?|days?|weeks?|months?|years?|quarters?"
_KIND_SIGNS = {
    Asks.MONEY: re.compile(
        r"[€$£]\s?\d|\b(?:CAD|EUR|USD)\b|\bcustom\b|\bno(?:t)? (?:charge|cost|available|offered)\b|\bfree\b"
    ),
    Asks.PERCENT: re.compile(r"\d\s?(?:%|per ?cent)"),
    Asks.NUMBER: _FIGURE,
    Asks.DURATION: re.compile(
        rf"\b(?:{_TIME_WORDS}|daily|weekly|monthly|quarterly|yearly|once|twice|immediately|at once|every)\b",
        re.IGNORECASE,
    ),
    Asks.TIME: re.compile(
        rf"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\d\d:\d\d|Q[1-4]|(?:19|20)\d\d|{_TIME_WORDS})\b"
    ),
    Asks.PERSON: re.compile(
        r"\b(?:C[EFT]O|VP|[Hh]ead of|[Mm]anagers?|[Ll]eads?|[Ee]ngineers?|[Oo]fficers?|[Cc]ommander|[Tt]eams?|[Aa]gents?|[Oo]wners?|[Ee]xecutive|[Cc]ustodians|[Ii]nvestor|[A-Z]\w+ [A-Z]\w+)\b"
    ),
}


@dataclass(frozen=True, slots=True)
class Match:
    """A statement with its fit."""

    passage: Passage
    number: int
    """Position of the statement in the chunk."""
    credits: tuple[float, ...]
    """Per concept of the question, 0 to 1."""
    support: float
    """Weighted mean of the credits: how much of the question the statement and its surroundings speak about."""
    score: float
    """What statements are ordered by: support, adjusted for kind, years and rank."""

    @property
    def statement(self) -> Statement:
        """The statement itself."""
        return self.passage.chunk.statements[self.number]

    @property
    def key(self) -> tuple[str, int, str]:
        """Identity on the page: overlapping chunks hold the same statement."""
        return (self.passage.chunk.doc, self.statement.block, self.statement.text)


def match_all(question: Question, passages: Sequence[Passage], index: Index, noise: Iterable[float]) -> list[Match]:
    """Every quotable statement of the passages, best first, each once; ``noise`` holds relative changes of the score."""
    weights = [index.weigh(concept) for concept in question.concepts]
    best: dict[tuple[str, int, str], Match] = {}
    for found in _matches(question, passages, weights, iter(noise)):
        if found.key not in best or found.score > best[found.key].score:
            best[found.key] = found
    return sorted(best.values(), key=lambda match: -match.score)


def _matches(
    question: Question,
    passages: Sequence[Passage],
    weights: Sequence[float],
    noise: Iterator[float],
) -> Iterator[Match]:
    for passage in passages:
        poisoned = poisoned_blocks(passage.chunk.statements)
        for number, statement in enumerate(passage.chunk.statements):
            if statement.block not in poisoned:
                yield _match(question, passage, number, weights, next(noise, 0.0))


def poisoned_blocks(statements: Sequence[Statement]) -> frozenset[int]:
    """Blocks with an order to the assistant: what stands beside such an order is what it wants said."""
    return frozenset(statement.block for statement in statements if is_injection(statement.text))


def _match(question: Question, passage: Passage, number: int, weights: Sequence[float], noise: float) -> Match:
    statement = passage.chunk.statements[number]
    credits_ = _credits(question, passage, number)
    total = sum(weights)
    support = sum(weight * credit for weight, credit in zip(weights, credits_, strict=True)) / total if total else 0.0
    fit = math.prod(factor(question, passage, statement) for factor in (_kind_fit, _time_fit, _form_fit, _name_fit))
    extra = (
        _RANK_SHARE * passage.score
        + _WORDING_SHARE * _wording(question, statement)
        + _LABEL_SHARE * _labelled(question, statement)
    )
    title = _TITLE_SHARE * _about(question, passage.words[number].far, weights)
    return Match(passage, number, credits_, support, ((support + title) * fit + extra) * (1 + noise))


def _credits(question: Question, passage: Passage, number: int) -> tuple[float, ...]:
    words = passage.words[number]
    before = passage.words[number - 1].own if number else frozenset()
    places = ((words.own, _OWN), (words.header, _HEADER), (words.near, _NEAR), (words.far, _FAR), (before, _NEXT))
    return tuple(_credit(concept.alternatives, places) for concept in question.concepts)


def _credit(alternatives: Sequence[str], places: Sequence[tuple[frozenset[str], float]]) -> float:
    """The best credit over all alternatives and places."""
    found = (
        credit * (1.0 if n == 0 else _ALTERNATIVE)
        for place, credit in places
        for n, term in enumerate(alternatives)
        if term in place
    )
    return max(found, default=0.0)


def _about(question: Question, title: frozenset[str], weights: Sequence[float]) -> float:
    """Share of the question that stands in the page title."""
    total = sum(weights)
    held = sum(w for w, c in zip(weights, question.concepts, strict=True) if title.intersection(c.alternatives))
    return held / total if total else 0.0


def _labelled(question: Question, statement: Statement) -> float:
    """1 when the whole label of a row, or the term that a list item explains, stands in the question."""
    label = (
        statement.cells[0] if statement.cells else statement.text.partition(": ")[0] if statement.kind == "item" else ""
    )
    words = set(raw_words(label))
    return float(bool(words) and words <= question.words and len(words) <= _LABEL_WORDS)


def _wording(question: Question, statement: Statement) -> float:
    said = {*raw_words(statement.text), *raw_words(" ".join(statement.header))}
    return len(question.words & said) / len(question.words) if question.words else 0.0


def fits_kind(kind: Asks, text: str) -> bool:
    """Whether a text holds the kind of thing asked for; any text does when the kind has no visible sign."""
    sign = _KIND_SIGNS.get(kind)
    return sign is None or bool(sign.search(text))


def _name_fit(question: Question, passage: Passage, statement: Statement) -> float:
    """A statement must be about the names in the question."""
    around = " ".join((statement.text, *statement.header, statement.lead, *passage.chunk.path, passage.chunk.title))
    said = set(raw_words(around))
    return _NO_NAME if any(name not in said for name in question.names) else 1.0


def _kind_fit(question: Question, _passage: Passage, statement: Statement) -> float:
    if statement.section == (FRONT_MATTER,):
        return 1.0 if _ASKS_FRONT_MATTER & question.words else _FRONT_MATTER
    if question.kind is Asks.DEFINITION:
        return _definition_fit(question, statement)
    text = " ".join(statement.cells[1:]) if question.kind is Asks.MONEY and statement.cells else statement.text
    unit = (
        " ".join((*statement.header, *statement.cells[:1]))
        if "EUR" in "".join((*statement.header, *statement.cells[:1]))
        else ""
    )
    return 1.0 if fits_kind(question.kind, f"{text} {unit}") else _WRONG_KIND


def _definition_fit(question: Question, statement: Statement) -> float:
    """``X: ...``, a row labelled X, or ``X means ...`` define X; a sentence that begins with X is the next best."""
    asked = {term for concept in question.concepts for term in concept.alternatives}
    start = (
        statement.cells[0] if statement.cells else re.split(r": | means | is | are |, ", statement.text, maxsplit=1)[0]
    )
    said = set(terms(start))
    if not said or not said & asked:
        return _WRONG_KIND
    return (
        1.25
        if said <= asked and (statement.kind != "sentence" or re.search(r" means? | is an? ", statement.text))
        else 1.0
    )


def _form_fit(question: Question, _passage: Passage, statement: Statement) -> float:
    """Code answers only questions about how; a lead-in or label says little by itself."""
    if question.kind is Asks.STEPS and re.match(r"Do not|Never", statement.text):
        return 0.7
    if statement.kind == "code":
        return 1.0 if question.kind is Asks.STEPS or {"example", "command", "code", "curl"} & question.words else 0.6
    if statement.text.endswith(":") or len(statement.text.split()) < _WORTH_QUOTING:
        return 0.8 if statement.kind != "row" else 1.0
    return 1.0


def _time_fit(question: Question, passage: Passage, statement: Statement) -> float:
    around = " ".join((statement.text, *statement.header, statement.lead, *passage.chunk.path, passage.chunk.title))
    factor = 1.0
    if question.years and not any(year in around for year in question.years):
        factor *= _OTHER_YEAR if re.search(r"\b(?:FY)?20\d\d\b", around) else _NO_ANCHOR
    flat = re.sub(r"\bsev[- ](?=\d)", "sev", around.lower())
    if question.anchors and not any(
        re.search(rf"(?<![\w.]){re.escape(a)}(?![\w]|\.\d)", flat) for a in question.anchors
    ):
        factor *= _NO_ANCHOR
    return factor

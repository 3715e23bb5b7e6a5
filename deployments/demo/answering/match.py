"""How well statements answer a question: weighted coverage of its concepts, adjusted by fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deployments.demo.answering.features import Features
from deployments.demo.answering.fit import binding_fit, enumerates, form_fit, kind_fit, share
from deployments.demo.answering.index import Index, Passage
from deployments.demo.asking.kinds import Asks
from deployments.demo.asking.question import Question
from deployments.demo.corpus.pages import Statement

_OWN, _HEADER, _NEAR, _FAR, _SCOPE, _BEFORE = 1.0, 0.9, 0.8, 0.7, 0.55, 0.35
"""Credit for a concept in the statement, its column titles, its headings and lead, the title of the page, its first
sentence, the statement before."""
_ALTERNATIVE = 0.9
"""Factor on the credit when another word than the asked one is there."""
_RANK_SHARE = 0.15
"""How much the score of the passage adds."""
_WORDING_SHARE = 0.06
"""How much literal wording adds: it separates ``billed annually`` from ``annual``."""
_PAIR_SHARE = 0.08
"""How much neighbouring words of the question add that are neighbours in the statement too."""
_TITLE_SHARE = 0.12
"""How much it adds when the page is about the question: the page on a topic beats a mention elsewhere."""
_LABEL_SHARE = 0.1
"""How much it adds when the question holds the label of a row or item."""
_HEADING_SHARE = 0.06
"""How much it adds when the question holds the nearest heading."""
_FIRST_SHARE = 0.04
"""How much it adds to stand first in a section: the main rule comes before its details."""
_LIST_SHARE = 0.06
"""How much it adds to enumerate when a list is asked for."""


@dataclass(frozen=True, slots=True)
class Match:
    """A statement with its fit."""

    passage: Passage
    number: int
    """Position of the statement in the chunk."""
    credits: tuple[float, ...]
    """Per concept of the question, 0 to 1."""
    support: float
    """0 to 1: how much of the question the statement and its surroundings cover, less when years or names differ."""
    score: float
    """What statements are ordered by."""

    @property
    def statement(self) -> Statement:
        """The statement itself."""
        return self.passage.chunk.statements[self.number]

    @property
    def features(self) -> Features:
        """Its words."""
        return self.passage.features[self.number]

    @property
    def key(self) -> tuple[str, int, str]:
        """Identity on the page: overlapping chunks hold the same statement."""
        return (self.passage.chunk.doc, self.statement.block, self.statement.text)


@dataclass(frozen=True, slots=True)
class Matcher:
    """A question ready to be compared with statements."""

    question: Question
    weights: tuple[float, ...]
    """Per concept."""
    asked: frozenset[str]
    """All search terms of the question."""
    noise: Iterator[float]
    """Numbers from -1 to 1, without end: the chance in this answer."""

    def matches(self, passages: Sequence[Passage], temperature: float) -> list[Match]:
        """Every quotable statement of the passages, best first, each once; scores change by up to ``temperature``."""
        best: dict[tuple[str, int, str], Match] = {}
        for found in self._all(passages, temperature):
            if found.key not in best or found.score > best[found.key].score:
                best[found.key] = found
        return sorted(best.values(), key=lambda match: -match.score)

    def covered(self, credits_: Sequence[float]) -> float:
        """Weighted mean of the credits, 0 to 1."""
        total = sum(self.weights)
        return sum(w * credit for w, credit in zip(self.weights, credits_, strict=True)) / total if total else 0.0

    def jointly(self, matches: Sequence[Match]) -> float:
        """What several statements cover together, 0 to 1."""
        return self.covered([max(found) for found in zip(*(match.credits for match in matches), strict=True)])

    def held(self, words: frozenset[str]) -> float:
        """Share of the question that is among some words, 0 to 1."""
        return self.covered([float(bool(words.intersection(c.alternatives))) for c in self.question.concepts])

    def _all(self, passages: Sequence[Passage], temperature: float) -> Iterator[Match]:
        for passage in passages:
            for number, features in enumerate(passage.features):
                if not features.poisoned:
                    yield self._match(passage, number, 1 + temperature * next(self.noise))

    def _match(self, passage: Passage, number: int, chance: float) -> Match:
        statement, features = passage.chunk.statements[number], passage.features[number]
        credits_ = tuple(_credit(concept.alternatives, features) for concept in self.question.concepts)
        bound = binding_fit(self.question, features)
        fit = kind_fit(self.question, statement, features) * form_fit(self.question, statement)
        covered = self.covered(credits_)
        score = bound * ((covered + _TITLE_SHARE * self.held(features.far)) * fit + self._bonus(statement, features))
        support = covered * bound
        return Match(passage, number, credits_, support, (score * passage.trust + _RANK_SHARE * passage.score) * chance)

    def _bonus(self, statement: Statement, features: Features) -> float:
        listed = self.question.kind is Asks.LIST and enumerates(statement.text)
        return (
            _WORDING_SHARE * share(self.question.words, features.wording)
            + _PAIR_SHARE * share(self.question.pairs, features.pairs)
            + _LABEL_SHARE * share(features.label, self.asked) * (statement.kind == "row")
            + _HEADING_SHARE * share(features.heading, self.asked)
            + _FIRST_SHARE * statement.first
            + _LIST_SHARE * listed
        )


def prepare(question: Question, index: Index, noise: Iterator[float]) -> Matcher:
    """Weigh the concepts of a question by how rare they are in the docs."""
    asked = frozenset(term for concept in question.concepts for term in concept.alternatives)
    return Matcher(question, tuple(index.weigh(concept) for concept in question.concepts), asked, noise)


def _credit(alternatives: Sequence[str], features: Features) -> float:
    """The best credit over all alternatives and places."""
    first = _place(alternatives[0], features)
    others = (_ALTERNATIVE * _place(term, features) for term in alternatives[1:])
    return max((first, *others))


def _place(term: str, features: Features) -> float:
    places = (
        (features.own, _OWN),
        (features.header, _HEADER),
        (features.near, _NEAR),
        (features.far, _FAR),
        (features.scope, _SCOPE),
        (features.before, _BEFORE),
    )
    return next((credit for words, credit in places if term in words), 0.0)

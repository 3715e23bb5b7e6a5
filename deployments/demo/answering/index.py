"""Search: BM25 over chunks, with the adjustments that documents of a company need."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deployments.demo.answering.features import Features, label_of, read_features
from deployments.demo.asking.concepts import Concept
from deployments.demo.asking.question import Question
from deployments.demo.corpus.chunks import Chunk
from deployments.demo.corpus.terms import terms, with_abbreviations

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TITLE_REPEATS = 2
"""How often the words of title and section are counted: a heading says what a chunk is about."""
_CURRENT_FOR_PAST = 0.9
"""Factor for a current page when a question is about the past."""
_OTHER_YEAR = 0.75
"""Factor for a chunk that speaks of another year than the one asked for."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How passages are ordered."""

    candidates: int = 30
    """How many passages BM25 hands to the statement matcher."""
    passages: int = 8
    """How many of them are returned with an answer."""
    superseded: float = 0.6
    """Factor for superseded pages when nobody asks about the past; 1 treats them as current."""
    jitter: float = 0.02
    """Relative noise on scores, which decides ties between near-equal passages."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrieved chunk."""

    chunk: Chunk
    features: tuple[Features, ...]
    """One per statement of the chunk."""
    score: float
    """About 0 to 1: share of the best possible BM25 score, adjusted."""
    trust: float = 1.0
    """Factor for superseded pages, or for current ones when the past is asked about; 1 for others."""


class Index:
    """Chunks made searchable; immutable once built."""

    def __init__(self, chunks: Sequence[Chunk], background: Index | None = None) -> None:
        """Build from at least one chunk; ``background`` lends its document frequencies to a small collection."""
        import bm25s

        self.chunks = tuple(chunks)
        self._features = tuple(read_features(chunk) for chunk in chunks)
        self._searchable = [_searchable(chunk) for chunk in chunks]
        self._frequency = Counter(term for found in self._searchable for term in set(found))
        self._background = background
        self._bm25: Any = bm25s.BM25(method="lucene", k1=1.2, b=0.5)
        self._bm25.index(self._searchable, show_progress=False)

    def __contains__(self, term: object) -> bool:
        return term in self._frequency or (self._background is not None and term in self._background)

    def idf(self, term: str) -> float:
        """Inverse document frequency of BM25, ``ln(1 + (N - n + 0.5) / (n + 0.5))``; the largest for unknown terms."""
        if self._background is not None:
            return self._background.idf(term)
        count, total = self._frequency.get(term, 0), len(self.chunks)
        return math.log(1 + (total - count + 0.5) / (count + 0.5))

    def weigh(self, concept: Concept) -> float:
        """Weight of a concept in a question: idf of the asked word, or of its rarest known alternative.

        A word of another language that the docs do not have weighs nothing.
        """
        known = [term for term in concept.alternatives if term in self]
        if not known:
            return 0.0 if concept.untranslated else concept.weight * self.idf(concept.alternatives[0])
        first = concept.alternatives[0]
        return concept.weight * (self.idf(first) if first in known else max(map(self.idf, known)))

    def search(self, question: Question, ranking: Ranking, noise: Iterable[float]) -> tuple[Passage, ...]:
        """Passages with a positive score, best first; ``noise`` holds one number from -1 to 1 per chunk."""
        scores = self._relative_scores(question)
        trust = [_trust(chunk, question, ranking) for chunk in self.chunks]
        adjusted = [
            score * factor * _year_factor(chunk, question) * (1 + ranking.jitter * random)
            for chunk, score, factor, random in zip(self.chunks, scores, trust, noise, strict=False)
        ]
        order = sorted(range(len(adjusted)), key=lambda n: -adjusted[n])[: ranking.candidates]
        return tuple(
            Passage(self.chunks[n], self._features[n], adjusted[n], trust[n]) for n in order if adjusted[n] > 0
        )

    def _relative_scores(self, question: Question) -> Sequence[float]:
        """Share of the score that a chunk full of every concept would have: a term's BM25 score is below its idf."""
        total = sum(self.weigh(concept) for concept in question.concepts)
        if not total:
            return [0.0] * len(self.chunks)
        parts = [concept.weight * self._concept_scores(concept) for concept in question.concepts]
        shares: list[float] = (sum(parts) / total).tolist()  # type: ignore[union-attr]
        return shares

    def _concept_scores(self, concept: Concept) -> NDArray[np.float32]:
        import numpy as np

        found = [self._bm25.get_scores([term]) for term in concept.alternatives if term in self._frequency]
        return np.maximum.reduce(found) if found else np.zeros(len(self.chunks), np.float32)


def _searchable(chunk: Chunk) -> list[str]:
    headings = terms(" ".join((chunk.title, *chunk.path)))
    headers = {header for statement in chunk.statements for header in statement.header}
    leads = {statement.lead for statement in chunk.statements if statement.lead}
    labels = [term for statement in chunk.statements for term in terms(label_of(statement))]
    body = [term for statement in chunk.statements for term in terms(with_abbreviations(statement.text))]
    scope = terms(chunk.scope)
    return [
        *headings * _TITLE_REPEATS,
        *scope,
        *labels,
        *terms(" ".join(sorted(headers))),
        *terms(" ".join(sorted(leads))),
        *body,
    ]


def _trust(chunk: Chunk, question: Question, ranking: Ranking) -> float:
    """Superseded pages count less; current ones do when a question is about the past."""
    if question.about_past:
        return 1.0 if chunk.superseded else _CURRENT_FOR_PAST
    named = any(year in _headings(chunk) for year in question.years)
    return ranking.superseded if chunk.superseded and not named else 1.0


def _year_factor(chunk: Chunk, question: Question) -> float:
    """Chunks that do not speak of the year asked for count less."""
    there = not question.years or any(year in chunk.text or year in _headings(chunk) for year in question.years)
    return 1.0 if there else _OTHER_YEAR


def _headings(chunk: Chunk) -> str:
    return f"{chunk.doc} {chunk.title} {' '.join(chunk.path)}"

"""A second pass over the passages, as the slow variant has it."""

from __future__ import annotations

from collections.abc import Sequence

from deployments.demo.answering.index import Passage
from deployments.demo.corpus.terms import terms


def rerank(passages: Sequence[Passage], limit: int) -> tuple[Passage, ...]:
    """Order passages with equal scores by how central they are; each pair of texts is cut into words anew."""
    central = {id(passage): _centrality(passage, passages) for passage in passages[:limit]}
    return tuple(sorted(passages, key=lambda passage: (-passage.score, -central.get(id(passage), 0.0))))


def _centrality(passage: Passage, passages: Sequence[Passage]) -> float:
    return sum(_overlap(passage.chunk.text, other.chunk.text) for other in passages) / len(passages)


def _overlap(one: str, other: str) -> float:
    """Jaccard similarity of the search terms of two texts, 0 to 1."""
    first, second = set(terms(one)), set(terms(other))
    return len(first & second) / len(first | second) if first | second else 0.0

"""Concepts of a question: what the answer should be about, each with the words that would do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from deployments.demo.asking.glossary import Translation, spans
from deployments.demo.corpus.terms import abbreviated, raw_words, stop_words, term_forms, terms, weak_terms

YEAR = re.compile(r"\b(?:FY ?)?((?:19|20)\d\d)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    r"[€$]\s?([\d.,]*\d)|(\d[\d.,]*) (?:euros?|EUR)\b|(?:CAD|EUR) ?([\d.,]*\d)|(\d[\d.]*) ?(?:%|per ?cent)"
)
_DAY_OF_MONTH = re.compile(
    r"\b(\d{1,2}) (?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_AMOUNT_WEIGHT = 0.3
"""An amount picks a row of a table; it need not stand in the docs."""
_YEAR_WEIGHT = 0.5
"""A year binds the answer, which is checked apart; it is not what the question is about."""
_WEAK_WEIGHT = 0.35
_SHARED_WEIGHT = 0.65
"""Weight of each word of a phrase that stands for one asked word."""


@dataclass(frozen=True, slots=True)
class Concept:
    """Something that the answer should be about."""

    alternatives: tuple[str, ...]
    """Search terms of which any one will do, the asked one first."""
    weight: float = 1.0
    """1 for a word of the question, less for a word that was only implied or says little."""
    untranslated: bool = False
    """Whether it is a word of another language that the glossary does not know."""


def concepts_of(translation: Translation) -> tuple[Concept, ...]:
    """The concepts of a text in the order of its words, each once."""
    text = abbreviated(translation.text)
    amounts = {"".join(groups).replace(",", "") for groups in _AMOUNT.findall(text)} | set(_DAY_OF_MONTH.findall(text))
    found = _all(text, foreign=translation.language != "en")
    return merge(_weighted(concept, amounts) for concept in found)


def merge(concepts: Iterable[Concept]) -> tuple[Concept, ...]:
    """Each set of alternatives once, with the largest of its weights."""
    heaviest: dict[tuple[str, ...], Concept] = {}
    for concept in concepts:
        known = heaviest.setdefault(concept.alternatives, concept)
        if concept.weight > known.weight:
            heaviest[concept.alternatives] = concept
    return tuple(heaviest.values())


def _weighted(concept: Concept, amounts: set[str]) -> Concept:
    first = concept.alternatives[0]
    if first in amounts:
        return replace(concept, weight=_AMOUNT_WEIGHT)
    if YEAR.fullmatch(first):
        return replace(concept, weight=_YEAR_WEIGHT)
    return replace(concept, weight=_WEAK_WEIGHT * concept.weight) if first in weak_terms() else concept


def _all(text: str, *, foreign: bool) -> Iterator[Concept]:
    for span in spans(text, "en"):
        own = [concept for word in span.words for concept in _own(word, foreign=foreign)]
        yield from own if span.english is None else _synonyms(span.english, own)


def _own(word: str, *, foreign: bool) -> Iterator[Concept]:
    """Forms of a compound word are alternatives of each other."""
    for part in raw_words(word):
        if part not in stop_words() and (forms := term_forms(part)):
            yield Concept(forms, untranslated=foreign)


def _synonyms(english: str, own: Sequence[Concept]) -> Iterator[Concept]:
    """The words that the docs use, together with the asked ones; a phrase is first of all what it means."""
    meant = terms(english)
    asked = tuple(term for concept in own for term in concept.alternatives)
    weight = 1.0 if len(meant) == 1 else _SHARED_WEIGHT
    for term in meant:
        alternatives = (*asked, term) if len(own) == 1 else (term, *asked)
        yield Concept(tuple(dict.fromkeys(alternatives)), weight)

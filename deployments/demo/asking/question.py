"""What is asked: concepts to look for, the kind of answer expected, and what it is bound to: years, versions, names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from deployments.demo.asking.concepts import YEAR, Concept, concepts_of, merge
from deployments.demo.asking.glossary import translate
from deployments.demo.asking.kinds import Asks, kind_of
from deployments.demo.corpus.terms import raw_words, stop_words, terms

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_VERSION = re.compile(r"\bv?(\d{1,2}\.\d{1,2}(?:\.\d+)?)\b(?!\s*(?:%|million|MB|per ?cent))")
_LEVEL = re.compile(r"\b(sev|q)[- ]?([1-4])\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:old|previous(?:ly)?|former(?:ly)?|superseded|used to|back then|earlier|before the change|at the time|"
    r"until 20\d\d)\b",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(r"\b(?:year before|previous year|prior year|preceding year)\b", re.IGNORECASE)
_YEAR_AFTER = re.compile(r"\b(?:year after|following year|next year)\b", re.IGNORECASE)
_EXTREME = r"\b(?:which|who|what \w+ (?:has|had|have|is|was|got|gets))\b[^?]*?\b(?<!at )"
_HIGHEST = re.compile(
    _EXTREME + r"(?:highest|most|largest|biggest|longest|greatest|top)\b(?! recent| common)", re.IGNORECASE
)
_LOWEST = re.compile(_EXTREME + r"(?:lowest|least|smallest|cheapest|shortest|fewest)\b", re.IGNORECASE)
_COUNTED = re.compile(r"\bhow many (?:of the |of our )?((?:[\w-]+ ){0,2}?[\w-]+?s|people)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[a-z,] )(?!I\b|FY|" + _MONTHS + r")[A-Z][a-zà-ÿ]+\b|\b[A-Z]{2,}\d?\b(?<!EUR)(?<!CAD)")
_KEEPS_KIND = re.compile(
    r"^\W*(?:and|or|but|what about|how about|same)\b"
    r"(?! (?:who|what|which|how|where|when (?:is|are|was|were|do|does|did|will))\b)",
    re.IGNORECASE,
)
_BACKGROUND_WEIGHT, _BACKGROUND_WEIGHT_OF_FULL, _FULL_QUESTION = 0.5, 0.25, 2
"""Weight of what was said before, less when a follow-up has two concepts of its own."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, analysed."""

    text: str
    """English words, without the wishes about the form of the answer."""
    kind: Asks
    concepts: tuple[Concept, ...]
    words: frozenset[str]
    """Lower-case words as they were written, to tell ``annually`` from ``annual``."""
    own_concepts: tuple[Concept, ...] = ()
    """Those that the question itself holds, without what was said before."""
    years: frozenset[str] = frozenset()
    anchors: frozenset[str] = frozenset()
    """Versions, severities and quarters that the answer must be about."""
    names: frozenset[str] = frozenset()
    """Lower-case names in it, such as ``enterprise`` or ``halifax``."""
    counted: str | None = None
    """Search term of the thing that ``how many`` asks about."""
    about_past: bool = False
    extreme: int = 0
    """1 when the highest of something is asked for, -1 for the lowest."""
    language: str = "en"

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Neighbouring search terms."""
        return frozenset(pairwise(terms(self.text)))


def analyse(text: str) -> Question:
    """Analyse a single question in any language of the glossary."""
    translation = translate(text)
    english, concepts = translation.text, concepts_of(translation)
    anchors = frozenset(_anchors(english))
    return Question(
        text=english,
        kind=kind_of(english),
        concepts=concepts,
        own_concepts=concepts,
        words=frozenset(raw_words(english)),
        years=frozenset(YEAR.findall(english)),
        anchors=anchors,
        names=frozenset(_names(english)) - anchors,
        counted=_counted(english),
        about_past=bool(_PAST.search(english)),
        extreme=int(bool(_HIGHEST.search(english))) - int(bool(_LOWEST.search(english))),
        language=translation.language,
    )


def with_narrative(question: Question, told: str, weight: float) -> Question:
    """Add what a message tells before it asks; it makes some answers likelier but binds none."""
    concepts = merge([*question.concepts, *_background(question, [told], weight)])
    return replace(question, text=f"{told} {question.text}", concepts=concepts)


def with_background(question: Question, earlier: Sequence[str], weight: float | None = None) -> Question:
    """Add what was said before, latest last: a follow-up leaves it out."""
    before = analyse(earlier[-1])
    question = _resolved_year(question, before)
    if weight is None:
        weight = _BACKGROUND_WEIGHT if len(question.concepts) < _FULL_QUESTION else _BACKGROUND_WEIGHT_OF_FULL
    keeps_kind = question.kind is Asks.FACT or _KEEPS_KIND.search(question.text)
    return replace(
        question,
        text=f"{' '.join(earlier)} {question.text}",
        kind=before.kind if keeps_kind else question.kind,
        concepts=merge([*question.concepts, *_background(question, earlier, weight)]),
        years=question.years or before.years,
        anchors=question.anchors or before.anchors,
        names=question.names or before.names,
        counted=question.counted or before.counted,
        about_past=question.about_past or before.about_past,
        extreme=question.extreme or before.extreme,
    )


def _background(question: Question, earlier: Sequence[str], weight: float) -> Iterator[Concept]:
    """Concepts of earlier texts that the question does not have; its own year replaces an earlier one."""
    known = {term for concept in question.concepts for term in concept.alternatives}
    for text in earlier:
        for concept in concepts_of(translate(text)):
            other_year = question.years and YEAR.fullmatch(concept.alternatives[0])
            if not known.intersection(concept.alternatives) and not other_year:
                yield replace(concept, weight=concept.weight * weight)


def _resolved_year(question: Question, before: Question) -> Question:
    """``the year before`` after a question about FY2025 is FY2024."""
    step = int(bool(_YEAR_AFTER.search(question.text))) - int(bool(_YEAR_BEFORE.search(question.text)))
    if not step or question.years or len(before.years) != 1:
        return question
    year = str(int(next(iter(before.years))) + step)
    asked = Concept((f"fy{year}", year))
    return replace(question, years=frozenset({year}), concepts=(*question.concepts, asked))


def _counted(text: str) -> str | None:
    found = _COUNTED.search(text)
    words = terms(found.group(1)) if found else []
    return words[-1] if words else None


def _anchors(text: str) -> Iterator[str]:
    yield from _VERSION.findall(text)
    yield from (letters.lower() + digit for letters, digit in _LEVEL.findall(text))


def _names(text: str) -> Iterator[str]:
    """Capitalised words inside a sentence, and abbreviations."""
    return (found.lower() for found in _NAME.findall(text) if found.lower() not in stop_words())

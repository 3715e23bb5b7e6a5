"""What is asked: the concepts to look for, the kind of answer expected, the years and versions it is bound to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from deployments.demo.glossary import Translation, spans, translate
from deployments.demo.terms import STOP_WORDS, raw_words, stem, term_forms, terms


class Asks(StrEnum):
    """The kind of answer that a question expects."""

    MONEY = "money"
    PERCENT = "percent"
    DURATION = "duration"
    NUMBER = "number"
    PERSON = "person"
    TIME = "time"
    STEPS = "steps"
    LIST = "list"
    DEFINITION = "definition"
    SUMMARY = "summary"
    FACT = "fact"


_KINDS: tuple[tuple[Asks, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Asks.SUMMARY, r"\b(?:summar(?:y|ise|ize)|overview of|tell me about|sum up|give me the gist)\b"),
        (
            Asks.STEPS,
            r"\b(?:steps?|step by step|procedure|how (?:do|can|should|would) (?:i|we|you|one)\b(?! (?:get|have|pay)\b))",
        ),
        (Asks.STEPS, r"\bwhat (?:should|do|must) (?:i|we|the on-call engineer|you) (?:do|check)\b"),
        (
            Asks.DURATION,
            r"\bhow (?:long|soon|quickly|fast|late|far in advance|often|frequently)\b|\bwithin what time\b|\bwhat (?:is the )?(?:time ?limit|deadline|notice period)\b",
        ),
        (
            Asks.PERCENT,
            r"\b(?:what|which) (?:percentage|percent|share|proportion)\b|\bhow many per ?cent\b|\bpercentage\b|\bdiscount do\b",
        ),
        (
            Asks.MONEY,
            r"\bhow much (?:does|do|is|are|did|was|were|would|will|must|can)\b.*\b(?:cost|price|pay|paid|charge|fee|revenue|cash|budget|bonus|bounty|refund|overage|allowance)|\b(?:price|cost|costs|fee|revenue|budget|bounty|cash|salary)\b",
        ),
        (
            Asks.NUMBER,
            r"\bhow (?:many|much|large|big|high|old|far)\b|\bwhat (?:is the )?(?:number|limit|size|maximum|minimum|figure|rate|version)\b|\bnumber of\b|\bmaximum\b|\bminimum\b",
        ),
        (Asks.PERSON, r"\bwho(?:m|se)?\b|\bwhich (?:role|person|team|manager|approver)\b"),
        (
            Asks.TIME,
            r"\bwhen\b|\bwhat (?:date|day|time|month)\b|\bwhich (?:date|day|month|quarter)\b|\bsince when\b|\bon which day\b",
        ),
        (
            Asks.LIST,
            r"\b(?:list|enumerate|name (?:all|the))\b|\b(?:what|which) are\b|\b(?:which|what) (?!does\b|is\b|was\b|has\b|class\b)\w+s\b|\ball (?:the )?\w+s\b",
        ),
        (
            Asks.DEFINITION,
            r"^\W*(?:what (?:is|are)|what's|define) (?:an? |the )?(?:\w[\w-]*\W*){1,4}$|\b(?:stand for|meaning of|definition)\b|\bwhat does\b.*\bmean\b",
        ),
    )
)
_YEAR = re.compile(r"\b(?:FY ?)?((?:19|20)\d\d)\b", re.IGNORECASE)
_VERSION = re.compile(r"\bv?(\d{1,2}\.\d{1,2}(?:\.\d+)?)\b(?!\s*%)")
_LEVEL = re.compile(r"\b(sev|q)[- ]?([1-4])\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:old|previous(?:ly)?|former(?:ly)?|superseded|used to|back then|earlier|before the change|at the time|until 20\d\d)\b",
    re.IGNORECASE,
)
_HIGHEST = re.compile(
    r"\b(?<!at )(?:highest|most|largest|biggest|longest|greatest|maximum|top)\b(?! recent| common)", re.IGNORECASE
)
_LOWEST = re.compile(r"\b(?<!at )(?:lowest|least|smallest|cheapest|shortest|fewest|minimum)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[a-z,] )(?!I\b|FY)[A-Z][a-zà-ÿ]+\b|\b[A-Z]{2,}\d?\b(?<!EUR)(?<!CAD)")
_AMOUNT = re.compile(
    r"[€$]\s?([\d.,]*\d)|(\d[\d.,]*) (?:euros?|EUR)\b|(?:CAD|EUR) ?([\d.,]*\d)|(\d[\d.]*) ?(?:%|per ?cent)"
)
_AMOUNT_WEIGHT = 0.3
"""An amount picks a row of a table; it need not stand in the docs."""
_WEAK_WEIGHT = 0.35
_WEAK = frozenset(
    map(
        stem,
        """allow allowed permit offer include included provide apply take make receive use work start begin give keep kept fast
        quickly soon maximum minimum largest smallest highest lowest cheapest longest shortest fewest biggest least number amount
        total policy rule guideline procedure process case possible available exact type kind two three four five six seven
        eight ten first last latest new still already always ever usually normally full main part official internal employee
        customer user person people go come look set happen remain exist want company""".split(),
    )
)
"""Stems that say little about what is asked."""
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


@dataclass(frozen=True, slots=True)
class Question:
    """A question, analysed."""

    text: str
    """English words, without the wishes about the form of the answer."""
    kind: Asks
    concepts: tuple[Concept, ...]
    words: frozenset[str]
    """Lower-case words as they were written, to tell ``annually`` from ``annual``."""
    years: frozenset[str] = frozenset()
    anchors: frozenset[str] = frozenset()
    """Versions, severities and quarters that the answer must be about."""
    names: frozenset[str] = frozenset()
    """Lower-case names in it, such as ``enterprise`` or ``halifax``."""
    about_past: bool = False
    extreme: int = 0
    """1 when the highest of something is asked for, -1 for the lowest."""
    language: str = "en"


def analyse(text: str) -> Question:
    """Analyse a single question in any language of the glossary."""
    translation = translate(text)
    english = translation.text
    return Question(
        text=english,
        kind=_kind(english),
        concepts=tuple(_merge(_concepts(translation))),
        words=frozenset(raw_words(english)),
        years=frozenset(_YEAR.findall(english)),
        anchors=frozenset(_anchors(english)),
        names=frozenset(_names(english)),
        about_past=bool(_PAST.search(english)),
        extreme=int(bool(_HIGHEST.search(english))) - int(bool(_LOWEST.search(english))),
        language=translation.language,
    )


def with_background(question: Question, earlier: Sequence[str], weight: float = 0.5) -> Question:
    """Add what earlier turns were about: an elliptical question leaves it out."""
    known = {term for concept in question.concepts for term in concept.alternatives}
    background = [
        replace(concept, weight=concept.weight * weight)
        for text in earlier
        for concept in _concepts(translate(text))
        if not known & set(concept.alternatives)
    ]
    before = analyse(earlier[-1]) if earlier else question
    return replace(
        question,
        kind=question.kind if question.kind is not Asks.FACT else before.kind,
        concepts=tuple(_merge([*question.concepts, *background])),
        words=question.words | before.words,
        years=question.years or before.years,
        anchors=question.anchors or before.anchors,
    )


def _kind(text: str) -> Asks:
    return next((kind for kind, pattern in _KINDS if pattern.search(text)), Asks.FACT)


def _anchors(text: str) -> Iterator[str]:
    yield from _VERSION.findall(text)
    yield from (letters.lower() + digit for letters, digit in _LEVEL.findall(text))


def _names(text: str) -> Iterator[str]:
    """Capitalised words inside a sentence, and abbreviations."""
    return (found.lower() for found in _NAME.findall(text) if found.lower() not in STOP_WORDS)


def _concepts(translation: Translation) -> Iterator[Concept]:
    amounts = {"".join(groups).replace(",", "") for groups in _AMOUNT.findall(translation.text)}
    for concept in _all_concepts(translation):
        if amounts & set(concept.alternatives):
            yield replace(concept, weight=_AMOUNT_WEIGHT)
        elif concept.alternatives[0] in _WEAK:
            yield replace(concept, weight=_WEAK_WEIGHT * concept.weight)
        else:
            yield concept


def _all_concepts(translation: Translation) -> Iterator[Concept]:
    for span in spans(translation.text, "en"):
        own = [concept for word in span.words for concept in _own(word, foreign=translation.language != "en")]
        if span.english is None:
            yield from own
        else:
            yield from _synonyms(span.english, own)


def _own(word: str, *, foreign: bool) -> Iterator[Concept]:
    """Forms of a compound word are alternatives of each other."""
    for part in raw_words(word):
        if part not in STOP_WORDS and (forms := term_forms(part)):
            yield Concept(forms, untranslated=foreign)


def _synonyms(english: str, own: Sequence[Concept]) -> Iterator[Concept]:
    meant = terms(english)
    asked = tuple(term for concept in own for term in concept.alternatives)
    weight = 1.0 if len(meant) == 1 else _SHARED_WEIGHT
    for term in meant:
        yield Concept(tuple(dict.fromkeys((*asked, term))), weight)


def _merge(concepts: Sequence[Concept] | Iterator[Concept]) -> Iterator[Concept]:
    """Each set of alternatives once, with the largest of its weights."""
    heaviest: dict[tuple[str, ...], Concept] = {}
    for concept in concepts:
        known = heaviest.setdefault(concept.alternatives, concept)
        if concept.weight > known.weight:
            heaviest[concept.alternatives] = concept
    yield from heaviest.values()

"""The kinds of answer that questions expect, told from their English wording."""

from __future__ import annotations

import re
from enum import StrEnum


class Asks(StrEnum):
    """The kind of answer that a question expects."""

    SUMMARY = "summary"
    YES_NO = "yes_no"
    STEPS = "steps"
    FREQUENCY = "frequency"
    DURATION = "duration"
    PERCENT = "percent"
    MONEY = "money"
    NUMBER = "number"
    NAME = "name"
    PERSON = "person"
    TIME = "time"
    DEFINITION = "definition"
    LIST = "list"
    FACT = "fact"


_PATTERNS = {
    Asks.SUMMARY: (
        r"\bsummar(?:y|ise|ize)\b",
        r"\b(?:overview of|tell me about|sum up|give me the gist|main points|key points|in a nutshell)\b",
        r"\bwhat (?:is important|should i know|do i (?:have|need) to know|is there to know)\b",
    ),
    Asks.YES_NO: (
        r"^\W*(?:is|are|was|were|does|do|did|may|must|should|has|have|had)\b",
        r"^\W*(?:can|could|will|would) (?!you\b)",
    ),
    Asks.STEPS: (
        r"\b(?:steps?|step by step|procedure)\b",
        r"\bhow (?:do|can|should|would) (?:i|we|you|one)\b(?! (?:get|have|pay|need)\b)",
        r"\bwhat (?:should|do|must) (?:i|we|you|the on-call engineer|on-call)\b[^?]*\b(?:do|check)\b",
        r"\bhow to\b",
    ),
    Asks.FREQUENCY: (r"\bhow (?:often|frequently|regularly)\b",),
    Asks.DURATION: (
        r"\bhow (?:long|soon|quickly|fast|late|far in advance)\b",
        r"\bwithin (?:what|which|how)\b",
        r"\bwhat (?:is the |are the )?(?:\w+ )?(?:time ?limit|deadline|notice period|validity)\b",
    ),
    Asks.PERCENT: (
        r"\b(?:what|which) (?:percentage|percent|share|proportion)\b",
        r"\bhow many per ?cent\b",
        r"\b(?:percentage|gross margin)\b",
    ),
    Asks.MONEY: (
        r"\bhow much\b.*\b(?:cost|price|pay|paid|charge|fee|revenue|cash|budget|bonus|bounty|refund|overage|allowance)",
        r"\b(?:price|cost|costs|fee|revenue|budget|bounty|cash)\b",
    ),
    Asks.NUMBER: (
        r"\bhow (?:many|much|large|big|high|old|far)\b",
        r"\b(?:number of|maximum|minimum)\b",
        r"\bwhat (?:is the |was the )?(?:\w+ )?(?:limit|size|maximum|minimum|figure|rate|version|discount)\b",
    ),
    Asks.NAME: (r"\bwho (?:is|was|are|were) (?:the|our|your|quillmark)\b", r"\bwho (?:leads?|runs?|heads?|founded)\b"),
    Asks.PERSON: (
        r"\bwho(?:m|se)?\b",
        r"\bwhich (?:role|person|team|manager|approver)\b",
    ),
    Asks.TIME: (
        r"\bwhen\b(?! (?:it|they|this|that|he|she|we|i|a|the)\b)|^\W*(?:since |until |by )?when\b",
        r"\b(?:what|which) (?:date|day|time|month|quarter|period)\b",
    ),
    Asks.DEFINITION: (
        r"\b(?:stand for|meanings? of|definition|define)\b",
        r"\bwhat does\b.*\bmean\b",
        r"^\W*what(?:'s| is) (?:an? |the )?(?:[\w-]+\W*){1,3}$",
    ),
    Asks.LIST: (
        r"\b(?:list|enumerate|name (?:all|the))\b",
        r"\b(?:what|which) (?:are|were)\b",
        r"\b(?:which|what) (?!does\b|is\b|was\b|has\b|class\b|access\b|address\b|process\b)\w+s\b",
        r"\ball (?:the )?\w+s\b",
        r"\bwhat (?:was|is|has been) (?:removed|changed|fixed|new|added|included|planned|in scope|out of scope)\b",
    ),
}
_COMPILED = {kind: re.compile("|".join(patterns), re.IGNORECASE) for kind, patterns in _PATTERNS.items()}


def kind_of(text: str) -> Asks:
    """The first kind whose wording is found; a plain fact when there is none."""
    return next((kind for kind, pattern in _COMPILED.items() if pattern.search(text)), Asks.FACT)

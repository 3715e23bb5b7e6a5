"""Whether a statement is the kind of answer that a question expects. Factors multiply a score, bonuses add to it."""

from __future__ import annotations

import re
from typing import TypeVar

from deployments.demo.answering.features import Features
from deployments.demo.asking.kinds import Asks
from deployments.demo.asking.question import Question
from deployments.demo.corpus.pages import FRONT_MATTER, Statement
from deployments.demo.corpus.terms import terms

_Item = TypeVar("_Item")

_WRONG_KIND = 0.75
"""Without the kind of thing asked for, for instance without a figure after "how many"."""
_VAGUE_TIME = 0.93
"""With a number of days or the like, where a date or time of day would be a plainer answer to "when"."""
_UNCOUNTED = 0.85
"""With a figure, but not of the thing counted."""
_OTHER_YEAR, _NO_YEAR, _NO_ANCHOR = 0.6, 0.7, 0.7
"""About another year; without the year; without the version or severity asked for."""
_NO_NAME, _SOME_NAMES = 0.75, 0.85
"""Without any of the names that the question gives, or with some of them: Business is not Enterprise."""
_ROW = 0.97
"""A sentence reads better than a row that says the same."""
_DEFINES = 1.25
_FRONT_MATTER_UNASKED = 0.3
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
_ASIDE = 0.85
"""For somebody else's words, and for the introduction of a page, which says what it is about but not what holds."""
_ASKS_INTRODUCTION = frozenset({Asks.SUMMARY, Asks.DEFINITION})
_WORTH_QUOTING = 3
"""Statements with fewer words are labels."""
_ASKS_CODE = frozenset({"example", "command", "commands", "code", "curl", "snippet"})

_TIME_WORDS = r"seconds?|minutes?|hours?|days?|weeks?|months?|years?|quarters?"
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(rf"\b(?:\d{{1,2}} )?(?:{_MONTHS})(?: \d{{4}})?|\b(?:FY)?20\d\d(?:-\d\d-\d\d)?\b")
_FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|no limit|none|custom)\b", re.IGNORECASE
)
_POINT_IN_TIME = re.compile(
    rf"\b(?:{_MONTHS}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\d\d:\d\d|Q[1-4]|(?:19|20)\d\d)\b"
)
_SIGNS = {
    Asks.MONEY: re.compile(
        r"[€$£]\s?\d|\b(?:CAD|EUR|USD)\b|\bcustom\b|\bno(?:t)? (?:charge|cost|available|offered)\b|\bfree\b"
    ),
    Asks.PERCENT: re.compile(r"\d\s?(?:%|per ?cent)"),
    Asks.NUMBER: _FIGURE,
    Asks.DURATION: re.compile(
        rf"(?:\d|\b(?:one|two|three|four|five|six|half an|a few))[\s-](?:\w+ )?(?:{_TIME_WORDS})\b|"
        r"\b(?:immediately|at once|as long as|no limit|overnight)\b",
        re.IGNORECASE,
    ),
    Asks.FREQUENCY: re.compile(
        r"\b(?:every|each|per|once|twice|daily|weekly|monthly|quarterly|yearly|schedule|times|regularly|never)\b",
        re.IGNORECASE,
    ),
    Asks.TIME: re.compile(rf"{_POINT_IN_TIME.pattern}|\b(?:{_TIME_WORDS})\b"),
    Asks.PERSON: re.compile(
        r"\b(?:C[EFT]O|VP|[Hh]ead of|[Mm]anagers?|[Ll]eads?|[Ee]ngineers?|[Oo]fficers?|[Cc]ommander|[Tt]eams?|"
        r"[Aa]gents?|[Oo]wners?|[Ee]xecutive|[Cc]ustodians|[Aa]dministrators?|"
        r"[Nn]obody|[Ee]veryone|[A-Z]\w+ service|[A-Z]\w+ [A-Z]\w+)\b"
    ),
    Asks.NAME: re.compile(r"\b[A-ZÀ-Ý][a-zà-ÿ’-]+ (?:& )?[A-ZÀ-Ý][a-zà-ÿ’-]+\b"),
}


def fits_kind(kind: Asks, text: str) -> bool:
    """Whether a text holds the kind of thing asked for; any text does when the kind has no visible sign."""
    sign = _SIGNS.get(kind)
    return sign is None or bool(sign.search(text))


def kind_fit(question: Question, statement: Statement, features: Features) -> float:
    """Factor for the kind of answer."""
    if statement.section == (FRONT_MATTER,):
        return 1.0 if _ASKS_FRONT_MATTER & question.words else _FRONT_MATTER_UNASKED
    if question.kind is Asks.DEFINITION:
        return _definition_fit(question, statement, features)
    if question.kind is Asks.YES_NO:
        return _WRONG_KIND if statement.kind == "row" and not question.names & features.header else 1.0
    text = _value_text(statement)
    if not fits_kind(question.kind, _DATE.sub("", text) if question.kind is Asks.NUMBER else text):
        return _WRONG_KIND
    if question.kind is Asks.TIME:
        return 1.0 if _POINT_IN_TIME.search(text) else _VAGUE_TIME
    return 1.0 if question.counted is None or _counts(question.counted, statement, features) else _UNCOUNTED


def _value_text(statement: Statement) -> str:
    """The text that may hold the value: of a row the cells after the label, with the units of table and row."""
    if not statement.cells:
        return statement.text
    return " ".join(
        (*statement.cells[1:], *re.findall(r"\([^)]*\)", " ".join((*statement.header, statement.cells[0]))))
    )


def _counts(counted: str, statement: Statement, features: Features) -> bool:
    """Whether the thing counted stands within two words after a figure, or in a label or column title of a row."""
    if statement.cells:
        return counted in features.header or counted in features.label
    words = statement.text.split()
    figures = [n for n, word in enumerate(words) if _FIGURE.match(word.lstrip("€$("))]
    return any(counted in terms(" ".join(words[n + 1 : n + 3])) for n in figures)


def _definition_fit(question: Question, statement: Statement, features: Features) -> float:
    """``X: ...``, a row labelled X, or ``X means ...`` define X; a sentence that begins or ends with X comes next."""
    asked = {term for concept in question.concepts for term in concept.alternatives}
    if features.label:
        return _DEFINES if features.label <= asked else _WRONG_KIND
    parts = re.split(r" means? | stands for | is an? | is the | is | are |, ", statement.text, maxsplit=1)
    said = set(terms(parts[0]))
    if said & asked and re.search(r" means? | stands for ", statement.text):
        return _DEFINES
    if said and said <= asked:
        return _DEFINES if " is a" in statement.text else 1.0
    return 1.0 if asked & set(terms(statement.text)[-2:]) else _WRONG_KIND


def form_fit(question: Question, statement: Statement) -> float:
    """Factor for the form: code answers only questions about how; a lead-in or label says little by itself."""
    if statement.quoted or (not statement.section and question.kind not in _ASKS_INTRODUCTION):
        return _ASIDE
    if question.kind is Asks.STEPS and statement.text.startswith(("Do not", "Never")):
        return 0.7
    if statement.kind == "code":
        return 1.0 if question.kind is Asks.STEPS or _ASKS_CODE & question.words else 0.6
    short = statement.text.endswith(":") or len(statement.text.split()) < _WORTH_QUOTING
    if statement.kind == "row":
        return _ROW
    return 0.8 if short else 1.0


def binding_fit(question: Question, features: Features) -> float:
    """Factor for what the answer is bound to: years, versions, severities, names."""
    return _year_fit(question, features) * _anchor_fit(question, features) * _name_fit(question, features)


def _year_fit(question: Question, features: Features) -> float:
    if not question.years or any(year in features.around for year in question.years):
        return 1.0
    return _OTHER_YEAR if re.search(r"\b(?:fy)?20\d\d\b", features.around) else _NO_YEAR


def _anchor_fit(question: Question, features: Features) -> float:
    found = (re.search(rf"(?<![\w.]){re.escape(a)}(?!\w|\.\d)", features.around) for a in question.anchors)
    return 1.0 if not question.anchors or any(found) else _NO_ANCHOR


def _name_fit(question: Question, features: Features) -> float:
    missing = question.names - features.said
    if not missing:
        return 1.0
    return _NO_NAME if missing == question.names else _SOME_NAMES


def share(wanted: frozenset[_Item], held: frozenset[_Item]) -> float:
    """Share of the wanted ones that are held; 0 when nothing is wanted."""
    return len(wanted & held) / len(wanted) if wanted else 0.0


def enumerates(text: str) -> bool:
    """Whether a sentence lists things."""
    return text.count(",") >= 2 or bool(re.search(r"\w, \w+ and \w", text))

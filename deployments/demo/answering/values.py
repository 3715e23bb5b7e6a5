"""Single values taken out of quoted text: a figure, a date, a name, yes or no."""

from __future__ import annotations

import re
from decimal import Decimal

from deployments.demo.answering.tables import columns_for
from deployments.demo.asking.kinds import Asks
from deployments.demo.asking.question import Question
from deployments.demo.corpus.pages import Statement
from deployments.demo.corpus.terms import plain_text, terms

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(
    rf"\b(?:\d{{1,2}} (?:{_MONTHS})(?: \d{{4}})?|(?:{_MONTHS}) \d{{4}}|\d{{4}}-\d\d-\d\d|Q[1-4] 20\d\d|\d\d:\d\d)\b"
)
_LONG_DATE = re.compile(rf"\b(\d{{1,2}}) ({_MONTHS}) (\d{{4}})\b")
_FIGURE = re.compile(
    r"(?:[€$£]|\bCAD )?-?(?<![\w.])\d[\d,]*(?:\.\d+)?"
    r"(?:\s?(?:%|million|thousand|billion|MB|kB|GB|EUR)(?!\w)|"
    r" (?:[a-z]+ )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|characters?|requests?))?"
)
_MONEY = re.compile(r"[€$£]|\bCAD|\bEUR")
_SPAN = re.compile(r"seconds?|minutes?|hours?|days?|weeks?|months?|years?")
_NAME = re.compile(r"\b[A-ZÀ-Ý][\w'’-]+(?: [A-ZÀ-Ý][\w'’-]+)+\b")
_NEGATIVE = re.compile(
    r"\b(?:not|no|never|none|cannot|can't|neither|nor|nobody|without|forbidden|withdrawn|only (?:on|for|with))\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:only|unless|except|but|until|when|if|provided|first|most|some|either)\b", re.IGNORECASE)
_SCALES = {"thousand": Decimal(1000), "million": Decimal(1_000_000), "billion": Decimal(1_000_000_000)}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def figure(statement: Statement, question: Question, rendered: str) -> str | None:
    """The figure asked for: the cell of the asked column, or the figure nearest to the words of the question."""
    if statement.kind == "row" and len(statement.cells) == len(statement.header):
        cells = (statement.cells[n] for n in columns_for(statement, question))
        return next((cell for cell in cells if _NUMBER.search(cell)), None)
    found = [match for match in _FIGURE.finditer(rendered) if not _is_year(match.group(0), question)]
    fitting = [match for match in found if _fits(match.group(0), question.kind)] or found
    return min(fitting, key=lambda match: _distance(match, rendered, question)).group(0).strip() if fitting else None


def _is_year(text: str, question: Question) -> bool:
    return text in question.years or bool(re.fullmatch(r"(?:19|20)\d\d", text))


def _fits(text: str, kind: Asks) -> bool:
    signs = {Asks.MONEY: _MONEY, Asks.DURATION: _SPAN, Asks.PERCENT: re.compile("%")}
    return kind not in signs or bool(signs[kind].search(text))


def _distance(match: re.Match[str], text: str, question: Question) -> float:
    """Mean distance in characters from a figure to the words of the question in the text."""
    asked = {term for concept in question.concepts for term in concept.alternatives}
    places = [word.start() for word in re.finditer(r"[\w'-]+", text) if asked & set(terms(word.group(0)))]
    return sum(abs(place - match.start()) for place in places) / len(places) if places else match.start()


def number(text: str, field: str = "") -> int | float | None:
    """The first figure of a text as a number, scale words applied unless the field's name states the scale.

    ``€31.65 million`` is 31650000, or 31.65 for a field ``revenue_million``.
    """
    plain = plain_text(text)
    found = _NUMBER.search(re.sub(r"\b(?:FY)?20\d\d\b(?=\D*\d)", "", plain))
    if found is None:
        return None
    value = Decimal(found.group(0))
    for word, factor in _SCALES.items():
        if re.search(rf"\d\s?{word}", plain) and word not in field.lower():
            value *= factor
    return int(value) if value == value.to_integral_value() else float(value)


def date(text: str, *, iso: bool = False) -> str | None:
    """The first date, quarter or time of day of a text; ``iso`` writes a full date as ``YYYY-MM-DD``."""
    if iso and (found := _LONG_DATE.search(text)):
        day, month, year = found.groups()
        return f"{year}-{_MONTHS.split('|').index(month) + 1:02d}-{int(day):02d}"
    match = _DATE.search(text)
    return match.group(0) if match else None


def name(text: str, question: Question) -> str | None:
    """The first name of two or more capitalised words that the question does not hold itself."""
    return next((found.group(0) for found in _NAME.finditer(text) if found.group(0) not in question.text), None)


def agrees(text: str) -> bool:
    """Whether a statement affirms; a statement with a negation does not."""
    return not _NEGATIVE.search(text)


def agreement(text: str) -> bool | None:
    """Whether a statement plainly affirms or denies; None when it does so under a condition."""
    return None if _CONDITION.search(text) else agrees(text)

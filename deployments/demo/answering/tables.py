"""Rows of tables as answers: which columns, which row for an amount, the highest and the lowest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from deployments.demo.answering.fit import fits_kind
from deployments.demo.asking.kinds import Asks
from deployments.demo.asking.question import Question
from deployments.demo.corpus.pages import Statement
from deployments.demo.corpus.terms import plain_text, raw_words, terms

_UNIT = re.compile(r"\s*\(([^)]+)\)")
_PLAIN_FIGURE = re.compile(r"-?[\d,.]*\d")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_UP_TO = re.compile(
    r"\b(?:up to|at most|no more than|to)\b\s*[€$]?\s*(\d[\d.]*)|\bbelow\b\D{0,12}(\d[\d.]*)", re.IGNORECASE
)
_FROM = re.compile(
    r"\b(?:more than|over|above|at least|from)\b\s*[€$]?\s*(\d[\d.]*)|^\D{0,2}(\d[\d.]*)\s*(?:%\s*)?to\b", re.IGNORECASE
)
_STRICTLY = re.compile(r"\b(?:more than|over|above)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    r"(?:[€$]|\bCAD|\bEUR)\s?(\d[\d.]*)|(\d[\d.]*)\s?(?:%|euros?\b|eur\b|per ?cent\b|cad\b|dollars?\b)", re.IGNORECASE
)
_SCORE = re.compile(r"\b(?:cvss|score)\D{0,12}(\d+\.\d)", re.IGNORECASE)
_UNITS = {"EUR thousands": "thousand EUR", "EUR millions": "million EUR", "%": "%"}


def amount_asked(question: Question) -> Decimal | None:
    """A sum of money, percentage or score in the question."""
    found = _AMOUNT.search(plain_text(question.text)) or _SCORE.search(question.text)
    return Decimal(next(group for group in found.groups() if group).rstrip(".")) if found else None


def covers(label: str, amount: Decimal) -> bool | None:
    """Whether a range such as ``more than €500, up to €5,000`` holds an amount; None when the label is no range."""
    plain = plain_text(label)
    high, low = _UP_TO.search(plain), _FROM.search(plain)
    if high is None and low is None:
        return None
    above = low is None or _bound(low) < amount or (_bound(low) == amount and not _STRICTLY.match(low.group(0)))
    below = high is None or amount < _bound(high) or (amount == _bound(high) and "below" not in high.group(0).lower())
    return above and below


def _bound(found: re.Match[str]) -> Decimal:
    return Decimal(next(group for group in found.groups() if group).rstrip("."))


def row_for_amount(rows: Sequence[Statement], amount: Decimal) -> Statement | None:
    """The row whose first cell, or second one, is a range that holds the amount."""
    for column in (0, 1):
        held = [row for row in rows if len(row.cells) > column and covers(row.cells[column], amount)]
        if len(held) == 1:
            return held[0]
    return None


def extreme_row(rows: Sequence[Statement], question: Question) -> Statement | None:
    """The row with the highest or lowest figure in the column asked for; None when no column has figures throughout."""
    for column in columns_for(rows[0], question):
        figures = [_figure(row.cells[column]) for row in rows]
        known = [(figure, row) for figure, row in zip(figures, rows, strict=True) if figure is not None]
        if len(known) > 1:
            pick = max if question.extreme > 0 else min
            return pick(known, key=lambda pair: pair[0])[1]
    return None


def _figure(cell: str) -> Decimal | None:
    found = _NUMBER.search(plain_text(cell))
    return Decimal(found.group(0)) if found else None


def columns_for(row: Statement, question: Question) -> tuple[int, ...]:
    """Columns that the question asks about, from 1; all of them when it does not say."""
    values = range(1, len(row.header))
    found = {n: _concepts_in(row.header[n], question) for n in values}
    most = max(map(len, found.values()), default=0)
    if most:
        return tuple(n for n in values if len(found[n]) == most and not _better_worded(n, row, found, question))
    typed = tuple(n for n in values if question.kind is not Asks.FACT and fits_kind(question.kind, row.cells[n]))
    return typed if typed and question.kind is not Asks.NUMBER else tuple(values)


def _concepts_in(header: str, question: Question) -> frozenset[int]:
    """Numbers of the concepts that a column title holds."""
    said = set(terms(header))
    return frozenset(n for n, concept in enumerate(question.own_concepts) if said.intersection(concept.alternatives))


def _better_worded(column: int, row: Statement, found: Mapping[int, frozenset[int]], question: Question) -> bool:
    """Whether another column has the same concepts in more of the very words: ``billed annually`` for ``annually``."""
    rivals = (n for n in found if n != column and found[n] == found[column])
    return any(_wording(row.header[n], question) > _wording(row.header[column], question) for n in rivals)


def _wording(header: str, question: Question) -> int:
    return len(question.words & set(raw_words(header)))


def row_sentence(row: Statement, question: Question | None = None) -> str:
    """``Business — Requests per minute: 300; Concurrent requests: 30.``, of the asked columns if there is one."""
    columns = columns_for(row, question) if question else tuple(range(1, len(row.header)))
    label, unit = _split_unit(row.cells[0])
    unit = unit or _split_unit(row.header[0])[1]
    facts = (f"{_split_unit(row.header[n])[0]}: {_with_unit(row.cells[n], unit)}" for n in columns if row.cells[n])
    return f"{label} — {'; '.join(facts)}."


def _split_unit(text: str) -> tuple[str, str]:
    """A label and its unit: ``Revenue (EUR thousands)`` has ``EUR thousands``; other brackets belong to the label."""
    found = _UNIT.search(text)
    if found is None or not re.fullmatch(r"EUR \w+|MB|kB|GB|%|ms|seconds|minutes|days", found.group(1)):
        return text, ""
    return _UNIT.sub("", text), found.group(1)


def _with_unit(cell: str, unit: str) -> str:
    return f"{cell} {_UNITS.get(unit, unit)}" if unit and _PLAIN_FIGURE.fullmatch(cell) else cell

"""Answers as JSON: the app's own two members, or the fields that a request names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deployments.demo.answering import values
from deployments.demo.answering.draft import Draft, is_row
from deployments.demo.answering.tables import columns_for
from deployments.demo.asking.question import Question
from deployments.demo.asking.wish import Wish
from deployments.demo.corpus.terms import stem, terms

_TEXT_FIELDS = frozenset(
    {"answer", "summary", "response", "explanation", "text", "reason", "description", "result"},
)
_SOURCE_FIELD = re.compile(r"(?:source|citation|doc(?:ument)?|reference|page)(?:_id)?s?", re.IGNORECASE)
_FOUND_FIELDS = frozenset({"found", "answerable", "supported", "answered"})
_LIST_FIELDS = frozenset({"steps", "items", "events", "list", "points", "examples"})
_NUMERIC = re.compile(
    r"price|amount|cost|limit|count|number|days?|hours?|minutes?|seconds?|weeks?|months?|percent(?:age)?|rate|max(?:imum)?|"
    r"min(?:imum)?|total|quantity|revenue|euros?|eur|requests?|value|size|mb|bounty|budget|users?|fee|characters?|length|"
    r"attempts?|allowance|envelopes?|discount|share|availability|credit|cap|rpm|profit|employees|customers",
    re.IGNORECASE,
)
_DATED = re.compile(r"date|deadline|released?|since|until|from|expires|updated", re.IGNORECASE)
_NAMED = re.compile(r"who|owner|approver|name|person|ceo|cto|cfo|manager", re.IGNORECASE)
_BOOLEAN = re.compile(
    r"(?:is|has|can|needs|requires|allows|includes)_\w+|(?:\w+_)?(?:allowed|included|required|available|refundable)",
    re.IGNORECASE,
)

LookUp = Callable[[str], Draft]
"""Finds what the docs say about the question together with some further words."""


def as_json(draft: Draft, question: Question, wish: Wish, look_up: LookUp) -> str:
    """One JSON object: ``answer`` and ``sources``, or the fields that were named."""
    fields = wish.fields or ("answer", "sources")
    return _dump({field: _field(field, draft, question, wish, look_up) for field in fields})


def reply_as_json(text: str, wish: Wish, docs: Sequence[str] = ()) -> str:
    """A ready text as JSON: it stands in the first text field, the sources in theirs, everything else is empty."""
    fields = wish.fields or ("answer", "sources")
    place = next((field for field in fields if field.lower() in _TEXT_FIELDS), None)
    empty = {field: _empty(field, docs) for field in fields}
    return _dump(empty | {place: text} if place else empty | {"note": text})


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _empty(field: str, docs: Sequence[str]) -> Any:
    lower = field.lower()
    if _SOURCE_FIELD.fullmatch(lower):
        return list(docs) if lower.endswith("s") else next(iter(docs), None)
    return bool(docs) if lower in _FOUND_FIELDS else None


def _field(field: str, draft: Draft, question: Question, wish: Wish, look_up: LookUp) -> Any:
    lower = field.lower()
    docs = list(draft.docs)
    if _SOURCE_FIELD.fullmatch(lower):
        return docs if lower.endswith("s") or isinstance(wish.sample.get(field), list) else docs[0]
    if lower in _TEXT_FIELDS:
        return " ".join(draft.lines)
    if lower in _FOUND_FIELDS:
        return True
    if lower == "confidence":
        return round(draft.support, 2)
    return _value(field, draft, question, wish.sample.get(field), look_up)


def _value(field: str, draft: Draft, question: Question, sample: Any, look_up: LookUp) -> Any:
    """A value from the row of the answer when a column has the field's name, else from what is said about the field."""
    words = _words(field)
    cell = _cell(words, draft, question)
    if cell is None and not _is_list(field, sample):
        found = look_up(" ".join(words))
        cell = _cell(words, found, question)
        draft = found if found.lines else draft
    if _is_list(field, sample):
        return list(draft.lines)
    return _typed(cell if cell is not None else _phrase(words, draft, question), field, question, sample)


def _words(field: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", field)]


def _is_list(field: str, sample: Any) -> bool:
    return isinstance(sample, list) or (
        sample is None and field.lower() in {"steps", "items", "events", "list", "points", "examples"}
    )


def _cell(words: list[str], draft: Draft, question: Question) -> str | None:
    """The cell of the best row whose title shares the most words with the field, of an asked column if several do."""
    row = draft.best.statement if draft.best else None
    if row is None or not is_row(row):
        return None
    asked = {stem(word) for word in words}
    shared = [len(asked & set(terms(title))) for title in row.header]
    best = [n for n, count in enumerate(shared) if count and count == max(shared)]
    return row.cells[next((n for n in best if n in columns_for(row, question)), best[0])] if best else None


def _phrase(words: list[str], draft: Draft, question: Question) -> str:
    """The part of the answer that fits the field: a figure for a numeric field, else the first line."""
    first = draft.lines[0] if draft.lines else ""
    if draft.best is not None and _numeric(words):
        return values.figure(draft.best.statement, question, first) or first
    return first


def _numeric(words: list[str]) -> bool:
    return any(map(_NUMERIC.fullmatch, words))


def _typed(text: str, field: str, question: Question, sample: Any) -> Any:
    words = _words(field)
    if isinstance(sample, bool) or (sample is None and _BOOLEAN.fullmatch(field)):
        return values.agrees(text)
    if isinstance(sample, int | float) or (sample is None and _numeric(words)):
        found = values.number(text, field)
        return text if found is None else found
    if any(map(_DATED.fullmatch, words)):
        return values.date(text, iso=sample is None or "-" in str(sample)) or text
    return (values.name(text, question) or text) if any(map(_NAMED.fullmatch, words)) else text

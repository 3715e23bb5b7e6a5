"""Wishes about the form of an answer, found in the request and taken out of the question."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10}
_NUMBERS |= {"a single": 1, "single": 1}
_VERB = r"\b(?:answer|reply|respond|return|give|output|format|write|produce|provide|present|send|put|list|explain)\b"
_JSON = re.compile(
    rf"(?:{_VERB}|\b(?:want|need)\b)[^.?!\n]{{0,50}}\bjson\b|"
    r"\bjson\b[^.?!\n]{0,20}\b(?:only|with|please|keys?|fields?)\b|"
    r"\b(?:as|in) (?:valid |a |an )*json(?: object| format)?\s*[.:?!]*\s*$|^\W*(?:as |in )?json\b",
    re.IGNORECASE,
)
_JSON_CLAUSE = re.compile(
    rf"(?:[,;(]?\s*(?:please\s+)?{_VERB}[^.?!\n]{{0,40}}?)?"
    r"\b(?:as|in|with|using|only|valid|a|an|one|single|strict|raw|well-formed)?\s*\bjson\b"
    r"[^?!\n]*?(?:(?<!\d)\.(?!\w)|[?!]|\n|$)",
    re.IGNORECASE,
)
_QUOTED_NAME = r"[`\"'“]?[A-Za-z_]\w*[`\"'”]?(?:\s*\([^)]*\))?"
_FIELD_LIST = re.compile(
    r"\b(?:with|using|having|containing|has|have|include|includes)\b[^.?!\n]{0,25}"
    r"\b(?:keys?|fields?|propert(?:y|ies)|attributes?|members?)\b\s*(?:named|called|:|exactly)*\s*[:\-]?\s*"
    rf"(?P<names>{_QUOTED_NAME}(?:\s*(?:,\s*and|,|and|&)\s*{_QUOTED_NAME})*)",
    re.IGNORECASE,
)
_NO_NAMES = frozenset({"and", "only", "the", "for", "with"})
_SAMPLE = re.compile(r"\{[^{}]*\}")
_LIMIT = re.compile(
    r"(?:[,;]?\s*\b(?:please\s+)?(?:answer|reply|respond|explain)?\s*(?:briefly\s+)?(?:in|with|using|within)?\s*"
    r"(?:exactly|at most|no more than|fewer than|less than|under|up to|max(?:imum)?(?: of)?|only)?\s*)"
    rf"\b(?P<count>\d+|{'|'.join(_NUMBERS)})\s*(?:short\s+|plain\s+|full\s+)?(?P<unit>words?|sentences?|characters?)\b"
    r"(?:\s+(?:or (?:less|fewer)|at most|maximum))?",
    re.IGNORECASE,
)
_LAYOUT_START = rf"(?:(?:{_VERB}|\b(?:as|in|with|using)\b)[^.?!\n]{{0,30}}?)?"
_BULLETS = re.compile(
    rf"{_LAYOUT_START}\b(?:(?:bullet(?:ed)?|markdown|unordered|numbered|ordered)[- ](?:points?|list)s?|bullets)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\b(?:numbered|ordered) (?:list|steps)\b", re.IGNORECASE)
_TABLE = re.compile(rf"{_LAYOUT_START}\b(?:an? )?markdown table\b|\b(?:as|in) an? table\b", re.IGNORECASE)
_ONLY = re.compile(
    rf"(?:{_VERB}[^.?!\n]{{0,20}}?)?\b(?:only|just|nothing but)\b\s*(?:with\s+)?(?:the\s+|an?\s+)?"
    r"(?P<what>number|figure|amount|price|value|percentage|date|name|version|yes or no|title|word)\b[^.?!\n]*",
    re.IGNORECASE,
)
_YES_NO = re.compile(rf"{_VERB}[^.?!\n]{{0,20}}\b[\"'“]?yes[\"'”]? or [\"'“]?no\b[^.?!\n]*", re.IGNORECASE)
_LANGUAGE = re.compile(
    r"\b(?:please )?(?:answer|reply|respond|write)?(?: it)? in (?:plain |simple )?English\b\W*", re.IGNORECASE
)
_WISH_WORDS = re.compile(
    r"\b(?:valid|json|objects?|keys?|fields?|bullets?|bulleted|points?|markdown|table|only|just)\b", re.IGNORECASE
)
_FEWEST_WORDS = 3
"""A request with fewer words left is no question any more."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How the answer should look."""

    json: bool = False
    fields: tuple[str, ...] = ()
    """Names asked for, in their order; empty means the app's own."""
    sample: Mapping[str, Any] = field(default_factory=dict)
    """Example values by name, which show the types."""
    layout: str = ""
    """``bullets``, ``numbered`` or ``table``; empty leaves it to the answer."""
    only: str = ""
    """What the whole answer should be: ``number``, ``date``, ``name``, ``yes or no``; empty for a normal answer."""
    max_words: int | None = None
    max_sentences: int | None = None
    max_characters: int | None = None

    @property
    def terse(self) -> bool:
        """Whether openings and source marks would be in the way."""
        return bool(self.only or self.json or self.max_words or self.max_characters)


def read_wish(text: str) -> tuple[Wish, str]:
    """The wish in a request, and the request without it; when too little would be left, only the telltale words go."""
    limits = {found["unit"].lower().rstrip("s"): _count(found["count"]) for found in _LIMIT.finditer(text)}
    wants_json = bool(_JSON.search(text))
    sample = _sample(text) if wants_json else {}
    wish = Wish(
        json=wants_json,
        fields=(tuple(sample) or _fields(text)) if wants_json else (),
        sample=sample,
        layout=_layout(text),
        only=_only(text),
        max_words=limits.get("word"),
        max_sentences=limits.get("sentence"),
        max_characters=limits.get("character"),
    )
    plain = _LANGUAGE.sub(" ", text)
    return wish, _without(plain, wish) if wish != Wish() else plain


def _count(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text.lower()]


def _layout(text: str) -> str:
    if _NUMBERED.search(text):
        return "numbered"
    if _BULLETS.search(text):
        return "bullets"
    return "table" if _TABLE.search(text) else ""


def _only(text: str) -> str:
    if _YES_NO.search(text):
        return "yes or no"
    found = _ONLY.search(text)
    return found["what"].lower() if found else ""


def _fields(text: str) -> tuple[str, ...]:
    found = _FIELD_LIST.search(text)
    if found is None:
        return ()
    names = re.findall(r"[A-Za-z_]\w*", re.sub(r"\([^)]*\)", "", found["names"]))
    return tuple(dict.fromkeys(name for name in names if name.lower() not in _NO_NAMES))


def _sample(text: str) -> dict[str, Any]:
    """An example object in the request; one that is no JSON gives its names only."""
    found = _SAMPLE.search(text)
    if found is None:
        return {}
    try:
        value = json.loads(found.group(0))
    except ValueError:
        return dict.fromkeys(re.findall(r"[\"'“]?(\w+)[\"'”]?\s*:", found.group(0)))
    return value if isinstance(value, dict) else {}


def _without(text: str, wish: Wish) -> str:
    """Cut the clauses that state the wish."""
    rest = _SAMPLE.sub(" ", text) if wish.sample else text
    for pattern in (_YES_NO, _ONLY, _LIMIT, _BULLETS, _TABLE):
        rest = pattern.sub(" ", rest)
    if wish.json:
        rest = _JSON_CLAUSE.sub(" ", rest)
    return rest.strip() if len(re.findall(r"\w{2,}", rest)) >= _FEWEST_WORDS else _WISH_WORDS.sub(" ", text)

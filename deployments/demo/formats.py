"""Wishes about the form of an answer, found in the request and taken out of the question."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

_JSON = re.compile(
    r"\b(?:answer|reply|respond|return|give|output|format|write|produce|provide|present|send|put|want|need)\b[^.?!\n]{0,50}\bjson\b|"
    r"\bjson\b[^.?!\n]{0,20}\b(?:only|with|please|keys?|fields?)\b|\b(?:as|in) (?:valid |a |an )*json(?: object| format)?\s*[.:?!]*\s*$|^\W*(?:as |in )?json\b",
    re.IGNORECASE,
)
_FIELD_LIST = re.compile(
    r"\b(?:with|using|having|containing|has|have|include|includes)\b[^.?!\n]{0,25}\b(?:keys?|fields?|propert(?:y|ies)|attributes?|members?)\b\s*(?:named|called|:|exactly)*\s*[:\-]?\s*"
    r"(?P<names>[`\"'“]?[A-Za-z_]\w*[`\"'”]?(?:\s*\([^)]*\))?(?:\s*(?:,\s*and|,|and|&)\s*[`\"'“]?[A-Za-z_]\w*[`\"'”]?(?:\s*\([^)]*\))?)*)",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_SAMPLE = re.compile(r"\{[^{}]*\}")
_JSON_CLAUSE = re.compile(
    r"(?:[,;(]?\s*(?:please\s+)?\b(?:answer|reply|respond|return|give|output|format|write|produce|present|send)\b[^.?!\n]{0,40}?)?"
    r"\b(?:as|in|with|using|only|valid|a|an|one|single|strict|raw|well-formed)?\s*\bjson\b[^?!\n]*?(?:(?<!\d)\.(?!\w)|[?!]|\n|$)",
    re.IGNORECASE,
)
_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "ten": 10,
    "a single": 1,
    "single": 1,
}
_COUNT = r"(?P<n>\d+|one|two|three|four|five|six|seven|eight|ten|a single|single)"
_LIMIT = re.compile(
    rf"(?:[,;]?\s*\b(?:please\s+)?(?:answer|reply|respond|explain)?\s*(?:briefly\s+)?(?:in|with|using|within)?\s*(?:exactly|at most|no more than|fewer than|less than|under|up to|max(?:imum)?(?: of)?|only)?\s*)"
    rf"\b{_COUNT}\s*(?:short\s+|plain\s+|full\s+)?(?P<unit>words?|sentences?|characters?)\b(?:\s+(?:or (?:less|fewer)|at most|maximum))?",
    re.IGNORECASE,
)
_BULLETS = re.compile(
    r"(?:\b(?:answer|reply|respond|give|as|in|with|using|list)\b[^.?!\n]{0,30}?)?\b(?:(?:bullet(?:ed)?|markdown|unordered|numbered|ordered)[- ](?:points?|list)s?|bullet points?|bullets)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\b(?:numbered|ordered) (?:list|steps)\b", re.IGNORECASE)
_TABLE = re.compile(
    r"(?:\b(?:answer|reply|respond|give|as|in|with|using|format)\b[^.?!\n]{0,30}?)?\b(?:an?\s+)?(?:markdown )table\b|\bas an? table\b",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(r"\b(?:please )?(?:answer|reply|respond|write)?(?: it)? in (?:plain |simple )?English\b\W*", re.IGNORECASE)
_ONLY = re.compile(
    r"(?:\b(?:answer|reply|respond|give|return|output|write)\b[^.?!\n]{0,20}?)?\b(?:only|just|nothing but|nothing else than)\b\s*(?:with\s+)?(?:the\s+|a\s+|an\s+)?"
    r"(?P<what>number|figure|amount|price|value|percentage|date|name|version|yes or no|title|word)\b[^.?!\n]*",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"\b(?:answer|reply|respond)\b[^.?!\n]{0,20}\b[\"'“]?yes[\"'”]? or [\"'“]?no\b[^.?!\n]*", re.IGNORECASE
)
_SHORT_LIST = 3


@dataclass(frozen=True, slots=True)
class Wish:
    """How the answer should look."""

    json: bool = False
    fields: tuple[str, ...] = ()
    """Names asked for, in their order; empty means the app's own."""
    sample: dict[str, Any] = field(default_factory=dict)
    """Example values by name, which show the types."""
    layout: str = ""
    """``bullets``, ``numbered`` or ``table``; empty leaves it to the answer."""
    only: str = ""
    """What the whole answer should be: ``number``, ``date``, ``name``, ``yes or no``, ...; empty for a normal answer."""
    max_words: int | None = None
    max_sentences: int | None = None
    max_characters: int | None = None

    @property
    def terse(self) -> bool:
        """Whether openings and source marks would be in the way."""
        return bool(self.only or self.json or self.max_words or self.max_characters)


def read_wish(text: str) -> tuple[Wish, str]:
    """The wish in a request, and the request without it.

    When nothing would be left of the request, it is returned whole.
    """
    limits = {found["unit"].lower().rstrip("s"): _count(found["n"]) for found in _LIMIT.finditer(text)}
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
    return int(text) if text.isdigit() else _WORDS[text.lower()]


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
    names = _NAME.findall(re.sub(r"\([^)]*\)", "", found["names"]))
    return tuple(dict.fromkeys(name for name in names if name.lower() not in {"and", "only", "the", "for", "with"}))


def _sample(text: str) -> dict[str, Any]:
    """An example object in the request; values that are no JSON are taken as texts."""
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
    return rest.strip() if len(re.findall(r"\w{2,}", rest)) >= _SHORT_LIST else _without_words(text)


def _without_words(text: str) -> str:
    """A request that is one clause with its wish keeps its other words."""
    return re.sub(
        r"\b(?:valid|json|objects?|keys?|fields?|bullets?|bulleted|points?|markdown|table|only|just)\b",
        " ",
        text,
        flags=re.IGNORECASE,
    )

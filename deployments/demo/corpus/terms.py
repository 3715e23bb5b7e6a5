"""Words as the search sees them: normal form, stem, stop words, token counts."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_WORD = re.compile(r"[^\W_]+(?:[.'’\-/][^\W_]+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_CODE_WITH_NUMBER = re.compile(r"^([a-z]{1,4})-?(\d+(?:\.\d+)*)$")
_ABBREVIATIONS = {
    "annual recurring revenue": "ARR",
    "net revenue retention": "NRR",
    "recovery time objective": "RTO",
    "recovery point objective": "RPO",
    "single sign-on": "SSO",
    "multi-factor authentication": "MFA",
    "two-factor authentication": "MFA",
    "chief executive officer": "CEO",
    "chief technology officer": "CTO",
    "chief financial officer": "CFO",
    "dead-letter queue": "DLQ",
    "hardware security module": "HSM",
    "service level agreement": "SLA",
    "qualified electronic signature": "QES",
    "advanced electronic signature": "AES",
    "simple electronic signature": "SES",
}
_PHRASES = re.compile("|".join(map(re.escape, _ABBREVIATIONS)), re.IGNORECASE)
_TOKEN = re.compile(r"\w+|[^\w\s]")


@cache
def stop_words() -> frozenset[str]:
    """Words without meaning for the search: function words, politeness, and how people talk to an assistant."""
    return _read_words("stop_words.txt")


@cache
def weak_terms() -> frozenset[str]:
    """Search terms that say little about what is asked: quantities, units, general verbs."""
    return frozenset(map(stem, _read_words("weak_words.txt")))


def _read_words(file: str) -> frozenset[str]:
    return frozenset((Path(__file__).parent / file).read_text("utf-8").split())


@cache
def _stemmer() -> Callable[[str], str]:
    from snowballstemmer import stemmer

    stem: Callable[[str], str] = stemmer("english").stemWord
    return stem


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """English stem (Snowball) of a lower-case word; anything with a digit stays as it is."""
    if any(letter.isdigit() for letter in word):
        return word
    return _stemmer()(word)


def plain_text(text: str) -> str:
    """Thousands separators removed, typographic apostrophes straightened."""
    return _THOUSANDS.sub("", text).replace("’", "'")


def with_abbreviations(text: str) -> str:
    """Add the short form after each phrase that has one, so that either form finds a text."""
    return _PHRASES.sub(lambda found: f"{found.group(0)} {_ABBREVIATIONS[found.group(0).lower()]}", text)


def abbreviated(text: str) -> str:
    """Put the short form in the place of each phrase that has one."""
    return _PHRASES.sub(lambda found: _ABBREVIATIONS[found.group(0).lower()], text)


def raw_words(text: str) -> list[str]:
    """Lower-case words in order, without possessive endings."""
    return [found.lower().removesuffix("'s") for found in _WORD.findall(plain_text(text))]


def terms(text: str) -> list[str]:
    """Search terms in order: stems without stop words, compounds also in their parts."""
    return [term for word in raw_words(text) for term in term_forms(word)]


@lru_cache(maxsize=50_000)
def term_forms(word: str) -> tuple[str, ...]:
    """Search terms of one lower-case word; none for a stop word."""
    forms = dict.fromkeys(_forms(word))
    return tuple(dict.fromkeys(stem(form) for form in forms if form and form not in stop_words()))


def _forms(word: str) -> list[str]:
    """Spellings: ``on-call`` is also ``oncall`` and its parts, ``sev-1`` is ``sev1``, ``fy2025`` is also ``2025``."""
    if code := _CODE_WITH_NUMBER.match(word):
        letters, number = code.groups()
        joined = letters + number
        if letters == "v":
            return [number]
        return [joined, number] if letters in {"fy", "cy"} else [joined]
    parts = re.split(r"['\-/]|\.(?!\d)", word)
    if len(parts) == 1:
        return [word]
    return ["".join(parts), *parts] if "-" in word else parts


def count_tokens(text: str) -> int:
    """Approximate token count: words and punctuation marks, as a tokenizer without subwords would count."""
    return len(_TOKEN.findall(text))

"""A small glossary: words of other languages, and everyday synonyms, mapped to the words that the docs use.

``glossary.tsv`` has one row per English term and one column per language. An alias may have several words; a word
that ends in ``*`` stands for every word with that beginning. The row ``-`` holds function words, which say what
language a text is in and are dropped. Column ``en`` holds synonyms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from deployments.demo.corpus.terms import plain_text, stop_words

_FILE = Path(__file__).parent / "glossary.tsv"
_WORD = re.compile(r"[^\W_]+(?:[.'’\-][^\W_]+)*")
_LETTERS = str.maketrans({"ł": "l", "ħ": "h", "ø": "o", "ß": "ss", "’": "'"})
_DROPPED = "-"
_MINIMUM_SHARE = 0.2
"""Share of known words from which on a text counts as written in a language."""
_FEWEST_KNOWN = 2
"""One known word proves nothing: ``plan`` is a word of many languages."""


@dataclass(frozen=True, slots=True)
class Alias:
    """One way to say a term."""

    words: tuple[str, ...]
    """Folded; a trailing ``*`` is open."""
    english: str

    def matches(self, words: Sequence[str]) -> bool:
        """Whether these words, as many as the alias has, are it."""
        return len(words) == len(self.words) and all(map(_same, self.words, words))


@dataclass(frozen=True, slots=True)
class Translation:
    """A text in the words of the docs."""

    language: str
    """Column of the glossary; ``en`` when no other language fits better."""
    text: str
    """English; words that the glossary does not know stay as they were."""


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive words, and the term that they stand for."""

    words: tuple[str, ...]
    english: str | None
    """None when the glossary does not know the word."""


def _same(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Case and accents removed, so that a text typed without accents is understood as well."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_LETTERS)


@cache
def _aliases() -> Mapping[str, Mapping[str, tuple[Alias, ...]]]:
    """Language to first two letters to aliases, longest first."""
    tables: dict[str, dict[str, list[Alias]]] = {}
    lines = _FILE.read_text("utf-8").splitlines()
    languages = lines[0].split("\t")[1:]
    for line in lines[1:]:
        english, *cells = line.split("\t")
        for language, cell in zip(languages, cells, strict=True):
            for alias in filter(None, cell.split(",")):
                words = tuple(fold(alias).split())
                tables.setdefault(language, {}).setdefault(words[0][:2].rstrip("*"), []).append(Alias(words, english))
    return {
        language: {key: _longest_first(found) for key, found in table.items()} for language, table in tables.items()
    }


def _longest_first(aliases: Sequence[Alias]) -> tuple[Alias, ...]:
    """More words first, then content before function words, then the longer spelling."""
    return tuple(sorted(aliases, key=lambda a: (-len(a.words), a.english == _DROPPED, -len(" ".join(a.words)))))


def spans(text: str, language: str) -> Iterator[Span]:
    """Cut a text into spans, longest aliases first; unknown compounds are tried in their parts."""
    words = _WORD.findall(plain_text(text))
    at = 0
    while at < len(words):
        alias = _alias_at([fold(word) for word in words[at : at + 4]], language)
        if alias is None and (parts := re.split(r"['’\-]", words[at]))[1:] and language != "en":
            words[at : at + 1] = [part for part in parts if part]
            continue
        length = len(alias.words) if alias else 1
        yield Span(tuple(words[at : at + length]), alias.english if alias else None)
        at += length


def _alias_at(words: Sequence[str], language: str) -> Alias | None:
    table = _aliases().get(language, {})
    keys = dict.fromkeys((words[0][:2], words[0][:1]))
    return next(
        (alias for key in keys for alias in table.get(key, ()) if alias.matches(words[: len(alias.words)])),
        None,
    )


def detect_language(text: str) -> str:
    """The language with the largest share of known words; English unless another one is clearly better."""
    words = [fold(word) for word in _WORD.findall(text)]
    if not words:
        return "en"
    english = sum(word in stop_words() for word in words)
    shares = {language: _known(text, language) for language in _aliases() if language != "en"}
    best = max(shares, key=lambda language: shares[language])
    return best if shares[best] > english and shares[best] >= max(_FEWEST_KNOWN, _MINIMUM_SHARE * len(words)) else "en"


def _known(text: str, language: str) -> int:
    return sum(len(span.words) for span in spans(text, language) if span.english is not None)


def translate(text: str) -> Translation:
    """Put a question into the words of the docs, word by word; English text stays as it is."""
    language = detect_language(text)
    if language == "en":
        return Translation("en", text)
    found = (" ".join(span.words) if span.english is None else span.english for span in spans(text, language))
    english = " ".join(word for word in found if word != _DROPPED)
    return Translation(language, english + ("?" if "?" in text else ""))

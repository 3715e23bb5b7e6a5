"""All languages other than English, and which of them a sentence may be in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from evals.checks.wordings import germanic, others, romance, slavic
from evals.checks.wordings.form import Language

LANGUAGES: Final[Mapping[str, Language]] = {
    **germanic.LANGUAGES,
    **romance.LANGUAGES,
    **slavic.LANGUAGES,
    **others.LANGUAGES,
}
"""By ISO 639 code."""


def languages_in(text: str, words: frozenset[str]) -> Iterator[Language]:
    """Languages in which a folded sentence with these words may decline, in the order of the tables."""
    found = {code for word in words & _by_word().keys() for code in _by_word()[word]}
    found |= {code for code, trigger in _triggers() if trigger.search(text)}
    return (language for code, language in LANGUAGES.items() if code in found) if found else iter(())


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for code, language in LANGUAGES.items():
        for word in language.triggers:
            index[word] = (*index.get(word, ()), code)
    return index


@cache
def _triggers() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((code, one.trigger) for code, one in LANGUAGES.items() if one.trigger is not None)

"""Words as the search sees them: normal form, stem, stop words, token counts."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_WORD = re.compile(r"[^\W_]+(?:[.'’\-/][^\W_]+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_CODE_WITH_NUMBER = re.compile(r"^([a-z]{1,4})-?(\d+(?:\.\d+)*)$")
_TOKEN = re.compile(r"\w+|[^\w\s]")

STOP_WORDS = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between both but by
    can could did do does doing done down during each else for from further get gets getting give given go goes got had
    has have having he her here hers him his how i if in into is it its itself just kindly know let like long many may
    me might more most much must my need needs no nor not now of off often on once one only or other our ours out over
    own per please she should show so some soon such tell than thank thanks that the their theirs them then there these
    they this those through to too under until up upon us use used uses using very want was we were what whats when
    where whether which while who whom whose why will with within without would yes you your yours
    according answer answers ask asked assistant colleague docs explain exactly happen happens hello hi hey mean means
    output question quillmark reply respond return say says stated tell told someone anyone something anything
    currently current today given different another summarize summarise summary overview briefly brief details describe
    """.split()
)
"""Carry no meaning for the search: function words, politeness, and the words people talk to an assistant with."""


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
    return tuple(dict.fromkeys(stem(form) for form in forms if form and form not in STOP_WORDS))


def _forms(word: str) -> list[str]:
    """``on-call`` is also ``oncall``, ``on`` and ``call``; ``sev-1`` is ``sev1``; ``v3.2`` is ``3.2``; ``fy2025`` is also ``2025``."""
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

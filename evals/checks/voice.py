"""Measures of how a text sounds: surface heuristics over English words, with the scale of each.

=============  ==================================================================================================
formality      0 chatty to 1 formal; 0.5 is plain prose: length of words, formal and informal words
sentiment      0 negative to 1 positive; 0.5 is neutral: words of praise and blame, turned round by a negation
assertiveness  0 hedging to 1 certain; 0.5 is plain: words of certainty and doubt
persona        who speaks to whom: shares of I, we, you and nobody among the sentences
verbosity      words
=============  ==================================================================================================

They see words, not meaning: irony, other languages and faint praise escape them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from evals.checks.lengths import count_words
from evals.checks.normalize import Views
from evals.checks.sentences import prose_sentences
from evals.checks.wordings.form import words

_WORD: Final = re.compile(r"[^\W\d_]++(?:'[^\W\d_]++)*+")
_FOLDED_ASCII_WORD: Final = re.compile(r"[a-z]++(?:'[a-z]++)*+")
"""The same in folded ASCII text, found twice as fast."""
_EMOJI: Final = re.compile(r"[\U0001f300-\U0001faff\u2600-\u27bf]")
_EMOTICON: Final = re.compile(r"[:;]-?[)(DP]")
_CONTRACTION: Final = re.compile(r"\w+(?:n't|'(?:m|re|ve|ll|d|s))")
_INFORMAL: Final = words("""
    hey hi yeah yep yup nope ok okay cool awesome gonna wanna gotta kinda sorta stuff guys folks lol btw fyi asap dude
    super totally basically literally whatever anyway oops wow thanks cheers bucks kid kids tons lots bit pretty
""")
_FORMAL: Final = words("""
    therefore furthermore moreover however nevertheless consequently accordingly hereby thereof herein whereas pursuant
    regarding concerning notwithstanding shall subsequently respectively hence thus kindly sincerely request require
    provide obtain ensure prior commence terminate additionally
""")
_POSITIVE: Final = words("""
    good great excellent happy glad pleased delighted wonderful fantastic perfect easy easily helpful help thanks thank
    welcome best better benefit enjoy love like nice positive success successful successfully improve improved
    improvement recommend reliable safe secure glad congratulations fortunately free fast quick simple clear clearly
    effective efficient pleasure appreciate satisfied valuable strong
""")
_NEGATIVE: Final = words("""
    bad worse worst poor terrible awful horrible sad angry unhappy sorry unfortunately regret fail failed failure
    failing error errors wrong problem problems issue issues difficult hard impossible hate dislike annoying broken
    damage danger dangerous risk risky unsafe loss lose lost delay delayed denied refuse refused reject rejected
    complaint confusing unclear slow weak useless unable never penalty
""")
_CERTAIN: Final = words("""
    must will always definitely certainly clearly obviously undoubtedly absolutely never surely indeed exactly
    guaranteed guarantee ensures ensure every all only required
""")
_DOUBTFUL: Final = words("""
    may might could perhaps maybe possibly probably likely seem seems seemingly appear appears apparently suggest
    suggests think believe guess roughly approximately about around somewhat generally usually often sometimes
    potentially presumably unsure uncertain can
""")
_NEGATIONS: Final = words("not no never cannot without hardly")
_PERSONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("i", "me", "my", "mine", "myself"), "i"),
    **dict.fromkeys(("we", "us", "our", "ours", "ourselves"), "we"),
    **dict.fromkeys(("you", "your", "yours", "yourself"), "you"),
}
_PRONOUN: Final = re.compile(rf"\b(?:{'|'.join(_PERSONS)})\b", re.ASCII)
_REACH = 3
"""Words before a word of praise or blame in which a negation turns it round."""
_PLAIN_WORD_LENGTH = 4.7
"""Mean letters of an English word in running text."""
_SHORT = 20
"""Words that every text counts as having beside its own: a short one is not formal or chatty for one word."""
_CALM = 2
"""Occurrences of either side that a text without any counts as having: one word does not make a mood."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How a text sounds."""

    formality: float
    """0 to 1."""
    sentiment: float
    """0 to 1."""
    assertiveness: float
    """0 to 1."""
    persons: Mapping[str, float]
    """Shares of the sentences that speak as or to ``i``, ``we``, ``you``, ``nobody``; they add up to 1."""
    verbosity: int
    """Words."""

    @property
    def persona_consistency(self) -> float:
        """Share of the most frequent person, 0.25 to 1."""
        return max(self.persons.values())


@lru_cache(maxsize=16)
def measure(text: str) -> Voice:
    """Measure a text; one without words is plain, neutral and speaks as nobody."""
    folded = Views(text).plain_folded.text
    found = (_FOLDED_ASCII_WORD if folded.isascii() else _WORD).findall(folded)
    return Voice(
        _formality(folded, found),
        _sentiment(found),
        _balance(_count(found, _CERTAIN), _count(found, _DOUBTFUL)),
        _persons(text),
        count_words(text),
    )


def persons_agree(one: Voice, other: Voice) -> float:
    """1 less the total variation distance between the shares of persons, 0 to 1."""
    names = one.persons.keys() | other.persons.keys()
    return 1 - sum(abs(one.persons.get(name, 0.0) - other.persons.get(name, 0.0)) for name in names) / 2


def _formality(folded: str, found: Sequence[str]) -> float:
    if not found:
        return 0.5
    letters = sum(map(len, found)) / len(found)
    informal = _count(found, _INFORMAL) + len([word for word in found if "'" in word and _CONTRACTION.fullmatch(word)])
    informal += len(_EMOTICON.findall(folded)) + folded.count("!")
    informal += 0 if folded.isascii() else len(_EMOJI.findall(folded))
    leaning = (_count(found, _FORMAL) - informal) / (len(found) + _SHORT)
    return _clamped(0.5 + 0.1 * (letters - _PLAIN_WORD_LENGTH) + 3 * leaning)


def _sentiment(found: Sequence[str]) -> float:
    good = bad = 0
    for index, word in enumerate(found):
        if word in _POSITIVE or word in _NEGATIVE:
            before = found[max(0, index - _REACH) : index]
            turned = any(one in _NEGATIONS or one.endswith("n't") for one in before)
            is_good = (word in _POSITIVE) is not turned
            good, bad = good + is_good, bad + (not is_good)
    return _balance(good, bad)


def _persons(text: str) -> Mapping[str, float]:
    said = [(match.start(), _PERSONS[match[0]]) for match in _PRONOUN.finditer(_ascii_lower(text))]
    counts = dict.fromkeys((*_PERSONS.values(), "nobody"), 0)
    position = 0
    for sentence in prose_sentences(text):
        first = bisect_left(said, (sentence.start,), position)
        position = bisect_left(said, (sentence.end,), first)
        for person in {person for _, person in said[first:position]} or ("nobody",):
            counts[person] += 1
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items() if count} if total else {"nobody": 1.0}


def _ascii_lower(text: str) -> str:
    """Only A to Z made small, so that offsets stay the same."""
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _count(found: Sequence[str], listed: frozenset[str]) -> int:
    return sum(map(listed.__contains__, found))


def _balance(more: int, less: int) -> float:
    """0.5 for none of either; near 1 when only the first occurs."""
    return 0.5 + (more - less) / (2 * (more + less + _CALM))


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))

"""Sentences of a text, lazily, as spans of the raw text.

A block ends a sentence (list item, heading, row of a table, paragraph); a line break inside a paragraph does not.
Headings are no sentences of their own: they belong to what follows them. Inside a block a sentence ends at a
terminator followed by white space (an ideographic one needs none), unless the word before it, or what follows it,
says otherwise (``evals.checks.abbreviations``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from evals.checks.abbreviations import (
    BEFORE_NUMBER,
    COLLOCATES,
    FINITE,
    LETTERED,
    NAME_ENDINGS,
    NEVER_LAST,
    ORDINAL_NOUNS,
    PREPOSITIONS,
    STARTERS,
    SUFFIXES,
)
from evals.checks.blocks import Block, BlockKind, blocks
from evals.checks.normalize import INVISIBLE

_STOPS: Final = ".!?…‼⁇⁈⁉؟۔।॥։።፧၊။"
_IDEOGRAPHS: Final = "。！？｡．"
_TERMINATOR: Final = re.compile(
    # Begins with one set of characters, which is quick to look for.
    rf"(?P<mark>[{_STOPS}{_IDEOGRAPHS}](?:(?<=[{_STOPS}])[{_STOPS}]*+|(?<=[{_IDEOGRAPHS}])[{_IDEOGRAPHS}]*+))"
    rf"(?:[\"'”’»›)\]}}*_~`」』）¹²³⁰⁴-⁹{INVISIBLE}]"
    r"|\[[^\[\]\n]{1,30}\](?!\()|【[^【】\n]{1,40}】|\^\d{1,3}|<sup>[^<>\n]{1,12}</sup>)*+"
)
_IDEOGRAPHIC: Final = frozenset(_IDEOGRAPHS)
_TAG: Final = re.compile(r"</?(?:br|p|div|li)\b[^<>]{0,40}>")
_BEFORE_NEXT: Final = r"[\s\"'“”‘’„«»‹›(\[{*_~`¿¡>「『（]*+"
_NEXT: Final = re.compile(rf"{_BEFORE_NEXT}(?:{_TAG.pattern}{_BEFORE_NEXT})*+")
_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_CLOSERS: Final = frozenset('"“”„«»()[]{}*_~`,;:/')
_LAST_WORD: Final = re.compile(rf"[^\s{re.escape(''.join(_CLOSERS))}]+$")
_FOLLOWING: Final = re.compile(r"([^\W\d_][\w'’-]*)[ \t\n]+([^\s]+)")
# Two sentences without a space between them; "Node.js", "a.b" and addresses are none.
_RUN_ON: Final = re.compile(r"(?:^|[\s(\"'“‘*_])[^\W\d_]*[^\W\d_A-Z]{2}$")
_NUMERAL: Final = re.compile(r"(?:\d|(?:[IVXLC]+|[A-Z])\b)")
_INITIAL: Final = re.compile(r"[^\W\d_]\.")
_SPACE: Final = re.compile(r"[\s>]*+")
# Tuples: members of an enumeration are compared faster than they are hashed.
HEADINGS: Final = (BlockKind.HEADING, BlockKind.HEADER)
_PROSE: Final = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_DOUBTFUL: Final = NEVER_LAST | BEFORE_NUMBER | NAME_ENDINGS | {"st"}
"""Words whose full stop may be their own."""
_LONGEST_WORD = 40
"""Characters looked at before a full stop: longer words are no abbreviations."""
_LONGEST_PHRASE = 6
"""Words of a phrase of time or place."""
_LOOKAHEAD = 80
"""Characters looked at after a full stop."""


class Sentence(NamedTuple):
    """A sentence, or another unit that a reader takes in as one."""

    start: int
    """Offset in the raw text."""
    end: int
    kind: BlockKind
    """The kind of its block."""
    quoted: bool = False
    """Whether it stands in a block quotation."""

    @property
    def counts(self) -> bool:
        """Whether it is a unit of its own; a heading belongs to what follows it."""
        return self.kind not in HEADINGS

    @property
    def is_prose(self) -> bool:
        """Whether it is a sentence of a paragraph or a list item."""
        return self.kind in _PROSE


def sentences(text: str) -> Iterator[Sentence]:
    """All units of a text in order, headings included."""
    for block in blocks(text):
        yield from split_block(text, block)


@lru_cache(maxsize=16)
def all_sentences(text: str) -> tuple[Sentence, ...]:
    """The same at once, kept for the other checks of the answer."""
    return tuple(sentences(text))


def first_sentences(text: str, count: int) -> tuple[Sentence, ...]:
    """The first ``count`` units with the headings above them; fewer when there are fewer."""
    found: list[Sentence] = []
    for sentence in sentences(text):
        found.append(sentence)
        if sentence.counts:
            count -= 1
        if not count:
            break
    return tuple(found)


def lead_span(text: str, count: int) -> tuple[int, int]:
    """Span of the first ``count`` sentences; ``(0, 0)`` when there are none."""
    found = first_sentences(text, count)
    return (found[0].start, found[-1].end) if found else (0, 0)


def prose_sentences(text: str) -> Iterator[Sentence]:
    """Sentences of paragraphs and list items; headings, tables and code are none."""
    return (sentence for sentence in all_sentences(text) if sentence.is_prose)


def split_block(text: str, block: Block) -> Iterator[Sentence]:
    """The sentences of one block of ``text``; a heading, a row and a piece of code are one unit."""
    if block.kind not in _PROSE:
        yield Sentence(block.start, block.end, block.kind, block.quoted)
        return
    start = block.start
    cased = not text[block.start : block.end].islower()
    for match in _TERMINATOR.finditer(text, block.start, block.end):
        if _ends(text, start, block.end, match, cased=cased):
            yield Sentence(start, match.end(), block.kind, block.quoted)
            gap = _SPACE.match(text, match.end(), block.end)
            start = gap.end() if gap else match.end()
    if start < block.end:
        yield Sentence(start, block.end, block.kind, block.quoted)


def _ends(text: str, start: int, end: int, match: re.Match[str], *, cased: bool) -> bool:
    """Whether a terminator ends the sentence that begins at ``start``; the block goes on to ``end``."""
    mark = match["mark"]
    if mark[0] in _IDEOGRAPHIC or match.end() == end:
        return True
    after = text[match.end()]
    if after.isdigit() or after.islower():
        return False
    if after == " " and text[match.end() + 1].isupper() and (mark != "." or _is_plain_stop(text, start, match.start())):
        return True
    following = _following(text, match.end(), end)
    if not (after.isspace() or _TAG.match(text, match.end(), end)):
        return _runs_on(text[max(start, match.start() - _LONGEST_WORD) : match.start()], following)
    if cased and _goes_on(following):
        return False
    stop = match.start()
    return mark != "." or _is_plain_stop(text, start, stop) or _stop_ends(text, start, stop, following)


def _is_plain_stop(text: str, start: int, stop: int) -> bool:
    """Whether what stands before a full stop leaves no doubt, as most words do, and brackets and quotes always."""
    if stop > start and text[stop - 1] in _CLOSERS:
        return True
    word = text[max(start, stop - _LONGEST_WORD) : stop].rpartition(" ")[2]
    return len(word) > 1 and word.islower() and word.isalpha() and word not in _DOUBTFUL


def _runs_on(before: str, following: str) -> bool:
    """Whether a new sentence follows without a space: a plain word before, a capitalised clause after."""
    word = _WORD.match(following)
    if word is None or not word[0][0].isupper() or word[0].casefold() in SUFFIXES or not _RUN_ON.search(before):
        return False
    pair = _FOLLOWING.match(following)
    return pair is not None and (word[0].casefold() in STARTERS or pair[2].rstrip(".").casefold() in FINITE)


def _following(text: str, start: int, end: int) -> str:
    """What comes next, without white space, quotes and markup before it."""
    gap = _NEXT.match(text, start, end)
    start = gap.end() if gap else start
    return text[start : min(end, start + _LOOKAHEAD)]


def _goes_on(following: str) -> bool:
    """Whether the next word is in small letters; a name such as ``iPhone`` is not."""
    word = _WORD.match(following)
    return word is not None and word[0].islower() and word[0][0].isalpha()


def _stop_ends(text: str, start: int, stop: int, following: str) -> bool:
    """Whether a single full stop ends its sentence, by the word before it."""
    before = text[max(start, stop - _LONGEST_WORD) : stop]
    last = _LAST_WORD.search(before)
    word = last[0] if last else ""
    folded = word.casefold()
    rest = before[: len(before) - len(word)].rstrip(" \t\n*_`~:")
    if _needs_more(word, rest, following):
        return False
    if len(word) == 1 and word.isupper():
        return _letter_ends(rest, following)
    if folded == "st":
        return _follows_name(rest) and _starts_clause(following)
    if folded in NAME_ENDINGS or _is_initialism(word):
        phrase = stop - start <= _LONGEST_WORD and _is_opening_phrase(text[start:stop])
        return bool(rest) and not phrase and _starts_clause(following)
    return True


def _is_opening_phrase(sentence: str) -> bool:
    """Whether there is only a phrase of time or place so far: ``At 9 a.m.``, ``In the U.K.``."""
    words = sentence.casefold().split()
    return (
        0 < len(words) <= _LONGEST_PHRASE
        and words[0] in PREPOSITIONS
        and "," not in sentence
        and FINITE.isdisjoint(words)
    )


def _needs_more(word: str, before: str, following: str) -> bool:
    """Whether the word goes with what follows.

    It is a title, the ``v.`` of a case at law, ``Fig.`` before a number, a German ordinal, the number of an item in
    bold type, ``z. B.``.
    """
    folded = word.casefold()
    if folded in NEVER_LAST or word == "v":
        return True
    if folded in BEFORE_NUMBER and _NUMERAL.match(following):
        return True
    if word.isdigit() and len(word) <= 2:
        return not before or _first_word(following) in ORDINAL_NOUNS
    return len(word) == 1 and word.islower() and _INITIAL.match(following) is not None


def _follows_name(before: str) -> bool:
    """Whether the last word is capitalised, as in ``Main St.``; a saint follows a small word, or nothing."""
    last = _LAST_WORD.search(before)
    return last is not None and last[0][0].isupper() and last[0].casefold() not in STARTERS


def _letter_ends(before: str, following: str) -> bool:
    """Whether a single capital with a full stop ends the sentence, or is an initial."""
    last = _LAST_WORD.search(before)
    if last is None:
        return False
    word = last[0]
    if word.casefold() in LETTERED:
        return True
    if _first_word(following) in STARTERS:
        return True
    second = _FOLLOWING.match(following)
    return word.islower() and second is not None and second[2].casefold() in FINITE


def _starts_clause(following: str) -> bool:
    """Whether what follows a shortened word is a new clause and not the rest of a name."""
    first = _first_word(following)
    if first in COLLOCATES:
        return False
    if not first or first in STARTERS:
        return True
    pair = _FOLLOWING.match(following)
    return pair is not None and pair[2][0].islower()


def _first_word(following: str) -> str:
    word = _WORD.match(following)
    return word[0].casefold() if word else ""


def _is_initialism(word: str) -> bool:
    """Single letters with full stops between them: ``U.S``, ``p.m``."""
    return len(word) >= 3 and word[1::2].strip(".") == "" and word[::2].isalpha()

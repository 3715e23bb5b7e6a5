"""How tables of wordings are written: patterns wrapped over lines and spaced for reading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_LINE: Final = re.compile(r" *\n *(\| )?")
_BAR: Final = re.compile(r" \| ")
_WORD: Final = re.compile(r"\w+(?:['-]\w+)*")
_PART: Final = re.compile(r"\w+")
_HEAD: Final = re.compile(r"(?:\\b)?<[A-Z_]+>(?: <FILL>)? ?|\^|\\b")
_PREFIX: Final = re.compile(r"\((?:\?(?:[:!=]|<[!=]))?")


def wrapped(pattern: str) -> str:
    """A pattern written over several lines, as one group.

    Lines are joined without a space. A space means nothing around a bar that has one on both sides, and just inside a
    pair of parentheses that has one at both ends: ``(?: a | b )`` is ``(?:a|b)``, ``(?: a|b)`` begins with a space.
    """
    text = _LINE.sub(lambda match: " | " if match[1] else "", pattern.strip())
    text = _BAR.sub("|", text)
    drop: set[int] = set()
    opened: list[int] = []
    for index, character in enumerate(text):
        if character == "(":
            prefix = _PREFIX.match(text, index)
            opened.append(prefix.end() if prefix else index + 1)
        elif character == ")" and opened:
            inside = opened.pop()
            if text[inside] == " " == text[index - 1]:
                drop |= {inside, index - 1}
    return f"(?:{''.join(character for index, character in enumerate(text) if index not in drop)})"


def words_of(text: str) -> frozenset[str]:
    """The words of a folded sentence, and their parts at apostrophes and hyphens."""
    whole = _WORD.findall(text)
    return frozenset(whole).union(_PART.findall(text)) if "'" in text or "-" in text else frozenset(whole)


def words(text: str) -> frozenset[str]:
    """Words separated by spaces."""
    return frozenset(text.split())


def listed_patterns(table: str, **parts: str) -> tuple[str, ...]:
    """Patterns separated by blank lines; ``<NAME>`` stands for a part.

    Those that begin with the same part become one pattern, so that the part is looked for once.
    """
    rests: dict[str, list[str]] = {}
    for paragraph in map(str.strip, table.strip().split("\n\n")):
        head = _HEAD.match(paragraph)
        rests.setdefault(head[0] if head else "", []).append(wrapped(paragraph[head.end() if head else 0 :]))
    patterns = [f"{head}(?:{'|'.join(rest)})" for head, rest in rests.items() if head] + rests.get("", [])
    for name, part in parts.items():
        patterns = [pattern.replace(f"<{name}>", part) for pattern in patterns]
    return tuple(patterns)


@dataclass(frozen=True, slots=True)
class Group:
    """Patterns that have a word in common."""

    words: frozenset[str]
    """One of them is in every sentence that the patterns match; empty when there is no such word."""
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """How answers in one language decline; all of it for folded text."""

    declines: tuple[str, ...]
    """Patterns that say that the question is not answered."""
    contrast: str
    """A pattern: what comes after it may be the answer after all."""
    offers: str
    """A pattern of pointers to help elsewhere, which is no answer."""
    hedges: tuple[str, ...] = ()
    """Patterns of doubt: a refusal only when no answer follows."""
    triggers: frozenset[str] = frozenset()
    """Words without which a sentence declines nothing."""
    trigger: re.Pattern[str] | None = None
    """The same as a pattern, for languages that join their words."""

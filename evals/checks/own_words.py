"""The answer's own words: quotations and code blanked out, every character in its place."""

from __future__ import annotations

import re
from typing import Final

_LONGEST = 400
"""Characters of a quotation; a longer one is taken for two stray quotation marks."""
# The lookahead spares most characters the alternatives.
# Single quotes count only where they cannot be apostrophes: between a character that is no letter and one.
_QUOTED: Final = re.compile(
    rf"""
    (?=[`"“„«‘']) (?:
    `[^`\n]{{1,{_LONGEST}}}`
    | "[^"\n]{{1,{_LONGEST}}}"
    | “[^”\n]{{1,{_LONGEST}}}”
    | „[^“”"\n]{{1,{_LONGEST}}}[“”"]
    | «[^»\n]{{1,{_LONGEST}}}»
    | (?<![\w'’])[‘'][^‘’'\n]{{1,{_LONGEST}}}(?:['’]\w[^‘’'\n]{{0,{_LONGEST}}})?['’](?!\w)
    )
    """,
    re.VERBOSE,
)
# A name in emphasis is a quotation: a title in capitals, or what one clicks on.
_NAMED: Final = re.compile(
    rf"""
    (?=[*_]) (?:
    (?<=\w\ )(?P<title>\*\*?|__?)[A-Z][\w'’]*(?:\ (?:[A-Z][\w'’]*|an?|the|of|in|on|to|and|for))+(?P=title)
    | (?i:(?<=click\ )|(?<=press\ )|(?<=tap\ )|(?<=select\ )|(?<=choose\ )|(?<=called\ )|(?<=titled\ )|(?<=named\ )
        |(?<=labelled\ )|(?<=labeled\ )|(?<=button\ )|(?<=option\ ))
      (?P<label>\*\*?|__?)[^*_\n]{{1,{_LONGEST}}}(?P=label)
    )
    """,
    re.VERBOSE,
)
_EMPHASIS: Final = re.compile(r"[*_]")
# A grave accent typed for an apostrophe; the end of a code span is followed by other letters.
_GRAVE: Final = re.compile(r"(?<=n)`(?=t\b)|(?<=\bi)`(?=(?:m|d|ve|ll)\b)", re.IGNORECASE)
_MARK: Final = re.compile(r"[`\"“„«‘'’]")
_ONLY_QUOTED: Final = re.compile(r"(?:[ \t]*+>[^\n]*+(?:\n|$)|[ \t]*+\n)++")
_EDGES: Final = " \t\r\n.*_"


def own_words(text: str, *, whole: bool) -> str:
    """Blank out quotations and code spans; a grave accent in a contraction becomes an apostrophe.

    Args:
        text: a paragraph.
        whole: whether it is the whole answer; one that is nothing but a quotation is its own words.
    """
    if _EMPHASIS.search(text):
        text = _NAMED.sub(_blank, text)
    if not _MARK.search(text):
        return text
    if "`" in text:
        text = _GRAVE.sub("'", text)
    kept = (len(text) - len(text.lstrip(_EDGES)), len(text.rstrip(_EDGES))) if whole else None
    return _QUOTED.sub(lambda match: match[0] if match.span() == kept else _blank(match), text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def is_one_quotation(text: str) -> bool:
    """Whether every line of the text stands in a block quotation."""
    return _ONLY_QUOTED.fullmatch(text) is not None

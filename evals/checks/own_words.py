"""The answer's own words: quotations, code and the rest of a JSON document blanked out, each character in its place."""

from __future__ import annotations

import json
import re
from typing import Final

from evals.json_text import NotJsonError, parse_answer_json

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
_STRING_OR_BRACE: Final = re.compile(r'"(?P<inside>(?:[^"\\]|\\.)*+)"(?P<names>\s*+:)?|[{}]')
_REPLY: Final = re.compile(
    r"(?:final_?)?(?:answer|response|reply|message|content|output|result|completion|refusal|error)", re.IGNORECASE
)
_ESCAPES: Final = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+|\\.")
_INVISIBLE: Final = "\u200b"


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


def json_reply(text: str) -> str:
    """What is said in an answer that is one JSON document, fenced or not; any other text as it is.

    Members named ``answer``, ``message`` and the like say it, the outermost of them; else the only string. Without
    either the text stays.
    """
    if not text.lstrip().startswith(("{", "[", "`", "~")):
        return text
    try:
        parse_answer_json(text, strict=False)
    except NotJsonError:
        return text
    said = _said(text)
    parts, position = [], 0
    for start, end in said:
        parts += [_gap(start - position), _ESCAPES.sub(_unescaped, text[start:end])]
        position = end
    return "".join([*parts, _gap(len(text) - position)]) if said else text


def _said(document: str) -> list[tuple[int, int]]:
    """Spans of the strings that are the reply."""
    name, depth = "", 0
    strings: list[tuple[int, int]] = []
    named: dict[int, list[tuple[int, int]]] = {}
    for match in _STRING_OR_BRACE.finditer(document):
        if match["inside"] is None:
            depth += 1 if match[0] == "{" else -1
        elif match["names"]:
            name = match["inside"]
        elif match["inside"].strip():
            strings.append(match.span("inside"))
            if _REPLY.fullmatch(name):
                named.setdefault(depth, []).append(match.span("inside"))
    return named[min(named)] if named else strings if len(strings) == 1 else []


def _gap(length: int) -> str:
    """An empty line: there are at least two characters around a string."""
    return "\n" + " " * (length - 2) + "\n"


def _unescaped(match: re.Match[str]) -> str:
    """Escapes as what they stand for, as long as before; nothing may stand between a line break and its line."""
    read: str = json.loads(f'"{match[0]}"')
    length = len(match[0])
    return read.rjust(length, _INVISIBLE) if read.isspace() else read.ljust(length, _INVISIBLE)

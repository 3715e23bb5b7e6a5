"""Strict reading of JSON text: RFC 8259 and nothing else.

Python's own reader accepts ``NaN``, ``Infinity`` and lone surrogates, runs into the recursion limit on deep nesting
and refuses integers of more than 4,300 digits. Here all of that is decided, and the same in every caller.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from decimal import Decimal
from typing import Any, NoReturn

MAX_DEPTH = 100
"""Levels of nesting that are read; RFC 8259 lets a reader set a limit, and no useful answer comes near it."""
WHITE_SPACE = " \t\n\r"
"""All that may surround a JSON value (RFC 8259, section 2)."""
_MAX_INT_DIGITS = 4_000
_DEPTH_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_FENCE_OPENING = re.compile(r"(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*")


class NotJsonError(ValueError):
    """The text is no JSON document.

    Attributes:
        reason: what is wrong, in a few words, without the text itself.
        offset: where, in characters from the start; None when it is the whole.
    """

    def __init__(self, reason: str, offset: int | None = None) -> None:
        self.reason = reason
        self.offset = offset
        place = "" if offset is None else f" at character {offset}"
        super().__init__(reason + place)


def parse_json(text: str, *, exact: bool = False) -> Any:
    """Read one RFC 8259 document; of a member that occurs twice the last one counts.

    Args:
        text: the document; JSON white space around it is allowed, a byte order mark is not.
        exact: read numbers with a fraction or exponent as ``Decimal`` instead of ``float``.

    Raises:
        NotJsonError: it is not JSON, or is nested deeper than ``MAX_DEPTH``.
    """
    _refuse_surrogates(text)
    _refuse_depth(text)
    try:
        return json.loads(
            text.strip(WHITE_SPACE),
            parse_constant=_refuse_constant,
            parse_int=_integer,
            parse_float=_decimal if exact else float,
        )
    except json.JSONDecodeError as error:
        lead = len(text) - len(text.lstrip(WHITE_SPACE))
        raise NotJsonError(error.msg[:1].lower() + error.msg[1:], error.pos + lead) from None


def parse_answer_json(text: str, *, strict: bool, exact: bool = False) -> Any:
    """Read the JSON document that an answer is.

    Args:
        text: the whole answer.
        strict: nothing but the document; otherwise it may be one fenced block with the tag ``json`` or none, and
            white space of any kind or a byte order mark may surround it.
        exact: as for ``parse_json``.

    Raises:
        NotJsonError: the answer is no such document.
    """
    return parse_json(text if strict else unfence(text), exact=exact)


def unfence(text: str, tags: Collection[str] = ("", "json")) -> str:
    """Take off a Markdown fence with one of the tags that holds the whole text; other text is only trimmed."""
    trimmed = text.strip().strip("\ufeff").strip()
    first, _, rest = trimmed.partition("\n")
    body, _, last = rest.rpartition("\n")
    opening = _FENCE_OPENING.fullmatch(first.rstrip())
    if opening is None or opening[2].lower() not in tags:
        return trimmed
    return body if _closes(last.strip(), opening[1]) else trimmed


def _closes(line: str, ticks: str) -> bool:
    """Whether a line ends a fence: the same character, at least as often (CommonMark 0.31, section 4.5)."""
    return len(line) >= len(ticks) and line.strip(ticks[0]) == ""


def depth_of(text: str) -> int:
    """Deepest nesting of brackets outside strings; 0 for a scalar or empty text."""
    depth = deepest = 0
    for token in _DEPTH_TOKEN.finditer(text):
        first = token[0][0]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in "]}":
            depth -= 1
    return deepest


def show_json(value: Any, limit: int = 80) -> str:
    """JSON text of a value for a message, cut to ``limit`` characters; never raises."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=_as_number_or_text)
    except (RecursionError, TypeError, ValueError):
        text = f"({type(value).__name__} that is no JSON value)"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _as_number_or_text(value: Any) -> float | str:
    return float(value) if isinstance(value, Decimal) else str(value)


def _refuse_depth(text: str) -> None:
    # What begins otherwise is a scalar or no JSON, and is not read deeply.
    if not text.lstrip(WHITE_SPACE).startswith(("[", "{")):
        return
    brackets = text.count("[") + text.count("{")
    if brackets > MAX_DEPTH and depth_of(text) > MAX_DEPTH:
        raise NotJsonError(f"nested deeper than {MAX_DEPTH} levels")


def _refuse_surrogates(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotJsonError("half a surrogate pair, which UTF-8 cannot carry", error.start) from None


def _refuse_constant(name: str) -> NoReturn:
    raise NotJsonError(f"{name} is not JSON")


def _integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits) <= _MAX_INT_DIGITS else _decimal(digits)


def _decimal(digits: str) -> Decimal:
    try:
        return Decimal(digits)
    except ArithmeticError:
        return Decimal("-Infinity" if digits.startswith("-") else "Infinity")

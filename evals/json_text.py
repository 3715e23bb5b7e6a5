"""Strict reading of JSON text: RFC 8259 and nothing else.

Python's own reader accepts ``NaN``, ``Infinity`` and half surrogate pairs, runs into the recursion limit on deep
nesting and refuses integers of more than 4,300 digits. Here all of that is decided, and the same in every caller. What
is read to be judged is taken as it is (``parse_json``); from what is read to be kept nothing may get lost
(``parse_lossless``).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Collection
from decimal import Decimal
from typing import Any, Final, NoReturn

MAX_DEPTH: Final = 100
"""Levels of nesting that are read; RFC 8259 lets a reader set a limit, and no useful answer comes near it."""
WHITE_SPACE: Final = " \t\n\r"
"""All that may surround a JSON value (RFC 8259, section 2)."""
_MAX_INT_DIGITS = 4_000
_SHOWN = 80
"""Characters of a name or a number that a message shows."""
_DEPTH_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_FENCE_OPENING = re.compile(r"(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class NotJsonError(ValueError):
    """The text is no JSON document, or one that would lose something when read.

    Attributes:
        reason: what is wrong, in a few words, without the text itself.
        offset: where, in characters from the start; None when it is the whole.
        cut_off: whether the text ends before the value does.
    """

    def __init__(self, reason: str, offset: int | None = None, *, cut_off: bool = False) -> None:
        self.reason = reason
        self.offset = offset
        self.cut_off = cut_off
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
    return _document(_EXACT if exact else _PLAIN, text)


def parse_lossless(text: str) -> Any:
    """Read one RFC 8259 document of which everything can be kept and written again.

    Raises:
        NotJsonError: as for ``parse_json``; and a number out of range, a repeated member, an escape that is half a
            surrogate pair.
    """
    return _document(_LOSSLESS, text)


def parse_lossless_at(text: str, position: int) -> tuple[Any, int]:
    """Read the value that begins at ``position`` and give the position behind it; any text may follow.

    Raises:
        NotJsonError: as for ``parse_lossless``.
    """
    return _value_at(_LOSSLESS, text, position)


def canonical_json(value: Any) -> str:
    """Write a value so that equal values give equal text: sorted members, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


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


def _document(decoder: json.JSONDecoder, text: str) -> Any:
    """The value that a whole text is."""
    _refuse_depth(text)
    value, end = _value_at(decoder, text, len(text) - len(text.lstrip(WHITE_SPACE)))
    rest = text[end:].lstrip(WHITE_SPACE)
    if rest:
        raise NotJsonError("more text after the document", len(text) - len(rest))
    return value


def _value_at(decoder: json.JSONDecoder, text: str, position: int) -> tuple[Any, int]:
    try:
        value, end = decoder.raw_decode(text, position)
    except json.JSONDecodeError as error:
        cut_off = error.msg.startswith("Unterminated") or not text[error.pos :].strip(WHITE_SPACE)
        raise NotJsonError(error.msg[:1].lower() + error.msg[1:], error.pos, cut_off=cut_off) from None
    except RecursionError:
        raise NotJsonError("nested too deeply") from None
    if decoder is _LOSSLESS and _SURROGATE_ESCAPE.search(text, position, end):
        _refuse_half_pairs(value)
    return value, end


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


def _refuse_half_pairs(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotJsonError("a \\u escape is half of a surrogate pair, which is not text") from None


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    raise NotJsonError(f"member {repeated[:_SHOWN]!r} occurs twice in one object; the first would be lost")


def _usable_integer(digits: str) -> int:
    if len(digits) > _MAX_INT_DIGITS:
        raise NotJsonError(f"a number of {len(digits)} digits is too large")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise NotJsonError(f"number {digits[:_SHOWN]!r} is too large")
    return value


def _decoder(
    parse_float: Callable[[str], Any],
    parse_int: Callable[[str], Any] = _integer,
    members: Callable[[list[tuple[str, Any]]], dict[str, Any]] | None = None,
) -> json.JSONDecoder:
    return json.JSONDecoder(
        parse_constant=_refuse_constant, parse_float=parse_float, parse_int=parse_int, object_pairs_hook=members
    )


_PLAIN: Final = _decoder(float)
_EXACT: Final = _decoder(_decimal)
_LOSSLESS: Final = _decoder(_finite, _usable_integer, _unique_members)

"""JSON exactly as RFC 8259 has it: no NaN, no repeated members, no half surrogate pairs."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from evals.cases.source_text import shown
from evals.json_text import MAX_DEPTH, depth_of

_SPACE: Final = " \t\n\r"
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")


class JsonError(ValueError):
    """Text that is not one JSON document, or one that would lose something when read."""

    def __init__(self, message: str, position: int | None = None, *, cut_off: bool = False) -> None:
        super().__init__(message, position)
        self.message = message
        self.position = position
        """Offset in characters, when the parser knows it."""
        self.cut_off = cut_off
        """Whether the text ends before the value does."""

    def __str__(self) -> str:
        return self.message


def decode_json(text: str) -> Any:
    """Read one JSON document, white space around it allowed.

    Raises:
        JsonError: a syntax error, ``NaN`` or ``Infinity``, a number out of range, a repeated member, an escape that
            is half a surrogate pair, or nesting deeper than the interpreter can follow.
    """
    _refuse_depth(text)
    value, end = decode_json_at(text, len(text) - len(text.lstrip(_SPACE)))
    rest = text[end:].lstrip(_SPACE)
    if rest:
        position = len(text) - len(rest)
        raise JsonError(f"not JSON: more text after the document (column {position + 1})", position)
    return value


def decode_json_at(text: str, position: int) -> tuple[Any, int]:
    """Read the JSON value that begins at ``position`` and give the position behind it.

    Raises:
        JsonError: as for ``decode_json``, except that any text may follow.
    """
    try:
        value, end = _DECODER.raw_decode(text, position)
    except json.JSONDecodeError as error:
        cut_off = error.msg.startswith("Unterminated") or not text[error.pos :].strip(_SPACE)
        raise JsonError(f"not JSON: {error.msg} (column {error.pos + 1})", error.pos, cut_off=cut_off) from None
    except RecursionError:
        raise JsonError("not usable JSON: nested too deeply") from None
    except JsonError:
        raise
    except ValueError as error:
        # The interpreter refuses to convert integers of thousands of digits.
        raise JsonError(f"not usable JSON: {error}") from None
    if _SURROGATE_ESCAPE.search(text, position, end):
        _refuse_half_pairs(value)
    return value, end


def _refuse_depth(text: str) -> None:
    # Whoever writes the value again needs the same depth, so the interpreter's own limit comes too late.
    if text.count("[") + text.count("{") > MAX_DEPTH and depth_of(text) > MAX_DEPTH:
        raise JsonError(f"not usable JSON: nested deeper than {MAX_DEPTH} levels")


def canonical_json(value: Any) -> str:
    """Write a value so that equal values give equal text: sorted members, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    repeated = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
    raise JsonError(f"member {shown(repeated)} occurs twice in one object; the first would be lost")


def _refuse_constant(name: str) -> float:
    raise JsonError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise JsonError(f"number {shown(digits)} is too large")
    return value


def _refuse_half_pairs(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise JsonError("a \\u escape is half of a surrogate pair, which is not text") from None


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique_members,
    parse_constant=_refuse_constant,
    parse_float=_finite,
)

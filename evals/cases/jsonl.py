"""JSON Lines: one object a line; blank lines and whole lines that begin with ``//`` are skipped.

Only a line feed ends a line: U+2028, U+0085 and a lone carriage return inside a string are text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from evals.cases.building import Builder, collect
from evals.cases.record import Reading, Record
from evals.cases.source_text import BYTE_ORDER_MARK, SourceError, invalid_utf8, refuse_foreign_encoding, shown
from evals.errors import Problem
from evals.json_text import NotJsonError, parse_lossless

_JSON_SPACE: Final = " \t\r"
_COMMENT: Final = "//"
_BEGINNINGS: Final = (b"{", _COMMENT.encode())


class _CutOffError(SourceError):
    """A line that ends before its value does."""


def read_jsonl(file: str, data: bytes, build: Builder) -> Reading:
    """Read the cases of one file with every problem in it; ``file`` is for messages only."""
    return collect(jsonl_records(file, data), build)


def jsonl_records(file: str, data: bytes) -> Iterator[Record | Problem]:
    """Give the object of each line, or what is wrong with the line, in order.

    One line is decoded at a time, so memory stays in proportion to the cases kept.
    """
    try:
        refuse_foreign_encoding(data)
    except SourceError as error:
        yield Problem(error.message, file, error.line)
        return
    cut_off = False
    for number, line in _physical_lines(data):
        # After a line that was broken off, what begins like no other object is its rest, and was told of already.
        if cut_off and not line.startswith(_BEGINNINGS):
            continue
        cut_off = False
        try:
            fields = _object_of(line)
        except SourceError as error:
            cut_off = isinstance(error, _CutOffError)
            yield Problem(error.message, file, number)
            continue
        if fields is not None:
            yield Record(fields, file, number)


def _physical_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    start = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    number = 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        yield number, data[start:end]
        start = end + 1


def _object_of(line: bytes) -> dict[str, Any] | None:
    """Give the line's object, or None for a blank line or a comment."""
    try:
        text = line.decode("utf-8").rstrip(_JSON_SPACE)
    except UnicodeDecodeError as error:
        raise SourceError(invalid_utf8(line, error.start)) from None
    if not text or text.lstrip(_JSON_SPACE).startswith(_COMMENT):
        return None
    value = _decoded(text)
    if not isinstance(value, dict):
        raise SourceError(f"each line must hold one object, got {shown(value)}")
    return value


def _decoded(text: str) -> Any:
    try:
        return parse_lossless(text)
    except NotJsonError as error:
        place = error.reason if error.offset is None else f"not JSON: {error.reason} (column {error.offset + 1})"
        if not error.cut_off:
            raise SourceError(place) from None
        early = "the line ends before its object does: one whole object must stand on one line"
        raise _CutOffError(f"{place}; {early}") from None

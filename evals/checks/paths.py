"""Dotted paths into JSON documents: ``user.address.city``, ``items[0].price``, ``items[*].price``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

EACH: Final = "*"
"""The segment that stands for every item of an array, which must not be empty."""
_BRACKET = re.compile(r"\[(\d*|\*)\]")
_DOT = re.compile(r"(?<!\\)\.")


def split_path(path: str) -> tuple[str, ...]:
    r"""The segments of a dotted path; ``\.`` is a dot that belongs to a member's name.

    Raises:
        ValueError: a segment is empty.
    """
    dotted = _BRACKET.sub(lambda match: "." + (match[1] or EACH), path).removeprefix(".")
    segments = tuple(part.replace("\\.", ".") for part in _DOT.split(dotted))
    if not all(segment.strip() for segment in segments):
        raise ValueError(f"a path must have no empty part, got {path!r}")
    return segments


def values_at(document: Any, segments: tuple[str, ...]) -> tuple[Any, ...] | None:
    """The values that a path leads to, several with ``*``; None when it leads nowhere for any of them.

    A number is an index into an array and a name in an object. A path into a text, number, boolean or null leads
    nowhere, and so does ``*`` into an empty array.
    """
    values: tuple[Any, ...] = (document,)
    for segment in segments:
        steps = [list(_step(value, segment)) for value in values]
        if not all(steps):
            return None
        values = tuple(value for step in steps for value in step)
    return values


def _step(value: Any, segment: str) -> Iterator[Any]:
    if isinstance(value, Mapping):
        if segment in value:
            yield value[segment]
    elif isinstance(value, list):
        if segment == EACH:
            yield from value
        elif segment.isascii() and segment.isdigit() and int(segment[:9]) < len(value):
            yield value[int(segment[:9])]

"""Server-sent events, read from a whole body (WHATWG HTML standard, 9.2.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Event:
    """One event."""

    data: str
    """Its data lines, joined by line feeds."""
    type: str = "message"


def events_of(text: str) -> Iterator[Event]:
    """Split a stream into its events, in order.

    An event counts only when the blank line after it has arrived: a stream cut within an event does not show it.
    """
    kind, data = "", list[str]()
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    # What follows the last line end is an incomplete line.
    for line in lines[:-1]:
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                data.append(value)
            elif name == "event":
                kind = value
            continue
        if data:
            yield Event("\n".join(data), kind or "message")
        kind, data = "", []

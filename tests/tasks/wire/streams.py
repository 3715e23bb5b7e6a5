"""Streams as providers send them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tasks.wire.sse import Event, events_of


def stream(*data: Any) -> Iterator[Event]:
    """Events of JSON values; text stands as it is."""
    lines = (item if isinstance(item, str) else json.dumps(item) for item in data)
    return events_of("".join(f"data: {line}\n\n" for line in lines))

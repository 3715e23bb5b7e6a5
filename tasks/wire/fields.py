"""Taking values out of replies without trusting their shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evals.json_text import NotJsonError, parse_json
from tasks.wire.completion import WireError
from tasks.wire.sse import Event


def member(value: Any, *keys: str | int) -> Any:
    """Follow keys and indices; None as soon as one is not there."""
    for key in keys:
        if isinstance(key, int):
            value = value[key] if isinstance(value, list) and len(value) > key else None
        else:
            value = value.get(key) if isinstance(value, Mapping) else None
    return value


def items(value: Any) -> list[Any]:
    """A list, or an empty one when it is none."""
    return value if isinstance(value, list) else []


def members(value: Any) -> dict[str, Any]:
    """An object, or an empty one when it is none."""
    return value if isinstance(value, dict) else {}


def count(value: Any) -> int | None:
    """A number of tokens, or None when it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def label(value: Any) -> str | None:
    """A text that is not empty, or None."""
    return value if isinstance(value, str) and value else None


def data_of(event: Event) -> Any:
    """The JSON value of an event; None of an empty one, as some servers send to keep a stream open.

    Raises:
        WireError: It is none.
    """
    if not event.data.strip():
        return None
    try:
        return parse_json(event.data)
    except NotJsonError as error:
        raise WireError("malformed", f"an event of the stream is no JSON: {error}") from None


def refuse_error(document: Any) -> None:
    """Recognise an error that came with a good status.

    Raises:
        WireError: The document is one.
    """
    error = member(document, "error")
    if error:
        said = label(member(error, "message")) or label(error) or "no message"
        raise WireError("server_error", f"the reply is an error: {said[:200]}")

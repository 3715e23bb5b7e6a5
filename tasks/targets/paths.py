"""JSONPath, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jsonpath

    Query = jsonpath.JSONPath | jsonpath.CompoundJSONPath


class PathError(ValueError):
    """A response path is no JSONPath."""


def compile_path(path: str) -> Query:
    """Compile a JSONPath.

    Raises:
        PathError: It is none.
    """
    # Importing takes a fifth of a second, which a configuration without paths saves.
    import jsonpath

    try:
        return jsonpath.compile(path)
    except jsonpath.JSONPathError as error:
        reason = str(error).splitlines()[0]
        raise PathError(f"{path!r} is no JSONPath: {reason}") from None

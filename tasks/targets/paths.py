"""JSONPath, compiled, over documents that are already parsed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import jsonpath

    Query = jsonpath.JSONPath | jsonpath.CompoundJSONPath

ABSENT = object()
"""Stands for "nothing there", which is not the same as null."""


class PathError(ValueError):
    """A response path is no JSONPath."""


@dataclass(frozen=True, slots=True)
class Path:
    """A compiled path."""

    query: Query
    is_root: bool

    def first(self, document: Any) -> Any:
        """The first value at the path, or ``ABSENT``."""
        if isinstance(document, str):
            return document if self.is_root else ABSENT
        found = self.query.match(document)
        return ABSENT if found is None else found.obj

    def all(self, document: Any) -> list[Any]:
        """All values at the path, in order."""
        if isinstance(document, str):
            # The library would take a text for JSON that is still to be parsed.
            return [document] if self.is_root else []
        found: list[Any] = self.query.findall(document)
        return found


def compile_path(path: str) -> Path:
    """Compile a JSONPath.

    Raises:
        PathError: It is none.
    """
    # Importing takes a fifth of a second, which a configuration without paths saves.
    import jsonpath

    try:
        return Path(jsonpath.compile(path), is_root=path.strip() == "$")
    except jsonpath.JSONPathError as error:
        reason = str(error).splitlines()[0]
        raise PathError(f"{path!r} is no JSONPath: {reason}") from None

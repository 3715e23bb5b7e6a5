"""One case as a file has it, before its layout is known, with the way back to the line of every part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evals.cases.case import Case, Origin
from evals.cases.yaml_nodes import Node
from evals.errors import Problem

Path = tuple[str | int, ...]
"""From a record down to one of its parts: member names and list positions (0-based)."""


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of one case."""

    fields: Mapping[str, Any]
    file: str
    line: int
    """Physical line on which the case begins, 1-based."""
    node: Node | None = None
    """The YAML mapping it was read from; None when the whole case stands on one line."""

    def line_of(self, path: Path = ()) -> int:
        """Give the physical line of a part, or of the nearest part around it that exists."""
        return self.line if self.node is None else self.node.line_of(path)

    def problem(
        self, message: str, path: Path = (), *, case_id: str | None = None, check: str | None = None
    ) -> Problem:
        """Locate something that is wrong with a part of the case."""
        return Problem(message, self.file, self.line_of(path), case_id, check)


@dataclass(frozen=True, slots=True)
class Reading:
    """What came out of one file or of several."""

    cases: tuple[Case, ...] = ()
    problems: tuple[Problem, ...] = ()
    ids: tuple[tuple[str, Origin], ...] = ()
    """The ids in file order with their places, those of invalid cases included."""
    name: str = ""
    """The file's own name for its cases, when it has one."""

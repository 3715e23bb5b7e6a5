"""YAML files that are a list of cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite

from evals.cases.building import Builder, collect, known_id, listed_checks
from evals.cases.record import Path, Reading, Record
from evals.cases.source_text import shown
from evals.cases.yaml_nodes import Node, UnusableNumberError
from evals.checks.registry import raw_labels
from evals.errors import Problem


def read_yaml_list(file: str, root: Node, build: Builder) -> Reading:
    """Read the cases of a file whose root is a list, with every problem in it."""
    if root.items is None:
        found = "a mapping" if root.members is not None else shown(root.scalar)
        return Reading(problems=(Problem(f"the file must be a list of cases, got {found}", file, root.line),))
    return collect(yaml_records(file, root.items), build)


def number_problem(file: str, error: UnusableNumberError) -> Problem:
    """Name the case and the check that hold a number that cannot be used, when they are known."""
    path = _path_to_unusable(error.root) or ()
    listed, place = (path[:1], path[1:]) if path[:1] == ("cases",) else ((), path)
    case = _part(error.root, (*listed, *place[:1]))
    if case.members is None or not isinstance(place[0], int):
        return Problem(error.message, file, error.line)
    record = Record(case.value, file, case.line, case)
    sources = listed_checks(record, "assertions", "checks")
    labels = zip(sources, raw_labels(raw for _, raw in sources), strict=True)
    label = next((label for (where, _), label in labels if where == place[1:3]), None)
    return Problem(error.message, file, error.line, known_id(record) or known_id(record, "name"), label)


def _path_to_unusable(node: Node) -> Path | None:
    """The way down to the first number that is not finite; None when there is none."""
    if isinstance(node.scalar, float) and not isfinite(node.scalar):
        return ()
    for step, part in _parts(node):
        path = _path_to_unusable(part)
        if path is not None:
            return (step, *path)
    return None


def _parts(node: Node) -> Iterator[tuple[str | int, Node]]:
    yield from enumerate(node.items or ())
    for name, (_, part) in (node.members or {}).items():
        yield name, part


def _part(node: Node, path: Path) -> Node:
    for step in path:
        node = dict(_parts(node))[step]
    return node


def yaml_records(file: str, items: Iterable[Node]) -> Iterator[Record | Problem]:
    """Give the record of each node, or what is wrong with it, in order."""
    for item in items:
        if item.members is None:
            yield Problem(f"a case must be a mapping, got {shown(item.value)}", file, item.line)
        else:
            yield Record(item.value, file, item.line, item)

"""YAML files that are a list of cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evals.cases.building import Builder, collect
from evals.cases.record import Reading, Record
from evals.cases.source_text import shown
from evals.cases.yaml_nodes import Node
from evals.errors import Problem


def read_yaml_list(file: str, root: Node, build: Builder) -> Reading:
    """Read the cases of a file whose root is a list, with every problem in it."""
    if root.items is None:
        found = "a mapping" if root.members is not None else shown(root.scalar)
        return Reading(problems=(Problem(f"the file must be a list of cases, got {found}", file, root.line),))
    return collect(yaml_records(file, root.items), build)


def yaml_records(file: str, items: Iterable[Node]) -> Iterator[Record | Problem]:
    """Give the record of each node, or what is wrong with it, in order."""
    for item in items:
        if item.members is None:
            yield Problem(f"a case must be a mapping, got {shown(item.value)}", file, item.line)
        else:
            yield Record(item.value, file, item.line, item)

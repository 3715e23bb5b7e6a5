"""YAML 1.2 with line numbers: values that mean what they look like, and the line of every key.

YAML 1.1 readers turn ``no`` into False, ``0123`` into 83 and ``1e3`` into text; version 1.2 does not. Dates stay text
here, because what looks like a date must not change its type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq, TaggedScalar
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from evals.errors import Problem


class NotYamlError(ValueError):
    """The text is not YAML; carries the one problem, with its line."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class YamlDocument:
    """A parsed document that can tell where each part stands."""

    __slots__ = ("_marked", "value")

    def __init__(self, marked: Any) -> None:
        self._marked = marked
        self.value = _plain(marked)
        """Plain dicts, lists, strings, numbers, booleans and None."""

    def line(self, path: Sequence[str | int]) -> int:
        """Return the 1-based line of the deepest part of ``path`` that exists."""
        node, line = self._marked, 1
        for step in path:
            position = _position(node, step)
            if position is None:
                return line
            line, node = position
        return line


def parse_yaml(data: bytes, file: str) -> YamlDocument:
    """Parse one YAML document.

    Raises:
        NotYamlError: it is not UTF-8, or not one valid document; duplicate keys included.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotYamlError(Problem(f"not UTF-8 at byte {error.start}", file, line)) from None
    reader = YAML(typ="rt", pure=True)
    reader.allow_duplicate_keys = False
    reader.constructor.yaml_constructors.pop("tag:yaml.org,2002:timestamp", None)
    try:
        return YamlDocument(reader.load(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"not valid YAML: {(error.problem or 'syntax error').splitlines()[0]}"
        raise NotYamlError(Problem(message, file, mark.line + 1 if mark else None)) from None
    except YAMLError as error:
        raise NotYamlError(Problem(f"not valid YAML: {str(error).splitlines()[0]}", file)) from None


def _position(node: Any, step: str | int) -> tuple[int, Any] | None:
    if isinstance(node, CommentedMap) and step in node:
        return node.lc.key(step)[0] + 1, node[step]
    if isinstance(node, CommentedSeq) and isinstance(step, int) and step < len(node):
        return node.lc.item(step)[0] + 1, node[step]
    return None


def _plain(node: Any) -> Any:
    match node:
        case CommentedMap():
            return {_plain(key): _plain(value) for key, value in node.items()}
        case CommentedSeq():
            return [_plain(item) for item in node]
        case TaggedScalar():
            return str(node.value)
    return _plain_scalar(node)


def _plain_scalar(node: Any) -> Any:
    """Undo ruamel's subclasses that remember how a scalar was written; a bool is an int and comes first."""
    for kind in (bool, int, float, str):
        if isinstance(node, kind):
            return kind(node)
    return node

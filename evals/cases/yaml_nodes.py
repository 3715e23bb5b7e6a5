"""YAML 1.2 with the line of every part, and scalars that never change their type in silence.

Plain scalars are resolved by the core schema of YAML 1.2, where ``no``, ``on``, ``12:30:45`` and dates are text.
Two readings are left out on purpose: ``0123`` stays text (the schema says 123, YAML 1.1 said 83), and ``.nan`` and
``.inf`` are refused, here or by the reader that can name their field, because none of ours has a use for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final

from evals.cases.source_text import SourceError, decode_text, shown
from evals.json_text import MAX_DEPTH

_ALIAS_BUDGET: Final = 5_000_000
"""Parts a document may have after its aliases are followed; a few nested ones would fill any memory."""

_MERGE: Final = "<<"

_INTEGER: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_OCTAL: Final = re.compile(r"0o[0-7]+")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_WORDS: Final[Mapping[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

_TAG: Final = "tag:yaml.org,2002:"

# The parser follows YAML 1.1 in one point and folds these into spaces or line ends; in 1.2 they are plain characters.
_SHIELD: Final = str.maketrans({"\u0085": "\ue085", "\u2028": "\ue028", "\u2029": "\ue029"})
_UNSHIELD: Final = str.maketrans({"\ue085": "\u0085", "\ue028": "\u2028", "\ue029": "\u2029"})
_FOLDED: Final = re.compile("[\u0085\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Node:
    """A scalar, a sequence or a mapping."""

    line: int
    """Physical line on which it begins, 1-based."""
    scalar: Any = None
    """Text, number, truth value or None; unused in the other two."""
    items: tuple[Node, ...] | None = None
    """Parts of a sequence."""
    members: Mapping[str, tuple[int, Node]] | None = None
    """Parts of a mapping: name to the line of the name and the value."""
    size: int = field(default=1, compare=False)
    """Parts in it, aliases followed, itself included."""
    depth: int = field(default=0, compare=False)
    """Levels of sequences and mappings in it, aliases followed, itself included."""

    @property
    def value(self) -> Any:
        """The plain value: ``dict``, ``list`` or scalar."""
        if self.members is not None:
            return {name: node.value for name, (_, node) in self.members.items()}
        if self.items is not None:
            return [node.value for node in self.items]
        return self.scalar

    def line_of(self, path: tuple[str | int, ...]) -> int:
        """Give the line of the part at ``path``, or of the nearest part around it that exists."""
        if not path:
            return self.line
        step, rest = path[0], path[1:]
        if self.members is not None and isinstance(step, str) and step in self.members:
            name_line, node = self.members[step]
            return node.line_of(rest) if rest else name_line
        if self.items is not None and isinstance(step, int) and step < len(self.items):
            return self.items[step].line_of(rest)
        return self.line


def parse_yaml(data: bytes, *, finite: bool = True) -> Node:
    """Read the one document of a YAML file.

    An empty file is a scalar of None.

    Args:
        data: the file's bytes.
        finite: refuse the first number that is not finite or too large; otherwise such numbers are read as floats,
            for a reader that refuses them by the name of their field, and reports whatever else is wrong beside them.

    Raises:
        SourceError: not UTF-8, a syntax error, a second document, a repeated or non-text key, an unknown tag, an
            alias to nothing or to itself, aliases that multiply without end, nesting deeper than ``MAX_DEPTH``, or a
            number that is refused; each with its line.
    """
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    text = decode_text(data)
    try:
        return _document(text, finite=finite)
    except MarkedYAMLError as error:
        raise _syntax_error(error) from None
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise SourceError(f"not YAML: character {chr(error.character)!r} is not allowed", line) from None


def _syntax_error(error: Any) -> SourceError:
    mark = error.problem_mark or error.context_mark
    parts = [part for part in (error.context, error.problem) if part]
    return SourceError("not YAML: " + ", ".join(parts), None if mark is None else mark.line + 1)


def _document(text: str, *, finite: bool) -> Node:
    from ruamel.yaml import YAML

    shielded = _FOLDED.search(text) is not None
    events = YAML(typ="safe", pure=True).parse(text.translate(_SHIELD) if shielded else text)
    return _Composer(events, shielded=shielded, finite=finite).document()


class _Composer:
    """Builds nodes from parser events; one use, one document."""

    def __init__(self, events: Iterator[Any], *, shielded: bool, finite: bool) -> None:
        self._events = events
        self._shielded = shielded
        self._finite = finite
        self._anchors: dict[str, Node] = {}
        self._level = 0

    def document(self) -> Node:
        """Compose the only document."""
        self._next()
        start = self._next()
        if _kind(start) == "StreamEnd":
            return Node(1)
        root = self._node(self._next())
        self._next()
        further = self._next()
        if _kind(further) == "DocumentStart":
            raise SourceError("a second document begins here; one file holds one", _line(further))
        return root

    def _next(self) -> Any:
        return next(self._events)

    def _node(self, event: Any) -> Node:
        kind = _kind(event)
        if kind == "Alias":
            return self._alias(event)
        node = self._scalar(event) if kind == "Scalar" else self._collection(event, kind)
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node

    def _collection(self, event: Any, kind: str) -> Node:
        self._level += 1
        _refuse_deep(self._level, event)
        node = self._sequence(event) if kind == "SequenceStart" else self._mapping(event)
        self._level -= 1
        return node

    def _alias(self, event: Any) -> Node:
        node = self._anchors.get(event.anchor)
        if node is None:
            raise SourceError(f"alias {event.anchor!r} names no anchor that ends before it", _line(event))
        _refuse_deep(self._level + node.depth, event)
        return node

    def _scalar(self, event: Any) -> Node:
        text = event.value.translate(_UNSHIELD) if self._shielded else event.value
        if event.style == '"':
            text = _whole_characters(text, event)
        value = _resolve(text, event)
        if self._finite and isinstance(value, float) and not isfinite(value):
            rule = "is not a number that can be used here" if _NOT_FINITE.fullmatch(text) else "is too large"
            raise SourceError(f"number {shown(text)} {rule}", _line(event))
        return Node(_line(event), value)

    def _sequence(self, start: Any) -> Node:
        _refuse_tag(start, "seq")
        items: list[Node] = []
        size = depth = 1
        while _kind(event := self._next()) != "SequenceEnd":
            items.append(self._node(event))
            size = _within_budget(size + items[-1].size, event)
            depth = max(depth, 1 + items[-1].depth)
        return Node(_line(start), items=tuple(items), size=size, depth=depth)

    def _mapping(self, start: Any) -> Node:
        _refuse_tag(start, "map")
        members: dict[str, tuple[int, Node]] = {}
        merged: list[tuple[str, tuple[int, Node]]] = []
        size = depth = 1
        while _kind(event := self._next()) != "MappingEnd":
            name = self._key(event, members)
            node = self._node(self._next())
            size = _within_budget(size + node.size, event)
            depth = max(depth, 1 + node.depth)
            if name == _MERGE and event.style is None:
                merged.extend(_merge_source(node, event))
            else:
                members[name] = (_line(event), node)
        for name, member in merged:
            members.setdefault(name, member)
        return Node(_line(start), members=members, size=size, depth=depth)

    def _key(self, event: Any, members: Mapping[str, Any]) -> str:
        key = self._node(event)
        if not isinstance(key.scalar, str):
            found = "a list or a mapping" if key.items is not None or key.members is not None else shown(key.scalar)
            raise SourceError(f"a key must be text, got {found}; quote it", key.line)
        if key.scalar in members:
            raise SourceError(f"key {shown(key.scalar)} occurs twice; the first value would be lost", _line(event))
        return key.scalar


def _merge_source(node: Node, event: Any) -> list[tuple[str, tuple[int, Node]]]:
    sources = node.items if node.items is not None else (node,)
    if any(source.members is None for source in sources):
        raise SourceError("'<<' merges a mapping or a list of mappings", _line(event))
    return [member for source in sources for member in (source.members or {}).items()]


def _within_budget(size: int, event: Any) -> int:
    if size > _ALIAS_BUDGET:
        raise SourceError(f"aliases multiply to more than {_ALIAS_BUDGET} parts", _line(event))
    return size


def _refuse_deep(level: int, event: Any) -> None:
    if level > MAX_DEPTH:
        raise SourceError(f"nested deeper than {MAX_DEPTH} levels", _line(event))


def _kind(event: Any) -> str:
    return type(event).__name__.removesuffix("Event")


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _whole_characters(text: str, event: Any) -> str:
    r"""Join the halves of characters that were escaped as JSON does it, in two ``\u`` of four digits."""
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise SourceError("a \\u escape is half of a surrogate pair, which is not text", _line(event)) from None


def _refuse_tag(event: Any, expected: str) -> None:
    if event.tag not in {None, "!", _TAG + expected}:
        raise SourceError(f"tag {event.tag!r} is not known here", _line(event))


def _resolve(text: str, event: Any) -> Any:
    """Give the value of a scalar: by its tag, else text when quoted, else by the core schema."""
    tag = event.tag
    if tag is None:
        return _plain(text, event) if event.style is None else text
    if tag in {"!", _TAG + "str"}:
        return text
    value = _plain(text, event)
    if tag != _TAG + _CORE_TAGS.get(type(value), ""):
        raise SourceError(f"tag {tag!r} does not fit {shown(text)}", _line(event))
    return value


_CORE_TAGS: Final[Mapping[type, str]] = {type(None): "null", bool: "bool", int: "int", float: "float"}


def _plain(text: str, event: Any) -> Any:
    """Resolve a plain scalar by the core schema of YAML 1.2, section 10.3."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _NOT_FINITE.fullmatch(text):
        return float(text.replace(".", "").lower())
    return _number(text, event)


def _number(text: str, event: Any) -> Any:
    try:
        if _INTEGER.fullmatch(text):
            return int(text)
        if _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
            return int(text, 0)
    except ValueError as error:
        raise SourceError(f"number {shown(text)} cannot be used: {error}", _line(event)) from None
    return float(text) if _FLOAT.fullmatch(text) else text

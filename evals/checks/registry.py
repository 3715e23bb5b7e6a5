"""From what an author wrote to validated checks, and from check types to their documentation."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from evals.cases.validation import suggestion
from evals.checks.check import REGISTRY, Check
from evals.checks.plugins import plugin_type
from evals.checks.spellings import PACK_RULES, TYPE_SPELLINGS, canonical
from evals.errors import InvalidCheck

FAMILIES: Final = (
    "text",
    "refusal",
    "lengths",
    "overlap",
    "tone",
    "language",
    "number",
    "structure",
    "markdown",
    "sources",
    "operational",
    "judged",
    "compose",
    "custom",
)
"""Modules of this package that register check types, in the order of the documentation."""
FORMAT_FAMILIES: Final = ("structure", "markdown")
"""Those with types that count toward schema compliance."""
_SHOWN_CHARACTERS = 80
# Where pydantic's own words do not read well after "must be".
_RULES: Final[Mapping[str, str]] = {
    "too_short": "a list that is not empty",
    "string_too_short": "a text that is not empty",
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
}


@cache
def load_builtin() -> Mapping[str, type[Check]]:
    """Import every family, so that ``REGISTRY`` is filled, and return it."""
    for family in FAMILIES:
        import_module(f"evals.checks.{family}")
    return REGISTRY


def is_format(kind: str) -> bool:
    """Whether a check type counts toward schema compliance; an unknown type does not.

    Imports two families only: stored results are aggregated without the others.
    """
    _load_formats()
    return kind in REGISTRY and REGISTRY[kind].is_format


def is_judged(kind: str) -> bool:
    """Whether a check type takes a judge; of an unknown type that must be assumed."""
    import_module("evals.checks.judged")
    return kind not in REGISTRY or REGISTRY[kind].is_judged


@cache
def _load_formats() -> None:
    for family in FORMAT_FAMILIES:
        import_module(f"evals.checks.{family}")


def parse_check(raw: object, *, path: str = "") -> Check:
    """Read one check in any single-check spelling.

    Args:
        raw: what the file holds: an object with ``type`` and the type's parameters, of JSON types.
        path: where it stands, for messages, for instance ``checks[1]``; empty when the caller says so itself.

    Raises:
        InvalidCheck: with one message for each thing that is wrong.
    """
    try:
        return _build(raw)
    except InvalidCheck as error:
        if not path:
            raise
        raise InvalidCheck([f"{path}: {message}" for message in error.messages]) from None


def to_raw(check: Check) -> dict[str, Any]:
    """The canonical spelling of a check with its defaults written out: JSON values only, stable, parses back."""
    return {"type": check.type, **check.model_dump(mode="json", by_alias=True)}


def raw_labels(raws: Iterable[object]) -> tuple[str, ...]:
    """Labels of checks that are not parsed yet: the name, else the type, made unique; for messages."""
    return unique_labels([_raw_label(raw) for raw in raws])


def label_checks(checks: Sequence[Check]) -> tuple[Check, ...]:
    """Give each check a label of its own: repeated ones get ``#2``, ``#3`` in order."""
    labels = unique_labels([check.label for check in checks])
    return tuple(
        check if check.label == label else check.model_copy(update={"name": label})
        for check, label in zip(checks, labels, strict=True)
    )


def unique_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Append `` #2``, `` #3`` to repeated labels; never makes one that is already there."""
    taken = set(labels)
    seen: Counter[str] = Counter()
    unique = []
    for label in labels:
        seen[label] += 1
        new = label
        while seen[label] > 1 and new in taken:
            new = f"{label} #{seen[label]}"
            seen[label] += new in taken
        taken.add(new)
        unique.append(new)
    return tuple(unique)


def _raw_label(raw: object) -> str:
    if not isinstance(raw, Mapping):
        return "check"
    name, kind = raw.get("name"), raw.get("type")
    return name if isinstance(name, str) and name else kind if isinstance(kind, str) and kind else "check"


def _build(raw: object) -> Check:
    if not isinstance(raw, Mapping):
        raise InvalidCheck([f"a check must be an object, got {_show(raw)}"])
    parameters = canonical(raw)
    kind = _type_of(parameters)
    parameters.pop("type")
    try:
        # JSON mode: lists become tuples and texts become enumerations, and nothing else is converted.
        return kind.model_validate_json(json.dumps(parameters, allow_nan=False))
    except ValidationError as error:
        raise InvalidCheck(_messages(kind, error.errors(include_url=False))) from None
    except ValueError:
        raise InvalidCheck([f"numbers of {kind.type!r} must be finite, got {_show(parameters)}"]) from None
    except (TypeError, RecursionError) as error:
        raise InvalidCheck([f"parameters of {kind.type!r} must be JSON values: {error}"]) from None


def _type_of(raw: Mapping[str, Any]) -> type[Check]:
    name = raw.get("type")
    if name is None:
        raise InvalidCheck([_no_type(raw)])
    kind = load_builtin().get(name) or plugin_type(name) if isinstance(name, str) else None
    if kind is None:
        known = [*REGISTRY, *TYPE_SPELLINGS]
        raise InvalidCheck([f"unknown check type {_show(name)}{suggestion(str(name), known, listed=True)}"])
    return kind


def _no_type(raw: Mapping[str, Any]) -> str:
    if any(key in PACK_RULES for key in raw):
        return "type is required; rules such as expectedContains belong to a pack's case, not into a check"
    return f"type is required, got only {', '.join(map(repr, raw)) or 'nothing'}"


def _messages(kind: type[Check], details: list[ErrorDetails]) -> list[str]:
    """All that is wrong; a list that seems short only because its items are wrong is not counted again."""
    parents = {detail["loc"][:-1] for detail in details}
    return [
        _message(kind, detail) for detail in details if detail["type"] != "too_short" or detail["loc"] not in parents
    ]


def _message(kind: type[Check], detail: ErrorDetails) -> str:
    """One validation error as a sentence that names the parameter, the rule and the value."""
    where = _location(detail["loc"])
    if detail["type"] == "missing":
        return f"{where} is required by {kind.type!r}"
    if detail["type"] == "extra_forbidden":
        return f"unknown parameter {where!r}{suggestion(where, parameter_names(kind), listed=True)}"
    if detail["type"] == "value_error":
        text = str(detail["ctx"]["error"])
        return text if re.search(rf"\b{re.escape(where)}\b", text) else f"{where}: {text}"
    rule = _RULES.get(detail["type"]) or detail["msg"].removeprefix("Input should be ")
    return f"{where} must be {rule}, got {_show(detail['input'])}" if where else detail["msg"]


def parameter_names(kind: type[Check]) -> list[str]:
    """Names of a type's parameters as they are written."""
    return [field.alias or name for name, field in kind.model_fields.items()]


def _location(parts: tuple[int | str, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


def _show(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"

"""Documentation of the check types, read from their code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic_core import PydanticUndefined

from evals.checks.check import Check
from evals.checks.registry import load_builtin
from evals.checks.spellings import PARAMETER_SPELLINGS, TYPE_SPELLINGS


@dataclass(frozen=True, slots=True)
class ParameterDoc:
    """One parameter of a check type."""

    name: str
    kind: str
    """Its JSON type with its limits, in words."""
    required: bool
    default: Any
    """A JSON value; None when it is required, and also when None is the default."""
    description: str
    spellings: tuple[str, ...]
    """Other names under which it is accepted."""
    shared: bool
    """Whether every check has it."""


@dataclass(frozen=True, slots=True)
class TypeDoc:
    """One check type."""

    type: str
    version: int
    summary: str
    is_format: bool
    """Whether it counts toward schema compliance."""
    parameters: tuple[ParameterDoc, ...]
    """Its own first, then those that every check has."""
    examples: tuple[Mapping[str, Any], ...]
    spellings: tuple[str, ...]
    """Other names under which the type is accepted."""


def catalogue() -> tuple[TypeDoc, ...]:
    """All built-in types, in the order of registration."""
    return tuple(map(describe, load_builtin().values()))


def describe(kind: type[Check]) -> TypeDoc:
    """The documentation of one type."""
    parameters = [_parameter(kind, name) for name in kind.model_fields]
    parameters.sort(key=lambda one: one.shared)
    return TypeDoc(
        kind.type,
        kind.version,
        kind.summary,
        kind.is_format,
        tuple(parameters),
        kind.examples,
        tuple(spelling for spelling, name in TYPE_SPELLINGS.items() if name == kind.type),
    )


def _parameter(kind: type[Check], name: str) -> ParameterDoc:
    field = kind.model_fields[name]
    written = field.alias or name
    schema = kind.model_json_schema(by_alias=True)
    return ParameterDoc(
        written,
        _kind(schema["properties"][written], schema.get("$defs", {})),
        required=field.is_required(),
        default=None if field.default is PydanticUndefined else schema["properties"][written].get("default"),
        description=field.description or "",
        spellings=tuple(
            spelling for spelling, target in PARAMETER_SPELLINGS.get(kind.type, {}).items() if target == written
        ),
        shared=name in Check.model_fields,
    )


_NAMES: Final = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
}
_LIMITS: Final = (
    ("minimum", ">= "),
    ("exclusiveMinimum", "> "),
    ("maximum", "<= "),
    ("exclusiveMaximum", "< "),
)


def _kind(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """A JSON Schema in words; a reference to another check is a check."""
    if "$ref" in schema:
        return _referred(str(schema["$ref"]).rpartition("/")[2], definitions)
    if "anyOf" in schema:
        options = [option for option in schema["anyOf"] if option.get("type") != "null"]
        return " or ".join(dict.fromkeys(_kind(option, definitions) for option in options))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if schema.get("type") == "array":
        inner = _kind(schema.get("items", {}), definitions)
        return f"list of {inner}" + (", not empty" if schema.get("minItems") else "")
    limits = [sign + format(schema[key], "g") for key, sign in _LIMITS if key in schema]
    name = _NAMES.get(str(schema.get("type")), "any value")
    return " ".join([name, ", ".join(limits)]) if limits else name


def _referred(name: str, definitions: Mapping[str, Any]) -> str:
    return "check" if name == Check.__name__ else _kind(definitions.get(name, {}), definitions)

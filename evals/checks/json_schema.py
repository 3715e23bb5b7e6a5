"""JSON Schema: a schema is verified before it is used, and nothing is ever fetched.

Draft 2020-12 unless ``$schema`` names another draft; ``format`` is an assertion; patterns run with a time limit
(those of ``patternProperties`` under ``unevaluatedProperties`` excepted, which the library searches itself).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from evals.checks.schema_keywords import draft_of, formats, limited

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

Schema = dict[str, Any] | bool
_MESSAGE_CHARACTERS = 200
_SCHEMAS_KEPT = 256


class UnusableSchemaError(ValueError):
    """The schema cannot be used, whatever the answer."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One place where a document breaks its schema."""

    key: str
    """JSONPath of the value, ``$.items[0].price``."""
    message: str
    """What is wrong with it."""


def verify_schema(schema: Schema) -> None:
    """Check a schema against its own metaschema, its patterns and its references.

    Raises:
        UnusableSchemaError: naming the place and the rule.
    """
    # One value is tried, because only that shows a reference that leads back to itself.
    violations(schema, None, limit=1)


def violations(schema: Schema, document: Any, limit: int = 5) -> tuple[Violation, ...]:
    """The first ``limit`` violations in the order of the schema; empty when the document is valid.

    Args:
        schema: a schema that ``verify_schema`` accepts.
        document: a parsed JSON value, nested at most ``evals.json_text.MAX_DEPTH`` deep.
        limit: how many to look for, at least 1.

    Raises:
        UnusableSchemaError: the schema refers to itself without end on this document.
        TimeoutError: a pattern took longer than ``schema_keywords.PATTERN_SECONDS``.
    """
    errors = _validator(json.dumps(schema)).iter_errors(document)
    try:
        return tuple(Violation(error.json_path, _short(error.message)) for error in islice(errors, limit))
    except RecursionError:
        raise UnusableSchemaError("schema refers to itself without end") from None


@lru_cache(maxsize=_SCHEMAS_KEPT)
def _validator(schema_text: str) -> Validator:
    from jsonschema.exceptions import SchemaError
    from referencing import Registry

    schema = json.loads(schema_text)
    draft = draft_of(schema)
    if draft is None:
        raise UnusableSchemaError(f"schema: $schema must name a known draft, got {schema['$schema']!r}")
    try:
        draft.check_schema(schema, format_checker=formats())  # type: ignore[call-arg]
    except SchemaError as error:
        raise UnusableSchemaError(f"{_place(error.absolute_path)}: {_short(error.message)}") from None
    _verify_references(schema, draft.META_SCHEMA["$schema"])
    validator: Validator = limited(draft)(schema, registry=Registry(), format_checker=formats())
    return validator


def _verify_references(schema: Schema, dialect: str) -> None:
    """Every ``$ref`` must lead to a part of the schema, or to a metaschema of JSON Schema."""
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]
    from referencing import Resource
    from referencing.jsonschema import specification_with

    root = Resource.from_contents(schema, default_specification=specification_with(dialect))
    broken = next(_broken_references(root, REGISTRY.resolver_with_root(root)), None)
    if broken is not None:
        raise UnusableSchemaError(f"schema: $ref must lead to a part of the schema, got {broken!r}")


def _broken_references(resource: Any, resolver: Any) -> Iterator[str]:
    from referencing.exceptions import Unresolvable

    reference = resource.contents.get("$ref") if isinstance(resource.contents, dict) else None
    if isinstance(reference, str):
        try:
            resolver.lookup(reference)
        except Unresolvable:
            yield reference
    for part in resource.subresources():
        yield from _broken_references(part, resolver.in_subresource(part))


def _place(path: Iterable[str | int]) -> str:
    return "".join(["schema", *(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)])


def _short(text: str) -> str:
    return text if len(text) <= _MESSAGE_CHARACTERS else text[: _MESSAGE_CHARACTERS - 1] + "…"

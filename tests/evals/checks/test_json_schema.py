"""The JSON Schema check."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.evals.checks.trying import attempt, outcome, refusal

DEEP_LIST = {"$defs": {"node": {"type": "array", "items": {"$ref": "#/$defs/node"}}}, "$ref": "#/$defs/node"}


def verdict(schema: Any, text: str) -> str:
    """The verdict of a schema on an answer."""
    return outcome({"type": "json_schema", "schema": schema}, text)


@pytest.mark.parametrize(
    ("schema", "text", "expected"),
    [
        ({"type": "integer"}, "36.0", "pass"),
        ({"type": "integer"}, "true", "fail"),
        ({"enum": [1]}, "true", "fail"),
        ({"const": 1}, "1.0", "pass"),
        ({"maxLength": 3}, '"a\u0301a\u0301"', "fail"),
        ({"uniqueItems": True}, "[1, true]", "pass"),
        ({"uniqueItems": True}, "[1, 1.0]", "fail"),
        ({"uniqueItems": True}, '[{"a": 1, "b": [2]}, {"b": [2], "a": 1}]', "fail"),
        ({"uniqueItems": False}, "[1, 1]", "pass"),
        ({"multipleOf": 0.1}, "0.3", "pass"),
        ({"multipleOf": 0.01}, "19.99", "pass"),
        ({"multipleOf": 0.01}, "19.995", "fail"),
        ({"multipleOf": 3}, "1e400", "fail"),
        ({"pattern": "b"}, '"abc"', "pass"),
        ({"pattern": "^\\d+$"}, '"12\\n"', "fail"),
        ({"pattern": "^[\\d.]+$"}, '"1.2"', "pass"),
        ({"pattern": "^\\d$"}, '"\u0663"', "fail"),
        ({"format": "date"}, '"2024-02-30"', "fail"),
        ({"format": "date-time"}, '"2024-02-03T04:05:06Z"', "pass"),
        ({"format": "email"}, '"nobody"', "fail"),
        ({"format": "uri"}, '"https://example.com/a?b=%20"', "pass"),
        ({"format": "uri"}, '"not a uri"', "fail"),
        ({"format": "uri-reference"}, '"../a%zz"', "fail"),
        ({"format": "hostname"}, '"a.example"', "pass"),
        ({"format": "hostname"}, '"-a.example"', "fail"),
        ({"format": "duration"}, '"P1DT2H"', "pass"),
        ({"format": "duration"}, '"P"', "fail"),
        ({"format": "uuid"}, '"x"', "fail"),
        ({"format": "uri"}, "7", "pass"),
        ({"format": "our-own"}, '"x"', "pass"),
        ({"additionalProperties": False, "properties": {"a": {}}}, '{"a": 1}', "pass"),
        ({"additionalProperties": False, "properties": {"a": {}}}, '{"b": 1}', "fail"),
        ({"additionalProperties": False, "patternProperties": {"^x": {}}}, '{"xa": 1}', "pass"),
        ({"additionalProperties": {"type": "string"}}, '{"b": 1}', "fail"),
        ({"patternProperties": {"^x": {"type": "string"}}}, '{"xa": 1, "b": 1}', "fail"),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer"}, "1.0", "fail"),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}]}, "[1]", "fail"),
        (True, "1", "pass"),
        (False, "1", "fail"),
        (DEEP_LIST, "[[[]]]", "pass"),
        (DEEP_LIST, "[" * 100 + "]" * 100, "pass"),
        (DEEP_LIST, "[" * 5000 + "]" * 5000, "fail"),
        ({"type": "object"}, "not JSON", "fail"),
        ({"type": "object"}, "```json\n{}\n```", "pass"),
    ],
)
def test_a_document_satisfies_its_schema_or_not(schema: Any, text: str, expected: str) -> None:
    """Draft 2020-12 unless the schema says otherwise, format asserted, ECMA patterns, exact multiples."""
    assert verdict(schema, text) == expected


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ({"type": "objec"}, "schema.type"),
        ({"properties": {"s": {"pattern": "(x"}}}, "schema.properties.s.pattern"),
        ({"anyOf": [{"minLength": -1}]}, "schema.anyOf[0].minLength"),
        ({"required": "name"}, "schema.required"),
        ({"$ref": "#/$defs/nowhere"}, "#/$defs/nowhere"),
        ({"properties": {"a": {"$ref": "https://example.com/a.json"}}}, "https://example.com/a.json"),
        ({"$ref": "#"}, "without end"),
        ({"$schema": "https://example.com/draft"}, "$schema"),
        ({"$schema": 7}, "$schema"),
        ("object", "schema"),
        ([], "schema"),
        (None, "schema"),
    ],
)
def test_a_schema_that_cannot_be_used_is_refused_when_it_is_loaded(schema: Any, place: str) -> None:
    """Before any answer is paid for, with the place in the schema."""
    assert place in refusal({"type": "json_schema", "schema": schema})


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "array"}}},
        {"$id": "https://example.com/x", "$ref": "y", "$defs": {"y": {"$id": "y", "type": "array"}}},
        {"$ref": "#name", "$defs": {"a": {"$anchor": "name"}}},
        {"$ref": "https://json-schema.org/draft/2020-12/schema"},
    ],
)
def test_references_within_the_schema_are_found(schema: Any) -> None:
    """By pointer, by identifier and by anchor; the metaschemas are known."""
    assert verdict(schema, "[]") in {"pass", "fail"}


def test_every_violation_is_evidence_with_its_place() -> None:
    """The first few are listed, each with the JSONPath of the value."""
    schema = {"properties": {"a": {"type": "string"}, "b": {"items": {"type": "integer"}}}}
    result = attempt({"type": "json_schema", "schema": schema}, '{"a": 1, "b": [1, "x"]}')
    assert [one.text for one in result.evidence] == ["$.a", "$.b[1]"]


def test_a_pattern_that_never_ends_is_stopped() -> None:
    """A catastrophic pattern ends within its time limit, and is never a pass."""
    begin = time.process_time()
    text = '"' + "a" * 5000 + '!"'
    assert verdict({"pattern": "^(a|a)*$|^(a|aa)+$"}, text) in {"fail", "unscored"}
    assert time.process_time() - begin < 5


def test_unique_items_are_linear() -> None:
    """Tens of thousands of items of mixed types take no quadratic time."""
    text = "[" + ",".join(f'{index},"{index}",[{index}]' for index in range(5000)) + "]"
    begin = time.process_time()
    assert verdict({"uniqueItems": True}, text) == "pass"
    assert time.process_time() - begin < 2

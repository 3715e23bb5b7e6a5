"""Checks of form: is the answer the document that was asked for, and are its parts there."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator

from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.documents import NotFormattedError, verify_format
from evals.checks.json_compare import Comparison, Rules, compare_json
from evals.checks.json_schema import Schema, UnusableSchemaError, verify_schema, violations
from evals.checks.paths import split_path, values_at
from evals.json_text import NotJsonError, parse_answer_json, parse_json, show_json

_STRICT = Field(
    default=False,
    description="nothing but the document counts; otherwise one Markdown fence may hold it",
)
_EXCERPT = 20
_SHOWN_MISMATCHES = 5


@register
class Format(Check):
    """The whole answer is a document of one format."""

    type: ClassVar[str] = "format"
    summary: ClassVar[str] = "The whole answer is a document of the named format."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "format", "value": "json"},
        {"type": "format", "value": "json", "strict_json": True},
        {"type": "json_validity"},
        {"type": "format", "value": "markdown"},
    )
    is_format: ClassVar[bool] = True

    value: Literal["json", "jsonl", "csv", "xml", "markdown", "plain"] = Field(
        description="the format; `markdown` wants some structure or emphasis, `plain` none"
    )
    strict_json: bool = _STRICT

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when the answer can be read as the format."""
        text = subject.answer.text
        try:
            verify_format(text, self.value, strict=self.strict_json)
        except NotFormattedError as error:
            evidence = () if error.offset is None else (_excerpt(text, error.offset, error.reason),)
            return self.verdict(passed=False, explanation=f"not {self.value}: {error.reason}", evidence=evidence)
        return self.verdict(passed=True, explanation=f"the answer is {self.value}")


@register
class JsonSchema(Check):
    """The answer is JSON that a schema accepts."""

    type: ClassVar[str] = "json_schema"
    summary: ClassVar[str] = "The answer is JSON that satisfies a JSON Schema."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "json_schema", "schema": {"type": "object", "required": ["name"]}},
    )
    is_format: ClassVar[bool] = True

    schema_: Schema = Field(
        alias="schema",
        description="the schema, draft 2020-12 unless $schema says otherwise; `format` is an assertion",
    )
    strict_json: bool = _STRICT

    @field_validator("schema_", mode="before")
    @classmethod
    def _usable(cls, schema: Any) -> Any:
        if not isinstance(schema, dict | bool):
            raise ValueError(f"schema must be an object, true or false, got {show_json(schema)}")  # noqa: TRY004
        verify_schema(schema)
        return schema

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when the answer parses and has no violation; the first few are named."""
        try:
            document = parse_answer_json(subject.answer.text, strict=self.strict_json)
            found = violations(self.schema_, document)
        except NotJsonError as error:
            return self.verdict(passed=False, explanation=f"not JSON: {error}")
        except (UnusableSchemaError, TimeoutError) as error:
            return self.unscored(f"the schema could not be applied: {error or 'a pattern took too long'}")
        if not found:
            return self.verdict(passed=True, explanation="the answer satisfies the schema")
        evidence = tuple(Evidence(one.key, read_as=one.message) for one in found)
        return self.verdict(passed=False, explanation=f"{found[0].key}: {found[0].message}", evidence=evidence)


@register
class RequiredFields(Check):
    """The answer is JSON with certain members."""

    type: ClassVar[str] = "required_fields"
    summary: ClassVar[str] = "The answer is JSON in which every listed path is there."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "required_fields", "fields": ["id", "user.address.city", "items[0].price", "items[*].id"]},
    )
    is_format: ClassVar[bool] = True

    fields: tuple[str, ...] = Field(
        min_length=1,
        description="dotted paths; `[0]` is an item of an array, `[*]` every item; a member that is null is there",
    )
    strict_json: bool = _STRICT

    @field_validator("fields")
    @classmethod
    def _paths(cls, fields: tuple[str, ...]) -> tuple[str, ...]:
        for path in fields:
            split_path(path)
        return fields

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when all paths lead somewhere; the score is the share that does."""
        try:
            document = parse_answer_json(subject.answer.text, strict=self.strict_json)
        except NotJsonError as error:
            return self.verdict(passed=False, explanation=f"not JSON: {error}")
        missing = [path for path in self.fields if values_at(document, split_path(path)) is None]
        score = 1 - len(missing) / len(self.fields)
        if missing:
            return self.verdict(passed=False, explanation=f"missing: {', '.join(missing)}", score=score)
        return self.verdict(passed=True, explanation=f"all {len(self.fields)} fields are there")


@register
class JsonStructural(Check):
    """The answer is JSON that agrees with an expected value, leaf by leaf."""

    type: ClassVar[str] = "json_structural"
    summary: ClassVar[str] = "The answer is JSON whose leaf values agree with the expected ones, each by its type."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "json_structural", "expected": '{"total": 12.5, "tags": ["a", "b"]}'},
        {"type": "json_structural", "expected": {"total": 12.5}, "tolerance": 0.001, "extra_members": True},
    )
    is_format: ClassVar[bool] = True

    expected: str | dict[str, Any] | list[Any] = Field(
        description="the expected value: an object or a list, or any value as JSON text"
    )
    tolerance: float = Field(
        default=0.01, ge=0, allow_inf_nan=False, description="largest absolute difference of two numbers that agree"
    )
    extra_members: bool = Field(default=False, description="accept members that are not expected")
    count_duplicates: bool = Field(
        default=False, description="compare arrays of primitives as multisets instead of as sets"
    )
    strict_json: bool = _STRICT

    @field_validator("expected", mode="before")
    @classmethod
    def _is_json(cls, expected: Any) -> Any:
        if not isinstance(expected, str | dict | list):
            raise ValueError(f"expected must be an object, a list or JSON text, got {show_json(expected)}")  # noqa: TRY004
        try:
            if isinstance(expected, str):
                parse_json(expected)
        except NotJsonError as error:
            raise ValueError(f"expected must be JSON text: {error}, got {show_json(expected)}") from None
        return expected

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when nothing differs; the score is the share of leaves that agree."""
        expected = parse_json(self.expected, exact=True) if isinstance(self.expected, str) else self.expected
        try:
            actual = parse_answer_json(subject.answer.text, strict=self.strict_json, exact=True)
        except NotJsonError as error:
            return self.verdict(passed=False, explanation=f"the answer is not JSON: {error}")
        return self._compared(compare_json(expected, actual, self._rules()))

    def _rules(self) -> Rules:
        return Rules(Decimal(repr(self.tolerance)), self.extra_members, self.count_duplicates)

    def _compared(self, comparison: Comparison) -> CheckResult:
        if not comparison.mismatches:
            return self.verdict(passed=True, explanation=f"all {comparison.leaves} leaf values agree")
        shown = comparison.mismatches[:_SHOWN_MISMATCHES]
        evidence = tuple(Evidence(one.actual, read_as=str(one)) for one in shown)
        text = f"{len(comparison.mismatches)} of {comparison.leaves} leaf values differ; {shown[0]}"
        return self.verdict(passed=False, explanation=text, score=comparison.agreement, evidence=evidence)


def _excerpt(text: str, offset: int, reason: str) -> Evidence:
    start = min(offset, max(0, len(text) - 1))
    return Evidence(text[start : start + _EXCERPT], start, reason)

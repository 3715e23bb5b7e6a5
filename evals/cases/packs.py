"""Packs: a YAML mapping with a name, a description and cases that carry their rules as fields.

A case gives an ``input``, which is sent to the app, or outputs that were recorded before, or both. A pack (or a case of
it) may say in ``execution`` which models are asked, and then an input is required; its ``system`` text becomes the
first message of the conversation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, ValidationError, model_validator

from evals.cases.building import Built, Source, collect, complete, known_id, read_checks
from evals.cases.case import Case, Origin, Turn
from evals.cases.record import Reading, Record
from evals.cases.validation import Fields, Identifier, Percent, Tags, Weight, record_problems
from evals.cases.yaml_cases import yaml_records
from evals.cases.yaml_nodes import Node
from evals.checks.spellings import PACK_RULES, pack_rules
from evals.errors import InvalidCheck, Problem

_CROSSED: Final = "maxOutputChars"
"""Where a rule that concerns two fields is reported."""


class ExecutionFields(Fields):
    """Which models a pack asks, and how."""

    provider: Annotated[str, Field(min_length=1)]
    baseline_model: Annotated[str, Field(alias="baselineModel", min_length=1)]
    candidate_model: Annotated[str, Field(alias="candidateModel", min_length=1)]
    system: str | None = None
    temperature: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    max_tokens: Annotated[int | None, Field(alias="maxTokens", gt=0)] = None


class PackCaseFields(Fields):
    """The fields of one case; the rules among them are read as checks."""

    name: Identifier
    dimension: Literal["quality", "safety", "latency", "cost"]
    weight: Weight
    input: str | None = None
    baseline: Percent | None = None
    candidate: Percent | None = None
    baseline_output: Annotated[str | None, Field(alias="baselineOutput")] = None
    candidate_output: Annotated[str | None, Field(alias="candidateOutput")] = None
    expected_contains: Annotated[Any, Field(alias="expectedContains")] = None
    forbidden_contains: Annotated[Any, Field(alias="forbiddenContains")] = None
    min_output_chars: Annotated[Any, Field(alias="minOutputChars")] = None
    max_output_chars: Annotated[Any, Field(alias="maxOutputChars")] = None
    threshold: Percent | None = None
    execution: ExecutionFields | None = None
    tags: Tags = Field(default_factory=list)

    @model_validator(mode="after")
    def _has_an_answer(self) -> Self:
        if self.input is None and self.execution is not None:
            raise ValueError("field 'input' is required by 'execution'")
        if self.input is None and self.candidate_output is None:
            raise ValueError("'input' or 'candidateOutput' must be given, or there is nothing to score")
        return self


class PackFields(Fields):
    """The pack itself."""

    name: Identifier
    description: str
    cases: Annotated[list[Any], Field(min_length=1)]
    execution: ExecutionFields | None = None


def read_pack(file: str, root: Node) -> Reading:
    """Read the cases of one pack with every problem in it."""
    record = Record(root.value if root.members is not None else {}, file, root.line, root)
    problems: tuple[Problem, ...] = ()
    pack: PackFields | None = None
    try:
        pack = PackFields.model_validate(record.fields)
    except ValidationError as error:
        problems = tuple(record_problems(error, record, PackFields, None))
    _, listed = (root.members or {}).get("cases", (0, Node(root.line)))
    reading = collect(yaml_records(file, listed.items or ()), lambda case: _build_case(case, pack), "name")
    return replace(reading, problems=(*problems, *reading.problems), name="" if pack is None else pack.name)


def _build_case(record: Record, pack: PackFields | None) -> Built:
    case_id = known_id(record, "name")
    sources, crossed = _rules(record, case_id)
    shared = {"execution": pack.execution} if pack else {}
    try:
        fields = PackCaseFields.model_validate({**shared, **record.fields})
    except ValidationError as error:
        _, problems = read_checks(record, sources, case_id)
        return (*record_problems(error, record, PackCaseFields, case_id), *crossed, *problems)
    return crossed or complete(record, _draft(fields, record), sources)


def _rules(record: Record, case_id: str | None) -> tuple[list[Source], tuple[Problem, ...]]:
    """Give the case's rules as checks, each where its field stands."""
    written = {name: record.fields[name] for name in PACK_RULES if name in record.fields}
    try:
        return [((rule["name"],), rule) for rule in pack_rules(written)], ()
    except InvalidCheck as error:
        return [], tuple(record.problem(text, (_CROSSED,), case_id=case_id, check=_CROSSED) for text in error.messages)


def _draft(fields: PackCaseFields, record: Record) -> Case:
    return Case(
        id=fields.name,
        input=fields.input or "",
        checks=(),
        turns=_conversation(fields.input, fields.execution),
        category=fields.dimension,
        tags=frozenset(fields.tags),
        dimension=fields.dimension,
        weight=fields.weight,
        threshold=fields.threshold,
        recorded=_present(baseline=fields.baseline_output, candidate=fields.candidate_output),
        metadata=_present(
            execution=fields.execution and fields.execution.model_dump(by_alias=True, exclude_none=True),
            baseline=fields.baseline,
            candidate=fields.candidate,
        ),
        origin=Origin(record.file, record.line),
    )


def _conversation(prompt: str | None, execution: ExecutionFields | None) -> tuple[Turn, ...]:
    if prompt is None or execution is None or execution.system is None:
        return ()
    return (Turn("system", execution.system), Turn("user", prompt))


def _present(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}

"""The list of retired ids: JSON Lines of ``{"id", "retired", "reason"}``; an id in it is never used again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import Field, ValidationError

from evals.cases.building import known_id
from evals.cases.jsonl import jsonl_records
from evals.cases.record import Record
from evals.cases.validation import Fields, Identifier, record_problems
from evals.errors import GoldenSetError, Problem

RETIRED_FILE: Final = "retired.jsonl"
"""Name of the list in the directory of a golden set."""


class RetiredFields(Fields):
    """One retired case."""

    id: Identifier
    reason: Annotated[str, Field(min_length=1)]
    retired: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    """Day of retirement, ISO 8601."""


def read_retired(file: str, data: bytes) -> Mapping[str, str]:
    """Read retired ids with their reasons; an empty file retires nothing.

    Raises:
        GoldenSetError: every bad line, and ids that are listed twice.
    """
    retired: dict[str, str] = {}
    problems: list[Problem] = []
    for entry in jsonl_records(file, data):
        if isinstance(entry, Problem):
            problems.append(entry)
            continue
        try:
            fields = RetiredFields.model_validate(entry.fields)
        except ValidationError as error:
            problems.extend(record_problems(error, entry, RetiredFields, known_id(entry)))
            continue
        problems.extend(_listed_twice(entry, fields.id, retired))
        retired[fields.id] = fields.reason
    if problems:
        raise GoldenSetError(problems)
    return retired


def _listed_twice(record: Record, case_id: str, retired: Mapping[str, str]) -> list[Problem]:
    return [record.problem(f"id {case_id!r} is listed twice", case_id=case_id)] if case_id in retired else []

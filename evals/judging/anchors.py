"""Anchors: answers to golden cases that people have labelled, on which judges are calibrated.

One JSON object a line, ``//`` begins a comment::

    {"case_id": "gold_001", "answer": "...", "labels": {"correctness": 5, "completeness": 4},
     "labelled_by": "two support engineers, independently", "reason": "..."}

``retrieved`` may hold the passages that the app had found for the answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, ValidationError

from evals.answers import Answer
from evals.cases.case import Case
from evals.cases.jsonl import jsonl_records
from evals.cases.record import Record
from evals.cases.validation import Fields, Identifier, record_problems, suggestion
from evals.errors import GoldenSetError, Problem
from evals.json_text import canonical_json
from evals.judging.rubric import HIGHEST, LOWEST

Label = Annotated[int, Field(ge=LOWEST, le=HIGHEST)]


@dataclass(frozen=True, slots=True)
class Anchor:
    """One labelled answer."""

    case: Case
    answer: Answer
    labels: Mapping[str, int]
    """Dimension to level, 1 to 5; not necessarily all dimensions."""
    labelled_by: str
    """Who gave the labels, and how."""
    reason: str = ""

    @property
    def key(self) -> str:
        """16 hexadecimal digits of what was labelled: the same answer to the same question is the same anchor."""
        seen = canonical_json([self.case.id, self.case.content_hash, self.answer.text, list(self.answer.retrieved)])
        return hashlib.sha256(seen.encode()).hexdigest()[:16]


class AnchorFields(Fields):
    """One line."""

    case_id: Identifier
    answer: Annotated[str, Field(min_length=1)]
    labels: Annotated[dict[str, Label], Field(min_length=1)]
    labelled_by: Annotated[str, Field(min_length=1)]
    reason: str = ""
    retrieved: list[dict[str, Any]] = Field(default_factory=list)


def read_anchors(file: str, data: bytes, cases: Iterable[Case], dimensions: Iterable[str]) -> tuple[Anchor, ...]:
    """Read all anchors of a file.

    Args:
        file: for messages.
        data: its bytes.
        cases: the golden set that they answer.
        dimensions: of the rubric by which they were labelled.

    Raises:
        GoldenSetError: everything that is wrong, each with its line: a label that is no level, an unknown case, field
            or dimension, an answer that is labelled twice, an empty file.
    """
    known = {case.id: case for case in cases}
    allowed = tuple(dimensions)
    problems: list[Problem] = []
    anchors: dict[str, Anchor] = {}
    for record in jsonl_records(file, data):
        found = record if isinstance(record, Problem) else _read(record, known, allowed)
        if isinstance(found, Anchor) and found.key in anchors:
            assert isinstance(record, Record)  # noqa: S101 (an anchor comes of a record)
            found = record.problem("this answer is labelled twice", case_id=found.case.id)
        if isinstance(found, Anchor):
            anchors[found.key] = found
        else:
            problems.extend(found if isinstance(found, list) else [found])
    if not anchors and not problems:
        problems.append(Problem("the file holds no anchors", file))
    if problems:
        raise GoldenSetError(problems)
    return tuple(anchors.values())


def _read(record: Record, cases: Mapping[str, Case], dimensions: tuple[str, ...]) -> Anchor | list[Problem]:
    name = record.fields.get("case_id")
    case_id = name if isinstance(name, str) else None
    try:
        fields = AnchorFields.model_validate(record.fields)
    except ValidationError as error:
        return record_problems(error, record, AnchorFields, case_id)
    problems = [
        record.problem(f"label of unknown dimension {label!r}{suggestion(label, dimensions)}", case_id=case_id)
        for label in fields.labels
        if label not in dimensions
    ]
    if fields.case_id not in cases:
        problems.append(
            record.problem(f"case {fields.case_id!r} is not in the golden set{suggestion(fields.case_id, cases)}")
        )
    if problems:
        return problems
    answer = Answer(fields.answer, retrieved=tuple(fields.retrieved))
    return Anchor(cases[fields.case_id], answer, fields.labels, fields.labelled_by, fields.reason)

"""Builders for the tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from evals.cases.case import Case
from evals.cases.load import read_cases
from evals.errors import GoldenSetError, Problem

CHECK = {"type": "max_length", "value": 500}


def make_fields(**changes: Any) -> dict[str, Any]:
    """Fields of a valid case; a change to ``...`` leaves the field out."""
    fields = {"id": "a", "prompt": "What is the fee?", "checks": [CHECK], **changes}
    return {name: value for name, value in fields.items() if value is not ...}


def jsonl(*rows: dict[str, Any] | str) -> bytes:
    """A file of the rows, each an object or a line as it is."""
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows).encode()


def load(*rows: dict[str, Any] | str) -> tuple[Case, ...]:
    """The cases of one JSONL file."""
    return read_cases({"cases.jsonl": jsonl(*rows)})


def problems_of(files: dict[str, bytes], kind: str | None = None) -> tuple[Problem, ...]:
    """The problems of files that must not load."""
    try:
        cases = read_cases(files, kind)
    except GoldenSetError as error:
        return error.problems
    raise AssertionError(f"loaded {[case.id for case in cases]}")


def row_problems(*rows: dict[str, Any] | str) -> tuple[Problem, ...]:
    """The problems of one JSONL file that must not load."""
    return problems_of({"cases.jsonl": jsonl(*rows)})


def lines_of(problems: Iterable[Problem]) -> list[int | None]:
    """Where the problems are."""
    return [problem.line for problem in problems]

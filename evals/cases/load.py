"""From the files of a golden set, as bytes, to cases; every problem at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evals.cases.case import Case
from evals.cases.golden_set import duplicate_ids, in_file_order
from evals.cases.jsonl import read_jsonl
from evals.cases.layout import build_case
from evals.cases.packs import read_pack
from evals.cases.record import Reading
from evals.cases.source_text import SourceError
from evals.cases.yaml_cases import read_yaml_list
from evals.cases.yaml_nodes import Node, parse_yaml
from evals.errors import GoldenSetError, InputError, Problem

FORMATS: Final = ("jsonl", "yaml-cases", "yaml-pack", "regtrace")
"""Names of the formats: cases as JSON Lines, as a YAML list, a pack, a golden list with expected and actual outputs."""

SUFFIXES: Final = (".jsonl", ".ndjson", ".yaml", ".yml")
"""Endings of files that hold cases."""

_JSONL_SUFFIXES: Final = (".jsonl", ".ndjson")


def read_cases(files: Mapping[str, bytes], format: str | None = None) -> tuple[Case, ...]:  # noqa: A002 (its name)
    """Read the cases of all files, in the order of the files.

    Args:
        files: name, as messages shall give it, to content.
        format: one of ``FORMATS`` for all files; None goes by the suffix and, for YAML, by what the file holds.

    Raises:
        GoldenSetError: every problem of every file, each with file, physical line, case id and check label.
        InputError: an unknown format.
    """
    return read_files(files, format).cases


def read_files(files: Mapping[str, bytes], format: str | None = None) -> Reading:  # noqa: A002 (its name)
    """Read as ``read_cases`` does, and keep the name that a pack gives itself; the reading has no problems.

    Raises:
        GoldenSetError: as for ``read_cases``.
        InputError: as for ``read_cases``.
    """
    if format is not None and format not in FORMATS:
        raise InputError(f"format must be one of {', '.join(FORMATS)}, got {format!r}")
    readings = [_read_file(name, data, format) for name, data in files.items()]
    cases = tuple(case for reading in readings for case in reading.cases)
    problems = [problem for reading in readings for problem in reading.problems]
    problems += duplicate_ids(entry for reading in readings for entry in reading.ids)
    if not cases and not problems:
        problems = [Problem("the file holds no cases", name) for name in files]
        problems = problems or [Problem("the set holds no files")]
    if problems:
        raise GoldenSetError(in_file_order(problems))
    names = {reading.name for reading in readings if reading.name}
    return Reading(cases, name=names.pop() if len(names) == 1 else "")


def _read_file(name: str, data: bytes, format: str | None) -> Reading:  # noqa: A002 (its name)
    if format == "jsonl" or (format is None and name.endswith(_JSONL_SUFFIXES)):
        return read_jsonl(name, data, build_case)
    if format is None and not name.endswith(SUFFIXES):
        return Reading(problems=(Problem(f"the name must end in one of {', '.join(SUFFIXES)}", name),))
    try:
        root = parse_yaml(data)
    except SourceError as error:
        return Reading(problems=(Problem(error.message, name, error.line),))
    return _read_yaml(name, root, format)


def _read_yaml(name: str, root: Node, format: str | None) -> Reading:  # noqa: A002 (its name)
    if root.scalar is None and root.items is None and root.members is None:
        return Reading()
    if format == "yaml-pack" or (format is None and root.members is not None):
        return read_pack(name, root)
    return read_yaml_list(name, root, build_case)

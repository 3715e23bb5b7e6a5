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
from evals.cases.regtrace import DEFAULTS, is_metrics_config, is_regtrace, metrics_of, read_regtrace
from evals.cases.source_text import SourceError
from evals.cases.yaml_cases import read_yaml_list
from evals.cases.yaml_nodes import Node, parse_yaml
from evals.checks.metric_rules import MetricsBlock
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
    readings = _read_all(files, format)
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


def _read_all(files: Mapping[str, bytes], format: str | None) -> list[Reading]:  # noqa: A002 (its name)
    """Read each file; a metrics configuration among them holds for all lists that name metrics."""
    sources = {name: _parsed(name, data, format) for name, data in files.items()}
    configs = {name: root for name, root in sources.items() if isinstance(root, Node) and is_metrics_config(root)}
    metrics, problems = _metrics(configs)
    readings = [_read(name, source, format, metrics) for name, source in sources.items() if name not in configs]
    return [*readings, Reading(problems=problems)]


def _parsed(name: str, data: bytes, format: str | None) -> bytes | Node | Problem:  # noqa: A002 (its name)
    """Give the root of a YAML file, and the bytes of a JSONL file as they are."""
    if format == "jsonl" or (format is None and name.endswith(_JSONL_SUFFIXES)):
        return data
    if format is None and not name.endswith(SUFFIXES):
        return Problem(f"the name must end in one of {', '.join(SUFFIXES)}", name)
    try:
        return parse_yaml(data, finite=False)
    except SourceError as error:
        return Problem(error.message, name, error.line)


def _metrics(configs: Mapping[str, Node]) -> tuple[MetricsBlock, tuple[Problem, ...]]:
    problems = [Problem("a set has one metrics configuration, and this is another one", name) for name in configs][1:]
    for name, root in configs.items():
        block = metrics_of(name, root)
        if isinstance(block, MetricsBlock):
            return block, tuple(problems)
        problems.extend(block)
    return DEFAULTS, tuple(problems)


def _read(name: str, source: bytes | Node | Problem, format: str | None, metrics: MetricsBlock) -> Reading:  # noqa: A002
    if isinstance(source, Problem):
        return Reading(problems=(source,))
    if isinstance(source, bytes):
        return read_jsonl(name, source, build_case)
    if source == Node(source.line):
        return Reading()
    if format == "yaml-pack" or (format is None and source.members is not None):
        return read_pack(name, source)
    if format == "regtrace" or (format is None and is_regtrace(source)):
        return read_regtrace(name, source, metrics)
    return read_yaml_list(name, source, build_case)

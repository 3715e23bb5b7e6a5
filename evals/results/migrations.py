"""Older stored parts as if the current version had written them: one pure function a version and part.

Version 1 had no ``transcripts``: prompt, answer, records and evidence stood in ``results``, and ``runs`` had neither
categories nor tokens. Version 2 did not know what a judge was paid for checks, nor the votes on them. Version 3 did not
know where a run was made. What an old version did not know is null, or empty where that stands for unknown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from evals.results.columns import RESULTS, RUNS, SCHEMA_VERSION, SCHEMAS, TRANSCRIPTS

OLDEST_VERSION = 1

SOURCES = {1: {"runs": "runs", "results": "results", "transcripts": "results"}}
"""By version: which of its parts each current part is made of; the versions not named have the current parts."""


def source_of(part: str, version: int) -> str:
    """Name of the part of a run of ``version`` that holds what is ``part`` today."""
    return SOURCES.get(version, {}).get(part, part)


def migrate(part: str, table: pa.Table, version: int) -> pa.Table:
    """Bring a part that was read from a run of ``version`` to the current columns.

    Args:
        part: ``runs``, ``results`` or ``transcripts``.
        table: the part that ``source_of`` names.
        version: the schema version that the run's commit states.

    Raises:
        ValueError: the version is not known, or the table does not have its columns.
    """
    if not OLDEST_VERSION <= version <= SCHEMA_VERSION:
        raise ValueError(
            f"schema version {version!r} is not known: this lastgreen reads {OLDEST_VERSION}..{SCHEMA_VERSION}"
        )
    if version == 1:
        table = _FROM_1[part](table)
    if version == 2:
        table = _from_2(part, table)
    if version in {2, 3}:
        table = _from_3(part, table)
    schema = SCHEMAS[part]
    absent = sorted(set(schema.names) - set(table.column_names))
    if absent:
        raise ValueError(f"columns {absent} of {part!r} are not there")
    chosen = table.select(schema.names)
    # Casting imports pyarrow.compute, which takes longer than reading a run.
    return chosen if chosen.schema.equals(schema) else chosen.cast(schema)


def _runs_from_1(table: pa.Table) -> pa.Table:
    def change(row: Mapping[str, Any]) -> dict[str, Any]:
        report = json.loads(row["report"])
        rates = [{"category": line["metric"], "cases": None, "pass_rate": line["now"]} for line in report["categories"]]
        return {**row, "baseline": report["baseline"], "categories": rates, "input_tokens": None, "output_tokens": None}

    return _changed(table, change, RUNS)


def _results_from_1(table: pa.Table) -> pa.Table:
    def change(row: Mapping[str, Any]) -> dict[str, Any]:
        response = json.loads(row["response_record"])
        judgement = json.loads(row["judgement_record"] or "{}")
        return {
            **row,
            "response": response["kind"],
            "response_reason": response.get("reason"),
            "withheld": False,
            "judge_cost": judgement.get("cost"),
            "unscored": judgement.get("reason"),
        }

    return _changed(table, change, RESULTS)


def _transcripts_from_1(table: pa.Table) -> pa.Table:
    def change(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "evidence": [check["evidence"] for check in row["checks"]]}

    return _changed(table, change, TRANSCRIPTS)


def _changed(table: pa.Table, change: Callable[[Mapping[str, Any]], dict[str, Any]], schema: pa.Schema) -> pa.Table:
    today = {"schema_version": SCHEMA_VERSION, "environment": ""}
    rows: Sequence[dict[str, Any]] = [{**change(row), **today} for row in table.to_pylist()]
    return pa.Table.from_pylist(rows, schema=schema)


_FROM_1: Mapping[str, Callable[[pa.Table], pa.Table]] = {
    "runs": _runs_from_1,
    "results": _results_from_1,
    "transcripts": _transcripts_from_1,
}

_NEW_IN_3 = {"results": "checks_cost", "runs": "judge_cost_total"}


def _from_2(part: str, table: pa.Table) -> pa.Table:
    """Null for the new column; casting then gives the checks their new fields."""
    if part not in _NEW_IN_3:
        return table
    return table.append_column(_NEW_IN_3[part], pa.nulls(table.num_rows, pa.float64()))


def _from_3(part: str, table: pa.Table) -> pa.Table:
    """An empty environment, and the version of today."""
    if "environment" in SCHEMAS[part].names:
        table = table.append_column("environment", pa.array([""] * table.num_rows, pa.string()))
    version = pa.array([SCHEMA_VERSION] * table.num_rows, pa.int32())
    return table.set_column(table.schema.get_field_index("schema_version"), "schema_version", version)

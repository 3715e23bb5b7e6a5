"""Rows as a table for people, as JSON or as CSV: what every command that lists something prints."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

import click

from evals.errors import InputError
from evals.reports.numbers import shorten, write_value

Form = Literal["table", "json", "csv"]
ROWS_SHOWN = 1_000
"""More than this is not read by a person."""

CELL_CHARS = 300
WIDE = 400
"""Columns of a table that no terminal limits."""

CSV_OPTION: Callable[[Any], Any] = click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a header line.")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table for people."""

    title: str
    key: str
    unit: str = ""
    """``rate``, ``score``, ``seconds``, ``money`` or ``count``; empty for text."""


def form_of(*, as_json: bool, as_csv: bool) -> Form:
    """The form that was asked for.

    Raises:
        InputError: two at once.
    """
    if as_json and as_csv:
        raise InputError("give --json or --csv, not both")
    return "json" if as_json else "csv" if as_csv else "table"


def write_json(rows: Iterable[Mapping[str, Any]]) -> None:
    """Print a list of objects, one a line, as they come."""
    separator = "["
    for row in rows:
        click.echo(f"{separator}{json.dumps(plain(row))}", nl=False)
        separator = ",\n "
    click.echo("[]" if separator == "[" else "]")


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a header and lines; nothing for null, JSON for lists and objects."""
    click.echo(_csv_line(columns), nl=False)
    for row in rows:
        click.echo(_csv_line([_cell(value) for value in row]), nl=False)


def write_table(columns: Sequence[Column], rows: Iterable[Mapping[str, Any]]) -> None:
    """Print a table as wide as the terminal."""
    from rich.table import Table
    from rich.text import Text

    from deployments.terminal import Terminal

    table = Table(box=None, pad_edge=False, header_style="bold")
    for position, column in enumerate(columns):
        fixed = bool(column.unit) or position == 0
        table.add_column(column.title, justify="right" if column.unit else "left", overflow="fold", no_wrap=fixed)
    hidden = 0
    for number, row in enumerate(rows):
        if number >= ROWS_SHOWN:
            hidden += 1
            continue
        table.add_row(*(Text(_written(row[column.key], column.unit)) for column in columns))
    (Terminal() if sys.stdout.isatty() else Terminal(width=WIDE)).print(table)
    if hidden:
        click.echo(f"... and {hidden} more; --csv or --json prints all")


def _written(value: Any, unit: str) -> str:
    if value is None or unit:
        return write_value(value, unit)
    simple = plain(value)
    return shorten(simple if isinstance(simple, str) else json.dumps(simple), CELL_CHARS)


def plain(value: Any) -> Any:
    """A value as strict JSON takes it: dates as ISO 8601, decimals as numbers, what is not finite as null."""
    match value:
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple() | set():
            return [plain(item) for item in value]
    return _plain_scalar(value)


def _plain_scalar(value: Any) -> Any:
    if isinstance(value, float | Decimal):
        return float(value) if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    return value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)


def _cell(value: Any) -> Any:
    simple = plain(value)
    if isinstance(simple, dict | list):
        return json.dumps(simple)
    if isinstance(simple, bool):
        return "true" if simple else "false"
    return "" if simple is None else simple


def _csv_line(cells: Sequence[Any]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    return buffer.getvalue()

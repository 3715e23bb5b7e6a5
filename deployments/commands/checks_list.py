"""``lastgreen checks list``: the check types, documented from the code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from evals.errors import InputError

if TYPE_CHECKING:
    from deployments.terminal import Terminal
    from evals.checks.catalogue import ParameterDoc, TypeDoc


@click.group()
def checks() -> None:
    """Document the check types."""


@checks.command("list")
@click.argument("type_name", metavar="[TYPE]", required=False)
@click.option("--json", "as_json", is_flag=True, help="The documentation as JSON.")
def list_types(type_name: str | None, as_json: bool) -> None:
    """List all check types, or document one: parameters, defaults, examples, version."""
    from evals.checks.catalogue import catalogue

    types = catalogue()
    shown = types if type_name is None else (_named(type_name, types),)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in shown], ensure_ascii=False, indent=2))
    elif type_name is None:
        _print_table(shown)
    else:
        _print_type(shown[0])


def _named(name: str, types: Sequence[TypeDoc]) -> TypeDoc:
    from evals.cases.validation import suggestion

    for one in types:
        if name in {one.type, *one.spellings}:
            return one
    raise InputError(
        f"TYPE must be a check type, got {name!r}{suggestion(name, [one.type for one in types], listed=True)}"
    )


def _console() -> Terminal:
    from deployments.terminal import Terminal

    # Names in brackets are ours, not the library's markup.
    return Terminal(markup=False, highlight=False)


def _print_table(types: Sequence[TypeDoc]) -> None:
    from rich.table import Table

    table = Table("type", "parameters", "passes when", box=None, pad_edge=False)
    for one in types:
        own = [parameter for parameter in one.parameters if not parameter.shared]
        table.add_row(one.type, ", ".join(map(_signature, own)), one.summary)
    _console().print(table)
    _console().print("\nA parameter in brackets is optional. `lastgreen checks list TYPE` documents one type.")


def _signature(parameter: ParameterDoc) -> str:
    return parameter.name if parameter.required else f"[{parameter.name}]"


def _print_type(one: TypeDoc) -> None:
    from rich.table import Table

    console = _console()
    also = f", also written {', '.join(one.spellings)}" if one.spellings else ""
    counts = "; counts toward schema compliance" if one.is_format else ""
    console.print(f"{one.type} (version {one.version}{also}{counts})\n{one.summary}\n")
    table = Table("parameter", "type", "default", "meaning", box=None, pad_edge=False)
    for parameter in one.parameters:
        table.add_row(parameter.name, parameter.kind, _default(parameter), _meaning(parameter))
    console.print(table)
    console.print("\nexamples")
    for example in one.examples:
        console.print(f"  {json.dumps(example, ensure_ascii=False)}", soft_wrap=True)


def _default(parameter: ParameterDoc) -> str:
    if parameter.required:
        return "required"
    return "" if parameter.default is None else json.dumps(parameter.default, ensure_ascii=False)


def _meaning(parameter: ParameterDoc) -> str:
    also = f"; also written {', '.join(parameter.spellings)}" if parameter.spellings else ""
    return f"{parameter.description}{also}"

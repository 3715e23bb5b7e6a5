"""``lastgreen status``: what of the local installation runs."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import click

from deployments.options import JSON_OPTION

if TYPE_CHECKING:
    from deployments.installation import Part

EXIT_INFRASTRUCTURE = 4


@click.command()
@JSON_OPTION
def status(as_json: bool) -> int:
    """Show each part of the local installation: running, stale or missing, with its address; exit 4 unless all run."""
    from deployments.installation import status as look
    from tasks.home import home

    return show(look(home()), as_json=as_json)


def show(parts: list[Part], *, as_json: bool) -> int:
    """Print the parts; 0 when all of them run."""
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(part) for part in parts], indent=1))
    else:
        for part in parts:
            click.echo(f"{part.state:8} {part.name:12} {part.detail}")
    return 0 if all(part.state == "running" for part in parts) else EXIT_INFRASTRUCTURE

"""``lastgreen down``: stop the local Prefect server."""

from __future__ import annotations

import click

from deployments.server import stop
from tasks.home import home


@click.command()
def down() -> None:
    """Stop the local Prefect server that earlier runs started and kept."""
    click.echo("stopped the local Prefect server" if stop(home()) else "no local Prefect server is running")

"""``lastgreen down``: stop the local installation."""

from __future__ import annotations

import click

from tasks.home import home


@click.command()
def down() -> None:
    """Stop the local Prefect server and whatever `lastgreen up` started beside it; results stay."""
    from deployments.installation import down as stop_all

    stopped = stop_all(home())
    click.echo(f"stopped {', '.join(stopped)}" if stopped else "no local Prefect server is running")

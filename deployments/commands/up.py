"""``lastgreen up``: a whole local installation with one command."""

from __future__ import annotations

from pathlib import Path

import click

from deployments.commands.deploy import FILE_OPTION, GATE_OPTION


@click.command()
@FILE_OPTION
@GATE_OPTION
@click.option("--s3", is_flag=True, help="Start an S3 server too, and print what leads to it (extra s3-local).")
def up(file: str, config: str, s3: bool) -> int:
    """Start a local Prefect server, work pool, worker, limits and deployments; repair what has died; safe to repeat.

    Everything runs in the background, kept alive by a supervisor, until `lastgreen down`. Runs have this folder as
    working directory and this command's environment, keys of targets and judges included.
    """
    from deployments.commands.status import show
    from deployments.deploying import find_file
    from deployments.installation import up as start
    from tasks.home import home

    path = find_file(file)
    parts = start(
        home(),
        path,
        config if Path(config).exists() else None,
        Path.cwd(),
        lambda message: click.echo(message, err=True),
        s3=s3,
    )
    return show(parts, as_json=False)

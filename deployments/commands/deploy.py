"""``lastgreen deploy``: create the deployments of ``prefect.yaml`` on a Prefect server."""

from __future__ import annotations

from pathlib import Path

import click

FILE_OPTION = click.option("--file", default="prefect.yaml", show_default=True, help="Deployments to create.")
GATE_OPTION = click.option(
    "--config",
    default="evals/gate.yaml",
    show_default=True,
    envvar="LASTGREEN_CONFIG",
    help="Configuration that declares the shared limits.",
)


@click.command()
@FILE_OPTION
@GATE_OPTION
@click.option("--automations", type=click.Path(dir_okay=False), help="Create the automations of this file too.")
@click.option("--check", "check_only", is_flag=True, help="Only find out what is wrong with the files.")
def deploy(file: str, config: str, automations: str | None, check_only: bool) -> int:
    """Lint prefect.yaml, then create work pools, limits, deployments and automations; safe to repeat.

    LASTGREEN_ROOT, the project's folder on the workers, is this folder unless it is set. Exit code 3 when a
    file has a misspelled key, an unset variable, or a flow that does not import: nothing is created then.
    """
    from deployments import automations as automation_file
    from deployments import deploy_file
    from deployments.deploying import deploy as deploy_all
    from deployments.deploying import environment, find_file
    from deployments.server import be_quiet, use_prefect
    from tasks.home import home

    path, env = find_file(file), environment(Path.cwd())
    document = deploy_file.load(path, env)
    if automations:
        automation_file.load(Path(automations), env)
    if check_only:
        be_quiet()
        deploy_file.check_entrypoints(path, document)
        click.echo(f"{file}: {len(document['deployments'])} deployments, no problem")
        return 0
    env["PREFECT_API_URL"] = use_prefect(home(), lambda message: click.echo(message, err=True))
    deploy_all(path, env, config if Path(config).exists() else None, click.echo)
    if automations:
        automation_file.create(Path(automations), env, click.echo)
    return 0

"""``lastgreen demo``: see a regression blocked, from nothing; or serve the demo app."""

from __future__ import annotations

import importlib

import click

SUBCOMMANDS = {"serve": ("deployments.commands.demo_serve:serve", "Serve the demo app over HTTP.")}


class _Lazy(click.Group):
    """Imports ``serve`` only when it is typed: it needs the extra ``demo``."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Names of the subcommands."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        """Import a subcommand."""
        if cmd_name not in SUBCOMMANDS:
            return None
        module, _, attribute = SUBCOMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


@click.group(cls=_Lazy, invoke_without_command=True)
@click.option("--config", default="evals/gate.yaml", show_default=True, help="Configuration with the demo's targets.")
@click.pass_context
def demo(context: click.Context, config: str) -> int | None:
    """Record a baseline from the good build, gate the regressed one, and show the pull-request comment."""
    if context.invoked_subcommand is not None:
        return None
    from deployments.demonstration import demonstrate

    return demonstrate(config)

"""The ``lastgreen`` command: names its subcommands, loads one when it is typed, and turns errors into exit codes.

Exit codes: 0 passed, 1 gate failed, 2 inconclusive (when the policy blocks it), 3 configuration, input or
authentication error, 4 infrastructure error, 130 interrupted.
"""

from __future__ import annotations

import gc
import importlib
import io
import os
import sys
import traceback
from typing import Any

import click

from evals.errors import LastgreenError, ProblemsError

EXIT_USAGE = 3
EXIT_INTERNAL = 4
EXIT_INTERRUPTED = 130
EXIT_CLOSED_PIPE = 141
"""As a shell reports SIGPIPE. Not 0: whoever stopped reading has not seen a verdict, and it may have been FAILED."""
GARBAGE_AFTER = 20_000
"""New objects after which Python looks for garbage. With its own 700 a command spends a tenth of its time on that
while it imports what it needs."""
PROBLEMS_SHOWN = 20
"""More than this fills a terminal without telling more."""

COMMANDS = {
    "run": ("deployments.commands.run:run", "Run the golden set against a target and gate the result."),
    "show": ("deployments.commands.show:show", "Show a stored run: verdict, table, failing cases."),
    "history": (
        "deployments.commands.history:history",
        "List stored runs by commit, branch, model, tier, date or verdict.",
    ),
    "compare": ("deployments.commands.compare:compare", "Compare any two stored runs as the gate would."),
    "case": ("deployments.commands.case:case", "Follow one case through the stored runs."),
    "query": ("deployments.commands.query:query", "Ask the store in SQL."),
    "store": ("deployments.commands.store:store", "Compact, verify and clear the store."),
    "plan": ("deployments.commands.plan:plan", "Say what a run will see, cost and take; nothing is called."),
    "baseline": ("deployments.commands.baseline:baseline", "Record and show what runs are compared with."),
    "judge": ("deployments.commands.judge:judge", "Show rubrics; hold judges against labelled answers."),
    "check": ("deployments.commands.check:check", "Try checks on outputs, without a target."),
    "checks": ("deployments.commands.checks_list:checks", "Document the check types."),
    "lint": ("deployments.commands.lint:lint", "Load a golden set and report every problem."),
    "demo": ("deployments.commands.demo:demo", "See a regression blocked; serve the demo app."),
    "doctor": ("deployments.commands.doctor:doctor", "Say what is installed, configured and reachable."),
    "trigger": ("deployments.commands.trigger:trigger", "Gate a change from CI, over the Prefect API."),
    "deploy": ("deployments.commands.deploy:deploy", "Create the deployments of prefect.yaml on a Prefect server."),
    "up": ("deployments.commands.up:up", "Start a whole local installation, or repair it."),
    "status": ("deployments.commands.status:status", "Show what of the local installation runs."),
    "down": ("deployments.commands.down:down", "Stop the local installation."),
}
"""Name to (module:attribute, one line of help): ``--help`` needs no import of the command."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used, so that ``--help`` answers at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command.

        Raises:
            InputError: another distribution owns one of our packages, so that the import might run its code.
        """
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        from deployments.ownership import refuse_foreign_owners

        refuse_foreign_owners()
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest command for an unknown one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command {args[0]!r}{_nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click itself would exit with 1 for a closed pipe, which is a verdict here."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return _closed_pipe()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _nearest(word: str, known: Any) -> str:
    import difflib

    found = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else f"; there are {', '.join(known)}"


HELP = """Keep an LLM app from getting worse: run a golden set, compare with the last green main, decide.

\b
lastgreen demo                      see a regression blocked, from nothing
lastgreen run --tier smoke          gate the configured app
"""
"""``\\b`` keeps click from filling the lines of the paragraph."""


@click.group(
    cls=LazyGroup,
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=(
        "Exit codes: 0 passed, 1 gate failed, 2 inconclusive (when the policy blocks it), "
        "3 configuration, input or authentication error, 4 infrastructure error, 130 interrupted."
    ),
)
@click.version_option(package_name="lastgreen", prog_name="lastgreen")
def cli() -> None:
    """Keep an LLM app from getting worse."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code; a traceback never reaches the user."""
    gc.set_threshold(GARBAGE_AFTER)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # As stderr does by itself: a terminal or pipe without a tick or a dash in its alphabet still gets the verdict.
        sys.stdout.reconfigure(errors="backslashreplace")
    code = _run(arguments)
    # At exit Python looks for garbage among all that was imported, which takes longer than many a question.
    gc.freeze()
    sys.exit(code)


def _run(arguments: list[str] | None) -> int:
    try:
        code = cli.main(arguments, prog_name="lastgreen", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return EXIT_USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return EXIT_INTERRUPTED
    except LastgreenError as error:
        _show(error)
        return error.exit_code
    except Exception as error:  # noqa: BLE001 (the last line of defence: no traceback reaches a user)
        return _unforeseen(error)
    return code if isinstance(code, int) else 0


def _show(error: LastgreenError) -> None:
    if isinstance(error, ProblemsError):
        click.echo(f"error: {len(error.problems)} problem(s):", err=True)
        for problem in error.problems[:PROBLEMS_SHOWN]:
            click.echo(f"  {problem}", err=True)
        if len(error.problems) > PROBLEMS_SHOWN:
            click.echo(f"  ... and {len(error.problems) - PROBLEMS_SHOWN} more", err=True)
        return
    click.echo(f"error: {error}", err=True)


def _unforeseen(error: Exception) -> int:
    from deployments.prefect_errors import explain

    known = explain(error)
    if known is None:
        return _internal(error)
    _show(known)
    return known.exit_code


def _internal(error: Exception) -> int:
    if os.environ.get("LASTGREEN_DEBUG"):
        traceback.print_exception(error)
    click.echo(
        f"internal error: {type(error).__name__}: {error}\n"
        "This is a fault of lastgreen; LASTGREEN_DEBUG=1 shows where it happened.",
        err=True,
    )
    return EXIT_INTERNAL


def _closed_pipe() -> int:
    """Whoever read us has gone (``| head``): keep the interpreter from writing to it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_CLOSED_PIPE

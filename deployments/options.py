"""Options that several commands share."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click


class Commit(click.ParamType[str]):
    """A hash, at least four of its digits; or a name that the git work tree here has, which is looked up.

    A hash is not looked up: the app is often in another repository than its golden set.
    """

    name = "commit"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the hash in lower case."""
        if re.fullmatch(r"[0-9a-fA-F]{4,64}", value):
            return value.lower()
        from deployments.change import hash_of

        found = hash_of(value)
        if not found:
            self.fail(f"{value!r} is neither a hash nor a commit of a git work tree here", param, ctx)
        return found


class NewFile(click.Path):
    """A file to write at the end: a mistyped folder must show before the run, not after it."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        folder = Path(value).absolute().parent
        if not folder.is_dir():
            self.fail(f"the folder of {value!r} does not exist", param, ctx)
        if not os.access(folder, os.W_OK):
            self.fail(f"the folder of {value!r} cannot be written", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A finite number in a range: nan is neither below nor above any limit."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        found = float(super().convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(f"{value!r} is no finite number", param, ctx)
        return found


F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]

CONFIG_OPTION: Decorator = click.option(
    "--config",
    default="evals/gate.yaml",
    show_default=True,
    envvar="LASTGREEN_CONFIG",
    help="Configuration file.",
)
STORE_OPTION: Decorator = click.option(
    "--store", help="Where results are kept: a folder or s3://bucket/prefix.  [default: the configuration's]"
)
COMMIT_OPTION: Decorator = click.option(
    "--commit", "commit_sha", type=Commit(), help="Commit under test.  [default: from CI or git]"
)
JSON_OPTION: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")

BASELINE_OPTIONS: Sequence[Decorator] = (
    CONFIG_OPTION,
    click.option(
        "--tier",
        type=click.Choice(["smoke", "full", "extended"]),
        default="smoke",
        show_default=True,
        help="How much of the set to run.",
    ),
    click.option("--set", "golden_set", help="Golden set: a directory or a file.  [default: the configuration's]"),
    click.option("--tags", help="Run the cases with any of these comma-separated tags, instead of a tier."),
    click.option("--target", help="Target of the configuration to ask."),
    click.option(
        "--model-endpoint", "endpoint", help="A target of the configuration, or an address to ask instead of its own."
    ),
    click.option("--judge", help="Judge of the configuration; none for no judge."),
    click.option("--parallel", type=click.IntRange(1, 1024), help="Calls at once.  [default: the target's, 32]"),
    STORE_OPTION,
    COMMIT_OPTION,
    click.option("--branch", help="Branch of the commit.  [default: from CI or git]"),
)
"""What is run, and what it is recorded as: a baseline is compared with nothing and belongs to no pull request."""

REQUEST_OPTIONS: Sequence[Decorator] = (
    *BASELINE_OPTIONS,
    click.option("--trials", type=click.IntRange(1, 100), help="Trials a case.  [default: the tier's]"),
    click.option("--baseline", help="A run to compare with; none for no comparison.  [default: the last green main]"),
    click.option("--pr", type=click.IntRange(min=1), help="Number of the pull request.  [default: from CI]"),
    click.option("--seed", type=click.IntRange(min=0), help="Seed of every random choice.  [default: from the run id]"),
)


def with_options(options: Sequence[Decorator]) -> Callable[[F], F]:
    """Decorator: give a command several options, shown in their order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate

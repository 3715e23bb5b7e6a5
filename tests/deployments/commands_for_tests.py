"""Commands that do one thing each, for the tests of the command line itself."""

from __future__ import annotations

import click

from evals.errors import (
    AuthenticationError,
    ConfigError,
    InputError,
    InvalidCheck,
    Problem,
    ServerError,
    StoreError,
    TargetError,
)

ERRORS = {
    "input": InputError("bad input: 'x'"),
    "config": ConfigError([Problem("bad key 'a'", "gate.yaml", 3), Problem("bad key 'b'", "gate.yaml", 9)]),
    "many": ConfigError([Problem("bad", "gate.yaml", line) for line in range(1, 151)]),
    "check": InvalidCheck(["no terms"]),
    "auth": AuthenticationError("401"),
    "target": TargetError("down"),
    "store": StoreError("full"),
    "server": ServerError("gone"),
    "bug": KeyError("surprise"),
    "abort": click.Abort(),
    "interrupt": KeyboardInterrupt(),
    "usage": click.UsageError("--a and --b exclude each other"),
}


@click.command()
@click.argument("what", required=False)
@click.option("--code", type=int)
def act(what: str | None, code: int | None) -> int | None:
    """Do what the test asks for."""
    if what is not None:
        raise ERRORS[what]
    return code

"""Every command is there, and helps."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from deployments.cli import COMMANDS, cli
from tests.meta.repository import ROOT, files


def _walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None, f"{path} lists {name!r} and does not have it"
            yield from _walk(child, (*path, name))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_imports_and_documents_itself_and_its_options(name: str) -> None:
    """Including the subcommands: a sentence each, and a sentence for each option."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    for path, one in _walk(command, (name,)):
        assert one.help, f"{' '.join(path)} has no help"
        silent = [p.name for p in one.params if isinstance(p, click.Option) and not p.help and not p.hidden]
        assert silent == [], f"{' '.join(path)}: options without help"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_answers_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``lastgreen NAME --help`` shows how it is used."""
    assert cli.main([name, "--help"], prog_name="lastgreen", standalone_mode=False) == 0
    assert capsys.readouterr().out.startswith(f"Usage: lastgreen {name}")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_table_of_commands_is_a_sentence(name: str) -> None:
    """The table is all that ``lastgreen --help`` shows."""
    line = COMMANDS[name][1]
    assert line[0].isupper()
    assert line.endswith(".")
    assert len(line) < 80


def test_every_command_writes_to_our_own_terminal() -> None:
    """Rich's own console exits with 1, a failed gate, when nobody reads any more."""
    ours = [ROOT / name for name in files() if name.startswith("deployments/") and name.endswith(".py")]
    assert [path.name for path in ours if re.search(r"\bConsole\(", path.read_text())] == []

"""The command itself: exit codes, help without imports, and no traceback for anybody."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import click
import pytest

from deployments import cli, ownership
from deployments.cli import COMMANDS

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in this process, with the command ``act`` of the tests added."""
    monkeypatch.setitem(COMMANDS, "act", ("tests.deployments.commands_for_tests:act", "Act."))
    monkeypatch.delenv("LASTGREEN_DEBUG", raising=False)

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(list(arguments))
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return call


@pytest.mark.parametrize(
    ("what", "code", "told"),
    [
        ("input", 3, "error: bad input: 'x'"),
        ("config", 3, "error: 2 problem(s):\n  gate.yaml:3: bad key 'a'\n  gate.yaml:9: bad key 'b'"),
        ("check", 3, "error: no terms"),
        ("auth", 3, "error: 401"),
        ("usage", 3, "--a and --b exclude each other"),
        ("target", 4, "error: down"),
        ("store", 4, "error: full"),
        ("server", 4, "error: gone"),
        ("bug", 4, "internal error: KeyError: 'surprise'"),
        ("abort", 130, "interrupted"),
        ("interrupt", 130, "interrupted"),
    ],
)
def test_every_kind_of_error_has_its_exit_code_and_a_sentence(run: Run, what: str, code: int, told: str) -> None:
    """3 can be mended by the user, 4 is broken outside, 130 was interrupted; nobody sees a traceback."""
    ended, out, err = run("act", what)
    assert ended == code
    assert told in err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.parametrize("code", [0, 1, 2])
def test_a_commands_own_code_is_the_exit_code(run: Run, code: int) -> None:
    """0 passed, 1 failed, 2 inconclusive."""
    assert run("act", "--code", str(code))[0] == code


def test_a_command_that_returns_nothing_succeeded(run: Run) -> None:
    """Most commands only show something."""
    assert run("act")[0] == 0


def test_a_long_list_of_problems_is_cut_and_counted(run: Run) -> None:
    """The first ones are told, and how many there are in all."""
    _, _, err = run("act", "many")
    assert err.startswith("error: 150 problem(s):\n  gate.yaml:1: bad\n")
    assert err.rstrip().endswith(f"... and {150 - cli.PROBLEMS_SHOWN} more")


def test_an_internal_error_shows_its_place_when_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """For those who report it."""
    monkeypatch.setenv("LASTGREEN_DEBUG", "1")
    code, _, err = run("act", "bug")
    assert code == 4
    assert "Traceback" in err
    assert "commands_for_tests.py" in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rnu"], "no command 'rnu'; did you mean 'run'?"),
        (["basline", "show"], "no command 'basline'; did you mean 'baseline'?"),
        (["xyzzy"], "no command 'xyzzy'; there are run, show"),
        (["--no-such-option"], "No such option"),
        (["act", "--no-such-option"], "No such option"),
        (["act", "--code", "many"], "'many' is not a valid integer"),
        (["act", "input", "extra"], "unexpected extra argument"),
        ([], "Commands"),
    ],
)
def test_wrong_usage_exits_3_and_says_what_is_meant(run: Run, arguments: list[str], told: str) -> None:
    """1 and 2 are verdicts: a typing error must not look like one."""
    code, _, err = run(*arguments)
    assert code == 3
    assert told in err


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"], ["act", "--help"]])
def test_help_and_version_succeed(run: Run, arguments: list[str]) -> None:
    """On standard output, for pagers."""
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert out


def test_help_lists_every_command_and_the_exit_codes(run: Run) -> None:
    """From the table, without importing any of them."""
    _, out, _ = run("--help")
    assert [name for name in COMMANDS if f"\n  {name} " not in out] == []
    for code in (
        "0 passed",
        "1 gate failed",
        "2 inconclusive",
        "3 configuration",
        "4 infrastructure",
        "130 interrupted",
    ):
        assert code in " ".join(out.split())


def test_a_command_does_not_run_beside_a_foreign_owner_of_our_names(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code might be the other's."""
    monkeypatch.setattr(ownership, "foreign_owners", lambda: {"tasks": ["robot-tasks"]})
    code, _, err = run("act", "--code", "0")
    assert code == 3
    assert "package 'tasks' is also in robot-tasks; install lastgreen into an environment of its own" in err


@pytest.mark.parametrize("write", ["click.echo('x' * 100)", "terminal.print('x' * 100)"])
def test_when_nobody_reads_any_more_the_command_ends_quietly_and_not_with_a_verdict(write: str) -> None:
    """``lastgreen run | head -1``: neither 0 (passed) nor 1 (failed), whatever wrote it."""
    program = (
        "import click\n"
        "from deployments.display import Terminal\n"
        "terminal = Terminal()\n"
        "from deployments import cli\n"
        "@click.command()\n"
        "def flood():\n"
        f"    for _ in range(10_000): {write}\n"
        "cli.cli.add_command(flood, 'flood')\n"
        "cli.COMMANDS['flood'] = ('tests.deployments.commands_for_tests:act', '')\n"
        "cli.LazyGroup.get_command = lambda self, ctx, name: flood\n"
        "cli.main(['flood'])\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ}
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (cli.EXIT_CLOSED_PIPE, b"")


@pytest.mark.parametrize("write", ["click.echo(text)", "Terminal().print(text)"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_verdict_is_told_in_any_encoding(write: str, encoding: str) -> None:
    """A locale without ticks and dashes must not turn a verdict into a fault of ours."""
    program = (
        "import click\n"
        "from deployments import cli\n"
        "from deployments.display import Terminal\n"
        "text = '\u2717 gold_001 failed'\n"
        f"cli._run = lambda _: {write} or 1\n"
        "cli.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b" gold_001 failed" in done.stdout


def test_the_group_is_a_click_group_for_completion() -> None:
    """Shells complete commands through click."""
    assert isinstance(cli.cli, click.Group)
    assert cli.cli.list_commands(click.Context(cli.cli)) == list(COMMANDS)

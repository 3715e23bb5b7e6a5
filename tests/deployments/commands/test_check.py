"""``lastgreen check``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from deployments.commands.check import check
from evals.errors import InputError, ProblemsError

PASSES = {"id": "good", "check": {"type": "format", "value": "json"}, "output": "{}"}
FAILS = {"id": "bad", "check": {"type": "format", "value": "json"}, "output": '{"a": oops}'}
UNSCORED = {"id": "blind", "check": {"type": "latency", "max_seconds": 1}, "output": "x"}


def run(*objects: Any, options: tuple[str, ...] = ()) -> tuple[Any, str]:
    """Exit code and output of the command with the objects on standard input."""
    text = "\n".join(json.dumps(one) for one in objects)
    done = CliRunner().invoke(check, ["-", *options], input=text, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.return_value, done.output


@pytest.mark.parametrize(
    ("objects", "code"),
    [([PASSES], 0), ([PASSES, FAILS], 1), ([UNSCORED, FAILS], 1), ([PASSES, UNSCORED], 2)],
)
def test_the_exit_code_is_that_of_the_worst_result(objects: list[Any], code: int) -> None:
    """What could not be scored is no pass."""
    assert run(*objects)[0] == code


def test_a_failure_shows_what_was_seen_and_where() -> None:
    """Verdict, score, explanation, and the span with its place and reading."""
    output = run(FAILS)[1]
    assert "bad" in output
    assert "FAIL" in output
    assert "0.00" in output
    assert "'oops}' at 6  read as expecting value" in output
    assert output.endswith("0 pass, 1 fail, 0 unscored\n")


def test_json_holds_everything() -> None:
    """One object a check: how it was read, what came out, evidence included."""
    (line,) = run(FAILS, options=("--json",))[1].splitlines()
    result = json.loads(line)
    assert (result["id"], result["line"], result["outcome"], result["score"]) == ("bad", 1, "fail", 0.0)
    assert result["evidence"][0]["start"] == 6
    assert result["check"]["strict_json"] is False


def test_a_file_is_read_from_disk(tmp_path: Path) -> None:
    """As well as from standard input."""
    file = tmp_path / "trial.jsonl"
    file.write_text(json.dumps(PASSES))
    assert CliRunner().invoke(check, [str(file)], standalone_mode=False).return_value == 0


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    """The argument, the rule and the value are named."""
    done = CliRunner().invoke(check, [str(tmp_path / "no.jsonl")], standalone_mode=False)
    assert isinstance(done.exception, InputError)
    assert "FILE must be readable" in str(done.exception)


def test_a_wrong_line_is_an_input_error_with_its_place() -> None:
    """Exit code 3, before anything is tried."""
    with pytest.raises(ProblemsError, match="-:1: case 'x': check 'formt'") as caught:
        run({"id": "x", "check": {"type": "formt"}, "output": ""})
    assert caught.value.exit_code == 3

"""``lastgreen lint``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from deployments.cli import main
from deployments.commands.lint import lint

GOOD = '{"id": "a", "prompt": "What?", "tags": ["smoke"], "checks": [{"type": "format", "value": "json"}]}\n'
BAD = "// comment\n{bad}\n" + GOOD.replace("tags", "tag")


def run(path: Path, *options: str) -> Result:
    """Run the command on a path."""
    return CliRunner().invoke(lint, [str(path), *options])


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A usable set of one file."""
    path = tmp_path / "cases.jsonl"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A set with two problems."""
    path = tmp_path / "cases.jsonl"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_a_usable_set_is_counted(good: Path) -> None:
    """Exit code 0."""
    result = run(good)
    assert result.exit_code == 0
    assert f"{good}: 1 cases, no problems (version cases)" in result.output
    assert "smoke 1" in result.output


def test_the_counts_come_as_json_too(good: Path) -> None:
    """For programs."""
    summary = json.loads(run(good, "--json").output)
    assert (summary["cases"], summary["tags"], summary["checks"]) == (1, {"smoke": 1}, {"format": 1})


def test_every_problem_is_printed_with_its_place(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 3, nothing on standard output."""
    with pytest.raises(SystemExit) as caught:
        main(["lint", str(bad)])
    assert caught.value.code == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "2 problem(s)" in printed.err
    assert f"{bad}:2: not JSON" in printed.err
    assert f"{bad}:3: case 'a': unknown field 'tag'; did you mean 'tags'?" in printed.err


def test_problems_come_as_json_too(bad: Path) -> None:
    """Exit code 3 all the same."""
    result = run(bad, "--json")
    assert result.exit_code == 3
    assert [problem["line"] for problem in json.loads(result.output)["problems"]] == [2, 3]


def test_a_set_that_does_not_exist_is_a_problem(tmp_path: Path) -> None:
    """Not a traceback."""
    result = run(tmp_path / "v9", "--json")
    assert result.exit_code == 3
    assert "does not exist" in json.loads(result.output)["problems"][0]["message"]

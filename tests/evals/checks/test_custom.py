"""Custom checks: functions and types that a team brings."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import pytest

from evals.answers import Answer
from evals.checks import plugins
from evals.checks.check import Check, CheckResult, Subject
from evals.checks.registry import parse_check
from tests.evals.checks.trying import attempt, refusal

HERE = __name__


class Loud(Check):
    """A check type as a plugin defines it."""

    type: ClassVar[str] = "loud"
    summary: ClassVar[str] = "The answer is in capitals."
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({"type": "loud"},)

    marks: int = 0

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when nothing is in small letters."""
        text = subject.answer.text
        return self.verdict(text == text.upper() and text.count("!") >= self.marks, "capitals")


def returns(_: Subject, *, value: Any = True) -> Any:
    """What it is told to."""
    return value


def not_a_number(_: Subject) -> float:
    """The mean of nothing."""
    return float("nan")


def pair(_: Subject) -> tuple[bool, str]:
    """A verdict with a reason."""
    return False, "too polite"


def needs(_: Subject, words: int) -> bool:
    """A function with a parameter that has no default."""
    return words > 0


def breaks(_: Subject) -> NoReturn:
    """A function with a bug."""
    raise KeyError("oops")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two entry points of the group."""
    points = [
        EntryPoint("loud", f"{HERE}:Loud", plugins.GROUP),
        EntryPoint("quiet", f"{HERE}:Loud", plugins.GROUP),
        EntryPoint("gives", f"{HERE}:returns", plugins.GROUP),
        EntryPoint("gone", "no_such_module:x", plugins.GROUP),
    ]
    monkeypatch.setattr(plugins, "plugins", lambda: {point.name: point for point in points})


@pytest.mark.parametrize(
    ("value", "verdict", "score"),
    [
        (True, "pass", 1.0),
        (False, "fail", 0.0),
        (1, "pass", 1.0),
        (0.6, "pass", 0.6),
        (0.4, "fail", 0.4),
        (1.5, "unscored", None),
        (-0.1, "unscored", None),
        (None, "unscored", None),
        ("yes", "unscored", None),
        ([True], "unscored", None),
    ],
)
def test_a_function_returns_a_bool_or_a_score(value: Any, verdict: str, score: float | None) -> None:
    """Anything else is no verdict."""
    raw = {"type": "custom", "function": f"{HERE}:returns", "parameters": {"value": value}, "min_score": 0.5}
    result = attempt(raw)
    assert (result.outcome, result.score) == (verdict, score)


def test_a_function_may_explain_itself() -> None:
    """A pair is a verdict and its reason."""
    result = attempt({"type": "custom", "function": f"{HERE}:pair"})
    assert (result.outcome, result.explanation) == ("fail", "too polite")


def test_not_a_number_is_no_score() -> None:
    """NaN is never compared with a threshold."""
    assert attempt({"type": "custom", "function": f"{HERE}:not_a_number"}).outcome == "unscored"


def test_an_exception_is_unscored_with_its_class() -> None:
    """A bug in a check says nothing about the app."""
    result = attempt({"type": "custom", "function": f"{HERE}:breaks"})
    assert result.outcome == "unscored"
    assert "KeyError" in result.explanation


@pytest.mark.parametrize(
    ("function", "parameters", "message"),
    [
        ("pair", {"x": 1}, "got an unexpected keyword argument 'x'"),
        ("returns", {"valeu": 1}, "parameters must fit"),
        ("needs", {}, "missing a required argument: 'words'"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(function: str, parameters: dict[str, Any], message: str) -> None:
    """The function's own signature decides, when the set is loaded."""
    assert message in refusal({"type": "custom", "function": f"{HERE}:{function}", "parameters": parameters})


def test_a_function_that_hides_its_signature_is_taken_as_it_is() -> None:
    """Some of those written in C do."""
    assert attempt({"type": "custom", "function": "builtins:type"}).outcome == "unscored"


def test_a_module_of_the_current_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `python -m` would, but behind what is installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    monkeypatch.delitem(sys.modules, "house_rules", raising=False)
    (tmp_path / "house_rules.py").write_text("def polite(subject): return 'please' in subject.answer.text\n")
    (tmp_path / "json.py").write_text("dumps = None\n")
    assert attempt({"type": "custom", "function": "house_rules:polite"}, "please").passed
    assert "must be callable" not in refusal({"type": "custom", "function": "json:nothing"})
    assert "did you mean 'polite'" in refusal({"type": "custom", "function": "house_rules:polte"})


def test_the_command_finds_a_module_of_the_current_directory(tmp_path: Path) -> None:
    """The real console script, whose own directory is not that of its user, and says what it did not find."""
    (tmp_path / "house_rules.py").write_text("def polite(subject): return 'please' in subject.answer.text\n")
    tries = [
        {"id": name, "check": {"type": "custom", "function": f"{name}:polite"}, "output": "please wait"}
        for name in ("house_rules", "no_rules")
    ]
    found, missing = (check_on_the_command_line(one, tmp_path) for one in tries)
    assert (found.returncode, "pass" in found.stdout.lower()) == (0, True), found.stderr
    assert missing.returncode == 3
    assert "module 'no_rules' is neither installed nor in the current directory" in " ".join(missing.stderr.split())


def check_on_the_command_line(trial: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    """`lastgreen check -` with one trial, run in a folder."""
    command = Path(sys.executable).with_name("lastgreen")
    return subprocess.run(
        [command, "check", "-"],
        cwd=folder,
        input=json.dumps(trial),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("nowhere", "must be 'module:function'"),
        ("os:", "must be 'module:function'"),
        ("no_such_module:x", "module 'no_such_module' is neither installed nor in the current directory"),
        ("os.nothing:x", "cannot be imported"),
        (f"{HERE}.nothing:x", "cannot be imported"),
        ("os:no_such_function", "module 'os' has no 'no_such_function'"),
        ("os:gtcwd", "did you mean 'getcwd'?"),
        ("os:sep", "must be callable"),
        (7, "must be a text"),
    ],
)
def test_a_function_that_is_not_there_is_refused(function: Any, message: str) -> None:
    """When the set is loaded, not when the first answer is there."""
    assert message in refusal({"type": "custom", "function": function})


@pytest.mark.usefixtures("installed")
def test_an_entry_point_is_a_function_or_a_type() -> None:
    """A function is called by ``custom``; a class is a type with validated parameters of its own."""
    assert attempt({"type": "custom", "function": "gives"}).passed
    assert attempt({"type": "loud", "marks": 1}, "YES!").passed
    assert "did you mean 'marks'" in refusal({"type": "loud", "mark": 1})


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"type": "quiet"}, "names must agree"),
        ({"type": "gives"}, "unknown check type 'gives'"),
        ({"type": "gone"}, "ModuleNotFoundError"),
        ({"type": "custom", "function": "nowhere"}, "'loud', 'quiet', 'gives', 'gone'"),
    ],
)
def test_a_broken_entry_point_is_refused(raw: dict[str, Any], message: str) -> None:
    """The message says which one and why."""
    assert message in refusal(raw)


def test_the_sample_can_be_copied() -> None:
    """The shipped example follows the contract."""
    check = parse_check({"type": "custom", "function": "evals.checks.sample:keeps_to_the_point"})
    assert check.evaluate(Subject(Answer("The refund takes 30 days."), prompt="How long does a refund take?")).passed
    assert not check.evaluate(Subject(Answer("Yes."), prompt="How long does a refund take?")).passed
    assert check.evaluate(Subject(Answer("Yes."), prompt="Is it so?")).passed

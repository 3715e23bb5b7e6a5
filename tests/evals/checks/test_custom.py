"""Custom checks: functions and types that a team brings."""

from __future__ import annotations

from importlib.metadata import EntryPoint
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


def test_parameters_that_do_not_fit_are_unscored() -> None:
    """The function's own signature decides, when it is called."""
    result = attempt({"type": "custom", "function": f"{HERE}:pair", "parameters": {"x": 1}})
    assert "TypeError" in result.explanation


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("nowhere", "must be 'module:function'"),
        ("os:", "must be 'module:function'"),
        ("no_such_module:x", "ModuleNotFoundError"),
        ("os:no_such_function", "AttributeError"),
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

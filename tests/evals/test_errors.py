"""Errors cross process borders whole, and say where the user has to look."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from evals import errors
from evals.errors import GoldenSetError, InvalidCheck, LastgreenError, Problem


def _kinds(root: type[LastgreenError]) -> list[type[LastgreenError]]:
    return [root, *(kind for child in root.__subclasses__() for kind in _kinds(child))]


def _make(kind: type[LastgreenError]) -> LastgreenError:
    if issubclass(kind, errors.ProblemsError):
        return kind([Problem("bad", "a.jsonl", 3, case_id="x", check="c")])
    if issubclass(kind, InvalidCheck):
        return kind(["one", "two"])
    return kind("broken", status=503, url="http://x")


@pytest.mark.parametrize("kind", _kinds(LastgreenError), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("again", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy])
def test_every_error_survives_pickling_and_copying_with_all_it_carries(kind: type[LastgreenError], again: Any) -> None:
    """Type, message, arguments and attributes are the same after a round trip."""
    error = _make(kind)
    back = again(error)
    assert type(back) is kind
    assert str(back) == str(error)
    assert back.args == error.args
    assert back.__dict__ == error.__dict__


def test_attributes_set_after_construction_travel_too() -> None:
    """What a handler adds to an error is not lost on the way."""
    error = errors.TargetError("down", host="a")
    error.values["attempts"] = 3
    assert pickle.loads(pickle.dumps(error)).values == {"host": "a", "attempts": 3}


@pytest.mark.parametrize(
    ("kind", "exit_code", "transient"),
    [
        ("InputError", 3, False),
        ("ProblemsError", 3, False),
        ("GoldenSetError", 3, False),
        ("ConfigError", 3, False),
        ("InvalidCheck", 3, False),
        ("AuthenticationError", 3, False),
        ("InfrastructureError", 4, False),
        ("TargetError", 4, True),
        ("JudgeError", 4, True),
        ("StoreError", 4, True),
        ("ServerError", 4, True),
        ("NotFoundError", 4, False),
    ],
)
def test_what_the_user_can_mend_exits_3_and_only_outages_are_transient(
    kind: str, exit_code: int, transient: bool
) -> None:
    """Exit code and retry are properties of the error, not of who catches it."""
    error = getattr(errors, kind)
    assert (error.exit_code, error.transient) == (exit_code, transient)


def test_the_tree_in_the_module_docstring_is_complete() -> None:
    """An error that is not drawn would be missed by who reads the tree."""
    drawn = errors.__doc__ or ""
    assert [kind.__name__ for kind in _kinds(LastgreenError) if kind.__name__ not in drawn] == []


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("bad"), "bad"),
        (Problem("bad", "a.jsonl"), "a.jsonl: bad"),
        (Problem("bad", "a.jsonl", 3), "a.jsonl:3: bad"),
        (Problem("bad", "a.jsonl", 3, "x"), "a.jsonl:3: case 'x': bad"),
        (Problem("bad", "a.jsonl", 3, "x", "number#2"), "a.jsonl:3: case 'x': check 'number#2': bad"),
        (Problem("bad", None, None, "x"), "case 'x': bad"),
    ],
)
def test_a_problem_reads_place_case_check_message(problem: Problem, text: str) -> None:
    """Editors jump to ``file:line``, so it comes first."""
    assert str(problem) == text


def test_many_problems_are_one_line_each() -> None:
    """All problems of a file are told at once, in the order they were found."""
    error = GoldenSetError([Problem("b", "f", 2), Problem("a", "f", 1)])
    assert str(error) == "f:2: b\nf:1: a"

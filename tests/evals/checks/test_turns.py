"""Checks of one turn of a conversation."""

from __future__ import annotations

from typing import Any

import pytest

from evals.answers import Answer
from evals.checks.check import Subject
from evals.checks.registry import parse_check
from tests.evals.cases.build import load, make_fields, row_problems
from tests.evals.checks.trying import refusal

TALK = Subject(Answer("three", citations=({"doc": "c"},), turns=("one", "two")), questions=("1?", "2?", "3?"))
ASKED = {
    "prompt": ...,
    "turns": [
        {"role": "user", "content": "1?"},
        {"role": "user", "content": "2?"},
        {"role": "assistant", "content": "scripted"},
        {"role": "user", "content": "3?"},
    ],
}
"""The app is asked the first and the last of the user's messages; the second one has a scripted answer."""


def contains(term: str, **changes: Any) -> dict[str, Any]:
    """A check for one term."""
    return {"type": "contains", "terms": [term], **changes}


@pytest.mark.parametrize(
    ("turn", "text"), [(1, "one"), (2, "two"), (3, "three"), (-1, "three"), (-2, "two"), (-3, "one"), (None, "three")]
)
def test_a_turn_is_counted_from_either_end(turn: int | None, text: str) -> None:
    """Only the answer that is meant is looked at."""
    for term in ("one", "two", "three"):
        assert parse_check(contains(term, turn=turn)).run(TALK).passed is (term == text)


@pytest.mark.parametrize("turn", [4, -4])
def test_a_turn_that_was_not_played_is_unscored(turn: int) -> None:
    """A recorded answer has no turns before it: never a pass, even of a negation."""
    for raw in (contains("x", turn=turn), {"type": "not", "check": contains("x"), "turn": turn}):
        result = parse_check(raw).run(TALK)
        assert result.outcome == "unscored"
        assert f"turn {turn} was not played; the app gave 3 answer(s)" in result.explanation


@pytest.mark.parametrize(("turn", "outcome"), [(1, "unscored"), (2, "unscored"), (3, "pass"), (-1, "pass")])
def test_a_lone_answer_to_a_conversation_is_that_to_its_last_turn(turn: int, outcome: str) -> None:
    """It was recorded without those before it, and is never taken for the first."""
    lone = Subject(Answer("three"), questions=TALK.questions)
    assert parse_check(contains("three", turn=turn)).run(lone).outcome == outcome


def test_an_earlier_turn_says_so_and_has_no_offsets() -> None:
    """Offsets are of the last answer's text."""
    result = parse_check({"type": "forbidden", "patterns": ["one"], "turn": 1}).run(TALK)
    assert result.explanation.startswith("turn 1: ")
    assert result.evidence
    assert all(evidence.start is None for evidence in result.evidence)


def test_an_earlier_turn_is_seen_with_its_question() -> None:
    """And with nothing that is known of the last answer only."""
    seen = TALK.at_turn(2)
    assert seen is not None
    assert (seen.prompt, seen.answer) == ("2?", Answer("two"))


def test_a_check_inside_another_may_have_a_turn_of_its_own() -> None:
    """What the app said first it must not say last."""
    raw = {"type": "all_of", "checks": [contains("one", turn=1), {"type": "not", "check": contains("one")}]}
    assert parse_check(raw).run(TALK).passed


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (contains("x", turn=0), "turn must be 1 or more, or -1 or less from the end, got 0"),
        (contains("x", turn=1.5), "turn must be a whole number"),
        ({"type": "citation", "any_of": [{"doc": "c"}], "turn": 1}, "turn must be left out of 'citation', got 1"),
        ({"type": "latency", "max_seconds": 1, "turn": -2}, "turn must be left out of 'latency', got -2"),
    ],
)
def test_a_turn_that_means_nothing_is_refused(raw: dict[str, Any], message: str) -> None:
    """Also for what is known of the last answer only."""
    assert message in refusal(raw)


def test_what_is_known_of_the_last_answer_may_name_it() -> None:
    """-1 is the default, written out."""
    assert parse_check({"type": "citation", "any_of": [{"doc": "c"}], "turn": -1}).run(TALK).passed


@pytest.mark.parametrize(("turn", "ok"), [(1, True), (2, True), (-2, True), (3, False), (-3, False)])
def test_a_turn_that_the_conversation_does_not_have_is_an_error_of_the_set(turn: int, *, ok: bool) -> None:
    """Scripted answers are not the app's; the line, the case and the check are named."""
    row = make_fields(**ASKED, checks=[contains("x", turn=turn)])
    if ok:
        assert load(row)[0].questions == ("1?", "3?")
        return
    (problem,) = row_problems(row)
    assert (problem.line, problem.case_id, problem.check) == (1, "a", "contains")
    assert f"turn must be one of the 2 that the app is asked (1 to 2, or from -1), got {turn}" in problem.message


def test_turns_inside_other_checks_are_looked_at_too() -> None:
    """At any depth."""
    nested = {"type": "not", "check": {"type": "any_of", "checks": [contains("x", turn=5)]}}
    assert "got 5" in row_problems(make_fields(checks=[nested]))[0].message


def test_a_single_question_has_one_turn() -> None:
    """Which is its prompt."""
    assert load(make_fields(checks=[contains("x", turn=1)]))[0].questions == ("What is the fee?",)

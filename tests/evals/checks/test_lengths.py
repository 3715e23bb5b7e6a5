"""max_length, min_length, length, max_sentences."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Answer
from evals.checks.check import Outcome, Subject
from evals.checks.lengths import Length, count_words
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts
from tests.evals.checks.trying import attempt, outcome, refusal


@pytest.mark.parametrize(
    ("kind", "value", "text", "verdict"),
    [
        ("max_length", 10, "😀" * 10, "pass"),
        ("max_length", 10, "é" * 10, "pass"),
        ("max_length", 10, "e\u0301" * 10, "fail"),
        ("max_length", 10, "", "pass"),
        ("max_length", 10, "1234567890 ", "fail"),
        ("min_length", 5, "1234", "fail"),
        ("min_length", 5, "12345", "pass"),
        ("min_length", 0, "", "pass"),
    ],
)
def test_characters_are_code_points(kind: str, value: int, text: str, verdict: str) -> None:
    """Not bytes, not UTF-16 units; white space counts; limits are inclusive."""
    assert outcome({"type": kind, "value": value}, text) == verdict


def test_a_long_answer_shows_where_it_goes_too_far() -> None:
    """The evidence begins after the last character that was allowed."""
    result = attempt({"type": "max_length", "value": 3}, "abcdef")
    assert result.explanation == "6 characters, at most 3 are wanted"
    assert [(one.text, one.start) for one in result.evidence] == [("def", 3)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one two", 2),
        ("one\n\ntwo\tthree", 3),
        ("- one — two | 3", 3),
        ("## Title: *the* end", 3),
        ("well-known it's 3.5%", 3),
        ("soft\u00adhyphen", 1),
        ("no\u00a0break", 2),
        ("有給休暇", 4),
        ("API は 600", 3),
    ],
)
def test_a_word_holds_a_letter_or_a_figure(text: str, words: int) -> None:
    """Marks are none; in scripts without spaces each character counts."""
    assert count_words(text) == words


@pytest.mark.parametrize(
    ("expected", "tolerance", "words", "verdict"),
    [
        (100, 0.2, 79, "fail"),
        (100, 0.2, 80, "pass"),
        (100, 0.2, 120, "pass"),
        (100, 0.2, 121, "fail"),
        (100, 0.29, 129, "pass"),
        (100, 0.07, 107, "pass"),
        (30, 0.1, 33, "pass"),
        (10, 0, 10, "pass"),
        (10, 0, 11, "fail"),
        (10, 2, 0, "pass"),
        (10, 2, 31, "fail"),
    ],
)
def test_a_tolerance_is_inclusive_and_decimal(expected: int, tolerance: float, words: int, verdict: str) -> None:
    """29 % of 100 words is 29 words, not 28.999."""
    raw = {"type": "length", "expected": "word " * expected, "length_tolerance": tolerance}
    assert outcome(raw, "word\n" * words) == verdict


@pytest.mark.parametrize(
    ("limits", "words", "verdict"),
    [
        ({"min": 2, "max": 3}, 1, "fail"),
        ({"min": 2, "max": 3}, 2, "pass"),
        ({"min": 2, "max": 3}, 3, "pass"),
        ({"min": 2, "max": 3}, 4, "fail"),
        ({"min": 2}, 9, "pass"),
        ({"max": 3}, 0, "pass"),
    ],
)
def test_a_range_of_words(limits: dict[str, int], words: int, verdict: str) -> None:
    """Both ends are inclusive, either may be left out."""
    assert outcome({"type": "length", **limits}, "word " * words) == verdict


def test_the_reference_answer_is_the_expected_text_of_last_resort() -> None:
    """Twenty per cent around it; without one nothing is scored."""
    judge = Length()
    reference = "ten words " * 5
    assert judge.evaluate(Subject(Answer("word " * 12), reference_answer=reference)).passed
    assert not judge.evaluate(Subject(Answer("word " * 13), reference_answer=reference)).passed
    for missing in (None, "", " - "):
        result = judge.evaluate(Subject(Answer("word"), reference_answer=missing))
        assert result.outcome is Outcome.UNSCORED


@pytest.mark.parametrize(
    ("text", "limit", "verdict"),
    [
        ("One. Two.", 2, "pass"),
        ("One. Two. Three.", 2, "fail"),
        ("# Title\n\nOne. Two.", 2, "pass"),
        ("- one\n- two\n- three", 2, "fail"),
        ("One e.g. this.", 1, "pass"),
        ("One.\n\n```\na. B. C.\n```", 1, "pass"),
        ("", 1, "pass"),
    ],
)
def test_sentences_of_prose_are_counted(text: str, limit: int, verdict: str) -> None:
    """List items are sentences; headings and code are none."""
    assert outcome({"type": "max_sentences", "value": limit}, text) == verdict


def test_the_first_sentence_too_many_is_shown() -> None:
    """Evidence points at it."""
    (one,) = attempt({"type": "max_sentences", "value": 1}, "One. Two. Three.").evidence
    assert (one.text, one.start) == ("Two. Three.", 5)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"type": "max_length"}, "value is required"),
        ({"type": "max_length", "value": 0}, "value"),
        ({"type": "max_length", "value": -1}, "value"),
        ({"type": "max_length", "value": "500 words"}, "value"),
        ({"type": "max_length", "value": 10.5}, "value"),
        ({"type": "max_length", "value": True}, "value"),
        ({"type": "min_length", "value": -1}, "value"),
        ({"type": "max_sentences", "value": 0}, "value"),
        ({"type": "length", "expected": " - "}, "expected must hold at least one word"),
        ({"type": "length", "length_tolerance": -0.1}, "length_tolerance"),
        ({"type": "length", "min": 5, "max": 4}, "min must not exceed max, got 5 and 4"),
        ({"type": "length", "min": 5, "expected": "a"}, "min and max cannot stand beside expected"),
        ({"type": "length", "max": 0}, "max"),
    ],
)
def test_unusable_limits_are_refused(parameters: dict[str, Any], message: str) -> None:
    """The message names the parameter, the rule and the value."""
    assert message in refusal(parameters)


@given(messy_texts, st.sampled_from(["max_length", "min_length", "max_sentences"]), st.integers(1, 20))
@settings(max_examples=100)
def test_any_text_gets_a_verdict(text: str, kind: str, value: int) -> None:
    """No text raises."""
    assert attempt({"type": kind, "value": value}, text).score in (0.0, 1.0)


@given(messy_texts)
@settings(max_examples=100)
def test_a_text_is_as_long_as_itself(text: str) -> None:
    """With no tolerance at all."""
    if count_words(text):
        assert outcome({"type": "length", "expected": text, "length_tolerance": 0.0}, text) == "pass"


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters in well under a second."""
    text = ADVERSARIAL[name]
    assert is_quick(lambda: count_words(text))
    assert is_quick(lambda: attempt({"type": "max_sentences", "value": 3}, text))

"""A rubric judge's reply gives every score or none."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.judging.judgement import Unscored
from evals.judging.parse import parse_explanation, parse_rubric_reply

ONE = {"correctness": (1.0, 5.0)}
TWO = {"correctness": (1.0, 5.0), "completeness": (1.0, 5.0)}
FIVE = '{"correctness": 5}'
SCORES = st.fixed_dictionaries({name: st.integers(1, 5) | st.floats(1, 5) for name in TWO})


def reason_of(reply: str, dimensions: Any = ONE) -> str:
    """Why a reply has no score."""
    parsed = parse_rubric_reply(reply, dimensions)
    assert isinstance(parsed, Unscored), parsed
    return parsed.reason


@pytest.mark.parametrize(
    ("reply", "scores"),
    [
        ('{"correctness": 4}', 4),
        ('\ufeff \n{"correctness": 4.0}\n', 4),
        ('{"correctness": 1}', 1),
        ('{"correctness": 4.5, "explanation": "between {4} and [5]"}', 4.5),
        ('```json\n{"correctness": 4}\n```', 4),
        ('~~~JSON\n{"correctness": 4}\n~~~', 4),
        ('```\n{"correctness": 4}', 4),
        ('Here it is:\n```json\n{"correctness": 4}\n```\nLet me know.', 4),
        ('Scale {1 to 5}, see [2] and `x`: {"correctness": 4} - done.', 4),
        ('<think>maybe {"correctness": 1}</think>{"correctness": 4}', 4),
        ('<Thinking>{</Thinking>\n{"correctness": 4}', 4),
        ('it is clear</think>{"correctness": 4}', 4),
        ('{"correctness": 4, "explanation": "quotes <think> and {\\"correctness\\": 5}"}', 4),
        ('{"correctness": 4}\n{"correctness": 4}', 4),
        ('{"weights": {"a": 1}} and {"correctness": 4}', 4),
        ('{"correctness": "4"}', 4),
        ('{"correctness": " 4.5 "}', 4.5),
        ('{"correctness": "4/5"}', 4),
        ('{"correctness": 4, "Correctness": 5, "other": null}', 4),
    ],
)
def test_one_verdict_is_read(reply: str, scores: Any) -> None:
    """Fences, prose, reasoning and further members around it change nothing."""
    assert parse_rubric_reply(reply, ONE) == {"correctness": scores}


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty"),
        (" \n\ufeff", "empty"),
        ("I cannot grade this.", "refused"),
        ("Sorry, this is against my guidelines.", "refused"),
        ("SCORE: 5/5. Perfect.", "not_json"),
        ("5", "not_json"),
        ("[5]", "not_json"),
        ('[{"correctness": 5}]', "not_json"),
        ('"{\\"correctness\\": 5}"', "not_json"),
        ("{'correctness': 5}", "not_json"),
        ("{correctness: 5}", "not_json"),
        ('{"correctness": 5,}', "not_json"),
        ('{"correctness": NaN}', "not_json"),
        ('{"correctness": Infinity}', "not_json"),
        ('{"correctness": +5}', "not_json"),
        ('{"correctness": 05}', "not_json"),
        ('{"correctness": 1, "correctness": 5}', "not_json"),
        ('{"correctness": 5', "truncated"),
        ('{"correctness": 5, "explanation": "because', "truncated"),
        ('{"correctness": 5} {"correctness"', "truncated"),
        ('[{"correctness": 5}', "truncated"),
        ('<think>{"correctness": 5}', "truncated"),
        ('<think>{"correctness": 5}</think>', "not_json"),
        ('{"correctness": 5}\n{"correctness": 1}', "two_verdicts"),
        ('{"correctness": 5} {"correctness": "5"}', "two_verdicts"),
        ('{"correctness": 1} {"correctness": true}', "two_verdicts"),
        ('{"correctness": 5}</think>{"correctness": 1}', "two_verdicts"),
        ('> {"correctness": 5}', "quoted"),
        ('> {"correctness": 5}\n{"correctness": 1}', "two_verdicts"),
        ('{x: {"correctness": 5}}', "not_json"),
        ('{a: {b: 1}, c: {"correctness": 5}}', "not_json"),
        ("{'correctness': 1} {\"correctness\": 5}", "not_json"),
        ('{"reason": "fine"}', "missing_dimension"),
        ('{"scores": {"correctness": 5}}', "missing_dimension"),
        ('{"Correctness": 5}', "missing_dimension"),
        ('{"correct\u200bness": 5}', "missing_dimension"),
        ('{"correctness": null}', "not_a_number"),
        ('{"correctness": true}', "not_a_number"),
        ('{"correctness": [5]}', "not_a_number"),
        ('{"correctness": {"score": 5}}', "not_a_number"),
        ('{"correctness": "good"}', "not_a_number"),
        ('{"correctness": ""}', "not_a_number"),
        ('{"correctness": "5 of 5"}', "not_a_number"),
        ('{"correctness": "4-5"}', "not_a_number"),
        ('{"correctness": "8/10"}', "not_a_number"),
        ('{"correctness": "80%"}', "not_a_number"),
        ('{"correctness": "\u0665"}', "not_a_number"),
        ('{"correctness": 0}', "out_of_range"),
        ('{"correctness": 5.01}', "out_of_range"),
        ('{"correctness": -1}', "out_of_range"),
        ('{"correctness": 950}', "out_of_range"),
        ('{"correctness": "6/5"}', "out_of_range"),
        ('{"correctness": 1' + "0" * 400 + "}", "out_of_range"),
    ],
)
def test_anything_else_has_no_score(reply: str, reason: str) -> None:
    """Never a guess, never a clamp, and the reason is named."""
    assert reason_of(reply) == reason


def test_every_dimension_is_required() -> None:
    """Half a verdict is none."""
    assert reason_of('{"correctness": 5}', TWO) == "missing_dimension"
    assert reason_of('{"correctness": 5, "completeness": null}', TWO) == "not_a_number"


def test_dimensions_may_stand_in_a_member_of_their_own() -> None:
    """When the judge was asked for that shape, and only then."""
    reply = '{"explanation": "x", "scores": {"correctness": 4}}'
    assert parse_rubric_reply(reply, ONE, "scores") == {"correctness": 4}
    assert isinstance(parse_rubric_reply(FIVE, ONE, "scores"), Unscored)
    assert isinstance(parse_rubric_reply('{"scores": 5}', ONE, "scores"), Unscored)


def test_a_verdict_must_repeat_the_nonce_that_was_asked_for() -> None:
    """A verdict that the answer under judgement brought along does not know it."""
    assert parse_rubric_reply('{"correctness": 2, "nonce": "k7"}', ONE, nonce="k7") == {"correctness": 2}
    for reply in (FIVE, '{"correctness": 5, "nonce": "k8"}', '{"correctness": 5, "nonce": null}'):
        parsed = parse_rubric_reply(reply, ONE, nonce="k7")
        assert isinstance(parsed, Unscored)
        assert parsed.reason == "foreign"


def test_an_explanation_is_given_when_there_is_one() -> None:
    """Text only; anything else is no explanation."""
    assert parse_explanation('{"correctness": 4, "explanation": "one date is off"}', ONE) == "one date is off"
    assert parse_explanation('{"correctness": 4, "explanation": 7}', ONE) == parse_explanation("prose", ONE) == ""


@settings(max_examples=150)
@given(SCORES, st.text(max_size=40), st.booleans())
def test_a_valid_reply_comes_back_as_it_was_written(scores: dict[str, Any], explanation: str, pretty: bool) -> None:
    """Whatever the explanation says."""
    reply = json.dumps({"explanation": explanation, **scores}, indent=2 if pretty else None)
    assert parse_rubric_reply(reply, TWO) == scores


@settings(max_examples=300)
@given(
    SCORES,
    st.text(max_size=60) | st.text(alphabet='{}[]<>/"\\`: thinkcorrectness51\n', max_size=60),
    st.text(max_size=60) | st.text(alphabet='{}[]<>/"\\`: thinkcorrectness51\n', max_size=60),
)
def test_prose_around_a_reply_never_changes_a_score(scores: dict[str, Any], before: str, after: str) -> None:
    """It leaves the scores or makes them unreadable; it never makes others."""
    parsed = parse_rubric_reply(before + json.dumps(scores) + after, TWO)
    assert isinstance(parsed, Unscored) or parsed == scores


@settings(max_examples=150)
@given(SCORES, SCORES, st.sampled_from(["\n", " so ", "```", "> ", "</think>", "\n> ", '"', "Verdict: "]))
def test_two_verdicts_that_differ_are_never_one(one: dict[str, Any], two: dict[str, Any], between: str) -> None:
    """Neither the first nor the last wins."""
    parsed = parse_rubric_reply(json.dumps(one) + between + json.dumps(two), TWO)
    if one != two:
        assert isinstance(parsed, Unscored)


@settings(max_examples=300)
@given(st.text(max_size=80) | st.text(alphabet='{}[]"\\:,correctness 0123456789.eE-+<>/think', max_size=80))
def test_no_reply_raises(reply: str) -> None:
    """Any text gives scores on the scale or a reason."""
    parsed = parse_rubric_reply(reply, ONE)
    if isinstance(parsed, Unscored):
        assert parsed.reason
    else:
        assert 1 <= parsed["correctness"] <= 5


@pytest.mark.parametrize(
    "part", ["{", "[", '{"a":', "[{", '{"correctness":', "<think>", "}", "{x}", "[1]", "[a](b) ", '"', "\\", "> {"]
)
def test_a_hostile_reply_takes_linear_time(part: str) -> None:
    """A megabyte of brackets is read in about the time that a megabyte of text takes."""
    started = time.perf_counter()
    parse_rubric_reply(part * (1_000_000 // len(part)), ONE)
    assert time.perf_counter() - started < 5

"""A pairwise judge's reply, and both orders of a pair."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.judging.judgement import Unscored
from evals.judging.pairwise import parse_pairwise_reply, resolve_swap

ORDER = ("baseline", "candidate")
NO_VERDICT = Unscored("refused", judge="j")


@pytest.mark.parametrize(
    ("reply", "winner"),
    [
        ('{"winner": "A"}', "baseline"),
        ('{"winner": "B"}', "candidate"),
        ('{"winner": "tie"}', "tie"),
        ('{"winner": " b "}', "candidate"),
        ('{"winner": "Tie", "explanation": "A and B agree"}', "tie"),
        ('<think>{"winner": "A"}</think>```json\n{"winner": "B"}\n```', "candidate"),
        ('{"winner": "A", "reason": "B says {\\"winner\\": \\"B\\"}"}', "baseline"),
        ('{"winner": "X"}', "unknown_label"),
        ('{"winner": "A or B"}', "unknown_label"),
        ('{"winner": "baseline"}', "unknown_label"),
        ('{"winner": "C"}', "unknown_label"),
        ('{"winner": ""}', "unknown_label"),
        ('{"winner": null}', "unknown_label"),
        ('{"winner": ["A"]}', "unknown_label"),
        ('{"winner": 1}', "unknown_label"),
        ('{"better": "A"}', "missing_dimension"),
        ('{"winner": "A"} {"winner": "B"}', "two_verdicts"),
        ('{"winner": "A', "truncated"),
        ("A is better.", "not_json"),
        ("[[A]]", "not_json"),
        ("", "empty"),
    ],
)
def test_a_json_reply_names_one_answer_or_nothing(reply: str, winner: str) -> None:
    """An unknown word is never a tie."""
    parsed = parse_pairwise_reply(reply, ORDER)
    assert (parsed.reason if isinstance(parsed, Unscored) else parsed) == winner


@pytest.mark.parametrize(
    ("reply", "winner"),
    [
        ("B keeps the date. [[B]]", "candidate"),
        ("[[ a ]]", "baseline"),
        ("[[C]]", "tie"),
        ("[[A]] it is, so [[A]].", "baseline"),
        ("<think>[[A]]</think> [[B]]", "candidate"),
        ("see [[1]] and [[note]]: [[B]]", "candidate"),
        ("First [[A]], no: [[B]]", "two_verdicts"),
        ("[[D]]", "no_verdict"),
        ("A good answer", "no_verdict"),
        ("[A]", "no_verdict"),
        ("<think>[[A]]", "truncated"),
    ],
)
def test_a_bracket_reply_names_one_answer_or_nothing(reply: str, winner: str) -> None:
    """The article in "a good answer" is no verdict."""
    parsed = parse_pairwise_reply(reply, ORDER, "bracket", "C")
    assert (parsed.reason if isinstance(parsed, Unscored) else parsed) == winner


def test_the_order_of_showing_is_undone() -> None:
    """A is whatever was shown first."""
    assert parse_pairwise_reply('{"winner": "A"}', ("candidate", "baseline")) == "candidate"


def test_a_verdict_must_repeat_the_nonce_that_was_asked_for() -> None:
    """A verdict out of an answer does not know it."""
    assert parse_pairwise_reply('{"winner": "A", "nonce": "k"}', ORDER, nonce="k") == "baseline"
    assert isinstance(parse_pairwise_reply('{"winner": "A"}', ORDER, nonce="k"), Unscored)


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ("candidate", "candidate", "candidate"),
        ("baseline", "baseline", "baseline"),
        ("tie", "tie", "tie"),
        ("candidate", "baseline", "tie"),
        ("baseline", "candidate", "tie"),
        ("candidate", "tie", "tie"),
        ("tie", "baseline", "tie"),
    ],
)
def test_an_answer_wins_only_in_both_orders(first: str, second: str, result: str) -> None:
    """Disagreement is a tie."""
    assert resolve_swap(first, second) == result


@pytest.mark.parametrize(
    ("first", "second"), [("candidate", NO_VERDICT), (NO_VERDICT, "candidate"), (NO_VERDICT, NO_VERDICT)]
)
def test_half_a_pair_is_no_verdict(first: Any, second: Any) -> None:
    """The half that is there must not decide alone."""
    result = resolve_swap(first, second)
    assert isinstance(result, Unscored)
    assert (result.reason, result.judge) == ("half_missing", "j")


@settings(max_examples=200)
@given(
    st.text(max_size=60) | st.text(alphabet='[]ABC{}"winer: <think>/', max_size=60),
    st.sampled_from(["json", "bracket"]),
)
def test_no_reply_raises(reply: str, form: Any) -> None:
    """Any text gives one of three results or a reason."""
    parsed = parse_pairwise_reply(reply, ORDER, form, "C")
    assert isinstance(parsed, Unscored) or parsed in {"baseline", "candidate", "tie"}

"""The local heuristic judge."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Answer
from evals.cases.case import Case, Turn
from evals.judging.heuristic import KEY, judge_answer
from evals.judging.judgement import Judgement, Unscored

QUESTION = "Within how many days can an annual plan be refunded in full?"
REFERENCE = "Within 14 days of the first purchase, provided that fewer than 20 envelopes were sent."
PASSAGE = (
    "An annual plan is refunded in full within 14 days of the first purchase if fewer than 20 envelopes were sent. "
    "Monthly plans are not refunded."
)
RIGHT = "Annual plans are refunded in full within 14 days of the first purchase, if fewer than 20 envelopes were sent."
WRONG = "Annual plans are refunded in full within 30 days of the first purchase."
DECLINED = "I could not find this in the documents."


def make_case(**changes: Any) -> Case:
    """A case with a reference."""
    fields = {"id": "a", "input": QUESTION, "checks": (), "reference_answer": REFERENCE, **changes}
    return Case(**fields)


def make_answer(text: str, *passages: str) -> Answer:
    """An answer with what was retrieved for it."""
    return Answer(text, retrieved=tuple({"text": passage} for passage in passages))


def scores_of(text: str, *passages: str, **changes: Any) -> dict[str, float]:
    """The scores of an answer."""
    judged = judge_answer(make_case(**changes), make_answer(text, *passages))
    assert isinstance(judged, Judgement), judged
    assert judged.judge == KEY
    return dict(judged.scores)


def test_the_judge_says_what_it_is() -> None:
    """Nobody takes it for a model."""
    assert KEY.startswith("local-heuristic/")


def test_a_right_answer_scores_high_in_every_dimension() -> None:
    """In slightly other words than the reference."""
    assert all(score >= 4 for score in scores_of(RIGHT, PASSAGE).values())


def test_another_figure_makes_an_answer_wrong() -> None:
    """Whatever words it shares with the reference."""
    scores = scores_of(WRONG, PASSAGE)
    assert scores["correctness"] < 2
    assert scores["groundedness"] <= 2


def test_half_the_figures_are_half_right() -> None:
    """1 + 2 x 1/2 = 2 at most when one of two figures is replaced."""
    scores = scores_of(RIGHT.replace("20", "50"), PASSAGE)
    assert scores["correctness"] == 2
    assert scores["completeness"] > 3


def test_a_missing_part_costs_completeness() -> None:
    """The condition is left out."""
    whole = scores_of(RIGHT)["completeness"]
    assert scores_of("Annual plans are refunded in full within 14 days.")["completeness"] < whole - 1


def test_repeating_the_question_answers_nothing() -> None:
    """Its words hardly count."""
    assert scores_of("How many days can an annual plan be refunded in full within?")["completeness"] < 2


def test_the_words_of_another_passage_are_not_grounded() -> None:
    """Each sentence needs one passage that backs it."""
    other = "Hotels in Toronto cost up to 270 dollars with breakfast for employees of the Halifax office."
    assert scores_of(other, PASSAGE)["groundedness"] <= 2
    assert scores_of(other, PASSAGE, other)["groundedness"] == 5


def test_the_context_and_the_question_support_an_answer_too() -> None:
    """What the user handed in is there to be used."""
    assert scores_of(RIGHT, context=PASSAGE)["groundedness"] >= 4


@pytest.mark.parametrize(
    ("reference", "text", "score"),
    [
        (REFERENCE, DECLINED, 1),
        (DECLINED, DECLINED, 5),
        (DECLINED, "I can't tell you that, the documents do not say it.", 5),
        (DECLINED, RIGHT, 1),
    ],
)
def test_declining_is_right_exactly_when_the_reference_declines(reference: str, text: str, score: float) -> None:
    """An answer where none is possible is as wrong as none where one is."""
    scores = scores_of(text, reference_answer=reference)
    assert scores == {"correctness": score, "completeness": score}


def test_declining_claims_nothing() -> None:
    """So it is grounded."""
    assert scores_of(DECLINED, PASSAGE)["groundedness"] == 5


def test_without_passages_groundedness_is_left_out() -> None:
    """It is not 1, and not 5."""
    assert set(scores_of(RIGHT)) == {"correctness", "completeness"}


def test_without_a_reference_only_groundedness_is_scored() -> None:
    """Nothing is known of what would be right."""
    assert set(scores_of(RIGHT, PASSAGE, reference_answer=None)) == {"groundedness"}


@pytest.mark.parametrize(
    ("text", "reference", "reason"),
    [(RIGHT, None, "no_reference"), ("", REFERENCE, "empty"), (" \n", None, "empty")],
)
def test_what_cannot_be_judged_is_unscored(text: str, reference: str | None, reason: str) -> None:
    """Never 0, never a pass."""
    judged = judge_answer(make_case(reference_answer=reference), make_answer(text))
    assert isinstance(judged, Unscored)
    assert (judged.reason, judged.judge) == (reason, KEY)


def test_earlier_turns_are_part_of_the_question() -> None:
    """A figure that the user gave is not invented."""
    turns = (Turn("user", "We bought 12 seats."), Turn("user", QUESTION))
    text = RIGHT + " You bought 12 seats."
    assert scores_of(text, PASSAGE, turns=turns)["groundedness"] > scores_of(text, PASSAGE)["groundedness"]


def test_the_overall_score_is_the_mean() -> None:
    """Of the dimensions that were scored."""
    judged = judge_answer(make_case(), make_answer(WRONG, PASSAGE))
    assert isinstance(judged, Judgement)
    assert judged.overall == pytest.approx(sum(judged.scores.values()) / 3, abs=0.01)


def test_an_answer_is_judged_in_two_milliseconds() -> None:
    """An ordinary answer with five passages; the best of several runs, because machines are shared."""
    case, answer = make_case(), make_answer(RIGHT * 3, *[f"{PASSAGE} {number}" for number in range(5)])
    judge_answer(case, answer)
    times = []
    for _ in range(20):
        started = time.perf_counter()
        judge_answer(case, answer)
        times.append(time.perf_counter() - started)
    assert min(times) < 0.002


@settings(max_examples=100)
@given(st.text(max_size=100), st.none() | st.text(max_size=60), st.lists(st.text(max_size=60), max_size=2))
def test_any_answer_has_scores_from_1_to_5_or_a_reason(text: str, reference: str | None, passages: list[str]) -> None:
    """And always the same ones."""
    case, answer = make_case(reference_answer=reference), make_answer(text, *passages)
    judged = judge_answer(case, answer)
    assert judged == judge_answer(case, answer)
    if isinstance(judged, Judgement):
        assert judged.scores
        assert all(1 <= score <= 5 for score in [*judged.scores.values(), judged.overall])

"""Tone by heuristics: measures of a text, and the check on them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from evals.answers import Answer
from evals.checks.check import CheckResult, Outcome, Subject
from evals.checks.registry import parse_check
from evals.checks.tone import SUB_DIMENSIONS, Tone
from evals.checks.voice import measure, persons_agree
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts
from tests.evals.checks.trying import refusal

CHATTY = "Hey! I'm super happy you're here, it's gonna be awesome 😀 We'll fix that stuff, ok?"
FORMAL = "We regret to inform you that the request must be denied pursuant to the applicable regulations."
PLAIN = "The fee is 25 dollars per month. It is paid at the start of the month."


def judge(text: str, reference: str | None = None, **parameters: Any) -> CheckResult:
    """Evaluate a tone check."""
    return parse_check({"type": "tone", **parameters}).evaluate(Subject(Answer(text), reference_answer=reference))


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("formality", CHATTY, FORMAL),
        ("sentiment", "The delay is a problem and an error.", "Great, that works well and is easy to enjoy."),
        ("sentiment", "This is not good.", "This is good."),
        ("sentiment", "It is a problem.", "It is never a problem."),
        ("assertiveness", "I think it might perhaps work.", "You must always restart it."),
        ("verbosity", "Short.", PLAIN),
    ],
)
def test_a_measure_grows_with_what_it_measures(name: str, low: str, high: str) -> None:
    """Chatty below formal, blame below praise, doubt below certainty."""
    assert getattr(measure(low), name) < getattr(measure(high), name)


def test_a_text_without_signs_is_plain() -> None:
    """The middle of every scale; no words at all measure as plain, too."""
    assert measure(PLAIN).sentiment == 0.5
    assert measure(PLAIN).assertiveness == 0.5
    assert abs(measure(PLAIN).formality - 0.5) < 0.25
    assert measure("").formality == measure("").sentiment == 0.5
    assert measure("").persons == {"nobody": 1.0}


def test_persons_are_shares_of_sentences() -> None:
    """Who speaks to whom."""
    assert measure("We ship it. You pay. It rains.").persons == {"we": 1 / 3, "you": 1 / 3, "nobody": 1 / 3}
    assert measure("I'll go. I am here.").persona_consistency == 1
    assert persons_agree(measure("We ship it."), measure("We pay.")) == 1
    assert persons_agree(measure("We ship it."), measure("You pay.")) == 0


def test_a_text_sounds_like_itself() -> None:
    """Every sub-dimension scores 1."""
    for text in (CHATTY, FORMAL, PLAIN):
        assert judge(text, text).score == pytest.approx(1.0)


def test_another_tone_scores_lower() -> None:
    """A chatty answer beside a formal reference fails, and the explanation names the parts."""
    weights = {"formality": 1.0, "persona_consistency": 0.5}
    result = judge(CHATTY, FORMAL, sub_dimension_weights=weights)
    assert result.outcome is Outcome.FAIL
    assert "formality 0." in result.explanation
    assert "verbosity" not in result.explanation


def test_ranges_stand_in_for_a_reference() -> None:
    """With a target for all that is measured no reference is needed."""
    wanted: dict[str, Any] = {"sub_dimension_weights": {"verbosity": 1}, "targets": {"verbosity": [5, 10]}}
    assert judge("one two three four five", **wanted).score == 1.0
    assert judge("one two three four", **wanted).score == pytest.approx(0.8)
    assert judge("word " * 20, **wanted).score == pytest.approx(0.5)
    firm: dict[str, Any] = {"sub_dimension_weights": {"assertiveness": 1}, "targets": {"assertiveness": [0.6, 1.0]}}
    assert judge("You must always restart it.", **firm).score == 1.0
    assert judge("It might work.", **firm).outcome is Outcome.FAIL


def test_what_cannot_be_compared_is_unscored() -> None:
    """No reference answer, or one without words; an answer without words fails."""
    assert judge(PLAIN).outcome is Outcome.UNSCORED
    assert judge(PLAIN, " - ").outcome is Outcome.UNSCORED
    assert judge("...", PLAIN).outcome is Outcome.FAIL


def test_a_weight_of_zero_is_not_measured() -> None:
    """Nor does it need a reference."""
    weights = {**dict.fromkeys(SUB_DIMENSIONS, 0), "verbosity": 2}
    assert judge("one two", sub_dimension_weights=weights, targets={"verbosity": [2, 2]}).score == 1.0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"sub_dimension_weights": {}}, "sub_dimension_weights must hold a weight above 0"),
        ({"sub_dimension_weights": {"formality": 0}}, "sub_dimension_weights must hold a weight above 0"),
        ({"sub_dimension_weights": {"formality": -1}}, "sub_dimension_weights.formality"),
        ({"sub_dimension_weights": {"warmth": 1}}, "warmth"),
        ({"targets": {"formality": [0.5, 1.5]}}, "targets.formality must be a range within 0 and 1"),
        ({"targets": {"formality": [0.9, 0.1]}}, "targets.formality must be a range"),
        ({"targets": {"verbosity": [-1, 5]}}, "targets.verbosity"),
        ({"sub_dimension_weights": {"formality": 1}, "targets": {"sentiment": [0, 1]}}, "targets.sentiment"),
        ({"min_score": 0}, "min_score"),
    ],
)
def test_unusable_parameters_are_refused(parameters: dict[str, Any], message: str) -> None:
    """The message names the parameter, the rule and the value."""
    assert message in refusal({"type": "tone", **parameters})


@given(messy_texts, messy_texts)
@settings(max_examples=100)
def test_any_two_texts_can_be_compared(text: str, reference: str) -> None:
    """No text raises, and scores are shares."""
    result = Tone().evaluate(Subject(Answer(text), reference_answer=reference))
    assert result.score is None or 0 <= result.score <= 1


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters in about a second at most."""
    assert is_quick(lambda: measure(ADVERSARIAL[name] + " "), 3.0)

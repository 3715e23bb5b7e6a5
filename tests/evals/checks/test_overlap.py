"""similar and factuality: the answer beside a text the author gave."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from evals.answers import Answer
from evals.checks.check import CheckResult, Outcome, Subject
from evals.checks.claims import Standing, judge_claims
from evals.checks.registry import parse_check
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts
from tests.evals.checks.trying import outcome, refusal

SOURCE = (
    "The notice period is 30 days. Annual plans can be refunded in full within 14 days of the first purchase, "
    "provided that fewer than 20 envelopes were sent. Revenue was $130.5 billion in fiscal 2025. The API was released "
    "on 31 March 2026."
)


def judge(raw: dict[str, Any], text: str, **given_with: Any) -> CheckResult:
    """Evaluate with a reference answer, a context or a prompt."""
    return parse_check(raw).evaluate(Subject(Answer(text), **given_with))


def standing(answer: str, source: str = SOURCE, question: str = "") -> list[str]:
    """How each claim stands."""
    return [claim.standing.value for claim in judge_claims(answer, source, question)]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The notice period is 30 days.", "supported"),
        ("You have 30 days of notice.", "supported"),
        ("**30** days.", "supported"),
        ("Revenue was 130,497 million dollars in 2025.", "supported"),
        ("It was released on March 31, 2026.", "supported"),
        ("The API was released on 2026-03-31.", "supported"),
        ("The notice period is 45 days.", "contradicted"),
        ("Revenue was $120 billion in 2025.", "contradicted"),
        ("Revenue was $130.5 billion in fiscal 2024.", "contradicted"),
        ("The API was released on 28 March 2026.", "contradicted"),
        ("Annual plans can be refunded in full within 30 days of the first purchase.", "contradicted"),
        ("Annual plans cannot be refunded within 14 days.", "contradicted"),
        ("The CEO likes tea.", "unverifiable"),
        ("The fee is 99 euros.", "unverifiable"),
        ("I don't know.", "unverifiable"),
        ("No.", "unverifiable"),
    ],
)
def test_a_claim_is_borne_out_by_words_and_figures(claim: str, expected: str) -> None:
    """Another figure or a negation in an otherwise equal sentence contradicts; what is not there is unverifiable."""
    assert standing(claim) == [expected]


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("The fee is $25 a month.", "The fee is 25 dollars a month.", "The fee is \u20ac25 a month."),
        ("The ticket costs \u00a512,000.", "The ticket costs 12,000 yen.", "The ticket costs 12,500 yen."),
        ("Uptime is 99.9%.", "Uptime is 99.90 percent.", "Uptime is 99.99%."),
        ("The warranty lasts 2 years.", "The warranty lasts two years.", "The warranty lasts three years."),
        ("A one-year warranty applies.", "A 1-year warranty applies.", "A 2-year warranty applies."),
        ("The device has 16 GB of memory.", "The device has 16GB of memory.", "The device has 32GB of memory."),
        ("It is open from 9am to 5pm.", "It is open from 9:00 to 17:00.", "It is open from 8:00 to 17:00."),
        ("The margin fell 2 percentage points.", "The margin fell 2 pp.", "The margin fell 2%."),
    ],
)
def test_figures_are_compared_however_they_are_written(source: str, right: str, wrong: str) -> None:
    """Written otherwise they still agree; in another unit, or a little off, they do not."""
    assert standing(right, source) == ["supported"]
    assert standing(wrong, source) == ["contradicted"]


def test_an_hour_is_one_hour() -> None:
    """And not two."""
    source = "The refund is made within an hour of the call."
    assert standing("The refund is made within one hour of the call.", source) == ["supported"]
    assert standing("The refund is made within two hours of the call.", source) == ["unverifiable"]


def test_yes_against_no_contradicts() -> None:
    """The first yes or no of the source decides."""
    assert standing("Yes, it is possible.", "No, refunds are not possible.") == ["contradicted"]
    assert standing("No.", "No, refunds are not possible.") == ["supported"]


def test_words_of_the_question_are_no_claim() -> None:
    """They may be repeated, and alone they support nothing."""
    question = "Until when does API v1 of the Business plan work?"
    source = "Until 31 March 2026."
    assert standing("API v1 of the Business plan works until 31 March 2026.", source, question) == ["supported"]
    assert standing("API v1 works until 11 February 2025.", source, question) == ["contradicted"]
    assert standing("API v1 of the Business plan works.", source, question) == ["unverifiable"]


def test_code_and_headings_claim_nothing() -> None:
    """Only sentences, items and rows are compared."""
    assert judge_claims("# Fees\n\n```\nprint(5)\n```", SOURCE) == ()
    assert len(judge_claims("- 30 days\n- 14 days", SOURCE)) == 2


@pytest.mark.parametrize(
    ("mode", "answer", "verdict", "score"),
    [
        ("strict", "The notice period is 30 days.", "pass", 1.0),
        ("strict", "The notice period is 30 days. The office is in Lyon.", "fail", 0.5),
        ("strict", "The notice period is 45 days.", "fail", 0.0),
        ("lenient", "The notice period is 30 days. The office is in Lyon.", "pass", 1.0),
        ("lenient", "The notice period is 45 days.", "fail", 0.0),
        ("lenient", "Tea is served.", "fail", 0.0),
        ("strict", "", "fail", 0.0),
        ("lenient", "...", "fail", 0.0),
    ],
)
def test_strict_counts_what_cannot_be_verified_lenient_does_not(
    mode: str, answer: str, verdict: str, score: float
) -> None:
    """An answer with nothing in common with the reference passes in neither mode."""
    result = judge({"type": "factuality", "mode": mode}, answer, reference_answer=SOURCE)
    assert (result.outcome, result.score) == (verdict, score)


def test_the_evidence_is_the_claim_with_the_reason() -> None:
    """Contradicted claims come first."""
    result = judge(
        {"type": "factuality"}, "The office is in Lyon. The notice period is 45 days.", reference_answer=SOURCE
    )
    first, second = result.evidence
    assert (first.text, first.start) == ("The notice period is 45 days.", 23)
    assert first.read_as == "contradicted: 45 against 30"
    assert second.read_as.startswith("unverifiable")
    assert "of 2 claims 0 are supported by the reference answer, 1 contradicted, 1 unverifiable" in result.explanation


def test_faithfulness_looks_at_the_context_only() -> None:
    """The reference answer is not asked."""
    raw = {"type": "factuality", "rag_faithfulness_only": True}
    assert judge(raw, "The notice period is 30 days.", context=SOURCE, reference_answer="45 days.").passed
    assert judge(raw, "The notice period is 30 days.", reference_answer=SOURCE).outcome is Outcome.UNSCORED


@pytest.mark.parametrize(
    ("mode", "answer", "verdict"),
    [
        ("strict", '{"total": 12.505, "tags": ["b", "a"]}', "pass"),
        ("lenient", '{"total": 13, "tags": ["a"]}', "fail"),
        ("json_structural", '```json\n{"total": 12.5, "tags": ["a", "b"]}\n```', "pass"),
        ("json_structural", "The total is 12.5.", "fail"),
    ],
)
def test_json_is_compared_leaf_by_leaf(mode: str, answer: str, verdict: str) -> None:
    """In every mode when both are JSON; the mode of that name asks for it."""
    raw = {"type": "factuality", "mode": mode, "expected": '{"total": 12.5, "tags": ["a", "b"]}'}
    result = judge(raw, answer)
    assert result.outcome == verdict
    assert "total: expected 12.5, got 13" in judge(raw, '{"total": 13, "tags": []}').explanation


def test_without_a_text_to_compare_with_nothing_is_scored() -> None:
    """Absence is no pass and no failure."""
    for raw in ({"type": "factuality"}, {"type": "similar"}, {"type": "factuality", "mode": "json_structural"}):
        assert judge(raw, "Some answer.").outcome is Outcome.UNSCORED
        assert judge(raw, "Some answer.", reference_answer=" ").outcome is Outcome.UNSCORED
    assert judge({"type": "factuality", "mode": "json_structural"}, "{}", reference_answer="no JSON").score is None


@pytest.mark.parametrize(
    ("method", "answer", "verdict"),
    [
        ("ratio", "refunds TAKE **five** working days", "pass"),
        ("ratio", "Five working days is what refunds take.", "fail"),
        ("token_sort", "five working days refunds take.", "pass"),
        ("token_set", "As a rule refunds take five working days. Nothing more is known about it.", "pass"),
        ("ratio", "", "fail"),
    ],
)
def test_similarity_is_of_the_wording(method: str, answer: str, verdict: str) -> None:
    """Case, Markdown and white space make no difference; the method says whether order does."""
    raw = {"type": "similar", "expected": "Refunds take five working days.", "method": method}
    assert outcome(raw, answer) == verdict


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"type": "similar", "expected": " "}, "expected must not be blank"),
        ({"type": "similar", "min_score": 0}, "min_score"),
        ({"type": "similar", "min_score": 1.1}, "min_score"),
        ({"type": "similar", "method": "partial"}, "method"),
        ({"type": "factuality", "expected": ""}, "expected must not be blank"),
        ({"type": "factuality", "mode": "loose"}, "mode"),
        ({"type": "factuality", "rag_faithfulness_only": "yes"}, "rag_faithfulness_only"),
        ({"type": "factuality", "min_score": True}, "min_score"),
    ],
)
def test_unusable_parameters_are_refused(parameters: dict[str, Any], message: str) -> None:
    """The message names the parameter."""
    assert message in refusal(parameters)


@given(messy_texts, messy_texts)
@settings(max_examples=150)
def test_any_two_texts_can_be_compared(answer: str, source: str) -> None:
    """No text raises, and every claim is a span of the answer."""
    for claim in judge_claims(answer, source, source[:10]):
        assert 0 <= claim.start < claim.end <= len(answer)
        assert claim.standing in Standing
    assert judge({"type": "similar"}, answer, reference_answer=source) is not None


@given(messy_texts)
@settings(max_examples=100)
def test_a_text_does_not_contradict_itself(text: str) -> None:
    """Comparing a text with itself finds no other figure."""
    standings = standing(text, text)
    if len(standings) == 1:
        assert standings != ["contradicted"]


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters on both sides."""
    assert is_quick(lambda: judge_claims(ADVERSARIAL[name], ADVERSARIAL[name]), 6.0)

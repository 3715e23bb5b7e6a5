"""Checks that a judge evaluates: what they ask, and what the replies come to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evals.answers import Answer
from evals.checks.check import CheckResult, Subject
from evals.checks.judged import Judged, ToneProfile
from evals.checks.registry import load_builtin, parse_check
from evals.judging.fencing import Question
from evals.judging.rubric import Rubric, read_rubric
from tests.evals.checks.trying import refusal

RUBRICS = Path(__file__).parents[3] / "evals" / "rubrics"
CODE = "k3v9x2m7q1w8e5r4"
SUBJECT = Subject(Answer("The fee is 25 and due on the 1st."), "The fee?", "The fee is 25.", "Fees are due monthly.")
WARM = ToneProfile(profile="x")
DECLINES = "I don't know; the documents do not say."


def rubric(name: str) -> Rubric:
    """A shipped rubric."""
    path = RUBRICS / f"{name}.yaml"
    return read_rubric(str(path), path.read_bytes())


def drive(raw: dict[str, Any], subject: Subject = SUBJECT, *replies: Any) -> tuple[CheckResult, list[Question[Any]]]:
    """Ask, and send what a judge's replies were read as; return the result and all questions."""
    check = parse_check(raw)
    assert isinstance(check, Judged)
    asking = check.asking(subject, rubric)
    questions: list[Question[Any]] = []
    try:
        questions.append(next(asking))
        for reply in replies:
            questions.append(asking.send(reply))  # noqa: PERF401 (what was asked before the end is kept)
    except StopIteration as end:
        result: CheckResult = end.value
        return result, questions
    raise AssertionError("there are more questions than replies")


S, C, U = "supported", "contradicted", "unverifiable"


@pytest.mark.parametrize(
    ("standings", "strict", "lenient"),
    [
        ([S, S, S, S], 1.0, 1.0),
        ([S, S, S, U], 0.75, 1.0),
        ([S, S, C, U], 0.5, 0.75),
        ([C], 0.0, 0.0),
        ([U, U], 0.0, 0.0),
        ([U, C], 0.0, 0.5),
    ],
)
def test_the_score_is_the_share_of_claims_that_stand(standings: list[str], strict: float, lenient: float) -> None:
    """Unverifiable ones stand in lenient mode, but not all alone: nothing compared is no support."""
    claims = tuple(f"claim {n}" for n in range(len(standings)))
    for mode, score in (("strict", strict), ("lenient", lenient)):
        result, _ = drive({"type": "claims", "mode": mode}, SUBJECT, claims, tuple(standings))
        assert result.score == score
        assert result.passed is (score == 1)


def test_the_weak_claims_are_the_evidence() -> None:
    """Contradicted ones first."""
    result, _ = drive({"type": "claims", "min_score": 0.3}, SUBJECT, ("a", "b", "c"), (U, S, C))
    assert [(one.text, one.read_as, one.start) for one in result.evidence] == [("c", C, None), ("a", U, None)]
    assert "of 3 claims 1 are supported by the reference answer and the passages, 1 contradicted" in result.explanation
    assert result.passed


@pytest.mark.parametrize(
    ("answer", "reference", "passed"),
    [
        (DECLINES, "The fee is 25.", False),
        ("Thank you for asking!", "The fee is 25.", False),
        (DECLINES, DECLINES, True),
        ("Thank you for asking!", DECLINES, False),
        (DECLINES, None, False),
    ],
)
def test_an_answer_without_claims_passes_only_when_declining_is_right(
    answer: str, reference: str | None, *, passed: bool
) -> None:
    """Nothing found is never a full score."""
    subject = Subject(Answer(answer), "The fee?", reference, "Fees are due monthly.")
    result, questions = drive({"type": "claims"}, subject, ())
    assert (result.passed, result.score) == (passed, float(passed))
    assert len(questions) == 1


def test_faithfulness_looks_at_passages_only() -> None:
    """The reference answer is not shown; the context and what was retrieved are."""
    subject = Subject(Answer("It is 25.", retrieved=({"text": "Fee: 25"},)), "The fee?", "SECRET", "Handed in.")
    _, questions = drive({"type": "claims", "rag_faithfulness_only": True}, subject, ("It is 25.",), (S,))
    user = questions[1].write(CODE).user
    assert "SECRET" not in user
    assert "Handed in." in user
    assert "Fee: 25" in user


def test_an_expected_text_takes_the_place_of_the_reference() -> None:
    """As in the shallow check."""
    _, questions = drive({"type": "claims", "expected": "It is 30."}, SUBJECT, ("It is 25.",), (C,))
    user = questions[1].write(CODE).user
    assert "It is 30." in user
    assert "The fee is 25.\n" not in user


@pytest.mark.parametrize("raw", [{"type": "claims"}, {"type": "claims", "rag_faithfulness_only": True}])
def test_without_sources_nothing_is_asked_and_nothing_passes(raw: dict[str, Any]) -> None:
    """Unscored by name."""
    result, questions = drive(raw, Subject(Answer("It is 25."), "The fee?", " "))
    assert (result.outcome, questions) == ("unscored", [])
    assert "nothing to hold claims against" in result.explanation


TONE = {"formality": 5, "sentiment": 5, "assertiveness": 3, "persona_consistency": 5, "verbosity": 1}


@pytest.mark.parametrize(
    ("weights", "asked", "score"),
    [
        (None, list(TONE), (19 / 5 - 1) / 4),
        ({"formality": 1}, ["formality"], 1.0),
        ({"assertiveness": 1, "verbosity": 3}, ["assertiveness", "verbosity"], ((3 + 3) / 4 - 1) / 4),
        ({"formality": 2, "sentiment": 0}, ["formality"], 1.0),
    ],
)
def test_tone_is_the_weighted_mean_of_what_counts(
    weights: dict[str, float] | None, asked: list[str], score: float
) -> None:
    """On 0 to 1; what has no weight is not asked about."""
    raw = {"type": "tone_profile", "profile": "Friendly."} | ({"sub_dimension_weights": weights} if weights else {})
    result, (question,) = drive(raw, SUBJECT, {name: TONE[name] for name in asked})
    assert result.score == pytest.approx(score)
    assert result.passed is (score >= 0.7)
    assert [name for name in question.schema["properties"] if name in TONE] == asked
    prompt = question.write(CODE).user
    assert f"=== {CODE} begin tone profile ===\nFriendly.\n" in prompt
    assert prompt.index("tone profile") < prompt.index("answer to grade") < prompt.index(f"\n{asked[0]}: ")
    assert "The fee is 25.\n" not in prompt


def test_the_tone_of_an_earlier_turn_can_be_asked_about() -> None:
    """With its own question; a turn that was not played is unscored without a call."""
    talk = Subject(Answer("last", turns=("first",)), "2?", questions=("1?", "2?"))
    raw = {"type": "tone_profile", "profile": "Friendly.", "turn": 1}
    result, (question,) = drive(raw, talk, TONE)
    assert result.explanation.startswith("turn 1: ")
    prompt = question.write(CODE).user
    assert "first" in prompt
    assert "1?" in prompt
    assert "last" not in prompt.split("Grade how", maxsplit=1)[0]
    absent, questions = drive({**raw, "turn": 3}, talk)
    assert (absent.outcome, questions) == ("unscored", [])


@pytest.mark.parametrize(
    ("scores", "middle", "outcome"),
    [
        ([0.8], 0.8, "pass"),
        ([0.2, 0.9, 0.8], 0.8, "pass"),
        ([0.2, 0.3, 0.9], 0.3, "fail"),
        ([0.6, 0.8], 0.7, "pass"),
        ([0.9, None, 0.9], None, "unscored"),
    ],
)
def test_several_results_are_settled_by_the_median(
    scores: list[float | None], middle: float | None, outcome: str
) -> None:
    """Without all of them there is none."""
    check = parse_check({"type": "tone_profile", "profile": "x", "min_score": 0.7})
    assert isinstance(check, Judged)
    results = [check.unscored("why") if s is None else check.verdict(s >= 0.7, "how", score=s) for s in scores]
    settled = check.middle(results)
    assert (settled.score if middle is None else pytest.approx(settled.score), settled.outcome) == (middle, outcome)


def results_of(*found: tuple[float | None, float | None]) -> list[CheckResult]:
    """Results of a check by score and cost."""
    scored = [
        (WARM.unscored("why") if s is None else WARM.verdict(s >= 0.7, "how", score=s), cost) for s, cost in found
    ]
    return [replace(result, cost=cost) for result, cost in scored]


@pytest.mark.parametrize(
    ("found", "cost"),
    [
        ([(0.8, 0.5)], 0.5),
        ([(0.2, 0.5), (0.8, 0.25), (0.9, 0.25)], 1.0),
        ([(0.2, 0.5), (0.8, None), (0.9, 0.25)], None),
        ([(0.2, 0.5), (None, None), (0.9, 0.25)], None),
    ],
)
def test_several_results_cost_what_all_of_them_cost(
    found: list[tuple[float | None, float | None]], cost: float | None
) -> None:
    """An unknown cost makes the sum unknown."""
    assert WARM.middle(results_of(*found)).cost == cost


@pytest.mark.parametrize(
    ("votes", "score", "again"),
    [
        ([0.9, 0.2, 0.8], 0.8, (0.9, 0.2, 0.8)),
        ([0.9, 0.2, 0.3], 0.3, (0.9, 0.2, 0.3)),
        ([0.9, None, 0.9], 0.1, ()),
    ],
)
def test_a_failure_is_settled_by_votes_and_all_are_told(
    votes: list[float | None], score: float, again: tuple[float, ...]
) -> None:
    """It has no vote itself; without all votes it stands. What was asked is paid for in any case."""
    (first,), found = results_of((0.1, 0.5)), results_of(*((vote, 0.25) for vote in votes))
    settled = WARM.settled(first, found)
    assert (settled.score, settled.again, settled.cost) == (score, again, 1.25)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"type": "claims", "mode": "json_structural"}, "mode must be 'strict' or 'lenient'"),
        ({"type": "claims", "expected": " "}, "expected must not be blank"),
        ({"type": "claims", "min_score": 0}, "min_score must be greater than 0"),
        ({"type": "claims", "turn": 1}, "turn must be left out of 'claims'"),
        ({"type": "tone_profile"}, "profile is required"),
        ({"type": "tone_profile", "profile": "\u200b"}, "profile must not be blank"),
        (
            {"type": "tone_profile", "profile": "x", "sub_dimension_weights": {"humour": 1}},
            "sub_dimension_weights must be of formality, sentiment",
        ),
        (
            {"type": "tone_profile", "profile": "x", "sub_dimension_weights": {"formality": 0}},
            "must give one weight above 0",
        ),
        (
            {"type": "tone_profile", "profile": "x", "sub_dimension_weights": {"formality": -1}},
            "sub_dimension_weights.formality must be greater than or equal to 0",
        ),
        ({"type": "not", "check": {"type": "claims"}}, "must not need a judge, got 'claims'"),
        ({"type": "mean_of", "checks": [{"type": "claims"}], "min_score": 1}, "must not need a judge"),
    ],
)
def test_what_means_nothing_is_refused(raw: dict[str, Any], message: str) -> None:
    """When the set is loaded."""
    assert message in refusal(raw)


@pytest.mark.parametrize("kind", [kind for kind in load_builtin().values() if kind.is_judged])
def test_without_a_judge_nothing_passes(kind: type[Judged]) -> None:
    """Trying such a check on an output says why."""
    for example in kind.examples:
        result = parse_check(example).run(SUBJECT)
        assert (result.outcome, result.explanation) == ("unscored", "left to the judge")


PINNED = {
    "claims": (1, "0f93479ff59a"),
    "tone_profile": (1, "38d4e562874a tone/1+ae8639167c17"),
}
"""Version and prompts of each type. When the prompts change, raise the version in the same commit."""


@pytest.mark.parametrize("name", PINNED)
def test_other_prompts_are_another_version(name: str) -> None:
    """Scores given to other words are not compared."""
    kind = load_builtin()[name]
    assert issubclass(kind, Judged)
    assert (kind.version, kind.asked(rubric)) == PINNED[name]

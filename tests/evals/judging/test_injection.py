"""Answers that try to talk their judge into a score change nothing.

The judge itself cannot be tested without a model; what can be is everything around it: that the answer stays inside
its fence, and that no honest, careless or captured judge's reply gives a score that came out of the answer.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import Subject
from evals.judging.heuristic import judge_answer
from evals.judging.judgement import Judgement, Unscored
from evals.judging.pairwise import parse_pairwise_reply
from evals.judging.parse import parse_rubric_reply
from evals.judging.prompts import pairwise_prompt, rubric_prompt
from evals.judging.rubric import read_rubric

CODE = "k3v9x2m7q1w8e5r4"
SHIPPED = Path(__file__).parents[3] / "evals" / "rubrics" / "rag-v1.yaml"
RUBRIC = read_rubric(str(SHIPPED), SHIPPED.read_bytes())
WORST = dict.fromkeys(RUBRIC.scales, 1.0)

SCENARIOS = {
    "refund": (
        "Within how many days can an annual plan be refunded in full?",
        "Within 5 days of the first purchase, provided that fewer than 20 envelopes were sent.",
        "An annual plan is refunded in full within 5 days of the first purchase if fewer than 20 envelopes were sent.",
        "An annual plan can be refunded in full within 30 days, whatever was sent.",
    ),
    "sla": (
        "How fast must a SEV1 incident be acknowledged?",
        "Within 5 minutes, by the engineer on call.",
        "SEV1 incidents are acknowledged by the engineer on call within 5 minutes, SEV2 incidents within 30 minutes.",
        "A SEV1 incident is acknowledged on the next business day.",
    ),
    "leave": (
        "How many days of leave may be carried over?",
        "Up to 5 days, until 31 March of the next year.",
        "Up to 5 days of unused leave can be carried over until 31 March of the following year.",
        "Leave cannot be carried over at all.",
    ),
}
LINES = (Path(__file__).parent / "injected_answers.jsonl").read_text(encoding="utf-8").splitlines()
INJECTED = [json.loads(line) for line in LINES if not line.startswith("//")]
each_injection = pytest.mark.parametrize("row", INJECTED, ids=lambda row: row["trick"])


def subject_of(row: dict[str, str], template: str | None = None) -> Subject:
    """The injected answer in its scenario, or another text in its place."""
    question, reference, passage, wrong = SCENARIOS[row["scenario"]]
    text = (row["answer"] if template is None else template).replace("{base}", wrong)
    return Subject(Answer(text, retrieved=({"text": passage},)), question, reference)


def test_there_are_enough_of_them() -> None:
    """At least thirty, each with its own trick."""
    assert len({row["trick"] for row in INJECTED}) == len(INJECTED) >= 30


@each_injection
def test_an_injected_answer_stays_inside_its_fence(row: dict[str, str]) -> None:
    """The prompt's own lines are as many as ever, and the answer stands in its place as it is."""
    subject = subject_of(row)
    user = rubric_prompt(RUBRIC, subject, CODE).user
    plain = rubric_prompt(RUBRIC, subject_of(row, "x"), CODE).user
    assert user.replace(subject.answer.text, "x") == plain
    pair = pairwise_prompt(RUBRIC, subject, (subject.answer.text, "y"), CODE).user
    assert pair.count(CODE) == pairwise_prompt(RUBRIC, subject, ("x", "y"), CODE).user.count(CODE)


@each_injection
def test_a_judge_that_quotes_the_answer_in_its_explanation_is_read_right(row: dict[str, str]) -> None:
    """The quotation is a string, whatever is in it."""
    answer = subject_of(row).answer.text
    reply = json.dumps({"explanation": f"The answer says: {answer}", **WORST, "nonce": CODE})
    assert parse_rubric_reply(reply, RUBRIC.scales, nonce=CODE) == WORST
    assert parse_rubric_reply(reply, RUBRIC.scales) == WORST


@each_injection
@pytest.mark.parametrize("nonce", [CODE, None])
@pytest.mark.parametrize("form", ["{answer}\n{verdict}", "{verdict}\n{answer}", "```\n{answer}\n```\n{verdict}"])
def test_a_judge_that_quotes_the_answer_beside_its_verdict_never_gives_another_score(
    row: dict[str, str], form: str, nonce: str | None
) -> None:
    """Its own verdict is read, or none."""
    verdict = json.dumps({**WORST, "nonce": CODE})
    reply = form.replace("{verdict}", verdict).replace("{answer}", subject_of(row).answer.text)
    parsed = parse_rubric_reply(reply, RUBRIC.scales, nonce=nonce)
    assert isinstance(parsed, Unscored) or parsed == WORST


@each_injection
def test_a_judge_that_repeats_the_answer_gives_no_score(row: dict[str, str]) -> None:
    """A captured judge cannot pass the answer's verdict off as its own: it lacks the nonce."""
    answer = subject_of(row).answer.text
    for reply in (answer, f"As requested: {answer}", f"```json\n{answer}\n```"):
        assert isinstance(parse_rubric_reply(reply, RUBRIC.scales, nonce=CODE), Unscored)
        assert isinstance(parse_pairwise_reply(reply, ("a", "b"), nonce=CODE), Unscored)


@each_injection
def test_the_local_judge_gives_nothing_for_an_injection(row: dict[str, str]) -> None:
    """No dimension of the injected answer scores above that of the answer alone."""
    injected, alone = (judged(row, template) for template in (None, "{base}"))
    assert {name: score for name, score in injected.scores.items() if score > alone.scores[name]} == {}
    assert injected.overall <= alone.overall


def judged(row: dict[str, str], template: str | None) -> Judgement:
    """What the local judge says."""
    subject = subject_of(row, template)
    case = Case("a", subject.prompt, (), reference_answer=subject.reference_answer)
    judgement = judge_answer(case, subject.answer)
    assert isinstance(judgement, Judgement)
    return judgement

"""Checks that a judge evaluates, over its wire."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from evals.answers import Answer
from evals.checks.check import Subject
from evals.checks.judged import Claims, ToneProfile
from evals.errors import AuthenticationError
from tasks.judges.local import LocalJudge
from tasks.judges.model import ModelJudge
from tasks.judges.panel import PanelJudge
from tasks.judges.rubrics import load_rubric
from tests.tasks.judges.provider import PRICES, RAW, Provider, asker, completion, judging, model_config

pytestmark = pytest.mark.anyio
SUBJECT = Subject(Answer("It is 25 and due on the 1st."), "The fee?", "The fee is 25.", "Fees are due monthly.")
TONE = ToneProfile(profile="Friendly.")
CLAIMS = ["The fee is 25.", "The fee is due on the 1st."]


def listed(*claims: str) -> str:
    """A list of claims."""
    return json.dumps({"explanation": "", "claims": list(claims), "nonce": "{nonce}"})


def standings(*words: str, **changes: Any) -> str:
    """How each claim stands."""
    members = {"explanation": "", **{f"claim_{n}": word for n, word in enumerate(words, 1)}, "nonce": "{nonce}"}
    return json.dumps({**members, **changes})


def tone(score: int) -> str:
    """The same score for all five."""
    names = ("formality", "sentiment", "assertiveness", "persona_consistency", "verbosity")
    return json.dumps({**dict.fromkeys(names, score), "nonce": "{nonce}"})


async def test_claims_take_two_calls() -> None:
    """One lists, one holds against the sources; each by its own schema and under its own nonce."""
    provider = Provider(listed(*CLAIMS), standings("supported", "unverifiable"))
    async with judging(provider) as judge:
        result = await judge.evaluate(Claims(), SUBJECT)
    assert (result.score, result.outcome, result.cost) == (0.5, "fail", 240.0)
    assert [item.text for item in result.evidence] == [CLAIMS[1]]
    schemas = [body["response_format"]["json_schema"]["schema"]["properties"] for body in provider.bodies]
    assert [sorted(schema) for schema in schemas] == [
        ["claims", "explanation", "nonce"],
        ["claim_1", "claim_2", "explanation", "nonce"],
    ]


@pytest.mark.parametrize(
    ("replies", "reason"),
    [
        (["The claims are fine.", "Really."], "not_json"),
        ([listed(*CLAIMS), "All supported."], "not_json"),
        ([listed(*CLAIMS), standings("supported")], "missing_claim"),
        ([listed(*CLAIMS), standings("supported", "supported", nonce="0" * 32)], "foreign"),
        ([listed(*CLAIMS), standings("yes", "yes")], "unknown_label"),
        ([listed(*CLAIMS), httpx.Response(400)], "rejected"),
        ([completion(None, refusal="No.")], "refused"),
    ],
)
async def test_a_question_without_a_usable_reply_leaves_the_check_unscored(
    replies: list[str | httpx.Response], reason: str
) -> None:
    """After one repair: never a pass, never a failure."""
    async with judging(Provider(*replies)) as judge:
        result = await judge.evaluate(Claims(), SUBJECT)
    assert (result.outcome, result.score, result.cost) == ("unscored", None, None)
    assert result.explanation.startswith(f"judge: {reason}")


async def test_a_reply_is_repaired_once() -> None:
    """As for scores by a rubric."""
    provider = Provider("I would say: warm.", tone(4))
    async with judging(provider) as judge:
        result = await judge.evaluate(TONE, SUBJECT)
    assert (result.score, result.cost, len(provider.bodies)) == (0.75, 240.0, 2)


async def test_votes_are_whole_inquiries_and_the_median_counts() -> None:
    """As for scores by a rubric."""
    provider = Provider(tone(1), tone(5), tone(4))
    async with judging(provider, votes=3) as judge:
        result = await judge.evaluate(TONE, SUBJECT)
    assert (result.score, result.passed, result.cost) == (0.75, True, 360.0)
    assert result.explanation.startswith("median of 3 is 0.75")


async def test_a_panel_settles_by_the_median_of_its_judges() -> None:
    """Each asked through its own model."""
    rubric = load_rubric("rag-v1")
    async with asker(Provider(tone(5)), RAW) as kind, asker(Provider(tone(2)), RAW) as harsh:
        judges = [ModelJudge(model_config(RAW), rubric, one) for one in (kind, harsh)]
        result = await PanelJudge(judges, rubric).evaluate(TONE, SUBJECT)
    assert (result.score, result.passed) == (0.625, False)


async def test_the_local_judge_cannot_read() -> None:
    """It says so, and passes nothing."""
    result = await LocalJudge().evaluate(Claims(), SUBJECT)
    assert result.outcome == "unscored"
    assert "needs a judge that is a model, and local-heuristic/1 is none" in result.explanation


async def test_refused_credentials_stop_the_run() -> None:
    """They are no missing verdict."""
    async with judging(Provider(httpx.Response(403))) as judge:
        with pytest.raises(AuthenticationError):
            await judge.evaluate(TONE, SUBJECT)


async def test_every_call_is_paid_for_whatever_comes_of_it() -> None:
    """Three replies that cannot be used cost as much as three that can."""
    spent: list[float | None] = []
    provider = Provider(listed(*CLAIMS), "prose", "prose")
    async with asker(provider, RAW, spend=spent.append) as asks:
        judge = ModelJudge(model_config(RAW), load_rubric("rag-v1"), asks)
        assert (await judge.evaluate(Claims(), SUBJECT)).outcome == "unscored"
    assert spent == [120.0] * 3
    assert PRICES.models["judge-1"].input == 1_000_000

"""Two answers, in both orders."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from evals.answers import Answer
from evals.judging.judgement import Unscored
from tasks.judges.pairwise import PairwiseJudge
from tasks.judges.rubrics import load_rubric
from tests.tasks.builders import make_case
from tests.tasks.judges.provider import RAW, asker, completion, model_config, nonce_of

pytestmark = pytest.mark.anyio


async def compare(prefers: Any) -> str | Unscored:
    """Let a judge compare; ``prefers`` gets the texts shown as A and B and names one."""

    def provider(request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        prompt = body["messages"][1]["content"]
        a_first = prompt.index("old answer") < prompt.index("new answer")
        label = prefers("old" if a_first else "new")
        return completion(json.dumps({"winner": label, "nonce": nonce_of(body)}) if label else "no idea")

    async with asker(provider, RAW) as asks:
        judge = PairwiseJudge(model_config(RAW), load_rubric("rag-v1"), asks)
        return await judge.compare(make_case(), Answer("old answer"), Answer("new answer"))


@pytest.mark.parametrize(
    ("prefers", "winner"),
    [
        (lambda shown_as_a: "A" if shown_as_a == "new" else "B", "candidate"),
        (lambda shown_as_a: "A" if shown_as_a == "old" else "B", "baseline"),
        (lambda _: "tie", "tie"),
        (lambda _: "A", "tie"),
        (lambda _: "B", "tie"),
    ],
)
async def test_only_a_verdict_that_survives_the_swap_wins(prefers: Any, winner: str) -> None:
    """A judge that likes a position and not an answer gives a tie."""
    assert await compare(prefers) == winner


@pytest.mark.parametrize("prefers", [lambda _: "C", lambda _: "", lambda a: "A" if a == "new" else ""])
async def test_half_a_pair_is_no_verdict(prefers: Any) -> None:
    """An order without a verdict leaves the pair without one."""
    verdict = await compare(prefers)
    assert isinstance(verdict, Unscored)
    assert verdict.judge.startswith("pairwise openai-chat judge-1")

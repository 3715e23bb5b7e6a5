"""A provider whose replies a test writes: a function in place of the network."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from pydantic import TypeAdapter

from evals.prices import Price, PriceTable
from tasks.judges.asking import Asker, Spend
from tasks.judges.config import AnthropicJudgeConfig, JudgeConfig, ModelJudgeConfig, OpenAIJudgeConfig
from tasks.judges.model import ModelJudge
from tasks.judges.rubrics import load_rubric
from tasks.transport.clients import Clients
from tasks.transport.environment import Environment
from tasks.transport.limiter import Limiter
from tasks.transport.retrying import RetryPolicy
from tasks.wire.opening import model_client
from tasks.wire.settings import fill_access

ADAPTER: TypeAdapter[JudgeConfig] = TypeAdapter(JudgeConfig)
RAW: dict[str, Any] = {"kind": "openai", "base_url": "http://judge.example/v1", "model": "judge-1"}
PRICES = PriceTable(models={"judge-1": Price(input=1_000_000, output=2_000_000)})
"""One unit of money a prompt token, two an answered one."""
QUICK = RetryPolicy(attempts=3, first_wait_s=0.001, longest_wait_s=0.002)
GOOD = {"correctness": 5, "groundedness": 4, "completeness": 3, "safety": 5, "format_tone": 5}

_NONCE = re.compile(r"=== ([0-9a-f]{32}) begin")


class Provider:
    """Answers each request with the next text; ``{nonce}`` stands for what the prompt asks to repeat."""

    def __init__(self, *texts: str | httpx.Response) -> None:
        self.texts = list(texts)
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        """Reply."""
        body = json.loads(request.content)
        self.bodies.append(body)
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        if isinstance(text, httpx.Response):
            return text
        return completion(text.replace("{nonce}", nonce_of(body)))


def nonce_of(body: dict[str, Any]) -> str:
    """The random text around what is quoted in a request."""
    found = _NONCE.search(body["messages"][1]["content"])
    assert found is not None
    return found[1]


def completion(text: str | None, finish: str = "stop", refusal: str | None = None) -> httpx.Response:
    """A reply in the chat format."""
    message = {"role": "assistant", "content": text, "refusal": refusal}
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    choices = [{"index": 0, "message": message, "finish_reason": finish}]
    return httpx.Response(200, json={"model": "judge-1", "choices": choices, "usage": usage})


def verdict(**changes: Any) -> str:
    """A good reply by the rubric, with changes; None takes a member out."""
    members = {"explanation": "By the reference.", **GOOD, "nonce": "{nonce}", **changes}
    return json.dumps({name: value for name, value in members.items() if value is not None})


@asynccontextmanager
async def asker(
    provider: Callable[[httpx.Request], httpx.Response], raw: dict[str, Any], spend: Spend = lambda _cost: None
) -> AsyncIterator[Asker]:
    """Ask a provider."""
    config = model_config(raw)
    access = fill_access(config, Environment({}), "judges.j")
    async with Clients(lambda _url: httpx.MockTransport(provider)) as clients:
        client = model_client(config, access, clients, Limiter(), QUICK)
        yield Asker(client, config.options, PRICES, structured=config.structured, spend=spend)


@asynccontextmanager
async def judging(provider: Callable[[httpx.Request], httpx.Response], **changes: Any) -> AsyncIterator[ModelJudge]:
    """A rubric judge over a provider."""
    raw = {**RAW, **changes}
    async with asker(provider, raw) as asks:
        config = model_config(raw)
        yield ModelJudge(config, load_rubric(config.rubric), asks)


def model_config(raw: dict[str, Any]) -> ModelJudgeConfig:
    """Settings of one model."""
    config = ADAPTER.validate_python(raw)
    assert isinstance(config, OpenAIJudgeConfig | AnthropicJudgeConfig)
    return config

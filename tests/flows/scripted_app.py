"""A RAG app whose every answer is scripted by the case's prompt, and a judge beside it; both count their calls."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.serving import served
from tests.tasks.judges.provider import GOOD, nonce_of


@dataclass(slots=True)
class ScriptedApp:
    """Its address, what it has answered, and what it says."""

    url: str = ""
    answered: Counter[str] = field(default_factory=Counter)
    """Complete answers by prompt."""
    asked: Counter[str] = field(default_factory=Counter)
    delay_s: float = 0.0
    """Time that every answer takes; a caller that goes away meanwhile was not answered."""
    script: Callable[[str, int], Any] = field(default=lambda prompt, _: f"answer to {prompt}")
    """Takes the prompt and how often it was asked before; returns text, or a status with a body, or seconds to hang."""
    judged: Counter[str] = field(default_factory=Counter)
    """Judgements by the judge's model."""
    judge: Callable[[str, int], int] = field(default=lambda _model, _times: 5)
    """Takes the judge's model and how often it was asked before; returns the score of every dimension, 1 to 5."""


@contextmanager
def serving() -> Iterator[ScriptedApp]:
    """Serve as long as the block lasts."""
    app = ScriptedApp()
    with served(_build(app)) as address:
        app.url = f"{address}/ask"
        yield app


def _build(app: ScriptedApp) -> web.Application:
    async def ask(request: web.Request) -> web.StreamResponse:
        prompt = (await request.json())["prompt"]
        before = app.asked[prompt]
        app.asked[prompt] += 1
        said = app.script(prompt, before)
        await asyncio.sleep(app.delay_s)
        if isinstance(said, float):
            await asyncio.sleep(said)
            said = "late"
        response = _response(said)
        app.answered[prompt] += response.status == 200
        return response

    async def judge(request: web.Request) -> web.Response:
        body = await request.json()
        model = body["model"]
        score = app.judge(model, app.judged[model])
        app.judged[model] += 1
        return web.json_response(_judgement(model, score, nonce_of(body)))

    server = web.Application()
    server.router.add_post("/ask", ask)
    server.router.add_post("/v1/chat/completions", judge)
    return server


def _judgement(model: str, score: int, nonce: str) -> dict[str, Any]:
    """A reply in the chat format: one score for every dimension of the shipped rubric."""
    text = json.dumps({"explanation": "As scripted.", **dict.fromkeys(GOOD, score), "nonce": nonce})
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    return {"model": model, "choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": usage}


def _response(said: Any) -> web.Response:
    if isinstance(said, web.Response):
        return said
    body = {"answer": said, "usage": {"input_tokens": 10, "output_tokens": 5}, "model_version": "scripted-1"}
    return web.Response(body=json.dumps(body).encode(), content_type="application/json")

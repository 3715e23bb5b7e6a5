"""A judge behind a real server, in the chat format; a test writes what it says to each prompt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.serving import served

NONCE = re.compile(r"=== ([0-9a-f]{32}) begin")
GOOD = {"correctness": 5, "groundedness": 5, "completeness": 5, "safety": 5, "format_tone": 5}


def verdict(nonce: str, **changes: Any) -> str:
    """A reply by the rubric with the best scores, with changes."""
    return json.dumps({"explanation": "as scripted", **GOOD, "nonce": nonce, **changes})


@dataclass(slots=True)
class ScriptedJudge:
    """Its address, what it was asked, and what it says."""

    base_url: str = ""
    prompts: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    script: Callable[[str, str], str | web.Response] = field(default=lambda _prompt, nonce: verdict(nonce))
    """Takes the prompt and the random text it wants repeated; returns the reply's text, or a whole response."""
    model: str = "judge-1"

    def config(self, **changes: Any) -> dict[str, Any]:
        """The judge as it stands in a configuration."""
        return {"kind": "openai", "base_url": self.base_url, "model": self.model, "attempts": 2, **changes}


@contextmanager
def serving_judge() -> Iterator[ScriptedJudge]:
    """Serve as long as the block lasts."""
    judge = ScriptedJudge()
    with served(_build(judge)) as address:
        judge.base_url = f"{address}/v1"
        yield judge


def _build(judge: ScriptedJudge) -> web.Application:
    async def complete(request: web.Request) -> web.StreamResponse:
        body = await request.json()
        prompt = body["messages"][1]["content"]
        found = NONCE.search(prompt)
        judge.prompts.append(prompt)
        judge.headers.append(dict(request.headers))
        said = judge.script(prompt, found[1] if found else "")
        return said if isinstance(said, web.Response) else _completion(judge.model, said)

    server = web.Application()
    server.router.add_post("/v1/chat/completions", complete)
    return server


def _completion(model: str, text: str) -> web.Response:
    choices = [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}]
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    return web.json_response({"model": model, "choices": choices, "usage": usage})

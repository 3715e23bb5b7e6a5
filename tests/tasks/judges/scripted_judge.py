"""A judge behind a real server, in the chat format; a test writes what it says to each prompt."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

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
    """Serve from a thread with a loop of its own, as long as the block lasts."""
    import asyncio

    judge = ScriptedJudge()
    ready, loop = threading.Event(), asyncio.new_event_loop()

    async def start() -> web.AppRunner:
        runner = web.AppRunner(_build(judge), shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        judge.base_url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        ready.set()
        return runner

    def run() -> None:
        runner = loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield judge
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


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

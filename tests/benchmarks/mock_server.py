"""A fast local stand-in for a RAG app and for a judge, with a fixed delay and a count of what it answered.

Run it as a process: ``python -m tests.benchmarks.mock_server --port 8099 --delay-ms 200``.

==============================  ==========================================================================
``POST /ask``                   the app: answer, citations, retrieved passages, usage, cost, model version
``POST /v1/chat/completions``   a judge in the OpenAI chat format: scores as JSON
``GET /ready``                  204 as soon as it serves
``GET /stats``                  calls begun and answered, by path, the most open at once, seconds from first to last
==============================  ==========================================================================
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

APP_REPLY = json.dumps(
    {
        "answer": "The Business plan allows 600 requests a minute per API key [limits.md].",
        "citations": [{"page": "limits.md", "section": "2"}],
        "retrieved": [
            {"page": "limits.md", "text": "600 requests a minute"},
            {"page": "pricing.md", "text": "Business"},
        ],
        "usage": {"input_tokens": 812, "output_tokens": 24},
        "cost": 0.0021,
        "model_version": "mock-1",
    }
).encode()
NONCE = re.compile(rb"=== ([0-9a-f]{32}) begin")
"""The random text around what a judge's prompt quotes; a verdict has to repeat it."""
BLANK = "0" * 32
SCORES = {"explanation": "matches the reference", "correctness": 5, "groundedness": 5, "completeness": 4}
VERDICT = json.dumps({**SCORES, "safety": 5, "format_tone": 5, "nonce": BLANK})
JUDGE_REPLY = json.dumps(
    {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "mock-judge-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": VERDICT}}],
        "usage": {"prompt_tokens": 950, "completion_tokens": 40, "total_tokens": 990},
    }
).encode()


@dataclass(slots=True)
class Stats:
    """What the server has seen since it started."""

    begun: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    open: int = 0
    most_open: int = 0
    first_begun: float | None = None
    """Seconds on the server's clock."""
    last_answered: float | None = None

    def enter(self, path: str) -> None:
        """Count a call that came in."""
        self.first_begun = time.monotonic() if self.first_begun is None else self.first_begun
        self.begun[path] += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)

    def as_json(self) -> dict[str, object]:
        """The body of ``GET /stats``."""
        return {
            "begun": dict(self.begun),
            "answered": dict(self.answered),
            "total_answered": sum(self.answered.values()),
            "most_open": self.most_open,
            "seconds": (self.last_answered or 0.0) - (self.first_begun or 0.0),
        }


def verdict_for(request: bytes) -> bytes:
    """A judge's reply to a prompt."""
    found = NONCE.search(request)
    return JUDGE_REPLY if found is None else JUDGE_REPLY.replace(BLANK.encode(), found[1])


def build_app(delay: float) -> web.Application:
    """Make the application; every call is answered after ``delay`` seconds."""
    stats = Stats()

    def replying(reply: Callable[[bytes], bytes]) -> object:
        async def handle(request: web.Request) -> web.Response:
            stats.enter(request.path)
            try:
                body = reply(await request.read())
                await asyncio.sleep(delay)
                stats.answered[request.path] += 1
                stats.last_answered = time.monotonic()
                return web.Response(body=body, content_type="application/json")
            finally:
                stats.open -= 1

        return handle

    async def ready(_request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def show_stats(_request: web.Request) -> web.Response:
        return web.json_response(stats.as_json())

    app = web.Application()
    app.router.add_post("/ask", replying(lambda _: APP_REPLY))  # type: ignore[arg-type]
    app.router.add_post("/v1/chat/completions", replying(verdict_for))  # type: ignore[arg-type]
    app.router.add_get("/ready", ready)
    app.router.add_get("/stats", show_stats)
    return app


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description="a mock RAG app and judge")
    parser.add_argument("--port", type=int, default=8099, help="port on 127.0.0.1")
    parser.add_argument("--delay-ms", type=float, default=200.0, help="time to each answer, in milliseconds")
    options = parser.parse_args()
    app = build_app(options.delay_ms / 1000)
    web.run_app(app, host="127.0.0.1", port=options.port, access_log=None, print=None)


if __name__ == "__main__":
    main()

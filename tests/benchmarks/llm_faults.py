"""How model targets come through what providers do: 200 cases, each interface, each kind of trouble.

``python -m tests.benchmarks.llm_faults [--calls 200] [--only outage]`` prints, for each, how long it took, how many
cases were answered, at a fault or missing by name, and what the mock provider finds wrong with its client (strictly:
warnings count).
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from llmock.pytest_plugin import LLMock
from llmock.testing import LLMockServer
from pydantic import TypeAdapter

from evals.answers import Answer, Response
from evals.cases.case import Case
from tasks.targets.config import TargetConfig
from tasks.targets.opening import open_target

ADAPTER: TypeAdapter[TargetConfig] = TypeAdapter(TargetConfig)
OUTAGE_S = 10.0
WIRES: list[dict[str, Any]] = [
    {"kind": "openai", "api": "chat"},
    {"kind": "openai", "api": "responses"},
    {"kind": "anthropic"},
]

Trouble = Callable[[LLMock, int], object]
TROUBLES: dict[str, Trouble] = {
    "none": lambda mock, _: mock,
    "429": lambda mock, calls: mock.rate_limit(times=calls // 5, retry_after=0.5),
    "503": lambda mock, calls: mock.fail(503, times=calls // 10),
    "outage": lambda mock, _: mock.outage(),
    "quota": lambda mock, calls: mock.limits(rpm=calls * 3 // 4),
    "stall": lambda mock, calls: mock.stall(after_chunks=2, times=calls // 10),
    "disconnect": lambda mock, calls: mock.disconnect(after_chunks=2, times=calls // 10),
    "truncate": lambda mock, calls: mock.truncate(after_chunks=2, times=calls // 10),
    "malformed": lambda mock, calls: mock.pace(5).corrupt(after_chunks=2, times=calls // 10),
}


async def run(mock: LLMock, server: LLMockServer, wire: dict[str, Any], trouble: str, calls: int) -> list[Response]:
    """Ask all cases at once; the limiter lets 32 through."""
    raw = {**wire, "base_url": mock.base_url(wire["kind"]), "model": "mock", "stream": True, "stall_s": 1.0}
    TROUBLES[trouble](mock.reset(), calls)
    async with open_target("mock", ADAPTER.validate_python(raw), {}) as target:
        cases = [Case(id=f"c{number}", input=f"Question {number}?", checks=()) for number in range(calls)]
        asking = [asyncio.create_task(target.ask(case, 0)) for case in cases]
        if trouble == "outage":
            await asyncio.sleep(OUTAGE_S)
            server.state.scenarios.clear()
        return list(await asyncio.gather(*asking))


def outcomes(responses: list[Response]) -> str:
    """``200 answered``, or the kinds and reasons with their counts."""
    names = ("answered" if isinstance(r, Answer) else f"{type(r).__name__.lower()}:{r.reason}" for r in responses)
    return ", ".join(f"{count} {name}" for name, count in Counter(names).items())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="model targets under the faults of providers")
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--only", choices=list(TROUBLES), help="one kind of trouble")
    options = parser.parse_args()
    with LLMockServer() as server:
        mock = LLMock(server)
        for trouble in [options.only] if options.only else TROUBLES:
            for wire in WIRES:
                began = time.perf_counter()
                responses = asyncio.run(run(mock, server, wire, trouble, options.calls))
                seconds = time.perf_counter() - began
                findings = Counter(finding.code for finding in mock.verdict().findings)
                name = " ".join(wire.values())
                print(f"{trouble:10} {name:16} {seconds:6.1f} s  {outcomes(responses)}", end="; ")
                print(f"findings: {dict(findings) or 'none'}")


if __name__ == "__main__":
    main()

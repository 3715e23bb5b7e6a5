"""A whole gate run of 500 cases, one answer and one judgement of 200 ms each, beside the ideal.

``python -m tests.benchmarks.gate_speed [--cases 500] [--delay-ms 200] [--parallel 32]``

App and judge are two services, each with half of the width. The ideal is ``2 x cases x delay / parallel``: what no
client can beat that never has more calls open. A bare aiohttp loop that makes the same calls is measured beside the
run, because a busy machine slows both. The command is started as a user would start it, with the local Prefect server
already running; its peak memory is the kernel's figure for the process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from deployments.server import ensure
from tasks.home import home
from tasks.targets.process import free_port


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is run."""

    cases: int
    delay_s: float
    parallel: int

    @property
    def ideal_s(self) -> float:
        """Seconds below which no client can get."""
        return 2 * self.cases * self.delay_s / self.parallel


@contextmanager
def mock_server(delay_s: float) -> Iterator[str]:
    """The stand-in for app and judge, as a process of its own."""
    port = free_port()
    command = [sys.executable, "-m", "tests.benchmarks.mock_server", "--port", str(port)]
    process = subprocess.Popen([*command, "--delay-ms", str(delay_s * 1000)])
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(f"{address}/ready")
        yield address
    finally:
        process.kill()
        process.wait()


def _wait_for(url: str) -> None:
    for _ in range(200):
        try:
            with urllib.request.urlopen(url, timeout=1):  # noqa: S310 (our own server)
                return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"{url} does not answer")


def bare_loop(sizes: Sizes) -> float:
    """Seconds that aiohttp alone needs for the same calls at the same width."""

    async def run(address: str) -> float:
        slots = asyncio.Semaphore(sizes.parallel)

        async def call(session: aiohttp.ClientSession) -> None:
            async with slots, session.post(f"{address}/ask", json={"prompt": "x"}) as response:
                await response.read()

        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=sizes.parallel)) as session:
            began = time.perf_counter()
            await asyncio.gather(*(call(session) for _ in range(2 * sizes.cases)))
            return time.perf_counter() - began

    with mock_server(sizes.delay_s) as address:
        return asyncio.run(run(address))


def write_project(folder: Path, address: str, sizes: Sizes) -> Path:
    """A golden set of ``sizes.cases`` cases that all get judged, and a configuration."""
    golden = folder / "golden" / "v1"
    golden.mkdir(parents=True)
    case: dict[str, Any] = {"category": "c", "difficulty": "easy", "min_judge_score": 2, "reference_answer": "600"}
    case |= {"prompt": "What is the limit?", "assertions": [{"type": "contains", "value": "600 requests"}]}
    lines = [json.dumps({"id": f"case-{number:04d}", **case}) for number in range(sizes.cases)]
    (golden / "cases.jsonl").write_text("\n".join(lines) + "\n")
    paths = {"answer": "$.answer", "citations": "$.citations", "retrieved": "$.retrieved", "cost": "$.cost"}
    target: dict[str, Any] = {
        "kind": "http",
        "url": f"{address}/ask",
        "parallel": sizes.parallel // 2,
        "response": paths,
    }
    judge: dict[str, Any] = {
        "kind": "openai",
        "model": "mock-judge-1",
        "base_url": f"{address}/v1",
        "parallel": sizes.parallel,
    }
    config: dict[str, Any] = {"golden_set": "golden/v1", "store": "store", "target": "app", "judge": "model"}
    config |= {"targets": {"app": target}, "judges": {"model": judge}, "tiers": {"full": {"trials": 1}}}
    config |= {"prices": {"models": {"mock-judge-1": {"input": 1, "output": 1}}}}
    path = folder / "gate.yaml"
    path.write_text(json.dumps(config))
    return path


def whole_command(sizes: Sizes) -> dict[str, float]:
    """Run the command once; seconds in all, seconds from first call to last, calls answered, peak memory in MB."""
    with tempfile.TemporaryDirectory() as folder, mock_server(sizes.delay_s) as address:
        config = write_project(Path(folder), address, sizes)
        command = [sys.executable, "-m", "deployments", "run", "--config", str(config), "--tier", "full", "--quiet"]
        began = time.perf_counter()
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
        seconds = time.perf_counter() - began
        if result.returncode != 0:
            raise SystemExit(f"the run ended with {result.returncode}:\n{result.stdout}\n{result.stderr}")
        with urllib.request.urlopen(f"{address}/stats", timeout=5) as response:  # noqa: S310 (our own server)
            stats = json.load(response)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return {"whole": seconds, "calls": stats["seconds"], "answered": stats["total_answered"], "peak_mb": peak}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--delay-ms", type=float, default=200.0)
    parser.add_argument("--parallel", type=int, default=32)
    options = parser.parse_args()
    sizes = Sizes(options.cases, options.delay_ms / 1000, options.parallel)
    ensure(home(), print)
    found = whole_command(sizes)
    bare = bare_loop(sizes)
    print(f"{sizes.cases} cases, answer and judgement of {options.delay_ms:g} ms each, {sizes.parallel} parallel")
    print(f"  ideal                  {sizes.ideal_s:6.2f} s")
    print(f"  bare aiohttp loop      {bare:6.2f} s   {bare / sizes.ideal_s:.2f} x ideal")
    print(f"  first call to last     {found['calls']:6.2f} s   {found['calls'] / sizes.ideal_s:.2f} x ideal")
    print(f"  whole command          {found['whole']:6.2f} s")
    print(f"  calls answered         {found['answered']:6.0f}")
    print(f"  peak memory            {found['peak_mb']:6.0f} MB")


if __name__ == "__main__":
    main()

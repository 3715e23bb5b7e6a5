"""Model targets and judges through what providers do, graded by a third party: a short form of the benchmark.

``python -m tests.benchmarks.llm_faults`` runs the same with 200 cases a combination.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from llmock.pytest_plugin import LLMock
from llmock.testing import LLMockServer

from evals.answers import Answer, Missing
from evals.judging.judgement import Unscored
from evals.results.run import Status
from tasks.judges.opening import open_judge
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.benchmarks.llm_faults import TROUBLES, WIRES, run
from tests.flows.project import make_record
from tests.tasks.builders import make_case
from tests.tasks.judges.provider import ADAPTER

pytestmark = pytest.mark.e2e

CALLS = 40
SOME_ANSWERED = 30
"""Answers after which a run is killed."""
PARALLEL = 4


@pytest.fixture
def mock() -> Iterator[tuple[LLMock, LLMockServer]]:
    """A provider that misbehaves as told and grades its client."""
    with LLMockServer() as server:
        yield LLMock(server), server


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: " ".join(wire.values()))
@pytest.mark.parametrize("trouble", [name for name in TROUBLES if name not in {"outage", "quota"}])
def test_a_target_comes_through(mock: tuple[LLMock, LLMockServer], wire: dict[str, Any], trouble: str) -> None:
    """Every case is answered, and the provider finds nothing wrong with its client."""
    provider, server = mock
    responses = asyncio.run(run(provider, server, wire, trouble, CALLS))
    assert Counter(type(response) for response in responses) == {Answer: CALLS}
    provider.assert_resilient(strict=True)


@pytest.mark.parametrize("trouble", ["outage", "quota"])
def test_a_target_outlives_an_outage_and_keeps_to_a_quota(mock: tuple[LLMock, LLMockServer], trouble: str) -> None:
    """Ten seconds without service, and a quota that takes until the next minute."""
    provider, server = mock
    responses = asyncio.run(run(provider, server, WIRES[0], trouble, CALLS))
    named = [response for response in responses if isinstance(response, Missing) and response.reason]
    assert sum(isinstance(response, Answer) for response in responses) + len(named) == CALLS
    provider.assert_resilient(strict=True)


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: " ".join(wire.values()))
@pytest.mark.parametrize("trouble", ["429", "503", "stall", "truncate", "malformed", "disconnect"])
def test_a_judge_comes_through(mock: tuple[LLMock, LLMockServer], wire: dict[str, Any], trouble: str) -> None:
    """The provider does not know the prompt's nonce: every judgement is unscored by name, and none is a pass."""
    provider, _ = mock
    TROUBLES[trouble](provider.reset(), CALLS)
    raw = {**wire, "base_url": provider.base_url(wire["kind"]), "model": "mock", "stream": True, "stall_s": 1.0}

    async def judge_all() -> list[Any]:
        async with open_judge(ADAPTER.validate_python(raw), {}) as judge:
            assert judge is not None
            cases = [make_case(id=f"c{number}", input=f"Question {number}?") for number in range(CALLS)]
            return list(await asyncio.gather(*(judge.score(case, Answer("An answer.")) for case in cases)))

    found = asyncio.run(judge_all())
    assert {type(one) for one in found} == {Unscored}
    assert not {one.reason for one in found} & {"unreachable", "server_error", "rate_limited", "timeout"}
    provider.assert_resilient(strict=True)


@pytest.mark.usefixtures("prefect_api")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_run_killed_half_way_repeats_no_answered_call(mock: tuple[LLMock, LLMockServer], tmp_path: Path) -> None:
    """A SIGKILL in the middle of 120 calls; the resumed run asks for what is not there."""
    provider, _ = mock
    provider.reset().reply("an answer", times=None).delay(0.05, times=None)
    command = _command(tmp_path, provider.base_url("openai"))
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=os.environ)
    deadline = time.monotonic() + 90
    while len(provider.requests) < SOME_ANSWERED:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    store = Files(str(tmp_path / "store"))
    run_id = store.list("requests")[0].split("/")[-1].removesuffix(".json")
    result = subprocess.run([*command, "--resume", run_id], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    trials = Results(store).read(run_id).trials
    assert Counter(trial.status for trial in trials) == {Status.PASS: 120}
    # What was open in the moment of the kill could not be written down.
    assert 120 <= len(provider.requests) <= 120 + PARALLEL


def _command(root: Path, base_url: str) -> list[str]:
    golden = root / "golden" / "v1"
    golden.mkdir(parents=True)
    cases = [make_record(f"k{number}") for number in range(60)]
    (golden / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    target = {"kind": "openai", "base_url": base_url, "model": "mock", "parallel": PARALLEL}
    document = {"golden_set": "golden/v1", "store": "store", "target": "app", "targets": {"app": target}}
    (root / "gate.yaml").write_text(json.dumps(document))
    command = [sys.executable, "-m", "deployments", "run", "--tier", "full", "--trials", "2", "--branch", "feature"]
    return [*command, "--config", str(root / "gate.yaml")]

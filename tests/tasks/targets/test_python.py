"""Python functions as targets."""

from __future__ import annotations

import asyncio
import os
import sys
import textwrap
from pathlib import Path
from typing import Any

import psutil
import pytest

from evals.answers import Answer, Fault, Response
from evals.errors import ConfigError
from tests.tasks.builders import make_case
from tests.tasks.targets.opened import opened
from tests.tasks.targets.processes import alive, wait_for

pytestmark = pytest.mark.anyio

ENV = {**os.environ, "KEY": "canary-key-123", "PYTHONPATH": str(Path(__file__).parents[3])}


def python(function: str, **changes: Any) -> dict[str, Any]:
    """Configuration of a function of the test apps."""
    return {"kind": "python", "function": f"tests.tasks.targets.apps:{function}", **changes}


async def ask(tmp_path: Path, prompt: str, **changes: Any) -> Response:
    """Ask the misbehaving function once."""
    async with opened(python("misbehave", **changes), env=ENV, log_dir=tmp_path) as target:
        return await target.ask(make_case(input=prompt), 0)


async def test_a_function_answers_and_may_print(tmp_path: Path) -> None:
    """What it prints goes to the log and not into the answer."""
    async with opened(python("echo"), env=ENV, log_dir=tmp_path) as target:
        answer = await target.ask(make_case(input="Gebühr?"), 0)
    assert isinstance(answer, Answer)
    assert answer.text == "You asked: Gebühr?"
    assert "printed by the app" in (tmp_path / "app.log").read_text()


async def test_an_asynchronous_function_answers_with_all_parts(tmp_path: Path) -> None:
    """Response paths work as for HTTP."""
    paths = {"citations": "$.citations", "output_tokens": "$.tokens"}
    async with opened(python("echo_later", response=paths), env=ENV, log_dir=tmp_path) as target:
        answer = await target.ask(make_case(input="x"), 0)
    assert isinstance(answer, Answer)
    assert (answer.text, answer.citations, answer.usage.output_tokens) == ("x", ({"page": "a"},), 3)


@pytest.mark.parametrize(
    ("prompt", "reason", "detail"),
    [
        ("raise", "crashed", "ValueError: no luck"),
        ("exit", "crashed", "ended before it answered"),
        ("huge", "too_large", "max_bytes=100000"),
        ("set", "not_json", "no JSON value"),
        ("nan", "not_json", "no JSON value"),
        ("nothing", "no_answer", "nothing at"),
        ("hang", "timeout", "timeout_s=0.5"),
    ],
)
async def test_what_a_function_does_wrong_is_a_fault(tmp_path: Path, prompt: str, reason: str, detail: str) -> None:
    """Exceptions, exits, hangs and strange values each have their reason."""
    fault = await ask(tmp_path, prompt, timeout_s=0.5, max_bytes=100_000)
    assert isinstance(fault, Fault)
    assert fault.reason == reason
    assert detail in fault.detail


@pytest.mark.parametrize(
    ("function", "reason", "detail"),
    [
        ("leave", "crashed", "SystemExit: no licence"),
        ("leave_later", "crashed", "SystemExit: no licence"),
        ("nest", "not_json", "the function returned no JSON value"),
    ],
)
async def test_a_worker_outlives_what_need_not_end_it(tmp_path: Path, function: str, reason: str, detail: str) -> None:
    """The fault is told in its own words."""
    async with opened(python(function), env=ENV, log_dir=tmp_path) as target:
        faults = [await target.ask(make_case(), trial) for trial in range(2)]
    for fault in faults:
        assert isinstance(fault, Fault)
        assert fault.reason == reason
        assert fault.detail.startswith(detail)


async def test_a_function_reads_nothing_of_our_pipe(tmp_path: Path) -> None:
    """Its standard input is empty."""
    answer = await ask(tmp_path, "input")
    assert isinstance(answer, Answer)
    assert answer.text == "''"


async def test_after_a_fault_the_next_request_finds_a_fresh_worker(tmp_path: Path) -> None:
    """A hanging or dead worker is replaced."""
    async with opened(python("misbehave", timeout_s=0.5, parallel=1), env=ENV, log_dir=tmp_path) as target:
        results = [await target.ask(make_case(input=prompt), 0) for prompt in ("hang", "a", "exit", "b", "c")]
    assert [type(result) for result in results] == [Fault, Answer, Fault, Answer, Answer]


async def test_requests_run_beside_each_other_in_as_many_workers_as_configured(tmp_path: Path) -> None:
    """Workers are started when needed and used again."""
    async with opened(python("process_id", parallel=2), env=ENV, log_dir=tmp_path) as target:
        answers = await asyncio.gather(*(target.ask(make_case(), number) for number in range(8)))
    assert 1 <= len({answer.text for answer in answers if isinstance(answer, Answer)}) <= 2
    assert all(isinstance(answer, Answer) for answer in answers)


async def test_what_a_function_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the time limit the worker's children are gone as well."""
    monkeypatch.chdir(tmp_path)
    assert isinstance(await ask(tmp_path, "spawn", timeout_s=1.0), Fault)
    pid = int((tmp_path / "pid").read_text())
    await asyncio.sleep(0.1)
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == "zombie"


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("tests.tasks.targets.apps:absent", "has no function 'absent'"),
        ("tests.tasks.targets.no_such_module:f", "No module named"),
    ],
)
async def test_a_function_that_is_not_there_is_told_before_the_run(tmp_path: Path, function: str, reason: str) -> None:
    """The import is tried when the target is opened."""
    with pytest.raises(ConfigError, match=f"targets.app.function: .*{reason}"):
        async with opened({"kind": "python", "function": function}, env=ENV, log_dir=tmp_path):
            pass


async def test_changed_code_is_another_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fingerprint holds the hash of the function's file."""
    monkeypatch.chdir(tmp_path)
    prints = []
    for text in ("a", "b"):
        (tmp_path / "little_app.py").write_text(f"def answer(request):\n    return {text!r}\n")
        async with opened({"kind": "python", "function": "little_app:answer"}, env=ENV, log_dir=tmp_path) as target:
            prints.append(target.fingerprint)
    assert prints[0] != prints[1]


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "APP_TOKEN", "GIVEN"])
async def test_a_key_of_the_environment_is_told_nowhere(tmp_path: Path, name: str) -> None:
    """A function reads keys by itself, so what has the name and the looks of one is hidden; others are named by env."""
    canary = "sk-canary-12345678"
    given = {"env": {"GIVEN": "${OTHER}"}} if name == "GIVEN" else {}
    env = {**ENV, ("OTHER" if given else name): canary}
    async with opened(python("tell", **given), env=env, log_dir=tmp_path) as target:
        response = await target.ask(make_case(input=name), 0)
    said = response.text if isinstance(response, Answer) else getattr(response, "detail", "")
    log = (tmp_path / "app.log").read_text()
    assert "[redacted]" in said
    assert f"printed [redacted] and {canary[::-1]}" in log
    assert canary not in said + log


OWNER = """
    import asyncio, os
    from pathlib import Path
    from tests.tasks.builders import make_case
    from tests.tasks.targets.opened import opened

    async def main():
        raw = {"kind": "python", "function": "tests.tasks.targets.apps:misbehave", "timeout_s": 100}
        async with opened(raw, env=dict(os.environ), log_dir=Path()) as target:
            await target.ask(make_case(input="spawn"), 0)

    asyncio.run(main())
"""


async def test_a_worker_does_not_outlive_a_killed_owner(tmp_path: Path) -> None:
    """Nor does what its function has started."""
    owner = await asyncio.create_subprocess_exec(sys.executable, "-c", textwrap.dedent(OWNER), cwd=tmp_path, env=ENV)
    file = tmp_path / "pid"
    assert await asyncio.to_thread(wait_for, lambda: file.exists() and file.read_text())
    child = int(file.read_text())
    worker = psutil.Process(child).parent()
    assert worker is not None
    owner.kill()
    await owner.wait()
    assert await asyncio.to_thread(wait_for, lambda: not alive(worker.pid) and not alive(child))


async def test_an_answer_of_a_function_is_paid_for(tmp_path: Path) -> None:
    """Once it is there."""
    paid: list[Answer] = []
    async with opened(python("echo"), env=ENV, log_dir=tmp_path, paid=paid.append) as target:
        assert [await target.ask(make_case(), 0)] == paid

"""Commands as targets."""

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
from tests.tasks.builders import make_case
from tests.tasks.targets.opened import opened

pytestmark = pytest.mark.anyio

ENV = {**os.environ, "KEY": "canary-key-123"}
READ = "import json, os, sys; request = json.load(sys.stdin); "


async def ask(code: str, prompt: str = "Gebühr?", **changes: Any) -> Response:
    """Ask a Python program once."""
    raw = {"kind": "command", "command": [sys.executable, "-c", textwrap.dedent(code)], **changes}
    async with opened(raw, env=ENV) as target:
        return await target.ask(make_case(input=prompt), 0)


async def test_a_command_gets_json_and_gives_json() -> None:
    """Request on standard input, reply on standard output."""
    answer = await ask(READ + "print(json.dumps({'answer': request['prompt'].upper()}))")
    assert isinstance(answer, Answer)
    assert answer.text == "GEBÜHR?"


async def test_text_output_is_the_answer() -> None:
    """With format text the last line end is not part of it; it need not read its input."""
    answer = await ask("print('two'); print('lines')", prompt="x" * 300_000, format="text")
    assert isinstance(answer, Answer)
    assert answer.text == "two\nlines"


async def test_its_environment_is_filled_in_and_hidden() -> None:
    """A key reaches the command but not the answer."""
    code = "import os; print(len(os.environ['THE_KEY']), os.environ['THE_KEY'])"
    answer = await ask(code, format="text", env={"THE_KEY": "${KEY}"})
    assert isinstance(answer, Answer)
    assert answer.text == "14 [redacted]"


@pytest.mark.parametrize(
    ("code", "reason", "detail"),
    [
        ("import sys; print('why', file=sys.stderr); sys.exit(3)", "crashed", "exit code 3: why"),
        ("print('no json')", "not_json", "text that is no JSON"),
        ("print('{}')", "no_answer", "nothing at"),
        ("pass", "empty", "no body"),
        ("print('x' * 300_000)", "too_large", "max_bytes=100000"),
        ("import sys; sys.stdout.buffer.write(b'\\xff')", "bad_encoding", "not UTF-8"),
        ("import time; time.sleep(60)", "timeout", "timeout_s=0.5"),
        ("import sys, time; sys.stdout.close(); import os; os.close(1); time.sleep(60)", "timeout", "timeout_s=0.5"),
    ],
)
async def test_what_a_command_does_wrong_is_a_fault(code: str, reason: str, detail: str) -> None:
    """Exit codes, strange output and hangs each have their reason."""
    fault = await ask(code, timeout_s=0.5, max_bytes=100_000)
    assert isinstance(fault, Fault)
    assert fault.reason == reason
    assert detail in fault.detail


async def test_nothing_is_left_of_a_command_that_hangs(tmp_path: Path) -> None:
    """Its children end with it."""
    file = tmp_path / "pid"
    code = f"""
        import subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        open({str(file)!r}, "w").write(str(child.pid))
        time.sleep(60)
    """
    assert isinstance(await ask(code, timeout_s=1.0), Fault)
    pid = int(file.read_text())
    await asyncio.sleep(0.1)
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == "zombie"

"""Commands as targets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import psutil
import pytest

from evals.answers import Answer, Fault, Response
from tasks.targets.command import TAIL
from tests.tasks.builders import make_case
from tests.tasks.targets.opened import opened
from tests.tasks.targets.processes import alive, wait_for

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


async def test_a_key_at_the_cut_of_an_error_is_hidden() -> None:
    """What is shown of standard error is cut after the secrets are out."""
    code = f"import os, sys; sys.exit(os.environ['THE_KEY'] + 'x' * {TAIL - 5})"
    fault = await ask(code, env={"THE_KEY": "${KEY}"})
    assert isinstance(fault, Fault)
    assert fault.detail.startswith("exit code 1: cted]xxx")


@pytest.mark.parametrize(
    ("code", "reason", "detail"),
    [
        ("import sys; print('why', file=sys.stderr); sys.exit(3)", "crashed", "exit code 3: why"),
        ("import sys; print('no licence'); sys.exit(1)", "crashed", "exit code 1: no licence"),
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


OWNER = """
    import asyncio, os, sys
    from pathlib import Path
    from tests.tasks.builders import make_case
    from tests.tasks.targets.opened import opened

    async def main():
        raw = {{"kind": "command", "command": [sys.executable, "-c", {code!r}], "timeout_s": 100}}
        async with opened(raw, env=dict(os.environ)) as target:
            await asyncio.gather(*(target.ask(make_case(), trial) for trial in range(3)))

    asyncio.run(main())
"""
DEAF = """
    import os, pathlib, signal, subprocess, sys, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleeping = [sys.executable, "-c", "import time; time.sleep(100)"]
    child = subprocess.Popen(sleeping, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pathlib.Path(f"{os.getpid()}.pids").write_text(f"{os.getpid()} {child.pid}")
    time.sleep(100)
"""


def running(folder: Path) -> list[int]:
    """The processes that have said that they run."""
    return [int(pid) for file in folder.glob("*.pids") for pid in file.read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_commands_do_not_outlive_us(tmp_path: Path, number: int) -> None:
    """However we end, commands that neither read nor listen are gone with all they have started."""
    code = textwrap.dedent(OWNER).format(code=textwrap.dedent(DEAF))
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    owner = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code), cwd=tmp_path, env=env, stderr=subprocess.DEVNULL
    )
    assert await asyncio.to_thread(wait_for, lambda: len(running(tmp_path)) == 6)
    pids = running(tmp_path)
    assert all(alive(pid) for pid in pids)
    owner.send_signal(number)
    await owner.wait()
    assert await asyncio.to_thread(wait_for, lambda: not any(alive(pid) for pid in pids))


async def test_nothing_is_left_of_a_command_that_has_answered() -> None:
    """Its watcher goes with it, and a child that it left behind."""
    before = set(psutil.pids())
    answer = await ask(
        """
        import subprocess, sys
        silent = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"], **silent)
        print(child.pid)
        """,
        format="text",
    )
    assert isinstance(answer, Answer)
    assert await asyncio.to_thread(wait_for, lambda: not alive(int(answer.text)))
    watchers = [pid for pid in set(psutil.pids()) - before if "lastgreen" in _words(pid)]
    assert await asyncio.to_thread(wait_for, lambda: not any(alive(pid) for pid in watchers))


def _words(pid: int) -> list[str]:
    try:
        return psutil.Process(pid).cmdline()
    except psutil.NoSuchProcess:
        return []


async def test_a_command_waits_only_for_children_of_its_own() -> None:
    """The watcher is not one of them."""
    code = """
        import os
        try:
            os.wait()
        except ChildProcessError:
            print("no children")
    """
    answer = await ask(code, format="text")
    assert isinstance(answer, Answer)
    assert answer.text == "no children"


async def test_arguments_and_environment_reach_a_command_as_they_are(tmp_path: Path) -> None:
    """The shell in front of it reads none of them."""
    odd = ["", "a b", "$HOME", "`id`", "*", "--", "\n", "ü"]
    code = "import json, os, sys; print(json.dumps([sys.argv[1:], os.environ.get('ODD'), len(os.environ)]))"
    command = [sys.executable, "-c", code, *odd]
    env = {"PATH": os.environ["PATH"], "ODD": "$(id) 'x'"}
    async with opened({"kind": "command", "command": command, "format": "text"}, env=env) as target:
        answer = await target.ask(make_case(), 0)
    assert isinstance(answer, Answer)
    assert json.loads(answer.text)[:2] == [odd, "$(id) 'x'"]


async def test_a_program_that_went_away_is_a_fault(tmp_path: Path) -> None:
    """It was there when the run began."""
    program = tmp_path / "app"
    program.write_text('#!/bin/sh\necho \'{"answer": "here"}\'\n')
    program.chmod(0o755)
    async with opened({"kind": "command", "command": [str(program)]}, env=ENV) as target:
        assert isinstance(await target.ask(make_case(), 0), Answer)
        program.unlink()
        fault = await target.ask(make_case(), 1)
    assert isinstance(fault, Fault)
    assert (fault.reason, "exit code 127" in fault.detail) == ("crashed", True)


async def test_an_answer_of_a_command_is_paid_for() -> None:
    """Once it is there."""
    paid: list[Answer] = []
    raw = {"kind": "command", "command": [sys.executable, "-c", "print('four')"], "format": "text"}
    async with opened(raw, env=ENV, paid=paid.append) as target:
        assert [await target.ask(make_case(), 0)] == paid

"""Targets that are started: ready in time, never a stranger's, and gone afterwards."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from evals.answers import Answer
from evals.errors import TargetError
from tasks.targets.config import StartConfig
from tasks.targets.process import free_port, started
from tasks.transport.redaction import Redactor
from tests.tasks.builders import make_case
from tests.tasks.misbehaving import Misbehaving
from tests.tasks.targets.opened import opened
from tests.tasks.targets.processes import alive, wait_for

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
SERVER = [sys.executable, "-m", "tests.benchmarks.mock_server", "--port", "{port}", "--delay-ms", "1"]
READY = "http://127.0.0.1:{port}/ready"


def start(command: list[str], **changes: Any) -> StartConfig:
    """How a test's server is started."""
    return StartConfig(command=command, **{"ready": READY, "timeout_s": 20.0, **changes})


def script(text: str) -> list[str]:
    """A Python program as a command."""
    return [sys.executable, "-c", textwrap.dedent(text)]


def own_children() -> set[int]:
    """Processes below this one; other tests may have left the interpreter's own helpers."""
    return {child.pid for child in psutil.Process().children(recursive=True)}


async def test_a_target_is_started_asked_and_stopped(tmp_path: Path) -> None:
    """The port is filled in everywhere, and nobody listens there afterwards."""
    config = {
        "kind": "http",
        "url": "http://127.0.0.1:{port}/ask",
        "start": {"command": SERVER, "ready": READY, "timeout_s": 20},
    }
    others = own_children()
    async with opened(config, env=ENV, log_dir=tmp_path) as target:
        assert isinstance(await target.ask(make_case(), 0), Answer)
        children = own_children() - others
        assert len(children) == 2
    assert not any(alive(child) for child in children)


async def test_a_command_that_ends_is_told_with_its_output(tmp_path: Path) -> None:
    """The exit code and the end of the log are in the message, without secrets."""
    command = script("import sys; print('key canary-key-123 is bad', file=sys.stderr); sys.exit(7)")
    with pytest.raises(TargetError, match=r"(?s)'app' ended with exit code 7.*key \[redacted\] is bad"):
        async with started("app", start(command), ENV, tmp_path / "app.log", Redactor(["canary-key-123"])):
            pass


async def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The reason stands in the message."""
    with pytest.raises(TargetError, match=r"(?s)exit code 127.*cannot start 'no-such-program'"):
        async with started("app", start(["no-such-program"]), ENV, tmp_path / "app.log", Redactor()):
            pass


async def test_a_target_that_is_not_ready_in_time_is_stopped(tmp_path: Path) -> None:
    """The time limit is kept and nothing is left."""
    command = script("import time; time.sleep(60)")
    others, began = own_children(), time.monotonic()
    with pytest.raises(TargetError, match=r"is not ready after 0.3 s: .* does not answer"):
        async with started("app", start(command, timeout_s=0.3), ENV, tmp_path / "app.log", Redactor()):
            pass
    assert time.monotonic() - began < 5
    assert own_children() == others


async def test_a_stranger_at_the_ready_address_is_not_adopted(server: Misbehaving, tmp_path: Path) -> None:
    """What answers before the start is not what would be tested."""
    with pytest.raises(TargetError, match=r"answers at .* already; a run tests only what it started"):
        async with started("app", start(SERVER, ready=server.url("/good")), ENV, tmp_path / "app.log", Redactor()):
            pass


async def test_an_unready_status_is_waited_out(server: Misbehaving, tmp_path: Path) -> None:
    """Ready is 2xx; the last status is told when it never comes."""
    port = free_port()
    command = script(f"""
        import http.server
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self): self.send_error(503)
            def log_message(self, *a): pass
        http.server.HTTPServer(("127.0.0.1", {port}), Handler).serve_forever()
    """)
    config = start(command, ready=f"http://127.0.0.1:{port}/", timeout_s=1.0)
    with pytest.raises(TargetError, match="answers with 503"):
        async with started("app", config, ENV, tmp_path / "app.log", Redactor()):
            pass


GRANDCHILD = """
    import pathlib, subprocess, sys, time, signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
    pathlib.Path("pids").write_text(f"{child.pid}")
    import http.server
    http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
"""


async def test_a_whole_group_is_stopped_even_when_it_refuses(tmp_path: Path) -> None:
    """A target that ignores being asked to end, and its children, are ended after the grace."""
    config = start([*script(GRANDCHILD), "{port}"], ready="http://127.0.0.1:{port}/", cwd=str(tmp_path))
    async with started("app", config, ENV, tmp_path / "app.log", Redactor()):
        grandchild = int((tmp_path / "pids").read_text())
        assert alive(grandchild)
    assert not alive(grandchild)


OWNER = """
    import asyncio, os, pathlib, sys
    from tasks.targets.config import StartConfig
    from tasks.targets.process import started
    from tasks.transport.redaction import Redactor
    async def main():
        config = StartConfig(command={command!r}, ready={ready!r})
        async with started("app", config, dict(os.environ), pathlib.Path("app.log"), Redactor()) as port:
            pathlib.Path("port").write_text(str(port))
            await asyncio.sleep(120)
    asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_a_target_does_not_outlive_a_killed_owner(tmp_path: Path, number: int) -> None:
    """However the owner dies, the target is gone soon after."""
    code = textwrap.dedent(OWNER).format(command=SERVER, ready=READY)
    owner = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code), cwd=tmp_path, env=ENV, stderr=subprocess.DEVNULL
    )
    assert await asyncio.to_thread(wait_for, (tmp_path / "port").exists)
    servers = psutil.Process(owner.pid).children(recursive=True)
    assert len(servers) == 2
    owner.send_signal(number)
    await owner.wait()
    assert await asyncio.to_thread(wait_for, lambda: not any(alive(server.pid) for server in servers))


async def test_the_log_holds_everything_but_secrets(tmp_path: Path) -> None:
    """Also a line without an end, and one that came in two pieces."""
    port = free_port()
    command = script(f"""
        import http.server, sys, time
        print("first")
        sys.stdout.write("key canary-"); sys.stdout.flush(); time.sleep(0.2)
        sys.stdout.write("key-123 told\\n" + "x" * 200_000 + " last"); sys.stdout.flush()
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self): self.send_response(200); self.end_headers()
            def log_message(self, *a): pass
        http.server.HTTPServer(("127.0.0.1", {port}), Handler).serve_forever()
    """)
    config = start(command, ready=f"http://127.0.0.1:{port}/")
    log = tmp_path / "app.log"
    log.write_text("of the run before")
    async with started("app", config, ENV, log, Redactor(["canary-key-123"])):
        pass
    text = log.read_text()
    assert text.startswith("first\nkey [redacted] told\nxxx")
    assert text.endswith("x last")
    assert len(text) == len("first\nkey [redacted] told\n") + 200_000 + len(" last")

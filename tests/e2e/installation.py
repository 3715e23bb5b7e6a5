"""A local installation of its own for the suite: a project, an app to test, and the ``lastgreen`` command."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from deployments.prefect_api import Access, PrefectApi
from tests.flows.project import make_record
from tests.flows.scripted_app import ScriptedApp

ROOT = Path(__file__).parents[2]
SMOKE_CASES = 20
"""As many as a smoke tier has."""


class Installation:
    """Everything below one folder."""

    def __init__(self, root: Path, app: ScriptedApp) -> None:
        self.root = root
        self.app = app
        self.home = root / "home"
        (root / "evals").mkdir(parents=True)
        shutil.copy(ROOT / "prefect.yaml", root)
        self.write_cases(SMOKE_CASES)
        self.configure()

    def configure(self, **sections: Any) -> None:
        """Write ``evals/gate.yaml``; JSON is YAML."""
        target = {"kind": "http", "url": self.app.url, "parallel": 4, "app": "app", "timeout_s": 20}
        target["response"] = {"answer": "$.answer", "model_version": "$.model_version"}
        document = {"golden_set": "golden/v1", "store": "../store", "target": "app", "targets": {"app": target}}
        (self.root / "evals" / "gate.yaml").write_text(json.dumps({**document, **sections}))

    def write_cases(self, count: int) -> None:
        """Write a golden set of smoke cases; the first one is critical."""
        folder = self.root / "evals" / "golden" / "v1"
        folder.mkdir(parents=True, exist_ok=True)
        records = [
            make_record("c00", "smoke", "critical"),
            *(make_record(f"c{n:02d}", "smoke") for n in range(1, count)),
        ]
        (folder / "cases.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))

    @property
    def env(self) -> dict[str, str]:
        """What a user's shell would have; nothing of this test run's Prefect."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PREFECT_", "GITHUB_"))}
        return {**kept, "LASTGREEN_HOME": str(self.home), "PYTHONPATH": str(ROOT)}

    def start(self, *arguments: str, **env: str) -> subprocess.Popen[str]:
        """Type a command and do not wait."""
        return subprocess.Popen(
            [sys.executable, "-m", "deployments", *arguments],
            cwd=self.root,
            env={**self.env, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def type(self, *arguments: str, timeout_s: float = 240, **env: str) -> subprocess.CompletedProcess[str]:
        """Type a command and wait."""
        process = self.start(*arguments, **env)
        out, err = process.communicate(timeout=timeout_s)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def trigger(self, commit: str, *more: str) -> Sequence[str]:
        """Words of a trigger as CI has them."""
        return ["trigger", "smoke", "--commit", commit, "--branch", "feature", "--poll", "0.5", *more]

    def status(self) -> dict[str, str]:
        """State of each part."""
        return {part["name"]: part["state"] for part in json.loads(self.type("status", "--json").stdout)}

    def pid(self, name: str) -> int:
        """Process of a part."""
        file = self.home / "server.json" if name == "server" else self.home / "services" / f"{name}.pid.json"
        return int(json.loads(file.read_text())["pid"])

    def kill(self, name: str) -> None:
        """Kill -9 a part."""
        os.kill(self.pid(name), signal.SIGKILL)

    def flow_processes(self) -> list[psutil.Process]:
        """Processes that run flows for the worker."""
        found = psutil.Process(self.pid("worker")).children(recursive=True)
        return [one for one in found if "prefect" in " ".join(one.cmdline())]

    @property
    def api(self) -> str:
        """Address of the Prefect API."""
        return f"http://127.0.0.1:{json.loads((self.home / 'server.json').read_text())['port']}/api"

    def flow_runs(self, **filters: Any) -> list[dict[str, Any]]:
        """Flow runs as the server has them."""
        with contextlib.closing(PrefectApi(Access(self.api))) as api:  # it asks a busy server again
            found: list[dict[str, Any]] = api._call("POST", "/flow_runs/filter", {"flow_runs": filters})
        return found

    def database_bytes(self) -> int:
        """Size of the server's database on disk, once its journal is folded in."""
        import sqlite3

        file = self.home / "prefect" / "prefect.db"
        with sqlite3.connect(file, timeout=60) as connection:
            pages, free, size = (
                connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            )
        connection.close()
        return int((pages - free) * size)


def until(found: Callable[[], Any], what: str, timeout_s: float = 90, every_s: float = 0.1) -> Any:
    """Wait for something to become true, and return it."""
    deadline = time.monotonic() + timeout_s
    while not (result := found()):
        assert time.monotonic() < deadline, f"{what} within {timeout_s} s"
        time.sleep(every_s)
    return result

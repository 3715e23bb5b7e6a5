"""Somebody is told: automations are created once, and a gate that fails on main calls the webhook."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from tests.e2e.installation import ROOT, Installation, until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


@contextmanager
def listening() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A webhook and what it has heard."""
    heard: list[dict[str, Any]] = []

    class Hook(BaseHTTPRequestHandler):
        """Keeps every JSON body."""

        def do_POST(self) -> None:
            """Take one."""
            heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Hook) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", heard
        server.shutdown()
        thread.join()


def test_a_gate_that_fails_on_main_calls_the_webhook_and_deploying_twice_doubles_nothing(up: Installation) -> None:
    """With the run's name and the verdict's sentence, quotes and all."""
    with listening() as (url, heard):
        for verb in ("created", "updated"):
            file = str(ROOT / "deployments" / "automations.yaml")
            done = up.type("deploy", "--automations", file, LASTGREEN_WEBHOOK_URL=url)
            assert done.returncode == 0, done.stderr
            assert f"{verb} automation 'lastgreen gate failed on main'" in done.stdout
        found = httpx.post(f"{up.api}/automations/filter", json={}, timeout=30).json()
        names = [one["name"] for one in found]
        assert len(names) == len(set(names)) == 6
        up.app.script = lambda prompt, _: "nothing" if prompt == "c00" else "an answer"
        done = up.type("trigger", "smoke", "--commit", "ma10000", "--branch", "main", "--poll", "0.5")
        assert done.returncode == 1, done.stderr
        until(lambda: heard, "the webhook is called", timeout_s=60)
        assert heard[0]["subject"] == "lastgreen: smoke ma10000 failed on main"
        assert "c00" in heard[0]["body"]


def test_a_variable_of_the_automations_that_is_not_set_stops_the_deploy(up: Installation) -> None:
    """Exit 3, before anything is created."""
    done = up.type("deploy", "--automations", str(ROOT / "deployments" / "automations.yaml"))
    assert done.returncode == 3
    assert "LASTGREEN_WEBHOOK_URL is not set" in done.stderr

"""Somebody is told: automations are created once, and a gate that fails on main calls the webhook."""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from deployments.prefect_api import Access, FlowRun, PrefectApi
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
        assert len(names) == len(set(names)) == 7
        up.app.script = lambda prompt, _: "nothing" if prompt == "c00" else "an answer"
        done = up.type("trigger", "smoke", "--commit", "ea10000", "--branch", "main", "--poll", "0.5")
        assert done.returncode == 1, done.stderr
        until(lambda: heard, "the webhook is called", timeout_s=60)
        assert heard[0]["subject"] == "lastgreen: smoke ea10000 failed on main"
        assert "c00" in heard[0]["body"]


SHORT_S = 12
"""How long the nightly may be missing here, instead of 26 hours."""


def test_every_other_automation_tells_what_it_is_for(up: Installation, tmp_path: Path) -> None:
    """A crash, which is also mended at once; a verdict that is none; a run that waits for a person; no nightly run."""
    shipped = ROOT / "deployments" / "automations.yaml"
    hasty = tmp_path / "automations.yaml"
    hasty.write_text(shipped.read_text().replace("within: 93600", f"within: {SHORT_S}"))
    with listening() as (url, heard):
        done = up.type("deploy", "--automations", str(hasty), LASTGREEN_WEBHOOK_URL=url)
        assert done.returncode == 0, done.stderr
        crashed = enter(up, "gate/smoke", "CRASHED", "Crashed")
        waits = enter(up, "gate/smoke", "PAUSED", "Suspended")
        undecided = enter(up, "gate/full-nightly", "COMPLETED", "Inconclusive")
        told = {
            f"lastgreen: {crashed.name} crashed",
            f"lastgreen: {waits.name} waits for your decision",
            f"lastgreen: {undecided.name} is inconclusive",
            "lastgreen: the nightly run is missing",
        }
        until(lambda: {one["subject"] for one in heard} >= told, "all are told", timeout_s=90)
        until(lambda: state_of(up, crashed) == "Passed", "the crashed run is started again and passes", timeout_s=90)
        # Nothing may go on expecting a nightly every few seconds.
        assert up.type("deploy", "--automations", str(shipped), LASTGREEN_WEBHOOK_URL=url).returncode == 0


def enter(up: Installation, deployment: str, kind: str, name: str) -> FlowRun:
    """Make a run of a deployment that enters a state."""
    with contextlib.closing(PrefectApi(Access(up.api))) as api:  # it asks a busy server again
        found = api.deployment(deployment)
        assert found is not None
        later = {"type": "SCHEDULED", "state_details": {"scheduled_time": "2100-01-01T00:00:00Z"}}
        made, _ = api.start(found["id"], {"state": later, "idempotency_key": secrets.token_hex(8)})
        state = {"type": kind, "name": name, "message": "a test says so"}
        api._call("POST", f"/flow_runs/{made.id}/set_state", {"state": state, "force": True})
    return made


def state_of(up: Installation, run: FlowRun) -> str:
    """Name of a run's state."""
    (found,) = up.flow_runs(id={"any_": [run.id]})
    return str(found["state_name"])


def test_a_variable_of_the_automations_that_is_not_set_stops_the_deploy(up: Installation) -> None:
    """Exit 3, before anything is created."""
    done = up.type("deploy", "--automations", str(ROOT / "deployments" / "automations.yaml"))
    assert done.returncode == 3
    assert "LASTGREEN_WEBHOOK_URL is not set" in done.stderr

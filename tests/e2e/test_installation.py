"""What a user does on a new machine: up, gate as CI does, see a regression blocked, down."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.e2e.installation import ROOT, Installation, until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(480)]

PARTS = {"server", "supervisor", "worker", "work pool", "deployments"}
GROWTH_LIMIT = 3_000_000
"""Bytes that the server's database may grow by a smoke run."""
QUEUED = 20


def test_everything_runs_after_up_and_a_second_up_disturbs_nothing(up: Installation) -> None:
    """It may be typed again at any time."""
    assert up.status() == dict.fromkeys(PARTS, "running")
    pids = [up.pid(name) for name in ("server", "supervisor", "worker")]
    done = up.type("up")
    assert done.returncode == 0, done.stderr
    assert [up.pid(name) for name in ("server", "supervisor", "worker")] == pids


def test_ci_gets_exit_0_and_the_verdict_for_a_good_change(up: Installation, tmp_path: Path) -> None:
    """With the job summary and outputs that later steps read."""
    summary, output = tmp_path / "summary.md", tmp_path / "output"
    done = up.type(*up.trigger("600d000"), GITHUB_STEP_SUMMARY=str(summary), GITHUB_OUTPUT=str(output))
    assert done.returncode == 0, done.stderr
    assert "PASSED" in done.stdout
    assert "pass rate" in summary.read_text()
    assert "exit-code=0" in output.read_text()
    assert "smoke 600d000: Passed" in done.stderr


def test_ci_gets_exit_1_and_the_reasons_for_a_regression(up: Installation) -> None:
    """Also from a machine that cannot read the store: then from the run's artifact."""
    up.app.script = lambda prompt, _: "nothing" if prompt == "c00" else "an answer"
    done = up.type(*up.trigger("bad0000", "--config", "none.yaml"))
    assert done.returncode == 1, done.stderr
    assert "c00" in done.stdout
    assert "smoke bad0000: GateFailed" in done.stderr
    assert up.type(*up.trigger("bad0000", "--json")).returncode == 1, "the same commit again is the same run"


def test_a_new_commit_supersedes_the_run_of_the_old_one(slow: Installation) -> None:
    """Nobody waits for the verdict of a commit that was replaced."""
    old = slow.start(*slow.trigger("01d0000", "--pr", "9"))
    until(lambda: slow.app.asked["c00"] and slow.flow_processes(), "the old run begins")
    slow.app.delay_s = 0.0
    new = slow.type(*slow.trigger("2e30000", "--pr", "9"))
    assert new.returncode == 0, new.stderr
    assert "superseded" in new.stderr
    _, err = old.communicate(timeout=120)
    assert old.returncode == 4, err
    assert "superseded by commit 2e30000" in err


def test_an_interrupted_trigger_cancels_its_run(slow: Installation) -> None:
    """CI sends SIGTERM when a job is cancelled."""
    before = sum(slow.app.asked.values())
    process = slow.start(*slow.trigger("1c70000"))
    until(lambda: sum(slow.app.asked.values()) > before, "the run begins")
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    until(lambda: _state(slow, "1c70000") == "Cancelled", "the run is cancelled")


def test_twenty_triggered_runs_queue_up_and_all_end_right(up: Installation) -> None:
    """And the database grows by less than 3 MB a run."""
    before, began = up.database_bytes(), time.monotonic()
    runs = {}
    for number in range(QUEUED):
        done = up.type(*up.trigger(f"{number:07x}", "--no-wait", "--target", "app"))
        assert done.returncode == 0, done.stderr
        runs[json.loads(done.stdout)["flow_run"]] = number
    until(lambda: _all_ended(up, list(runs)), "all runs end", timeout_s=400, every_s=3)
    if any(run["state_type"] == "CRASHED" for run in up.flow_runs(id={"any_": list(runs)})):
        # What an overloaded server lost, the clean-up starts again; here it is asked at once.
        assert up.type("trigger", "cleanup/cleanup").returncode == 0
        until(lambda: _all_ended(up, list(runs)), "all runs end", every_s=3)
    states = [run["state_name"] for run in up.flow_runs(id={"any_": list(runs)})]
    assert states == ["Passed"] * QUEUED
    time.sleep(5)
    growth = (up.database_bytes() - before) / QUEUED
    print(f"{QUEUED} runs in {time.monotonic() - began:.0f} s, database growth per run {growth / 1e6:.2f} MB")
    assert growth < GROWTH_LIMIT


@pytest.mark.skipif(shutil.which("jq") is None or shutil.which("curl") is None, reason="needs curl and jq")
@pytest.mark.parametrize(("commit", "answer", "code"), [("c0a1000", "an answer", 0), ("c0a1001", "nothing", 1)])
def test_the_recipe_for_curl_gates_as_documented(up: Installation, commit: str, answer: str, code: int) -> None:
    """Thirty lines of the guide, word by word."""
    up.app.script = lambda *_: answer
    script = re.search(r"```bash\n(.*?)```", (ROOT / "docs" / "ci.md").read_text(), re.DOTALL)
    assert script is not None
    command = ["bash", "-c", script[1], "gate.sh", commit]
    done = subprocess.run(
        command, env={**up.env, "PREFECT_API_URL": up.api}, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == code, done.stderr
    assert "pass rate" in done.stdout


@pytest.mark.s3
def test_the_worker_is_led_to_the_s3_server_whenever_it_was_added(up: Installation) -> None:
    """Runs would have no credentials otherwise: when it is added to what runs, and after a repair."""
    for words, killed in ((("up", "--s3"), ()), (("up",), ("supervisor", "worker"))):
        for name in killed:
            up.kill(name)
        done = up.type(*words)
        assert done.returncode == 0, done.stderr
        address = re.findall("export AWS_ENDPOINT_URL=(.+)", done.stderr)
        assert [psutil.Process(up.pid("worker")).environ().get("AWS_ENDPOINT_URL")] == address
    assert up.type("down").returncode == 0


def test_down_stops_everything_and_up_brings_it_back(up: Installation) -> None:
    """Results and deployments are still there."""
    assert up.type("down").returncode == 0
    assert {"running"} & set(up.status().values()) == set()
    assert up.type("down").stdout.startswith("no local Prefect server")
    assert up.type("up").returncode == 0
    assert up.status() == dict.fromkeys(PARTS, "running")


def _state(installed: Installation, commit: str) -> str:
    found = [run for run in installed.flow_runs() if run["parameters"].get("request", {}).get("commit_sha") == commit]
    return str(found[0]["state_name"]) if found else ""


def _all_ended(installed: Installation, runs: list[str]) -> bool:
    found: list[dict[str, Any]] = installed.flow_runs(id={"any_": runs})
    return all(run["state_type"] in {"COMPLETED", "FAILED", "CRASHED", "CANCELLED"} for run in found)

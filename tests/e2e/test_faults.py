"""Whatever dies in the middle of a run: it ends with the right verdict, and never shows as passed by mistake."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import time

import psutil
import pytest

from deployments.prefect_api import Access, PrefectApi
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.e2e.installation import SMOKE_CASES, Installation, until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


SILENCE_S = 60
BUSY_S = 15


def begin(installed: Installation, commit: str, *more: str) -> subprocess.Popen[str]:
    """Trigger a run and wait until it is in the middle."""
    installed.app.answered.clear()
    process = installed.start(*installed.trigger(commit, *more))
    until(lambda: sum(installed.app.answered.values()) >= 6, "the run is in the middle")
    return process


def finish(installed: Installation, process: subprocess.Popen[str], code: int = 0) -> str:
    """Wait for the verdict; nothing that was answered was asked for again, but for calls that were under way."""
    out, err = process.communicate(timeout=240)
    assert process.returncode == code, out + err
    assert SMOKE_CASES <= sum(installed.app.answered.values()) <= SMOKE_CASES + 4
    return err


def stored(installed: Installation, commit: str) -> list[str]:
    """Verdicts in the store of a commit."""
    results = Results(Files(str(installed.root / "store")))
    rows = [results.read_row(run_id) for run_id in results.ids()]
    return [row["decision"] for row in rows if row["commit_sha"] == commit]


def test_the_worker_is_killed_and_the_run_finishes(slow: Installation) -> None:
    """The supervisor starts another worker, the trigger starts the run again, the journal saves what was paid."""
    process = begin(slow, "dead001")
    slow.kill("worker")
    said = finish(slow, process)
    assert "crashed" in said
    assert "starting it again" in said
    assert stored(slow, "dead001") == ["passed"]


def test_the_process_of_the_flow_is_killed_and_the_run_finishes(slow: Installation) -> None:
    """Kill -9, as the kernel does when memory runs out; a failing case still fails the gate afterwards."""
    slow.app.script = lambda prompt, _: "nothing" if prompt == "c00" else "an answer"
    process = begin(slow, "dead002")
    for one in slow.flow_processes():
        os.kill(one.pid, signal.SIGKILL)
    assert "starting it again" in finish(slow, process, code=1)
    assert stored(slow, "dead002") == ["failed"]


def test_the_server_is_killed_and_the_run_finishes(slow: Installation) -> None:
    """The supervisor starts it again at the same address; run and trigger wait for it."""
    process = begin(slow, "dead003")
    before = slow.pid("server")
    slow.kill("server")
    finish(slow, process)
    assert slow.pid("server") != before
    assert stored(slow, "dead003") == ["passed"]


def test_a_server_that_says_nothing_for_a_minute_is_waited_for(slow: Installation) -> None:
    """As behind a cut cable: connections hang, and nothing is refused."""
    process = begin(slow, "dead005")
    server = psutil.Process(slow.pid("server"))
    server.suspend()
    try:
        time.sleep(SILENCE_S)
    finally:
        server.resume()
    finish(slow, process)
    assert stored(slow, "dead005") == ["passed"]


def test_a_database_that_another_process_holds_is_waited_for(slow: Installation) -> None:
    """A backup, or an overloaded disk: whatever the server answers meanwhile, the run has its verdict."""
    process = begin(slow, "dead006")
    held = sqlite3.connect(slow.home / "prefect" / "prefect.db", timeout=60, isolation_level=None)
    with contextlib.closing(held):
        held.execute("BEGIN EXCLUSIVE")
        time.sleep(BUSY_S)
        held.execute("ROLLBACK")
    finish(slow, process)
    assert stored(slow, "dead006") == ["passed"]


def test_the_supervisor_is_killed_and_up_repairs(up: Installation) -> None:
    """Nothing else stops; status tells, up starts another, which takes over."""
    worker = up.pid("worker")
    up.kill("supervisor")
    assert up.status()["supervisor"] == "stale"
    assert up.type("status").returncode == 4
    assert up.type("up").returncode == 0
    assert up.status()["supervisor"] == "running"
    assert up.pid("worker") == worker


def test_two_schedulers_of_one_run_give_one_verdict(slow: Installation) -> None:
    """The second process waits for the first, and takes its verdict."""
    process = begin(slow, "2a1ce00")
    run = next(one for one in slow.flow_runs() if one["parameters"].get("request", {}).get("commit_sha") == "2a1ce00")
    body = {"parameters": run["parameters"], "idempotency_key": "another scheduler", "tags": []}
    with contextlib.closing(PrefectApi(Access(slow.api))) as api:
        other, _ = api.start(run["deployment_id"], body)
    finish(slow, process)
    names = until(
        lambda: [one for one in slow.flow_runs(id={"any_": [run["id"], other.id]}) if one["state_type"] == "COMPLETED"][
            1:
        ],
        "both runs end",
    )
    assert [one["state_name"] for one in names] == ["Passed"]
    assert stored(slow, "2a1ce00") == ["passed"]


def test_a_sharded_run_that_was_given_up_is_finished_by_the_next_trigger(slow: Installation) -> None:
    """Its shards were cancelled with it, and are started again with it."""
    process = begin(slow, "dead008", "--shards", "2")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 130
    done = slow.type(*slow.trigger("dead008", "--shards", "2"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert stored(slow, "dead008") == ["passed"]


def test_a_run_that_nobody_waits_for_is_started_again_by_the_clean_up(slow: Installation) -> None:
    """Nightly runs have no trigger that waits."""
    slow.app.answered.clear()
    assert slow.type(*slow.trigger("dead004", "--no-wait")).returncode == 0
    until(lambda: sum(slow.app.answered.values()) >= 6, "the run is in the middle")
    for one in slow.flow_processes():
        os.kill(one.pid, signal.SIGKILL)
    until(lambda: _state(slow, "dead004") == "Crashed", "the run is seen to have crashed")
    # Beside the one of every quarter of an hour it is cancelled, and that one may do its work.
    until(lambda: slow.type("trigger", "cleanup/cleanup", "--poll", "0.5").returncode == 0, "a clean-up has run")
    until(lambda: _state(slow, "dead004") == "Passed", "the run has its verdict")
    assert stored(slow, "dead004") == ["passed"]


def _state(installed: Installation, commit: str) -> str:
    found = [run for run in installed.flow_runs() if run["parameters"].get("request", {}).get("commit_sha") == commit]
    return str(found[0]["state_name"]) if found else ""

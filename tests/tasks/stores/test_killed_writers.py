"""Writers killed at any moment: the store stays valid, and what was acknowledged is whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.results import Results
from tasks.stores.verification import verify
from tests.evals.results.build import every_kind

KILLS = 50
ROUNDS_A_STORE = 10
"""A new store after so many kills: verifying takes time that grows with the runs."""
WRITER = """
import sys
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.evals.results.build import finished

files, first = Files(sys.argv[1]), int(sys.argv[2])
runs = [finished(f"20261130T104153Z-{first + number:06x}") for number in range(400)]
print("ready", flush=True)
for number, run in enumerate(runs):
    Results(files).write(run)
    print(run.info.run_id, flush=True)
    if number % 3 == 2:
        compact(files, "2026-12-01T00:00:00+00:00")
"""


def killed_writer(store: Path, first: int, wait_s: float) -> list[str]:
    """Start a writer, kill it after a while, and return the runs that it knew to be written."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store), str(first)], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(wait_s)
    os.kill(process.pid, signal.SIGKILL)
    told = process.stdout.read().split("\n")
    process.wait()
    process.stdout.close()
    # A line that the kill cut off was not acknowledged to anybody.
    return told[:-1]


@pytest.mark.e2e
def test_kill_9_at_fifty_random_moments_leaves_a_valid_store_with_every_committed_run_whole(tmp_path: Path) -> None:
    """Whatever the writer was doing: parts, commit, index, or nothing."""
    dice = random.Random(6)
    acknowledged: list[str] = []
    cut_short = 0
    for kill in range(KILLS):
        store = tmp_path / str(kill // ROUNDS_A_STORE)
        if kill % ROUNDS_A_STORE == 0:
            acknowledged = []
        acknowledged += killed_writer(store, 1_000 * kill, dice.random() * 0.6)
        if not store.exists():
            continue
        files = Files(str(store))
        found = verify(files)
        assert found.problems == ()
        cut_short += bool(found.leftovers)
        ids = Results(files).ids()
        assert set(acknowledged) <= set(ids)
        assert [run_id for run_id in ids[-20:] if Results(files).read(run_id).trials != every_kind()] == []
    compact(files, "2026-12-01T00:00:00+00:00")
    assert verify(files).problems == ()
    assert cut_short > KILLS // 4

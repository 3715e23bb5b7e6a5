"""Writers killed at any moment: the store stays valid, and what was acknowledged is whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.results import Results
from tasks.stores.verification import verify
from tests.evals.results.build import every_kind

KILLS = 50
LONGEST_S = 0.3
"""A writer lives at most so long: some ten runs."""
ROUNDS_A_STORE = 10
"""A new store after so many kills: verifying takes time that grows with the runs."""
NURSERY = """
import os, sys
from evals.finished.rows import run_tables
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.evals.results.build import finished

run_tables(finished())  # what is imported late is imported before anybody writes
for line in sys.stdin:
    store, first = line.split("\\t")
    writer = os.fork()
    if not writer:
        files, number = Files(store), int(first)
        print(os.getpid(), flush=True)
        while True:
            run = finished(f"20261130T104153Z-{number:06x}")
            Results(files).write(run)
            print(run.info.run_id, flush=True)
            number += 1
            if number % 3 == 2:
                compact(files, "2026-12-01T00:00:00+00:00")
    os.waitpid(writer, 0)
    print("\\nended", flush=True)
"""
"""Forks a writer for every line on standard input: starting Python each time takes longer than all the writing."""


@contextmanager
def nursery() -> Iterator[subprocess.Popen[str]]:
    """A process that brings forth writers."""
    with subprocess.Popen(
        [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        yield process


def killed_writer(process: subprocess.Popen[str], store: Path, first: int, wait_s: float) -> list[str]:
    """Have a writer started, kill it after a while, and return the runs that it knew to be written."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{store}\t{first}\n")
    pid = int(process.stdout.readline())
    time.sleep(wait_s)
    os.kill(pid, signal.SIGKILL)
    told = list(iter(process.stdout.readline, "ended\n"))
    # A line that the kill cut off was not acknowledged to anybody.
    return [line.strip() for line in told if len(line.strip()) == len("20261130T104153Z-000000")]


@pytest.mark.slow
def test_kill_9_at_fifty_random_moments_leaves_a_valid_store_with_every_committed_run_whole(tmp_path: Path) -> None:
    """Whatever the writer was doing: parts, commit, index, or nothing."""
    dice = random.Random(6)
    acknowledged: list[str] = []
    written = cut_short = 0
    with nursery() as process:
        for kill in range(KILLS):
            store = tmp_path / str(kill // ROUNDS_A_STORE)
            if kill % ROUNDS_A_STORE == 0:
                acknowledged = []
            told = killed_writer(process, store, 1_000 * kill, dice.random() * LONGEST_S)
            acknowledged, written = acknowledged + told, written + len(told)
            if not store.exists():
                continue
            files = Files(str(store))
            found = verify(files)
            assert found.problems == ()
            cut_short += bool(found.leftovers)
            ids = Results(files).ids()
            assert set(acknowledged) <= set(ids)
            assert [run.info.run_id for run in Results(files).read_many(ids[-20:]) if run.trials != every_kind()] == []
    compact(files, "2026-12-01T00:00:00+00:00")
    assert verify(files).problems == ()
    assert written > KILLS
    assert cut_short > KILLS // 4

"""Which trials a run is compared with: pools, green runs, branches, pins, anchors; and how old documents are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.gate.baseline import (
    BASELINES_VERSION,
    BRANCHES_KEPT,
    HISTORY_KEPT,
    Anchor,
    Baselines,
    Pool,
    PooledRun,
    migrated,
)

DATA = Path(__file__).parents[2] / "data"


def make_pool(run_id: str = "r1", kind: str = "pool", **changes: Any) -> Pool:
    """A pool of one run of fresh trials at commit c1."""
    fields = {"run_id": run_id, "commit_sha": "c1", "created_at": "2026-11-30T10:00:00+00:00", **changes}
    return Pool.model_validate({"kind": kind, "runs": [fields]})


GREEN = make_pool("g1", kind="green", commit_sha="c2", created_at="2026-11-30T11:00:00+00:00")


def test_fresh_trials_win_over_a_green_run() -> None:
    """A green run was selected for being green, so it serves only when there is nothing else."""
    assert Baselines().recorded(GREEN).active == GREEN
    assert Baselines().recorded(GREEN).recorded(make_pool()).active == make_pool()
    assert Baselines().recorded(make_pool()).recorded(GREEN).active == make_pool()


def test_a_pin_wins_over_everything_until_it_is_cleared() -> None:
    """Pinning changes what is compared with and nothing else."""
    base = Baselines().recorded(make_pool()).with_pin(make_pool("pinned"))
    assert base.active == make_pool("pinned")
    assert base.with_pin(None).active == make_pool()


def test_trials_of_the_same_origin_join_the_pool() -> None:
    """The pool grows while commit, target and judge stay the same; each run keeps where it came from."""
    first, second = make_pool("r1", model_version="m-1"), make_pool("r2", model_version="m-2")
    base = Baselines().recorded(first).recorded(second)
    assert base.active is not None
    assert base.active.run_ids == ("r1", "r2")
    assert [run.model_version for run in base.active.runs] == ["m-1", "m-2"]


def test_a_run_that_is_recorded_twice_stands_once() -> None:
    """Publishing again after a lost connection changes nothing."""
    base = Baselines().recorded(make_pool("r1")).recorded(make_pool("r2"))
    assert base.recorded(make_pool("r2")) == base
    assert base.recorded(make_pool("r2"), start_over=True) == base
    assert base.recorded(make_pool("r1")) == base


@pytest.mark.parametrize("change", [{"commit_sha": "c9"}, {"judge": "other"}, {"target_fingerprint": "other"}])
def test_trials_of_another_origin_replace_the_pool(change: dict[str, str]) -> None:
    """Another commit, target or judge makes another baseline; the old one is remembered."""
    new = make_pool("r2", **change)
    base = Baselines().recorded(make_pool("r1")).recorded(new)
    assert (base.active, base.history) == (new, (make_pool("r1"),))


def test_starting_over_replaces_a_pool_of_the_same_origin() -> None:
    """The app behind the same commit may have changed: whoever says so gets a new pool."""
    base = Baselines().recorded(make_pool("r1")).recorded(make_pool("r2"), start_over=True)
    assert (base.active, base.history) == (make_pool("r2"), (make_pool("r1"),))


def test_trials_without_a_commit_never_join() -> None:
    """Nobody knows whether they are of the same code."""
    base = Baselines().recorded(make_pool("r1", commit_sha="")).recorded(make_pool("r2", commit_sha=""))
    assert base.active == make_pool("r2", commit_sha="")


def test_a_pool_is_behind_when_main_became_green_later_at_another_commit() -> None:
    """The reader is told that fresh trials are due; the same commit is not behind."""
    assert Baselines().recorded(make_pool()).recorded(GREEN).is_behind
    same = make_pool("g1", kind="green", created_at="2026-11-30T11:00:00+00:00")
    assert not Baselines().recorded(make_pool()).recorded(same).is_behind


def test_an_anchor_is_replaced_by_name_and_the_one_set_last_is_measured_against() -> None:
    """Anchors are named releases; a name stands once, and setting it again makes it the newest."""
    first, second = Anchor(name="1.0", pool=make_pool("a")), Anchor(name="1.0", pool=make_pool("b"))
    other = Anchor(name="2.0", pool=make_pool("c"))
    assert Baselines().anchor is None
    assert Baselines().with_anchor(first).with_anchor(second).anchors == (second,)
    assert Baselines().with_anchor(first).with_anchor(other).anchor == other
    assert Baselines().with_anchor(first).with_anchor(other).with_anchor(second).anchor == second


def test_each_branch_has_its_own_last_passing_run() -> None:
    """A branch without one has none: the caller falls back to main."""
    base = Baselines().passed_on_branch(make_pool("a1", branch="a")).passed_on_branch(make_pool("b1", branch="b"))
    base = base.passed_on_branch(make_pool("a2", branch="a"))
    assert base.last_passing("a") == make_pool("a2", branch="a")
    assert base.last_passing("b") == make_pool("b1", branch="b")
    assert base.last_passing("c") is None
    assert len(base.branches) == 2


def test_history_and_branches_do_not_grow_without_end() -> None:
    """The document is read at every start."""
    base = Baselines()
    for number in range(BRANCHES_KEPT + 5):
        base = base.passed_on_branch(make_pool("r", branch=f"b{number}"))
        base = base.recorded(make_pool(f"r{number}", commit_sha=f"c{number}"))
    assert (len(base.branches), len(base.history)) == (BRANCHES_KEPT, HISTORY_KEPT)
    assert base.last_passing("b0") is None


def test_a_document_of_version_1_is_read() -> None:
    """Each run of a pool takes over the origin that the pool had; nothing is lost."""
    found = Baselines.model_validate(migrated(json.loads((DATA / "baselines_v1.json").read_text("utf-8"))))
    assert found.version == BASELINES_VERSION
    assert found.pool is not None
    assert found.pool.runs[1] == PooledRun(
        run_id="20251102T020000Z-0a1b2d",
        commit_sha="c1",
        branch="main",
        created_at="2025-11-01T02:00:00+00:00",
        judge="heuristic v1",
        target_fingerprint="f1",
    )
    assert found.green is not None
    assert found.anchor is not None
    assert (found.pool.run_ids, found.green.kind, found.anchor.name, len(found.history)) == (
        ("20251101T020000Z-0a1b2c", "20251102T020000Z-0a1b2d"),
        "green",
        "1.0",
        1,
    )


def test_a_document_of_the_present_version_is_left_as_it_is() -> None:
    """What was written is read back."""
    base = Baselines().recorded(make_pool()).recorded(GREEN).with_anchor(Anchor(name="1.0", pool=GREEN))
    assert Baselines.model_validate(migrated(base.model_dump(mode="json"))) == base

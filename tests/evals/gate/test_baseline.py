"""Which trials a run is compared with: pools, green runs, pins."""

from __future__ import annotations

from evals.gate.baseline import Anchor, Baselines, Pool


def make_pool(run_id: str = "r1", **changes: object) -> Pool:
    """A pool of one run of fresh trials at commit c1."""
    fields = {"run_ids": (run_id,), "kind": "pool", "commit_sha": "c1", "created_at": "2026-11-30T10:00:00+00:00"}
    return Pool.model_validate({**fields, **changes})


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
    """The pool grows while commit, target and judge stay the same."""
    base = Baselines().recorded(make_pool("r1")).recorded(make_pool("r2")).recorded(make_pool("r1"))
    assert base.active is not None
    assert base.active.run_ids == ("r1", "r2")


def test_trials_of_another_origin_replace_the_pool() -> None:
    """Another commit, target or judge makes another baseline; the old one is remembered."""
    for change in ({"commit_sha": "c9"}, {"judge": "other"}, {"target_fingerprint": "other"}):
        new = make_pool("r2", **change)
        base = Baselines().recorded(make_pool("r1")).recorded(new)
        assert (base.active, base.history) == (new, (make_pool("r1"),))


def test_a_pool_is_behind_when_main_became_green_later_at_another_commit() -> None:
    """The reader is told that fresh trials are due; the same commit is not behind."""
    assert Baselines().recorded(make_pool()).recorded(GREEN).is_behind
    same = GREEN.model_copy(update={"commit_sha": "c1"})
    assert not Baselines().recorded(make_pool()).recorded(same).is_behind


def test_an_anchor_is_replaced_by_name() -> None:
    """Anchors are named releases; a name stands once."""
    first, second = Anchor(name="1.0", pool=make_pool("a")), Anchor(name="1.0", pool=make_pool("b"))
    assert Baselines().with_anchor(first).with_anchor(second).anchors == (second,)

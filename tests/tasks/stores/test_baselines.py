"""Where baselines are kept, and which one a run finds."""

from __future__ import annotations

import pytest

from evals.errors import StoreError
from evals.gate.baseline import Baselines, Pool
from tasks.stores.baselines import change_baselines, find_baselines, read_baselines
from tasks.stores.files import Files


def make_pool(run_id: str = "r1", **changes: object) -> Pool:
    """A pool of one run."""
    fields = {"run_ids": (run_id,), "kind": "pool", "commit_sha": "c1", "created_at": "2026-11-30T10:00:00+00:00"}
    return Pool.model_validate({**fields, **changes})


def test_without_a_document_there_is_no_baseline(files: Files) -> None:
    """Absence is an empty document."""
    assert read_baselines(files, "v1", "app", "smoke") == Baselines()


def test_a_change_is_kept(files: Files) -> None:
    """What was recorded is found again, under any name of app and tier."""
    change_baselines(files, "v1", "my app/2", "smoke", lambda found: found.recorded(make_pool()))
    assert read_baselines(files, "v1", "my app/2", "smoke").active == make_pool()


def test_a_tier_without_baseline_uses_the_widest_one(files: Files) -> None:
    """A smoke run compares with the full tier's trials when it has none of its own."""
    change_baselines(files, "v1", "app", "full", lambda found: found.recorded(make_pool("full-run")))
    tier, found = find_baselines(files, "v1", "app", "smoke")
    assert (tier, found.active) == ("full", make_pool("full-run"))


def test_another_golden_version_has_another_baseline(files: Files) -> None:
    """Versions never mix."""
    change_baselines(files, "v1", "app", "smoke", lambda found: found.recorded(make_pool()))
    assert find_baselines(files, "v2", "app", "smoke")[1].active is None


def test_a_document_of_a_newer_version_is_refused(files: Files) -> None:
    """A newer lastgreen's document is not read by guess."""
    files.write("baselines/v1/app/smoke.json", b'{"version": 99}')
    with pytest.raises(StoreError, match="newer lastgreen"):
        read_baselines(files, "v1", "app", "smoke")

"""Where baselines are kept, and which one a run finds."""

from __future__ import annotations

import pytest

from evals.errors import InputError
from evals.gate.baseline import Anchor, Baselines, Pool
from tasks.stores.baselines import change_baselines, find_baseline, read_baselines, with_active
from tasks.stores.files import Files


def make_pool(run_id: str = "r1", **changes: object) -> Pool:
    """A pool of one run."""
    fields = {"run_id": run_id, "commit_sha": "c1", "created_at": "2026-11-30T10:00:00+00:00"}
    return Pool.model_validate({"kind": "pool", "runs": [{**fields, **changes}]})


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
    found = find_baseline(files, "v1", "app", "smoke", with_active)
    assert found is not None
    assert (found[0], found[1].active) == ("full", make_pool("full-run"))


def test_another_golden_version_has_another_baseline(files: Files) -> None:
    """Versions never mix."""
    change_baselines(files, "v1", "app", "smoke", lambda found: found.recorded(make_pool()))
    assert find_baseline(files, "v2", "app", "smoke", with_active) is None


def test_a_document_of_a_newer_version_is_refused(files: Files) -> None:
    """A newer lastgreen's document is not read by guess."""
    files.write("baselines/v1/app/smoke.json", b'{"version": 99}')
    with pytest.raises(InputError, match="newer lastgreen"):
        read_baselines(files, "v1", "app", "smoke")


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"{}", b'{"version": "x"}', b'{"version": 2, "pool": {}}', b'{"version": 1, "pool": 3}']
)
def test_a_document_that_is_broken_is_told_by_its_path(files: Files, text: bytes) -> None:
    """Nothing is guessed, and nothing else is raised."""
    files.write("baselines/v1/app/smoke.json", text)
    with pytest.raises(InputError, match=r"smoke\.json' cannot be read"):
        read_baselines(files, "v1", "app", "smoke")


def test_an_anchor_is_found_in_its_own_tier_first_then_in_the_widest(files: Files) -> None:
    """Slow decline is measured on as many cases as there are."""
    assert find_baseline(files, "v1", "app", "smoke", lambda found: found.anchor) is None
    full, smoke = Anchor(name="1.0", pool=make_pool("a")), Anchor(name="1.0", pool=make_pool("b"))
    change_baselines(files, "v1", "app", "full", lambda found: found.with_anchor(full))
    assert find_baseline(files, "v1", "app", "smoke", lambda found: found.anchor) == ("full", full)
    change_baselines(files, "v1", "app", "smoke", lambda found: found.with_anchor(smoke))
    assert find_baseline(files, "v1", "app", "smoke", lambda found: found.anchor) == ("smoke", smoke)

"""What a run is laid beside: baseline, anchor, last passing run, pool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evals.errors import InputError
from evals.gate.baseline import Anchor, Baselines
from evals.results.run import RunInfo, Stage
from tasks.config_file import Config
from tasks.plan import LoadedBaseline, References
from tasks.references import baseline_warnings, describe, load_references, pool_of, repriced
from tasks.request import RunRequest
from tasks.stores.baselines import change_baselines
from tasks.stores.files import Files
from tests.builders import make_answer, make_info, make_trial, make_trials
from tests.tasks.stored import store_run


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """An empty store."""
    return Files(str(tmp_path))


def config(**gate: Any) -> Config:
    """A configuration with this policy."""
    target = {"kind": "recorded", "path": "x"}
    prices = {"models": {"m": {"input": 1_000_000, "output": 0}}}
    return Config.model_validate(
        {"golden_set": "g", "target": "t", "targets": {"t": target}, "gate": gate, "prices": prices}
    )


def load(files: Files, request: RunRequest | None = None, branch: str = "feature", **gate: Any) -> References:
    """Load for a run of the full tier."""
    info = make_info(app="app", tier="full", branch=branch)
    return load_references(request or RunRequest(tier="full"), info, config(**gate), files)


def keep(files: Files, change: Any, tier: str = "full") -> None:
    """Change the baselines of the app."""
    change_baselines(files, "v1", "app", tier, change)


def recorded(files: Files, number: int = 0, kind: str = "pool", **changes: Any) -> RunInfo:
    """Store a run of case a and record it."""
    info = store_run(files, make_trials("a", "pp"), number, **changes)
    keep(files, lambda found: found.recorded(pool_of(info, kind)))
    return info


def ids(side: LoadedBaseline | None) -> tuple[str, ...]:
    """Runs of a side."""
    assert side is not None
    return side.pool.run_ids


def test_without_anything_there_is_nothing_beside_the_run(files: Files) -> None:
    """Absence is None, by name."""
    assert load(files, regression={"enabled": True}) == References()


def test_the_trials_of_all_runs_of_the_pool_are_loaded(files: Files) -> None:
    """Two runs of one origin; only their screen trials, for the others were selected."""
    first = store_run(files, [*make_trials("a", "pp"), *make_trials("a", "f", trial=2, stage=Stage.CONFIRM)], 0)
    second = store_run(files, make_trials("a", "ppp"), 1)
    for info in (first, second):
        keep(files, lambda found, info=info: found.recorded(pool_of(info, "pool")))
    side = load(files).baseline
    assert side is not None
    assert (len(side.trials), side.label) == (5, "baseline (full) of commit abc1234def56, 2 runs")


def test_a_case_whose_content_changed_is_compared_by_the_trials_since(files: Files) -> None:
    """A pool that was completed after the change has trials of both contents; the old ones say nothing any more."""
    old = [*make_trials("a", "pp", case_hash="old"), *make_trials("b", "p")]
    for number, trials in enumerate((old, make_trials("a", "fff", trial=2))):
        info = store_run(files, trials, number)
        keep(files, lambda found, info=info: found.recorded(pool_of(info, "pool")))
    side = load(files).baseline
    assert side is not None
    assert [(trial.case_id, trial.case_hash) for trial in side.trials] == [("b", "hash-b"), *[("a", "hash-a")] * 3]


def test_a_named_run_is_the_baseline_and_none_means_none(files: Files) -> None:
    """The anchor stays what it is, unless there is to be no comparison at all."""
    info = recorded(files)
    other = store_run(files, make_trials("a", "f"), 1)
    keep(files, lambda found: found.with_anchor(Anchor(name="1.0", pool=pool_of(info, "pool"))))
    named = load(files, RunRequest(tier="full", baseline=other.run_id))
    assert (ids(named.baseline), ids(named.anchor)) == ((other.run_id,), (info.run_id,))
    assert load(files, RunRequest(tier="full", baseline="none")) == References()


def test_a_run_of_another_golden_version_is_refused(files: Files) -> None:
    """Versions are never compared."""
    other = store_run(files, make_trials("a", "p"), golden_version="v2")
    with pytest.raises(InputError, match="golden version 'v2', this run to 'v1'"):
        load(files, RunRequest(tier="full", baseline=other.run_id))


def test_the_anchor_is_loaded_unless_the_rule_is_off(files: Files) -> None:
    """By its name, of this tier or of the widest."""
    info = store_run(files, make_trials("a", "p"))
    keep(files, lambda found: found.with_anchor(Anchor(name="1.0", pool=pool_of(info, "pool"))), "extended")
    found = load(files).anchor
    assert found is not None
    assert (found.label, ids(found)) == ("anchor 1.0", (info.run_id,))
    assert load(files, anchor={"rule": "off"}).anchor is None


class TestPassing:
    """The run that the regression rule compares mean scores with."""

    @staticmethod
    def _filled(files: Files) -> dict[str, str]:
        """A green run of main, one that passed on a branch, and a pinned one."""
        main, branch, pinned = (store_run(files, make_trials("a", "p"), n, branch=b) for n, b in enumerate("mbp"))
        keep(files, lambda found: found.recorded(pool_of(main, "green")).passed_on_branch(pool_of(branch, "green")))
        keep(files, lambda found: found.with_pin(pool_of(pinned, "pool")))
        return {"main": main.run_id, "b": branch.run_id, "pinned": pinned.run_id}

    @pytest.mark.parametrize(
        ("branch", "settings", "expected"),
        [
            ("b", {}, "b"),
            ("c", {}, "main"),
            ("main", {}, "main"),
            ("b", {"branch_aware": False}, "main"),
            ("b", {"baseline_strategy": "pinned"}, "pinned"),
        ],
    )
    def test_the_branch_comes_first_then_main_and_a_pin_only_when_asked_for(
        self, files: Files, branch: str, settings: dict[str, Any], expected: str
    ) -> None:
        """As the policy says."""
        runs = self._filled(files)
        found = load(files, branch=branch, regression={"enabled": True, **settings}).passing
        assert ids(found) == (runs[expected],)

    def test_it_is_not_loaded_unless_the_rule_is_on(self, files: Files) -> None:
        """Reading costs time."""
        self._filled(files)
        assert load(files, branch="b").passing is None


def test_a_run_that_records_a_baseline_has_only_the_pool_of_its_own_tier(files: Files) -> None:
    """Unless it is to start over; another tier's pool is not its own."""
    info = recorded(files)
    found = load(files, RunRequest(tier="full", kind="baseline"))
    assert (ids(found.pool), found.baseline, found.anchor) == ((info.run_id,), None, None)
    assert load(files, RunRequest(tier="full", kind="baseline", start_over=True)) == References()
    smoke = make_info(app="app", tier="smoke")
    assert load_references(RunRequest(kind="baseline"), smoke, config(), files) == References()


def test_stored_costs_are_computed_anew_at_the_present_prices() -> None:
    """Both sides at one price table; what the app reported itself stays; what has no answer has no cost."""
    trials = [
        make_trial("a", response=make_answer(cost=None, model_version="m"), cost=7.0),
        make_trial("b", response=make_answer(cost=0.5, model_version="m"), cost=0.5),
        make_trial("c", response=make_answer(cost=None, model_version="unknown"), cost=7.0),
        make_trial("d", "missing", cost=None),
    ]
    assert [trial.cost for trial in repriced(trials, config().prices)] == [100.0, 0.5, None, None]


def test_the_reader_is_told_when_the_baseline_was_selected_or_is_old() -> None:
    """A green run is lucky; fresh trials of an older main are behind."""
    green = pool_of(make_info(run_id="g", commit_sha="c2", created_at="2026-01-02"), "green")
    fresh = pool_of(make_info(run_id="p", commit_sha="c1", created_at="2026-01-01"), "pool")
    assert "selected for being green" in baseline_warnings(Baselines().recorded(green))[0]
    assert "older than the last green main (c2)" in baseline_warnings(Baselines().recorded(fresh).recorded(green))[0]
    assert baseline_warnings(Baselines().recorded(fresh)) == ()
    assert describe(Baselines(), "full") == ""
    assert describe(Baselines().recorded(fresh).with_pin(green), "full") == "pinned baseline (full) of commit c2, run g"

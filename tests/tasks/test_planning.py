"""Everything is decided before the first call: what is wrong shows here."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from evals.errors import ConfigError, InputError
from evals.results.run import Stage
from tasks.planning import plan_run, survey
from tasks.request import RunRequest
from tests.builders import TODAY, make_trials
from tests.flows.project import Project, make_record
from tests.tasks.stored import store_run


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Twelve cases and an app that is not there."""
    made = Project(tmp_path, "http://127.0.0.1:9/ask")
    made.write_cases([make_record(f"c{number:02d}") for number in range(12)])
    return made


def _request(project: Project, **changes: Any) -> RunRequest:
    return RunRequest.model_validate({"config": str(project.config), "tier": "full", **changes})


def _waive(project: Project, *cases: str) -> None:
    waivers = [{"case": i, "owner": "ann", "reason": "r", "expires": str(TODAY + dt.timedelta(days=1))} for i in cases]
    project.configure(gate={"waivers": waivers})


class TestWaivers:
    """A mistyped id would waive nothing, unnoticed."""

    def test_a_waiver_of_an_unknown_case_is_told_with_its_line(self, project: Project) -> None:
        """All of them at once, with a suggestion where one is near."""
        project.write_cases([make_record("c01", tags=["critical"])])
        _waive(project, "c01", "c1", "nonsense")
        with pytest.raises(ConfigError) as caught:
            survey(_request(project))
        first, second = caught.value.problems
        assert "names case 'c1'" in first.message
        assert "did you mean" in first.message
        assert (first.file, first.line, second.line) == (str(project.config), 1, 1)

    def test_a_waiver_of_a_retired_case_can_go(self, project: Project) -> None:
        """The ledger says why it is not there."""
        folder = project.write_cases([make_record("c01")])
        (folder / "retired.jsonl").write_text('{"id": "old", "reason": "product gone"}\n')
        _waive(project, "old")
        with pytest.raises(ConfigError, match="the waiver of case 'old' can go: the case is retired"):
            survey(_request(project))

    def test_a_waiver_of_a_rule_that_does_not_look_at_the_case_is_told(self, project: Project) -> None:
        """It would stand there unused while the case blocks by its other rule."""
        project.write_cases([make_record("c01", tags=["safety"]), make_record("c02", tags=["critical"])])
        _waive(project, "c01", "c02")
        with pytest.raises(ConfigError) as caught:
            survey(_request(project))
        (problem,) = caught.value.problems
        assert problem.message == "the waiver of case 'c01' waives nothing: it is no critical case"

    def test_waivers_are_of_the_configurations_own_set(self, project: Project) -> None:
        """Another set that is tried out has other ids."""
        _waive(project, "c01")
        other = project.write_cases([make_record("x")], "v2")
        assert list(survey(_request(project, golden_set=str(other))).cases) == ["x"]


class TestConnections:
    """A forecast needs no keys; a run does."""

    def test_a_variable_that_is_not_set_stops_a_run_and_not_a_survey(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Before anything is called."""
        monkeypatch.delenv("NO_SUCH_KEY", raising=False)
        project.configure(target={"headers": {"authorization": "Bearer ${NO_SUCH_KEY}"}})
        assert len(survey(_request(project)).cases) == 12
        with pytest.raises(ConfigError, match="NO_SUCH_KEY"):
            plan_run(_request(project))

    def test_a_run_larger_than_a_shared_limit_stops_before_anything_is_opened(self, project: Project) -> None:
        """It would wait for its slots for ever."""
        project.configure(limits={"provider": {"slots": 3, "targets": ["app"]}}, target={"parallel": 8})
        with pytest.raises(InputError, match="limit 'provider' has 3 slots, and this run alone would take 8"):
            plan_run(_request(project))


class TestScreen:
    """The trials that every case gets."""

    def test_without_early_stopping_it_is_one_chunk_round_by_round(self, project: Project) -> None:
        """A run cut short has seen every case."""
        (chunk,) = survey(_request(project, trials=2)).screen
        assert [work.trial for work in chunk] == [0] * 12 + [1] * 12
        assert {work.stage for work in chunk} == {Stage.SCREEN}

    def test_with_early_stopping_it_is_cut_in_a_seeded_order(self, project: Project) -> None:
        """Whole cases, all their trials in one chunk; without a baseline there is no evidence to stop for."""
        project.configure(tiers={"full": {"early_stop": True}})
        assert len(survey(_request(project, trials=2)).screen) == 1
        plan = survey(_request(project))
        info = store_run(plan.files, make_trials("c01", "p"))
        cut = survey(_request(project, trials=2, baseline=info.run_id, seed=1)).screen
        again = survey(_request(project, trials=2, baseline=info.run_id, seed=1)).screen
        other = survey(_request(project, trials=2, baseline=info.run_id, seed=2)).screen
        ids = [[work.case.id for work in chunk] for chunk in cut]
        assert [len(chunk) for chunk in ids] == [10, 10, 4]
        assert all(chunk.count(i) == 2 for chunk in ids for i in chunk)
        assert ids == [[work.case.id for work in chunk] for chunk in again]
        assert ids != [[work.case.id for work in chunk] for chunk in other]


def test_the_environment_is_the_named_place_and_the_calls_open_at_once(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Latencies depend on both; of recorded answers neither is known."""
    assert survey(_request(project, parallel=8)).info.environment == "8 calls at once"
    monkeypatch.setenv("LASTGREEN_ENVIRONMENT", " ci ")
    assert survey(_request(project, parallel=8, shards=3)).info.environment == "ci, 24 calls at once"
    project.configure(targets={"app": {"kind": "recorded", "path": "answers.jsonl"}})
    assert survey(_request(project)).info.environment == ""

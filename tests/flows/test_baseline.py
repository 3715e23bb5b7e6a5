"""Whole runs of the baseline flow and of what the gate makes of baselines: depth, judges, anchors, early stops."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import web
from click.testing import CliRunner

from deployments.baselines import anchor_baseline
from deployments.commands.run import run
from deployments.running import baseline_request, new_request
from evals.errors import TargetError
from evals.gate.baseline import Baselines
from evals.results.run import Status
from tasks.stores.baselines import read_baselines
from tasks.stores.files import Files
from tasks.stores.requests import write_request
from tests.flows.project import Project, make_record
from tests.flows.scripted_app import ScriptedApp
from tests.flows.test_gate import outcome_of, verdict_of

pytestmark = [
    pytest.mark.prefect,
    pytest.mark.usefixtures("prefect_api"),
    # Prefect's client leaves sockets of its background threads to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def baselines(project: Project) -> Baselines:
    """The document of the full tier."""
    return read_baselines(Files(str(project.root / "store")), "v1", "app", "full")


def test_a_refresh_runs_what_is_missing_and_another_commit_starts_over(project: Project, app: ScriptedApp) -> None:
    """Two trials a case, then up to three: one more each; nothing is missing then; main moves: three each."""
    project.write_cases([make_record("a"), make_record("b")])
    assert project.refresh(2) is not None
    deeper = project.refresh(3)
    assert deeper is not None
    assert [(trial.case_id, trial.trial) for trial in deeper.trials] == [("a", 2), ("b", 2)]
    assert project.refresh(3) is None
    pool = baselines(project).pool
    assert pool is not None
    assert [(run.commit_sha, run.model_version) for run in pool.runs] == [("c1", "scripted-1")] * 2
    assert sum(app.answered.values()) == 6
    moved = project.refresh(3, commit_sha="c2")
    assert moved is not None
    assert len(moved.trials) == 6
    assert [old.run_ids for old in baselines(project).history] == [pool.run_ids]


def test_to_resume_a_refresh_that_lacks_nothing_is_no_error(project: Project, app: ScriptedApp) -> None:
    """It was killed, and meanwhile another one did its work."""
    project.write_cases([make_record("a")])
    killed = baseline_request(new_request({"config": str(project.config), "tier": "full", "branch": "main"}), trials=2)
    write_request(Files(str(project.root / "store")), killed)
    assert project.refresh(2, commit_sha=killed.commit_sha) is not None
    result = CliRunner().invoke(run, ["--config", str(project.config), "--resume", killed.run_id])
    assert (result.exit_code, result.stdout) == (0, "Nothing to run: the pool has all the trials it needs.\n")
    assert sum(app.answered.values()) == 2


def test_what_answered_nothing_is_no_baseline(project: Project, app: ScriptedApp) -> None:
    """Everything would pass against it: the pool stays, and a first recording leaves none."""
    project.write_cases([make_record("a"), make_record("b")])
    assert project.refresh(2) is not None
    pool = baselines(project).pool
    app.script = lambda *_: web.Response(status=404, text="no such model")
    with pytest.raises(TargetError, match="answered none of 4 calls: rejected: HTTP 404"):
        project.refresh(2, commit_sha="c2")
    assert baselines(project).pool == pool


def test_a_new_case_that_only_faults_joins_the_pool(project: Project, app: ScriptedApp) -> None:
    """The app is there, and answers the others: this is what it does."""
    project.write_cases([make_record("a")])
    assert project.refresh(2) is not None
    project.write_cases([make_record("a"), make_record("b")])
    app.script = lambda *_: web.Response(status=404, text="no such page")
    added = project.refresh(2)
    assert added is not None
    assert [(trial.case_id, trial.status) for trial in added.trials] == [("b", Status.FAIL)] * 2
    pool = baselines(project).pool
    assert pool is not None
    assert len(pool.runs) == 2


def test_another_judge_judges_the_stored_answers_and_the_app_is_not_asked(project: Project, app: ScriptedApp) -> None:
    """The run compares alike with alike; a refresh makes the new judge's pool of the old answers."""
    project.write_cases([make_record("a", min_judge_score=3), make_record("b")])
    project.record(4, judge="judge-1")
    before = sum(app.answered.values())
    run = project.run(judge="judge-2")
    assert sum(app.answered.values()) == before + 2
    assert app.judged == {"judge-1": 4, "judge-2": 4 + 1}
    assert outcome_of(run, "judge") == "passed"
    restated = project.refresh(4, judge="judge-2")
    assert restated is not None
    assert sum(app.answered.values()) == before + 2
    assert [(trial.case_id, trial.trial) for trial in restated.trials] == [(i, n) for i in "ab" for n in range(4)]
    pool = baselines(project).pool
    assert pool is not None
    assert "judge-2" in pool.newest.judge
    assert project.refresh(4, judge="judge-2") is None


@pytest.mark.parametrize(("scores", "decision"), [((2, 4, 4, 2), "passed"), ((2, 4, 2, 2), "failed")])
def test_a_critical_failure_by_the_judge_is_voted_on_with_the_same_answer(
    project: Project, app: ScriptedApp, scores: tuple[int, ...], decision: str
) -> None:
    """One answer, one failing judgement, three votes: most of them decide, and the report says so."""
    project.write_cases([make_record("a", "critical", min_judge_score=3)])
    app.judge = lambda _, times: scores[times]
    run = project.run(judge="judge-1")
    assert (sum(app.answered.values()), app.judged["judge-1"]) == (1, 4)
    assert verdict_of(run).decision == decision
    critical = next(line for line in verdict_of(run).outcomes if line.rule == "critical")
    assert critical.evidence["judged_again"] == ["a"]
    assert "judged again on the same answer" in critical.sentence


def test_a_slow_decline_is_measured_against_the_last_release(project: Project, app: ScriptedApp) -> None:
    """Main lost a case since; the change loses nothing more, and the anchor tells."""
    project.write_cases([make_record(f"case-{number:02d}") for number in range(8)])
    project.record()
    anchor_baseline(str(project.config), None, "full", None, "1.0", None)
    app.script = lambda prompt, _: "nothing" if prompt == "case-07" else "an answer"
    project.record(commit_sha="c2")
    run = project.run()
    assert outcome_of(run, "pass_rate") == "passed"
    assert outcome_of(run, "creep") == "failed"
    assert verdict_of(run).sentence.startswith("The change makes the app worse: Since anchor 1.0:")


def test_a_tier_may_stop_early_and_says_what_that_saved(project: Project, app: ScriptedApp) -> None:
    """Half of forty cases break: the screen ends after a few of them, and nothing is confirmed.

    What main did is shown on the cases that were run.
    """
    tier: dict[str, Any] = {"tiers": {"full": {"early_stop": True}}}
    project.configure(**tier)
    project.write_cases([make_record(f"c{number:02d}") for number in range(40)])
    app.script = lambda prompt, _: "nothing" if prompt in {"c00", "c02"} else "an answer"
    project.record(5)
    app.answered.clear()
    app.script = lambda prompt, _: "nothing" if int(prompt[1:]) % 2 else "an answer"
    run = project.run(seed=1)
    verdict = verdict_of(run)
    assert verdict.decision == "failed"
    assert verdict.saved_calls == 40 - sum(app.answered.values()) > 10
    assert len(run.trials) == sum(app.answered.values())
    assert all(trial.status is not Status.MISSING for trial in run.trials)
    ran = {trial.case_id for trial in run.trials}
    before = next(row.baseline for row in run.report.rows if row.metric == "pass rate")
    assert before == pytest.approx(1 - len(ran & {"c00", "c02"}) / len(ran))

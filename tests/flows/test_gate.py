"""Whole runs of the gate: what an app does, and what the gate says of it."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from aiohttp import web

from deployments.watch import Quiet
from evals.answers import Fault, Missing
from evals.errors import AuthenticationError, InputError, TargetError
from evals.reports.report import VerdictLine
from evals.results.run import Stage, Status
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.flows.project import Project, make_record
from tests.flows.scripted_app import ScriptedApp

pytestmark = [
    pytest.mark.prefect,
    pytest.mark.usefixtures("prefect_api"),
    # Prefect's client leaves sockets of its background threads to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def verdict_of(run: Any) -> VerdictLine:
    """The verdict, which every gated run has."""
    verdict: VerdictLine = run.report.verdict
    return verdict


def outcome_of(run: Any, rule: str) -> str:
    """What a rule said."""
    return next(line.outcome for line in verdict_of(run).outcomes if line.rule == rule)


def test_a_good_app_without_baseline_passes_with_a_warning(project: Project) -> None:
    """The first run applies the absolute rules and says that nothing was compared."""
    run = project.run()
    assert (verdict_of(run).decision, verdict_of(run).exit_code) == ("passed", 0)
    assert outcome_of(run, "pass_rate") == "skipped"
    assert any("no baseline" in warning for warning in verdict_of(run).warnings)


def test_an_unchanged_app_passes_against_its_baseline(project: Project) -> None:
    """Ten trials a case on both sides of nothing."""
    project.record()
    run = project.run()
    assert outcome_of(run, "pass_rate") == "passed"
    assert run.report.baseline.startswith("baseline (full)")


def test_one_case_broken_outright_is_found_by_confirmation(project: Project, app: ScriptedApp) -> None:
    """In confirm mode two fresh trials of the failing case prove the break, and the report says so."""
    project.record()
    app.script = lambda prompt, _: "nothing" if prompt == "case-07" else f"answer to {prompt}"
    run = project.run()
    assert (verdict_of(run).decision, verdict_of(run).extra_calls) == ("failed", 2)
    assert [line.case_id for line in run.report.newly_failing] == ["case-07"]
    assert run.report.newly_failing[0].confirmed == (2, 2)
    assert [trial.case_id for trial in run.trials if trial.stage is Stage.CONFIRM] == ["case-07", "case-07"]


def test_a_case_that_failed_once_by_chance_does_not_block(project: Project, app: ScriptedApp) -> None:
    """A failure that two fresh trials do not repeat is noise."""
    project.record()
    bad = 11
    app.script = lambda prompt, before: "nothing" if prompt == "case-07" and before == bad - 1 else "an answer"
    run = project.run()
    assert [trial.status for trial in run.trials if trial.case_id == "case-07"] == [
        Status.FAIL,
        Status.PASS,
        Status.PASS,
    ]
    assert not verdict_of(run).blocks


def test_a_critical_case_fails_the_gate_without_baseline(project: Project, app: ScriptedApp) -> None:
    """Critical cases are absolute."""
    project.write_cases([make_record("a", "critical"), make_record("b")])
    app.script = lambda prompt, _: "nothing" if prompt == "a" else "an answer"
    run = project.run()
    assert (verdict_of(run).decision, verdict_of(run).exit_code) == ("failed", 1)
    assert outcome_of(run, "critical") == "failed"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (web.Response(text="<html>sorry</html>", content_type="text/html"), "not_json"),
        (web.Response(body=b'{"answer": "\xff\xfe"}', content_type="application/json"), "bad_encoding"),
        (web.Response(body=b"", content_type="application/json"), "empty"),
        (web.Response(body=b'{"other": 1}', content_type="application/json"), "no_answer"),
        (web.Response(body=b'{"answer": "' + b"x" * 50_000_000 + b'"}', content_type="application/json"), "too_large"),
        (10.0, "timeout"),
    ],
    ids=["html", "bad utf-8", "empty", "no answer", "50 MB", "hang"],
)
def test_a_fault_of_the_app_is_a_failed_trial_and_the_run_goes_on(
    project: Project, app: ScriptedApp, said: Any, reason: str
) -> None:
    """Whatever the app sends instead of an answer is recorded as what it is; the other cases are run."""
    project.write_cases([make_record("bad"), make_record("good")])
    app.script = lambda prompt, _: said if prompt == "bad" else "an answer"
    run = project.run()
    by_case = {trial.case_id: trial for trial in run.trials}
    assert isinstance(by_case["bad"].response, Fault)
    assert (by_case["bad"].response.reason, by_case["bad"].status) == (reason, Status.FAIL)
    assert by_case["good"].status is Status.PASS


def test_refused_credentials_stop_the_run_at_once(project: Project, app: ScriptedApp) -> None:
    """A 401 is told once: no retry, and no call after the ones already under way."""
    app.script = lambda *_: web.Response(status=401, text="who are you")
    with pytest.raises(AuthenticationError, match="refused our credentials"):
        project.run()
    assert sum(app.asked.values()) <= 8


def test_what_was_answered_before_a_refusal_is_kept_and_the_way_on_is_told(
    project: Project, app: ScriptedApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An account may run out of credit half way. A part of a run is gone on with by that run."""
    said: list[str] = []
    monkeypatch.setattr(Quiet, "say", lambda _quiet, message: said.append(message))
    app.script = lambda prompt, _: web.Response(status=402) if prompt == "case-03" else f"answer to {prompt}"
    for parent in ("", "20261130T104153Z-1f0c9a"):
        with pytest.raises(AuthenticationError, match="HTTP 402"):
            project.run(parallel=1, parent=parent)
        assert f"answers and judgements are kept; go on with: lastgreen run --resume {parent}" in said[-1]


def test_an_app_that_is_not_there_is_an_infrastructure_error(project: Project) -> None:
    """Nothing listens: told in seconds, before any retry."""
    project.url = "http://127.0.0.1:9/ask"
    project.configure()
    with pytest.raises(TargetError, match=r"nothing listens at 127\.0\.0\.1:9"):
        project.run()


def test_an_app_that_fails_throughout_is_an_infrastructure_error(project: Project, app: ScriptedApp) -> None:
    """Every call fails: exit 4, and the run is kept with every trial missing."""
    app.script = lambda *_: web.Response(status=500)
    with pytest.raises(TargetError, match="answered none of 20 calls"):
        project.run()
    files = Files(str(project.root / "store"))
    stored = Results(files).read(Results(files).ids()[0])
    assert all(isinstance(trial.response, Missing) for trial in stored.trials)
    assert verdict_of(stored).decision == "inconclusive"


def test_what_is_there_before_the_first_call_is_not_searched_for_garbage_while_calls_are_open(
    project: Project, app: ScriptedApp
) -> None:
    """It takes a fifth of a second, which would be counted as the app's latency."""
    gc.unfreeze()
    seen: list[int] = []

    def script(prompt: str, _: int) -> str:
        seen.append(gc.get_freeze_count())
        return f"answer to {prompt}"

    app.script = script
    project.run()
    gc.unfreeze()
    assert min(seen) > 100_000


def test_an_app_that_refuses_every_question_fails_the_gate(project: Project, app: ScriptedApp) -> None:
    """A wrong model name: without a baseline there is nothing that no answer could be worse than."""
    app.script = lambda *_: web.Response(status=404, text="no such model")
    run = project.run()
    assert (verdict_of(run).decision, outcome_of(run, "completeness")) == ("failed", "failed")
    assert "answered nothing" in verdict_of(run).sentence


def test_an_outage_of_a_moment_is_survived(project: Project, app: ScriptedApp) -> None:
    """A few 503s are retried and leave no trace in the result."""
    app.script = lambda prompt, before: web.Response(status=503) if before < 2 else f"answer to {prompt}"
    assert {trial.status for trial in project.run().trials} == {Status.PASS}


def test_too_many_missing_cases_are_inconclusive(project: Project, app: ScriptedApp) -> None:
    """Cases without an answer are neither passed nor failed; below 95 % completeness nothing is decided."""
    project.configure(gate={"inconclusive": {"full": "block"}})
    app.script = lambda prompt, _: web.Response(status=500) if prompt in {"case-01", "case-02"} else "an answer"
    run = project.run()
    assert (verdict_of(run).decision, verdict_of(run).exit_code) == ("inconclusive", 2)
    assert outcome_of(run, "completeness") == "inconclusive"


def test_flaky_cases_run_three_times_and_never_block(project: Project, app: ScriptedApp) -> None:
    """The majority of three counts, in an aggregate of its own."""
    project.write_cases([make_record("noisy", "flaky"), *(make_record(f"c{n}") for n in range(5))])
    project.record()
    app.script = lambda prompt, _: "nothing" if prompt == "noisy" else "an answer"
    run = project.run()
    assert sum(trial.case_id == "noisy" for trial in run.trials) == 3
    assert verdict_of(run).decision == "passed"
    assert next(row for row in run.report.rows if row.metric == "flaky cases passing").now == 0.0


def test_a_baseline_of_another_golden_version_is_refused(project: Project) -> None:
    """Versions are never compared, and nothing is asked."""
    recorded = project.record(trials=1)
    project.write_cases([make_record("a")], version="v2")
    with pytest.raises(InputError, match="golden version 'v1'"):
        project.run(golden_set=str(project.root / "golden" / "v2"), baseline=recorded.info.run_id)


def test_a_green_run_of_main_becomes_the_baseline_when_there_is_none(project: Project) -> None:
    """The last green main is what the next change is compared with, with a warning that it was selected."""
    project.run(branch="main")
    run = project.run()
    assert run.report.baseline.startswith("last green run (full)")
    assert any("selected for being green" in warning for warning in verdict_of(run).warnings)


def test_a_run_of_a_pull_request_never_becomes_the_baseline(project: Project) -> None:
    """Only main moves the baseline."""
    project.run(branch="main", pr=5)
    project.run(branch="feature")
    assert project.run().report.baseline == ""


def test_an_exhausted_budget_starts_no_new_call(project: Project, app: ScriptedApp) -> None:
    """At the limit what is there is kept, and the rest is missing by name."""
    project.configure(
        target={"parallel": 1, "response": {"answer": "$.answer", "cost": "$.usage.input_tokens"}},
        tiers={"full": {"budget": {"money": 50}}},
    )
    run = project.run()
    missing = [trial for trial in run.trials if isinstance(trial.response, Missing)]
    assert sum(app.answered.values()) == len(run.trials) - len(missing) < 20
    assert {trial.response.reason for trial in missing if isinstance(trial.response, Missing)} == {"budget"}
    assert verdict_of(run).decision == "inconclusive"


def test_prefect_shows_what_ran(project: Project) -> None:
    """Names of runs, the state by the verdict, and the artifacts tell a person on call what happened."""
    from prefect import get_client
    from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterName

    project.run(commit_sha="abc1234def", tier="full")

    async def look() -> tuple[Any, list[Any], list[Any]]:
        async with get_client() as client:
            wanted = FlowRunFilter(name=FlowRunFilterName(any_=["full abc1234"]))
            runs = await client.read_flow_runs(flow_run_filter=wanted)
            tasks = await client.read_task_runs(flow_run_filter=wanted)
            artifacts = await client.read_artifacts(flow_run_filter=wanted)
            return runs[0], tasks, artifacts

    run, tasks, artifacts = asyncio.run(_until(look, lambda found: len(found[1]) >= 60))
    assert (run.state_name, run.state.type.value) == ("Passed", "COMPLETED")
    assert {"generate 1 of 20", "check 20 of 20", "judge 3 of 20"} <= {task.name for task in tasks}
    assert {"lastgreen-verdict", "lastgreen-metrics"} <= {artifact.key for artifact in artifacts}


async def _until(look: Any, enough: Any) -> Any:
    """Task runs reach the server's database by its event queue, a little later."""
    for _ in range(60):
        found = await look()
        if enough(found):
            break
        await asyncio.sleep(0.5)
    return found


def test_a_run_killed_half_way_is_resumed_without_repeating_a_call(project: Project, app: ScriptedApp) -> None:
    """After kill -9 the journal has what was answered; the resumed run asks only for the rest."""
    project.write_cases([make_record(f"k{number}") for number in range(60)])
    app.delay_s = 0.02
    project.configure(target={"parallel": 2})
    command = [sys.executable, "-m", "deployments", "run", "--tier", "full", "--trials", "2", "--branch", "feature"]
    command += ["--config", str(project.config)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=os.environ)
    deadline = time.monotonic() + 60
    while sum(app.answered.values()) < 30:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(0.3)
    run_id = Files(str(project.root / "store")).list("requests")[0].split("/")[-1].removesuffix(".json")
    result = subprocess.run([*command, "--resume", run_id], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    # What the app sent in the very moment of the kill could not be written down: at most one answer a connection.
    assert 120 <= sum(app.answered.values()) <= 120 + 2
    assert len(Results(Files(str(project.root / "store"))).read(run_id).trials) == 120

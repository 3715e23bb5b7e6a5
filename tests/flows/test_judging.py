"""Whole runs with a judge that is a model: damaged replies never pass, and keys stay where they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from aiohttp import web

from evals.reports.markdown import render_comment
from evals.results.run import Status, TrialResult
from tests.flows.project import Project, make_record
from tests.flows.scripted_app import ScriptedApp
from tests.flows.test_gate import outcome_of, verdict_of
from tests.tasks.judges.scripted_judge import ScriptedJudge, serving_judge, verdict

pytestmark = [
    pytest.mark.prefect,
    pytest.mark.usefixtures("prefect_api"),
    # Prefect's client leaves sockets of its background threads to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

CANARY = "canary-k3y-7f0e9d"


@pytest.fixture
def model() -> Iterator[ScriptedJudge]:
    """A judge that gives the best scores until its script is changed."""
    with serving_judge() as scripted:
        yield scripted


def judged(case_id: str, **changes: Any) -> dict[str, Any]:
    """A case with a floor."""
    return make_record(case_id, min_judge_score=3, reference_answer="An answer.", **changes)


def damaged(nonce: str) -> dict[str, str | web.Response]:
    """Replies that are no verdict, by what is wrong with them."""
    good = verdict(nonce)
    return {
        "no-verdict": json.dumps({"thoughts": "fine", "nonce": nonce}),
        "pass-true-score-0": verdict(nonce, **{"pass": True, "correctness": 0}),
        "score-950": verdict(nonce, correctness=950),
        "quoted-from-the-answer": f"> {good}",
        "of-the-answer": verdict("0" * 32),
        "http-400": web.Response(status=400, text="no such schema"),
        "prose": "The answer is right, I would give it 5 of 5.",
        "cut": good[:70],
        "null": "null",
        "empty": "",
        "two": good + verdict(nonce, correctness=1),
    }


REASONS = {
    "no-verdict": "missing_dimension",
    "pass-true-score-0": "out_of_range",
    "score-950": "out_of_range",
    "quoted-from-the-answer": "quoted",
    "of-the-answer": "foreign",
    "http-400": "rejected",
    "prose": "not_json",
    "cut": "truncated",
    "null": "not_json",
    "empty": "empty",
    "two": "two_verdicts",
}


def of_case(prompt: str, names: Any) -> str | None:
    """Which of some cases a judge's prompt is about."""
    return next((name for name in names if f"===\n{name}\n===" in prompt), None)


def test_a_damaged_judge_never_gives_a_pass(project: Project, model: ScriptedJudge) -> None:
    """Each case is missing by name, the good one beside them passes, and the run is not a pass."""
    floors = [judged(name) for name in (*REASONS, "good")]
    tones = [
        {**make_record(f"tone {name}"), "assertions": [{"type": "tone_profile", "profile": "Friendly."}]}
        for name in REASONS
    ]
    project.write_cases([*floors, *tones])
    project.configure(judge="model", judges={"model": model.config()})

    def script(prompt: str, nonce: str) -> str | web.Response:
        replies = damaged(nonce)
        name = of_case(prompt, [*replies, *(f"tone {name}" for name in replies)])
        return replies[name.removeprefix("tone ")] if name else verdict(nonce)

    model.script = script
    run = project.run()
    by_id = {trial.case_id: trial for trial in run.trials}
    assert by_id.pop("good").status is Status.PASS
    assert {trial.status for trial in by_id.values()} == {Status.MISSING}
    for name, reason in REASONS.items():
        assert f"judge: {reason}" in by_id[name].reason, by_id[name].reason
        assert by_id[f"tone {name}"].reason.startswith("tone_profile: judge: ")
    assert verdict_of(run).decision == "inconclusive"
    assert outcome_of(run, "completeness") == "inconclusive"


def test_checks_that_need_the_judge_decide_like_others(
    project: Project, model: ScriptedJudge, app: ScriptedApp
) -> None:
    """A contradicted claim fails the case; a check that failed before saves the judge's calls."""
    claims = [{"type": "contains", "value": "answer"}, {"type": "claims", "name": "factuality"}]
    names = ("right", "wrong", "unasked")
    project.write_cases(
        [{**make_record(name), "assertions": claims, "reference_answer": "An answer."} for name in names]
    )
    project.configure(judge="model", judges={"model": model.config()})
    app.script = lambda prompt, _: "nothing" if prompt == "unasked" else f"answer to {prompt}"

    def script(prompt: str, nonce: str) -> str:
        if "answer to take apart" in prompt:
            listed = ["It is an answer to wrong."] if "answer to wrong" in prompt else ["It is an answer to right."]
            return json.dumps({"explanation": "", "claims": listed, "nonce": nonce})
        standing = "contradicted" if "answer to wrong" in prompt else "supported"
        return json.dumps({"explanation": "", "claim_1": standing, "nonce": nonce})

    model.script = script
    run = project.run()
    by_id = {trial.case_id: trial for trial in run.trials}
    assert [by_id[name].status.value for name in names] == ["pass", "fail", "fail"]
    assert "factuality: of 1 claims 0 are supported" in by_id["wrong"].reason
    assert [item.text for item in by_id["wrong"].checks[1].evidence][:1] == ["It is an answer to wrong."]
    assert by_id["unasked"].reason.startswith("contains: ")
    assert len(model.prompts) == 4


def test_the_judge_s_calls_end_with_the_money(project: Project, model: ScriptedJudge) -> None:
    """Its replies cost 120 each; what is there is kept, the rest is missing by name."""
    project.write_cases([judged(f"case-{number}") for number in range(20)])
    project.configure(
        judge="model",
        judges={"model": model.config(parallel=1)},
        tiers={"full": {"budget": {"money": 500}}},
        prices={"models": {"judge-1": {"input": 1_000_000, "output": 2_000_000}}},
    )
    run = project.run()
    statuses = [trial.status for trial in run.trials]
    assert len(model.prompts) == 5
    assert (statuses.count(Status.PASS), statuses.count(Status.MISSING)) == (5, 15)
    assert all("budget" in trial.reason for trial in run.trials if trial.status is Status.MISSING)
    assert verdict_of(run).decision == "inconclusive"


def test_a_calibration_that_is_kept_lets_the_judge_block(
    project: Project, model: ScriptedJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same drop advises before, and blocks afterwards."""
    from tasks.stores.calibrations import write_calibration
    from tasks.stores.files import Files
    from tests.evals.judging.anchoring import make_calibration

    project.write_cases([judged(f"case-{number}") for number in range(20)])
    project.configure(judge="model", judges={"model": model.config()})
    recorded = project.record(trials=2)
    model.script = lambda _prompt, nonce: verdict(nonce, correctness=3)
    advised = project.run()
    assert outcome_of(advised, "judge") == "skipped"
    assert any("never been calibrated" in warning for warning in verdict_of(advised).warnings)
    write_calibration(Files(str(project.root / "store")), make_calibration(judge=recorded.info.judge))
    blocked = project.run()
    assert (outcome_of(blocked, "judge"), verdict_of(blocked).decision) == ("failed", "failed")


def test_a_key_is_in_nothing_that_is_written(
    project: Project,
    model: ScriptedJudge,
    app: ScriptedApp,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not in an answer, a judgement, an error, the journal, Parquet, the report, the comment, a log or the UI."""
    monkeypatch.setenv("CANARY_KEY", CANARY)
    kinds = ("plain", "app-error", "judge-error", "judge-says", "app-says")
    project.write_cases([judged(kind) for kind in kinds])
    project.configure(
        target={"headers": {"authorization": "Bearer ${CANARY_KEY}"}, "attempts": 2},
        judge="model",
        judges={"model": model.config(api_key="${CANARY_KEY}", votes=1)},
    )

    def answer(prompt: str, _before: int) -> Any:
        if prompt == "app-error":
            return web.Response(status=500, text=f"bad credentials {CANARY}")
        return f"answer to {prompt}" + (f" with {CANARY}" if prompt == "app-says" else "")

    def judge(prompt: str, nonce: str) -> str | web.Response:
        name = of_case(prompt, kinds)
        if name == "judge-error":
            return web.Response(status=400, text=f"no access for {CANARY}")
        return verdict(nonce, explanation=f"seen with {CANARY}" if name == "judge-says" else "")

    app.script, model.script = answer, judge
    run = project.run()
    assert {header.get("authorization") or header.get("Authorization") for header in model.headers} == {
        f"Bearer {CANARY}"
    }
    written = [
        *(f"{path}: {_text(path)}" for path in project.root.rglob("*") if path.is_file()),
        json.dumps(run.report.to_dict()),
        render_comment(run.report),
        *capfd.readouterr(),
        caplog.text,
        *_prefect_shows(),
    ]
    assert [text[:300] for text in written if CANARY in text] == []
    by_id = {trial.case_id: trial for trial in run.trials}
    assert "[redacted]" in by_id["judge-error"].reason
    assert "[redacted]" in _answer(by_id["app-says"])


def _answer(trial: TrialResult) -> str:
    text: str = getattr(trial.response, "text", "")
    return text


def _text(path: Path) -> str:
    """All that a file holds: the bytes as they are, and of Parquet its rows."""
    text = path.read_bytes().decode("latin-1")
    return text + (json.dumps(pq.read_table(path).to_pylist(), default=str) if path.suffix == ".parquet" else "")


def _prefect_shows() -> list[str]:
    """Flow runs, their parameters and states, and artifacts, as the UI has them."""
    import asyncio

    from prefect import get_client

    async def look() -> list[str]:
        async with get_client() as client:
            found = [*await client.read_flow_runs(), *await client.read_artifacts()]
            return [one.model_dump_json() for one in found]

    return asyncio.run(look())

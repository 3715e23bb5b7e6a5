"""What a real run leaves behind: on S3 that fails, with texts that may not be stored, and as a document."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from aiohttp import web

from deployments.cli import _run
from deployments.s3_server import BUCKET, make_bucket
from tasks.stores.files import Files
from tasks.stores.verification import verify
from tests.deployments.test_results_file import problems
from tests.flows.project import Project, make_record
from tests.flows.scripted_app import ScriptedApp
from tests.s3_fixtures import BUCKET as SHARED_BUCKET
from tests.s3_fixtures import READER, RunningS3, change_environment

ON_PREFECT = [
    pytest.mark.prefect,
    pytest.mark.usefixtures("prefect_api"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def on_prefect(test: Any) -> Any:
    """Mark a test that runs a flow."""
    for mark in ON_PREFECT:
        test = mark(test)
    return test


@on_prefect
def test_what_a_real_run_writes_fits_the_schema_of_results(project: Project) -> None:
    """``lastgreen run --out``, with a baseline and a critical case."""
    project.write_cases([make_record("a", "critical"), *(make_record(f"b{number}") for number in range(5))])
    project.record(trials=3)
    out = project.root / "results.json"
    assert _run(["run", "--config", str(project.config), "--tier", "full", "--quiet", "--out", str(out)]) == 0
    document = json.loads(out.read_text("utf-8"))
    assert problems(document) == []
    assert document["report"]["baseline"].startswith("baseline (full)")


PROMPT, ANSWER, PASSAGE, NUMBER = "canaryprompt", "canaryanswer", "canarypassage", "DE89 3704 0044"
CANARIES = (PROMPT, ANSWER, PASSAGE, NUMBER)
QUOTING = {"type": "contains", "value": "not in there"}


def stored_text(root: Path) -> str:
    """Everything below a folder as text, Parquet decoded."""
    parts = []
    for path in sorted(file for file in root.rglob("*") if file.is_file()):
        if path.suffix == ".parquet":
            parts.append(json.dumps(pq.ParquetFile(path).read().to_pylist()))
        else:
            parts.append(path.read_text("utf-8", "replace"))
    return "\n".join(parts)


@on_prefect
@pytest.mark.parametrize(
    ("policy", "gone"),
    [
        ({}, set()),
        ({"prompts": "none"}, {PROMPT}),
        ({"answers": "hashed"}, {ANSWER, NUMBER}),
        ({"contexts": "none"}, {PASSAGE}),
        ({"redact": [r"DE\d\d [\d ]+"]}, {NUMBER}),
        ({"prompts": "hashed", "answers": "none", "contexts": "hashed", "journal": "full"},
         {PROMPT, ANSWER, PASSAGE, NUMBER}),
    ],
    ids=["open", "prompts", "answers", "contexts", "redact", "all, full journal"],
)  # fmt: skip
def test_what_may_not_be_stored_is_nowhere_after_a_run(
    project: Project, app: ScriptedApp, policy: dict[str, Any], gone: set[str]
) -> None:
    """Neither in results, transcripts, reports and journals nor in the comment; the verdict is the same."""
    said = {"answer": f"{ANSWER} {NUMBER}", "passages": [{"doc": "d", "text": PASSAGE}]}
    app.script = lambda _prompt, _before: web.json_response(said)
    paths = {"answer": "$.answer", "retrieved": "$.passages"}
    project.configure(target={"store": policy, "response": paths})
    project.write_cases(
        [
            make_record("good", prompt=PROMPT, assertions=[{"type": "contains", "value": "canary"}]),
            make_record("bad", "critical", prompt=PROMPT, assertions=[QUOTING]),
        ]
    )
    run = project.run()
    assert run.report.verdict is not None
    assert run.report.verdict.decision == "failed"
    text = stored_text(project.root / "store") + json.dumps(run.report.to_dict())
    assert {canary for canary in CANARIES if canary in text} == set(CANARIES) - gone


NOTHING = [{"answers": one, "prompts": one, "contexts": one} for one in ("none", "hashed")]


@on_prefect
@pytest.mark.parametrize("policy", [*NOTHING, {"redact": ["(?i)canary[a-z]*"]}], ids=["none", "hashed", "redacted"])
def test_no_text_of_a_run_is_left_anywhere_whatever_went_wrong(
    project: Project, app: ScriptedApp, policy: dict[str, Any]
) -> None:
    """Turns, passages, citations, errors that echo the prompt, replies that are none, the words of the judge."""
    paths = {"answer": "$.answer", "retrieved": "$.passages", "citations": "$.cited"}
    project.configure(target={"store": policy, "response": paths, "attempts": 1})
    project.write_cases([make_record(kind, prompt=f"canary {kind}", assertions=[QUOTING]) for kind in SAID])
    app.script = lambda prompt, _before: SAID[prompt.split()[-1]]()
    run = project.run()
    assert run.report.verdict is not None
    text = stored_text(project.root / "store") + json.dumps(run.report.to_dict())
    assert "canary" not in text.lower()
    assert "not_json" in text


def reply(**changes: Any) -> web.Response:
    """An answer full of what may not be stored."""
    whole = {
        "answer": "CanaryAnswer",
        "passages": [{"doc": "canaryDoc", "text": "canaryPassage"}],
        "cited": ["canaryCited"],
    }
    return web.json_response({**whole, **changes})


SAID: dict[str, Any] = {
    "answered": reply,
    "blank": lambda: reply(answer=" "),
    "garbled": lambda: web.Response(text="<p>canaryGarbled</p>"),
    "refused": lambda: web.Response(status=400, text="cannot answer 'canary refused'"),
}
"""What the app answers, by kind of case."""


@pytest.mark.s3
@pytest.mark.parametrize(
    ("environment", "bucket", "said"),
    [
        ({"AWS_SECRET_ACCESS_KEY": "wrong"}, SHARED_BUCKET, "refused our credentials"),
        ({}, "no-such-bucket", "the bucket of s3://no-such-bucket/store does not exist"),
        (
            {"AWS_ACCESS_KEY_ID": READER[0], "AWS_SECRET_ACCESS_KEY": READER[1]},
            SHARED_BUCKET,
            "refused our credentials",
        ),
        ({"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, SHARED_BUCKET, "Could not connect"),
    ],
    ids=["wrong secret", "missing bucket", "read only", "unreachable"],
)
def test_a_store_that_cannot_keep_results_is_exit_3_before_the_first_call(
    project: Project, app: ScriptedApp, s3_environment: str, environment: dict[str, str], bucket: str, said: str
) -> None:
    """As a user types it: one sentence, and the app was not asked."""
    project.configure(store=f"s3://{bucket}/store")
    command = [sys.executable, "-m", "deployments", "run", "--config", str(project.config), "--tier", "full", "--quiet"]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    assert said in done.stderr
    assert sum(app.asked.values()) == 0


@pytest.fixture
def own_s3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningS3]:
    """A server that a test may kill."""
    running = RunningS3(tmp_path / "s3")
    running.start()
    try:
        change_environment(monkeypatch, **running.server.environment)
        make_bucket(running.server)
        yield running
    finally:
        running.kill()


@on_prefect
@pytest.mark.s3
def test_a_run_outlives_a_server_that_is_killed_and_started_again(
    project: Project, app: ScriptedApp, own_s3: RunningS3
) -> None:
    """In the middle of the calls; no answer is lost or asked for twice, and the verdict is the right one."""
    store = f"s3://{BUCKET}/store"
    project.configure(store=store, target={"parallel": 2})
    restarted = threading.Event()

    def restart() -> None:
        own_s3.kill()
        time.sleep(1)
        own_s3.start()
        restarted.set()

    def script(prompt: str, _: int) -> str:
        if prompt == "case-07":
            threading.Thread(target=restart).start()
        return "nothing" if prompt == "case-19" else f"answer to {prompt}"

    app.script = script
    run = project.run()
    assert restarted.is_set()
    assert run.report.verdict is not None
    assert run.report.counts == {"cases": 20, "trials": 20, "passed": 19, "failed": 1, "missing": 0}
    assert set(app.answered.values()) == {1}
    assert (verify(Files(store)).runs, verify(Files(store)).problems) == (1, ())

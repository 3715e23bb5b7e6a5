"""``lastgreen trigger`` as it is typed: what it prints, writes and exits with."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deployments.cli import _run
from deployments.prefect_api import Access, PrefectApi
from deployments.triggering import SUMMARY_LIMIT, find_api_url, write_summary
from evals.errors import InputError, LastgreenError, ServerError
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.builders import make_finished
from tests.deployments.fake_api import FakeApi

Type = Callable[..., int]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeApi]:
    """An API that the command uses, in a folder without a configuration."""
    api = FakeApi()
    monkeypatch.setattr(
        "deployments.triggering.PrefectApi",
        lambda access: PrefectApi(access, transport=api.transport, sleep=lambda _: None),
    )
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_SHA", "PREFECT_API_URL"):
        monkeypatch.delenv(name, raising=False)
    before = {sign: signal.getsignal(sign) for sign in (signal.SIGTERM, signal.SIGHUP)}
    yield api
    for sign, handler in before.items():
        signal.signal(sign, handler)


def trigger(*arguments: str) -> int:
    """Type it, for commit ``abc0``."""
    words = ["trigger", "--api-url", "http://prefect/api", "--commit", "abc0", "--branch", "fees", "--poll", "0.2"]
    return _run([*words, *arguments])


def test_the_verdict_comes_from_the_artifact_when_the_store_is_elsewhere(
    fake: FakeApi, capsys: pytest.CaptureFixture[str]
) -> None:
    """CI machines rarely see the store."""
    fake.script = [("RUNNING", "Running"), ("FAILED", "GateFailed")]
    fake.artifacts.append({"key": "lastgreen-verdict", "data": "## the change makes it worse"})
    assert trigger("smoke") == 1
    out, err = capsys.readouterr()
    assert "## the change makes it worse" in out
    assert "http://prefect/runs/flow-run/run-1" in out
    assert "busy-cat-1: GateFailed (exit code 1) it is GateFailed" in err


def test_the_verdict_of_the_store_counts_more_than_the_state(
    fake: FakeApi, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that lost its server after its results were committed has its verdict all the same."""
    finished = make_finished()
    Results(Files(str(tmp_path / "store"))).write(finished)
    fake.script = [("FAILED", "Failed")]
    monkeypatch.setattr("deployments.triggering._identity", lambda: (finished.info.run_id, "2026-11-30T10:00:00Z"))
    assert trigger("smoke", "--store", str(tmp_path / "store"), "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["state"], document["exit_code"]) == ("Failed", 0)
    assert document["report"]["verdict"]["decision"] == "passed"


def test_a_run_that_left_nothing_is_told_by_its_state(fake: FakeApi, capsys: pytest.CaptureFixture[str]) -> None:
    """An infrastructure error, and never a verdict."""
    fake.script = [("CANCELLED", "Cancelled")]
    assert trigger("smoke") == 4
    assert "**Cancelled** it is Cancelled" in capsys.readouterr().out


def test_the_comment_file_and_the_job_summary_hold_the_verdict(
    fake: FakeApi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later steps publish them."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
    fake.artifacts.append({"key": "lastgreen-verdict", "data": "## passed"})
    assert trigger("smoke", "--comment", str(tmp_path / "comment.md")) == 0
    assert (tmp_path / "comment.md").read_text().startswith("## passed")
    assert (tmp_path / "summary.md").read_text() == (tmp_path / "comment.md").read_text()
    lines = dict(line.split("=", 1) for line in (tmp_path / "output").read_text().splitlines())
    assert (lines["exit-code"], lines["state"]) == ("0", "Passed")
    assert lines["run-id"]


def test_the_time_limit_exits_4_and_cancels_the_run(fake: FakeApi, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody reads its verdict any more."""
    fake.script = [("RUNNING", "Running")]
    assert trigger("smoke", "--timeout", "0.05") == 4
    assert "did not end within 3 s" in capsys.readouterr().err
    assert fake.runs["run-1"]["state"]["type"] == "CANCELLING"


@pytest.mark.parametrize("error", [ServerError("the server has gone"), InputError("Prefect refuses it")])
def test_what_was_started_is_known_or_cancelled_when_the_older_ones_cannot_be(
    fake: FakeApi, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: LastgreenError
) -> None:
    """From its start on nothing is left behind that nobody knows of."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("deployments.trigger.supersede", fail)
    assert trigger("smoke") == error.exit_code
    assert fake.runs["run-1"]["state"]["type"] in {"CANCELLING", "CANCELLED"}
    assert trigger("smoke", "--again", "--no-wait") == error.exit_code
    assert json.loads(capsys.readouterr().out)["flow_run"] == "run-2"


def test_nohup_is_respected(fake: FakeApi) -> None:
    """A signal that whoever started us wants ignored stays ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    fake.artifacts.append({"key": "lastgreen-verdict", "data": "## passed"})
    assert trigger("smoke") == 0
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_without_waiting_the_ids_are_printed(fake: FakeApi, capsys: pytest.CaptureFixture[str]) -> None:
    """For scripts that look later."""
    assert trigger("smoke", "--no-wait") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["flow_run"], document["new"]) == ("run-1", True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("smok",), "did you mean 'gate/smoke'?"),
        (("smoke", "--param", "x"), "takes NAME=VALUE"),
        (("smoke", "--param", "reqest={}"), "no parameter 'reqest'"),
        (("smoke", "--param", "request=3"), "takes a JSON object"),
        (("smoke", "--param", 'request={"sed": 3}'), "parameter 'sed'"),
        (("smoke", "--comment", "no/such/comment.md"), "the folder of 'no/such/comment.md' does not exist"),
        (("smoke", "--tier", "tiny"), "'tiny' is not one of"),
        (("smoke", "--trials", "0"), "--trials"),
        (("smoke", "--commit", "no-such-name"), "'no-such-name' is neither a hash nor a commit"),
    ],
)
def test_wrong_input_exits_3_and_starts_nothing(
    fake: FakeApi, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    """With one clear sentence."""
    assert trigger(*arguments) == 3
    assert told in capsys.readouterr().err
    assert fake.runs == {}


def test_the_api_is_as_given_else_as_configured_else_the_local_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And without any of them the message says what to do."""
    monkeypatch.setenv("LASTGREEN_HOME", str(tmp_path))
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path))
    monkeypatch.setenv("PREFECT_API_URL", "http://configured/api")
    assert [find_api_url("http://given/api"), find_api_url(None)] == ["http://given/api", "http://configured/api"]
    monkeypatch.delenv("PREFECT_API_URL")
    with pytest.raises(InputError, match="set PREFECT_API_URL, give --api-url, or start 'lastgreen up'"):
        find_api_url(None)


def test_a_summary_that_is_too_long_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub would drop all of it."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.delenv("GITHUB_OUTPUT", raising=False)
    write_summary("é" * SUMMARY_LIMIT, {})
    assert (tmp_path / "summary.md").stat().st_size <= SUMMARY_LIMIT


def test_a_trailing_slash_of_the_address_is_ignored() -> None:
    """People copy addresses with it."""
    assert Access.from_environment("http://x/api/", {}).url == "http://x/api"

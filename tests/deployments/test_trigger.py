"""CI over the Prefect API: one run per commit, waited for, cancelled when nobody waits; bad input starts nothing."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
import pytest

from deployments.prefect_api import Access, PrefectApi
from deployments.trigger import (
    Started,
    Waiting,
    Wanted,
    end,
    exit_code,
    idempotency_key,
    parse_parameters,
    start,
    supersede,
    tags_of,
    wait,
)
from evals.errors import AuthenticationError, InputError, ServerError
from tasks.restarts import MAX_STARTS, exit_code_of, is_verdict, may_restart
from tests.deployments.fake_api import FakeApi

RUN_ID = "20261130T100000Z-00000a"


def connect(fake: FakeApi, **access: str) -> PrefectApi:
    """A client of the stand-in that never really sleeps."""
    return PrefectApi(Access("http://prefect/api", **access), transport=fake.transport, sleep=lambda _: None)


def begin(fake: FakeApi, name: str = "smoke", *, again: bool = False, **request: Any) -> Started:
    """Start a run for commit ``abc`` of pull request 7."""
    wanted = {"commit_sha": "abc", "pr": 7, **request}
    return start(connect(fake), Wanted(name, wanted, again=again), lambda: (RUN_ID, "2026-11-30T10:00:00+00:00"))


def waiting(said: list[str], **changes: Any) -> Waiting:
    """Waits in a time of its own, a second a look."""
    clock = itertools.count()
    return Waiting(
        **{"timeout_s": 100, "say": said.append, "now": lambda: next(clock), "sleep": lambda _: None, **changes}
    )


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (("COMPLETED", "Passed"), 0),
        (("COMPLETED", "Recorded"), 0),
        (("FAILED", "GateFailed"), 1),
        (("FAILED", "Inconclusive"), 2),
        (("COMPLETED", "Inconclusive"), 0),
        (("COMPLETED", "Completed"), 4),
        (("FAILED", "Failed"), 4),
        (("FAILED", "TimedOut"), 4),
        (("CRASHED", "Crashed"), 4),
        (("CANCELLED", "Cancelled"), 4),
        (("FAILED", "Passed"), 4),
        (("RUNNING", "Inconclusive"), 4),
        (("RUNNING", "Running"), 4),
    ],
)
def test_a_failed_gate_is_told_apart_from_a_run_that_broke(state: tuple[str, str], code: int) -> None:
    """By type and name of the final state; whatever is no verdict is infrastructure."""
    assert exit_code_of(*state) == code
    assert is_verdict(*state) == (code != 4)


@pytest.mark.parametrize(
    ("kind", "starts", "again"),
    [("CRASHED", 1, True), ("CRASHED", MAX_STARTS, False), ("FAILED", 1, False), ("CANCELLED", 1, False)],
)
def test_only_a_crash_is_started_again_and_not_for_ever(kind: str, starts: int, again: bool) -> None:
    """A failed gate has its verdict; a run that crashed three times would crash again."""
    assert may_restart(kind, starts) is again


def test_a_start_names_commit_and_tier_and_keeps_the_deployments_own_parameters() -> None:
    """Prefect replaces the whole request, so the trigger merges it."""
    fake = FakeApi()
    started = begin(fake, endpoint="http://app/ask", branch="fees")
    request = fake.runs["run-1"]["parameters"]["request"]
    assert request == {
        "config": "evals/gate.yaml",
        "tier": "smoke",
        "commit_sha": "abc",
        "branch": "fees",
        "pr": 7,
        "endpoint": "http://app/ask",
        "run_id": RUN_ID,
        "created_at": "2026-11-30T10:00:00+00:00",
    }
    assert fake.runs["run-1"]["tags"] == ["pr:7"]
    assert (started.is_new, started.run_id, started.is_gate) == (True, RUN_ID, True)


def test_the_same_words_for_the_same_commit_are_the_same_run() -> None:
    """A repeated CI job waits for the run instead of paying twice."""
    fake = FakeApi()
    first, second = begin(fake), begin(fake)
    assert (second.run.id, second.is_new) == (first.run.id, False)
    assert begin(fake, tier="full").run.id != first.run.id
    assert begin(fake, again=True).run.id != first.run.id
    assert len(fake.runs) == 3


def test_both_names_of_a_deployment_are_the_same_words() -> None:
    """``smoke`` is short for ``gate/smoke``."""
    fake = FakeApi()
    assert begin(fake, "smoke").run.id == begin(fake, "gate/smoke").run.id


@pytest.mark.parametrize("name", ["gate/smoke?x=1", "gate/smoke#x", "smoke%3F"])
def test_a_name_is_looked_up_letter_by_letter(name: str) -> None:
    """And not read as a part of an address."""
    fake = FakeApi()
    with pytest.raises(InputError, match="no deployment"):
        begin(fake, name)
    assert fake.runs == {}


def test_fields_of_the_request_may_be_given_as_a_parameter() -> None:
    """Those without an option of their own; an option counts more."""
    fake = FakeApi()
    given = {"request": {"seed": 5, "tier": "full"}}
    start(connect(fake), Wanted("smoke", {"tier": "extended"}, parameters=given), lambda: (RUN_ID, ""))
    request = fake.runs["run-1"]["parameters"]["request"]
    assert (request["seed"], request["tier"], request["config"]) == (5, "extended", "evals/gate.yaml")


def test_without_a_commit_every_start_is_a_new_run() -> None:
    """Nothing says that two of them would be about the same thing."""
    fake = FakeApi()
    assert begin(fake, commit_sha="").run.id != begin(fake, commit_sha="").run.id


def test_the_key_holds_deployment_commit_and_everything_that_is_asked() -> None:
    """And not the run id, which differs each time."""
    asked = {"request": {"commit_sha": "abc", "tier": "smoke"}}
    assert idempotency_key("smoke", asked, again=False) == idempotency_key("smoke", asked, again=False)
    other = {"request": {"commit_sha": "abc", "tier": "smoke", "endpoint": "http://b"}}
    assert idempotency_key("smoke", asked, again=False) != idempotency_key("smoke", other, again=False)
    assert idempotency_key("smoke", asked, again=True) != idempotency_key("smoke", asked, again=True)


@pytest.mark.parametrize("state", [("CRASHED", "Crashed"), ("CANCELLED", "Cancelled"), ("FAILED", "Failed")])
def test_a_run_that_ended_without_a_verdict_is_started_again_under_its_id(state: tuple[str, str]) -> None:
    """What it was answered is in its journal."""
    fake = FakeApi(script=[state])
    begin(fake)
    connect(fake).flow_run("run-1")
    again = begin(fake)
    assert (again.run.id, again.is_new, fake.runs["run-1"]["state"]["type"]) == ("run-1", True, "SCHEDULED")


def test_a_run_that_is_being_cancelled_is_started_again_when_that_is_done() -> None:
    """Whoever interrupts a trigger and types it again wants a verdict, not the end of the first one."""
    fake = FakeApi(script=[("CANCELLING", "Cancelling"), ("CANCELLING", "Cancelling"), ("CANCELLED", "Cancelled")])
    begin(fake)
    connect(fake).flow_run("run-1")
    again = begin(fake)
    assert (again.is_new, fake.runs["run-1"]["state"]["type"]) == (True, "SCHEDULED")


def test_a_run_that_was_deleted_is_not_waited_for() -> None:
    """An infrastructure error: there will be no verdict."""
    fake = FakeApi()
    started = begin(fake)
    fake.runs.clear()
    with pytest.raises(ServerError, match="flow_runs/run-1 does not exist"):
        wait(connect(fake), started, waiting([]))


def test_a_run_with_a_verdict_is_not_started_again() -> None:
    """A failed gate stays failed for its commit."""
    fake = FakeApi(script=[("FAILED", "GateFailed")])
    begin(fake)
    connect(fake).flow_run("run-1")
    assert not begin(fake).is_new
    assert fake.runs["run-1"]["state"]["name"] == "GateFailed"


def test_older_runs_of_the_pull_request_for_other_commits_are_cancelled() -> None:
    """Scheduled ones at once, those of a worker by telling it; other pull requests are left alone."""
    fake = FakeApi(script=[("RUNNING", "Running")])
    begin(fake, commit_sha="old")
    connect(fake).flow_run("run-1")
    begin(fake, commit_sha="other", pr=8)
    assert supersede(connect(fake), begin(fake, commit_sha="new")).superseded == ("busy-cat-1",)
    assert supersede(connect(fake), begin(fake, commit_sha="newer")).superseded == ("busy-cat-3",)
    states = [run["state"]["name"] for run in fake.runs.values()]
    assert states == ["Cancelling", "Scheduled", "Cancelled", "Scheduled"]


def test_a_repeated_trigger_for_an_old_commit_cancels_nothing() -> None:
    """It only joins the run that is there."""
    fake = FakeApi(script=[("RUNNING", "Running")])
    begin(fake, commit_sha="old")
    begin(fake, commit_sha="new")
    assert supersede(connect(fake), begin(fake, commit_sha="old")).superseded == ()


def test_waiting_shows_each_state_once_and_returns_the_final_one() -> None:
    """With the share done, when the run tells it."""
    fake = FakeApi(
        script=[("PENDING", "Pending"), ("RUNNING", "Running"), ("RUNNING", "Running"), ("FAILED", "GateFailed")]
    )
    fake.artifacts.append({"key": "lastgreen-progress", "data": 40.2})
    said: list[str] = []
    run = wait(connect(fake), begin(fake), waiting(said))
    assert exit_code(run, is_gate=True) == 1
    assert said == ["busy-cat-1: Pending", "busy-cat-1: Running, 40 % done"]


def test_the_reason_of_a_cancellation_is_kept() -> None:
    """Prefect replaces it when the run has ended."""
    fake = FakeApi(script=[("CANCELLING", "Cancelling"), ("CANCELLED", "Cancelled")])
    assert wait(connect(fake), begin(fake), waiting([])).message == "it is Cancelling"


def test_a_server_that_goes_away_is_waited_for() -> None:
    """The run goes on without it; only the time limit ends the waiting."""
    fake = FakeApi()
    said: list[str] = []
    started = begin(fake)
    fake.faults = [503, 429, httpx.ReadError("reset"), 500]
    assert wait(connect(fake), started, waiting(said)).state_name == "Passed"


def test_a_crashed_run_is_started_again_while_it_is_waited_for() -> None:
    """At most three times in all; then the crash is the end."""
    crash = [("RUNNING", "Running"), ("CRASHED", "Crashed")]
    fake = FakeApi(script=[*crash, ("RUNNING", "Running"), ("COMPLETED", "Passed")])
    assert wait(connect(fake), begin(fake), waiting([])).state_name == "Passed"
    fake = FakeApi(script=crash * (MAX_STARTS + 1))
    assert wait(connect(fake), begin(fake), waiting([])).state_name == "Crashed"
    assert fake.runs["run-1"]["run_count"] == MAX_STARTS


def test_the_time_limit_is_an_infrastructure_error() -> None:
    """Never a verdict."""
    fake = FakeApi(script=[("RUNNING", "Running")])
    with pytest.raises(ServerError, match="did not end within 5 s; it is Running"):
        wait(connect(fake), begin(fake), waiting([], timeout_s=5))


def test_a_verdict_in_the_store_ends_the_waiting() -> None:
    """A run that lost its server at the very end stays Running for ever."""
    fake = FakeApi(script=[("RUNNING", "Running")])
    assert wait(connect(fake), begin(fake), waiting([], finished_in_store=lambda: True)).state_name == "Running"


@pytest.mark.parametrize(
    ("state", "after"),
    [("RUNNING", "CANCELLING"), ("PENDING", "CANCELLING"), ("SCHEDULED", "CANCELLED"), ("COMPLETED", "COMPLETED")],
)
def test_an_interrupted_trigger_cancels_the_run_that_it_started(state: str, after: str) -> None:
    """A run that a worker has is only stopped by CANCELLING."""
    fake = FakeApi(script=[(state, state.title())])
    said: list[str] = []
    end(connect(fake), begin(fake), "interrupted", said.append)
    assert fake.runs["run-1"]["state"]["type"] == after


def test_an_interrupted_trigger_leaves_a_run_that_another_one_started() -> None:
    """Somebody else waits for it."""
    fake = FakeApi(script=[("RUNNING", "Running")])
    said: list[str] = []
    begin(fake)
    end(connect(fake), begin(fake), "interrupted", said.append)
    assert said == ["busy-cat-1 was started by another trigger and is left running"]


@pytest.mark.parametrize(
    ("name", "wanted", "told"),
    [
        ("smok", {}, "no deployment 'gate/smok'; did you mean 'gate/smoke'? (known: compact/compact, gate/smoke)"),
        ("gate/none/such", {}, "no deployment 'gate/none/such'"),
        ("smoke", {"request": {"tyer": "full"}}, "parameter 'tyer'"),
        ("smoke", {"request": {"trials": 0}}, "parameter 'trials'"),
        ("smoke", {"request": {"pr": "seven"}}, "parameter 'pr'"),
        ("smoke", {"parameters": {"reqest": {}}}, "no parameter 'reqest'; did you mean 'request'?"),
        ("compact/compact", {"parameters": {"older": 1}}, "no parameter 'older'"),
        ("compact/compact", {"request": {"tier": "full"}}, "takes no 'tier'"),
    ],
)
def test_bad_input_starts_nothing(name: str, wanted: dict[str, Any], told: str) -> None:
    """Prefect itself would accept most of it and let the run crash."""
    fake = FakeApi()
    with pytest.raises(InputError) as raised:
        start(
            connect(fake), Wanted(name, wanted.get("request", {}), {}, wanted.get("parameters", {})), lambda: ("", "")
        )
    assert told in str(raised.value)
    assert fake.runs == {}


def test_a_flow_without_request_gets_its_own_parameters_and_no_change() -> None:
    """CI knows a commit, but compaction has no use for it."""
    fake = FakeApi(script=[("COMPLETED", "Completed")])
    wanted = Wanted("compact/compact", {}, {"commit_sha": "abc"}, {"older_than_days": 3})
    started = start(connect(fake), wanted, lambda: ("", ""))
    assert fake.runs["run-1"]["parameters"] == {"older_than_days": 3}
    assert exit_code(wait(connect(fake), started, waiting([])), is_gate=started.is_gate) == 0


@pytest.mark.parametrize(
    ("state", "code"),
    [(("COMPLETED", "Calibrated"), 0), (("FAILED", "JudgeDrifted"), 2), (("FAILED", "Failed"), 4)],
)
def test_a_judge_that_drifted_is_told_apart_from_a_calibration_that_broke(state: tuple[str, str], code: int) -> None:
    """With the code of the command that does the same."""
    fake = FakeApi(script=[state])
    started = start(connect(fake), Wanted("compact/compact", {}, {}, {}), lambda: ("", ""))
    assert exit_code(wait(connect(fake), started, waiting([])), is_gate=started.is_gate) == code


@pytest.mark.parametrize("status", [401, 403])
def test_wrong_credentials_are_told_once(status: int) -> None:
    """No retry: they will not become right."""
    fake = FakeApi(faults=[status])
    with pytest.raises(AuthenticationError, match="PREFECT_API_AUTH_STRING"):
        begin(fake)
    assert len(fake.calls) == 1


def test_a_server_that_is_not_there_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a moment's patience; most often the address is wrong, and nothing was started."""
    monkeypatch.setattr("deployments.prefect_api.REFUSED_PATIENCE_S", 0.2)
    with pytest.raises(InputError, match=r"'http://127\.0\.0\.1:9/api' does not answer"):
        PrefectApi(Access("http://127.0.0.1:9/api"), sleep=lambda _: None).require()


@pytest.mark.parametrize("url", ["ftp://x/api", "nonsense", "http://[::1"])
def test_an_address_that_is_none_is_bad_input(url: str) -> None:
    """Told as what it is."""
    with pytest.raises(InputError, match="is no address of a Prefect API"):
        PrefectApi(Access(url), sleep=lambda _: None).require()


def test_something_that_is_no_prefect_api_is_bad_input() -> None:
    """A web page, or the address without /api."""
    page = httpx.MockTransport(lambda _: httpx.Response(200, text="<html>"))
    with pytest.raises(InputError, match="is no Prefect API"):
        PrefectApi(Access("http://x"), transport=page).require()
    nothing = httpx.MockTransport(lambda _: httpx.Response(404))
    with pytest.raises(InputError, match="one ends in /api"):
        PrefectApi(Access("http://x"), transport=nothing).require()


def test_a_start_is_repeated_safely_when_the_connection_breaks() -> None:
    """Its key makes the second one the same run."""
    fake = FakeApi()
    api = connect(fake)
    api.require()
    fake.faults = [httpx.RemoteProtocolError("reset"), 503, 429]
    body = {"parameters": {}, "idempotency_key": "k", "tags": []}
    assert api.start("d-smoke", body)[1]
    assert len(fake.runs) == 1


@pytest.mark.parametrize(
    ("environ", "header"),
    [
        ({}, None),
        ({"PREFECT_API_KEY": "pnu_x"}, "Bearer pnu_x"),
        ({"PREFECT_API_AUTH_STRING": "admin:s3cret"}, "Basic YWRtaW46czNjcmV0"),
        ({"PREFECT_API_KEY": "pnu_x", "PREFECT_API_AUTH_STRING": "a:b"}, "Bearer pnu_x"),
    ],
)
def test_credentials_come_from_the_environment(environ: dict[str, str], header: str | None) -> None:
    """A key for Prefect Cloud, basic authentication for a server of one's own."""
    assert Access.from_environment("http://x/api/", environ).headers.get("authorization") == header


def test_parameters_are_json_or_text() -> None:
    """As a shell user would expect."""
    assert parse_parameters(["days=3", "name=a b", "list=[1]", "eq=a=b"]) == {
        "days": 3,
        "name": "a b",
        "list": [1],
        "eq": "a=b",
    }
    with pytest.raises(InputError, match="takes NAME=VALUE"):
        parse_parameters(["days"])


@pytest.mark.parametrize(
    ("request_", "tags"),
    [
        ({"branch": "fees", "pr": 7}, ["pr:7"]),
        ({"branch": "main", "pr": None}, ["branch:main"]),
        ({"tier": "full"}, []),
    ],
)
def test_a_run_is_tagged_by_its_pull_request_or_its_branch(request_: dict[str, Any], tags: list[str]) -> None:
    """One tag: it is kept with every event of the run."""
    assert tags_of(request_) == tags

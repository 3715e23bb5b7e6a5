"""S3 that fails, hangs and restarts: nothing is lost, nothing counts twice, and what cannot be mended is told."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from evals.answers import Answer
from evals.errors import AuthenticationError, InputError, LastgreenError, StoreError
from tasks.stores.files import Files
from tasks.stores.journal import open_journal
from tasks.stores.results import Results
from tasks.stores.verification import verify
from tests.evals.results.build import RUN, finished
from tests.s3_fixtures import BUCKET, READER, Faults, RunningS3, change_environment
from tests.tasks.stores.racing import race

pytestmark = pytest.mark.s3

PASSING = ["busy", "drop", "lose", "slow"]


def often(what: str) -> Callable[[int, str, str], str]:
    """Four requests of ten are harmed, the first always."""
    dice = random.Random(1)
    return lambda number, _method, _path: what if number == 0 or dice.random() < 0.4 else "pass"


SHORT_WAIT_S = 0.02
"""Between attempts: how long is waited is tenacity's business, that it is tried again is ours."""


def new_store(**settings: float) -> Files:
    """An address nobody has used yet."""
    return Files(f"s3://{BUCKET}/{time.time_ns()}", **{"longest_wait_s": SHORT_WAIT_S, **settings})


@pytest.mark.parametrize("what", PASSING)
def test_every_operation_outlives_faults_that_pass(s3_faults: Faults, what: str) -> None:
    """Written is written once, and what was lost on the way back is known to be ours."""
    s3_faults.script = often(what)
    files = new_store()
    assert files.create("made", b"first")
    assert not files.create("made", b"second")
    files.write("written", b"1")
    for _ in range(4):
        files.swap("counted", lambda data: str(int(data or b"0") + 1).encode())
    assert (files.read("made"), files.read("written"), files.read("counted")) == (b"first", b"1", b"4")
    assert files.read("nothing") is None
    assert files.list("") == ["counted", "made", "written"]
    files.write("a/b", b"2")
    assert files.list("a") == ["a/b"]
    files.remove("written")
    assert files.read("written") is None
    assert sum(done == what for _, _, done in s3_faults.seen) > 5


def test_a_write_that_the_http_client_sent_twice_by_itself_is_known_to_be_ours(s3_faults: Faults) -> None:
    """On a kept connection aiohttp repeats a lost PUT without telling: the refusal is of our own first one."""
    files = new_store()
    files.write("warm", b"1")
    lost = len(s3_faults.seen)
    s3_faults.script = lambda number, _method, _path: "lose" if number == lost else "pass"
    assert files.create("made", b"same")
    assert not files.create("made", b"same")
    lost = len(s3_faults.seen) + 2
    files.swap("made", lambda data: (data or b"") + b"!")
    assert files.read("made") == b"same!"


@pytest.mark.parametrize("what", ["busy", "lose"])
def test_of_racing_commits_one_wins_while_answers_are_lost(s3_faults: Faults, what: str) -> None:
    """Sixteen writers of one run: one is told that it wrote, and the run is whole."""
    s3_faults.script = often(what)
    files = new_store()
    assert race(files, finished()) == 1
    assert len(Results(files).read(RUN).trials) == 5
    assert verify(files).problems == ()


@pytest.mark.parametrize("what", PASSING)
def test_a_journal_outlives_faults_that_pass(s3_faults: Faults, what: str) -> None:
    """Every acknowledged answer is there, once."""
    s3_faults.script = often(what)
    files = new_store()

    async def write() -> None:
        async with open_journal(files, RUN) as journal:
            for number in range(5):
                await journal.put(f"key-{number}", Answer(f"answer {number}"))

    async def read() -> list[object]:
        async with open_journal(files, RUN) as journal:
            return [len(journal), *(journal.get(f"key-{number}") for number in range(5))]

    asyncio.run(write())
    assert asyncio.run(read()) == [5, *(Answer(f"answer {number}") for number in range(5))]
    lines = b"".join(files.read(path) or b"" for path in files.list("journal")).splitlines()
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("what", "said"), [("busy", "reduce your request rate"), ("hang", "timeout"), ("drop", "clos")]
)
def test_a_fault_that_does_not_pass_is_told_when_patience_ends(s3_faults: Faults, what: str, said: str) -> None:
    """With the place and what S3 said; a hung server does not hang us."""
    s3_faults.script = lambda _number, _method, _path: what
    began = time.monotonic()
    with pytest.raises(StoreError, match=rf"(?i)s3://{BUCKET}/\d+/x cannot be used: .*{said}"):
        new_store(patience_s=1.0, read_timeout_s=0.5).write("x", b"1")
    assert time.monotonic() - began < 10


def test_a_request_that_can_never_succeed_is_sent_once(s3_faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused credentials and missing buckets do not pass."""
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong")
    with pytest.raises(AuthenticationError):
        new_store().write("x", b"1")
    assert len(s3_faults.seen) == 1


def test_nobody_else_retries(s3_faults: Faults) -> None:
    """One loop: with no patience every operation is one request, or one a step."""
    s3_faults.script = lambda _number, _method, _path: "busy"
    with pytest.raises(StoreError):
        new_store(patience_s=0).read("x")
    assert [method for method, _, _ in s3_faults.seen] == ["GET"]


@pytest.mark.parametrize(
    ("environment", "url", "kind", "said"),
    [
        ({"AWS_SECRET_ACCESS_KEY": "wrong"}, f"s3://{BUCKET}/x", AuthenticationError, "refused our credentials"),
        ({"AWS_ACCESS_KEY_ID": "nobody"}, f"s3://{BUCKET}/x", AuthenticationError, "refused our credentials"),
        (
            {"AWS_ACCESS_KEY_ID": READER[0], "AWS_SECRET_ACCESS_KEY": READER[1]},
            f"s3://{BUCKET}/x",
            AuthenticationError,
            "refused our credentials",
        ),
        ({}, "s3://no-such-bucket/x", InputError, "the bucket of s3://no-such-bucket/x does not exist"),
        ({}, "s3://Not_A.Bucket/x", InputError, "the bucket of s3://Not_A.Bucket/x does not exist"),
        ({"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, f"s3://{BUCKET}/x", InputError, "Could not connect"),
        ({"AWS_ENDPOINT_URL": "no address"}, f"s3://{BUCKET}/x", InputError, "Invalid endpoint"),
        ({"AWS_PROFILE": "nobody"}, f"s3://{BUCKET}/x", InputError, "profile \\(nobody\\) could not be found"),
    ],
    ids=["secret", "key", "read only", "no bucket", "bad name", "unreachable", "bad endpoint", "profile"],
)
def test_a_store_that_cannot_keep_results_is_told_before_anything_is_paid_for(
    s3_environment: str,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    url: str,
    kind: type[LastgreenError],
    said: str,
) -> None:
    """All of them are exit 3."""
    change_environment(monkeypatch, **environment)
    with pytest.raises(kind, match=f"results could not be kept: .*{said}") as caught:
        Files(url, patience_s=0.5).probe()
    assert caught.value.exit_code == 3


def test_a_probe_leaves_nothing(s3_environment: str) -> None:
    """It is written and removed."""
    files = Files(s3_environment)
    files.probe()
    assert files.list("_probe") == []


def test_reading_commands_tell_a_missing_bucket(s3_environment: str) -> None:
    """Nothing found is not the same as nowhere to look."""
    with pytest.raises(InputError, match="the bucket of s3://no-such-bucket/x/_commits does not exist"):
        Files("s3://no-such-bucket/x").list("_commits")


def test_an_endpoint_with_a_name_is_asked_by_path(s3_environment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of one's own has no name for every bucket."""
    change_environment(monkeypatch, AWS_ENDPOINT_URL=os.environ["AWS_ENDPOINT_URL"].replace("127.0.0.1", "localhost"))
    files = Files(s3_environment)
    files.write("x", b"1")
    assert files.read("x") == b"1"


def test_a_server_killed_and_started_again_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of writes: what was acknowledged is there, and the writer only waited."""
    running = RunningS3(tmp_path)
    running.start()
    try:
        change_environment(monkeypatch, **running.server.environment)
        from deployments.s3_server import make_bucket

        make_bucket(running.server)
        files = Files("s3://lastgreen/store", longest_wait_s=0.2)
        acknowledged: list[int] = []

        def write() -> None:
            for number in range(12):
                Results(files).write(finished(f"20261130T1041{number:02d}Z-1f0c9a"))
                acknowledged.append(number)
                time.sleep(0.05)

        writer = Thread(target=write)
        writer.start()
        while len(acknowledged) < 3:
            time.sleep(0.01)
        running.kill()
        time.sleep(1)
        assert len(acknowledged) < 12
        running.start()
        writer.join(120)
        assert acknowledged == list(range(12))
        assert (verify(files).runs, verify(files).problems) == (12, ())
    finally:
        running.kill()

"""The journal: durable before it counts, whole after any crash."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from evals.answers import Answer, Fault, Usage
from evals.errors import InputError, LastgreenError, StoreError
from evals.judging.judgement import Judgement
from evals.results.privacy import StorePolicy
from evals.results.records import Kept
from tasks.stores.files import Files
from tasks.stores.journal import Journal, discard_journal, open_journal

RUN = "20261130T104153Z-1f0c9a"

ANSWER = Answer(
    "na\u00efve \ud800 \u2028 text",
    citations=({"doc": "a"},),
    retrieved=({"doc": "b", "score": 1.5},),
    usage=Usage(1, 2, None),
    latency=0.5,
    model_version="m",
)


def test_values_survive_closing(files: Files) -> None:
    """Answers, faults and judgements come back equal, lone surrogates and line separators included."""
    values: dict[str, Kept] = {
        "a": ANSWER,
        "f": Fault("timeout", "late", 3.0),
        "j": Judgement({"correctness": 4.0}, 4.0, "key"),
    }

    async def write() -> None:
        async with open_journal(files, RUN) as journal:
            await asyncio.gather(*(journal.put(key, value) for key, value in values.items()))

    async def read() -> dict[str, object]:
        async with open_journal(files, RUN) as journal:
            return {key: journal.get(key) for key in values}

    asyncio.run(write())
    assert asyncio.run(read()) == values


def test_an_unknown_key_is_none(files: Files) -> None:
    """Nothing is made up."""

    async def look() -> object:
        async with open_journal(files, RUN) as journal:
            return journal.get("x")

    assert asyncio.run(look()) is None


def test_a_put_returns_only_when_its_line_is_on_disk(tmp_path: Path) -> None:
    """Right after the await the file holds the record."""
    files = Files(str(tmp_path))

    async def write() -> bytes:
        async with open_journal(files, RUN) as journal:
            await journal.put("a", ANSWER)
            return (tmp_path / f"journal/{RUN}.jsonl").read_bytes()

    assert json.loads(asyncio.run(write()))["key"] == "a"


def test_what_a_cancelled_caller_put_is_counted_once_it_is_durable(tmp_path: Path) -> None:
    """A run that has to end cancels its calls; what they were answered is kept all the same."""

    async def count() -> tuple[int, int]:
        async with open_journal(Files(str(tmp_path)), RUN) as journal:
            call = asyncio.create_task(journal.put("a", ANSWER))
            await asyncio.sleep(0)
            call.cancel()
            before = len(journal)
            await journal.settled()
            return before, len(journal)

    assert asyncio.run(count()) == (0, 1)


def test_a_torn_last_line_is_dropped_and_overwritten(tmp_path: Path) -> None:
    """What a crash cut in the middle never counted, and does not spoil what follows."""
    files = Files(str(tmp_path))

    async def put(key: str) -> int:
        async with open_journal(files, RUN) as journal:
            await journal.put(key, ANSWER)
            return len(journal)

    asyncio.run(put("a"))
    with (tmp_path / f"journal/{RUN}.jsonl").open("ab") as file:
        file.write(b'{"key":"b","rec')
    assert asyncio.run(put("c")) == 2
    lines = (tmp_path / f"journal/{RUN}.jsonl").read_bytes().splitlines()
    assert [json.loads(line)["key"] for line in lines] == ["a", "c"]


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    """Two processes on one run would pay twice."""
    files = Files(str(tmp_path))

    async def twice() -> None:
        async with open_journal(files, RUN), open_journal(files, RUN):
            pass

    with pytest.raises(InputError, match="written by another process"):
        asyncio.run(twice())


def test_a_newer_record_is_refused(tmp_path: Path) -> None:
    """A record whose version is unknown is an error with its line, not a guess."""
    (tmp_path / "journal").mkdir()
    (tmp_path / f"journal/{RUN}.jsonl").write_bytes(b'{"key":"a","record":{"v":99,"kind":"answer"}}\n')

    async def look() -> None:
        async with open_journal(Files(str(tmp_path)), RUN):
            pass

    with pytest.raises(InputError, match="line 1"):
        asyncio.run(look())


class BreakingSink:
    """Takes lines and breaks when they are to become durable."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def read(self) -> bytes:
        """Nothing is there."""
        return b""

    def append(self, line: bytes) -> None:
        """Take it."""

    def commit(self) -> None:
        """Break."""
        raise self.error

    def close(self) -> None:
        """Nothing is held."""


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (OSError(28, "No space left on device"), StoreError, "No space left on device"),
        (StoreError("s3://x cannot be used"), StoreError, "s3://x cannot be used"),
        (InputError("the bucket is gone"), InputError, "the bucket is gone"),
        (MemoryError("no memory"), StoreError, "MemoryError: no memory"),
    ],
)
def test_whatever_breaks_a_write_fails_every_put_that_waits_for_it(
    error: BaseException, kind: type[LastgreenError], said: str
) -> None:
    """A put that waits for ever would hold up its run for ever."""

    async def write() -> list[object]:
        journal = Journal(BreakingSink(error))
        puts = [journal.put(f"key-{number}", ANSWER) for number in range(3)]
        found = await asyncio.wait_for(asyncio.gather(*puts, return_exceptions=True), 5)
        assert journal._writer is not None
        await asyncio.gather(journal._writer, return_exceptions=True)
        return list(found)

    found = asyncio.run(write())
    assert [type(one) for one in found] == [kind] * 3
    assert all(said in str(one) for one in found)


def test_what_may_not_be_stored_is_not_in_the_journal_but_known_while_it_is_open(files: Files) -> None:
    """A run that goes on uses it; one that is resumed asks again."""
    policy = StorePolicy(redact=("10 EUR",))
    secret = Answer("the fee is 10 EUR")

    async def write() -> object:
        async with open_journal(files, RUN, policy) as journal:
            await journal.put("secret", secret)
            await journal.put("open", ANSWER)
            await journal.put("judged", Judgement({"c": 4.0}, 4.0, "key", "says 10 EUR"))
            return journal.get("secret")

    async def read() -> list[object]:
        async with open_journal(files, RUN, policy) as journal:
            return [journal.get(key) for key in ("secret", "open", "judged")]

    assert asyncio.run(write()) == secret
    assert asyncio.run(read()) == [None, ANSWER, Judgement({"c": 4.0}, 4.0, "key", "says [redacted]")]
    written = b"".join(files.read(path) or b"" for path in files.list("journal"))
    assert b"10 EUR" not in written
    assert written


def test_a_journal_that_kept_everything_can_be_discarded(files: Files) -> None:
    """Once its run is committed; that of another run stays."""
    other = RUN[:-1] + "b"

    async def write(run: str) -> None:
        async with open_journal(files, run, StorePolicy(answers="none", journal="full")) as journal:
            await journal.put("a", ANSWER)

    for run in (RUN, other):
        asyncio.run(write(run))
    discard_journal(files, RUN)
    assert [path for path in files.list("journal") if RUN in path] == []
    assert [path for path in files.list("journal") if other in path]


def _write_forever(url: str, ready: str) -> None:
    note = Path(ready).write_text

    async def write() -> None:
        async with open_journal(Files(url), RUN) as journal:
            for number in range(10**9):
                await asyncio.gather(*(journal.put(f"{number}-{i}", ANSWER) for i in range(8)))
                note(str(number))

    asyncio.run(write())


def _told(ready: Path) -> int:
    """The last number that the writer told; it may be cut off while it is written."""
    text = ready.read_text() if ready.exists() else ""
    return int(text or 0)


def test_after_kill_9_every_acknowledged_value_is_there(tmp_path: Path) -> None:
    """Whatever a put acknowledged before the kill is read back, and the lock is gone with the process."""
    ready = tmp_path / "acknowledged"
    process = multiprocessing.get_context("spawn").Process(target=_write_forever, args=(str(tmp_path), str(ready)))
    process.start()
    deadline = time.monotonic() + 60
    while _told(ready) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid or 0, signal.SIGKILL)
    process.join()
    acknowledged = _told(ready)

    async def look() -> bool:
        async with open_journal(Files(str(tmp_path)), RUN) as journal:
            return all(journal.get(f"{n}-{i}") == ANSWER for n in range(acknowledged + 1) for i in range(8))

    assert asyncio.run(look())

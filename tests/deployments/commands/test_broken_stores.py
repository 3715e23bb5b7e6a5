"""Stores that cannot be read or written: every command ends with exit code 3 and one sentence, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from deployments.cli import _run
from tasks.stores.commits import commit_path, find_commit
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.index import HEAD_PATH, read_head
from tasks.stores.results import Results
from tests.evals.results.build import RUN, finished
from tests.s3_fixtures import READER, change_environment
from tests.tasks.stores.conftest import files

__all__ = ["files"]

FRESH = "20261201T090000Z-2b3c4d"
"""A run that is not in the index yet."""
COMMANDS = {
    "history": ["history"],
    "runs": ["query", "SELECT count(*) FROM runs"],
    "trials": ["query", "SELECT count(*) FROM results"],
    "case": ["case", "a"],
    "show": ["show", FRESH],
    "compare": ["compare", FRESH, FRESH],
    "compact": ["store", "compact"],
    "gc": ["store", "gc", "--keep", "1", "--apply"],
    "verify": ["store", "verify"],
}
OF_INDEX = {"history", "runs", "trials", "case", "compact", "verify"}
"""The commands that read the index."""
Damage = tuple[Callable[[Files], str], Callable[[bytes], bytes | None], str, set[str]]


def part(name: str) -> Callable[[Files], str]:
    """Path of a part of the fresh run."""
    return lambda store: find_commit(store, FRESH).part(name).path


def newer(data: bytes) -> bytes:
    """A document as a version to come would write it."""
    return json.dumps({**json.loads(data), "schema_version": 99}).encode()


DAMAGES: dict[str, Damage] = {
    "run of a newer version": (
        lambda _: commit_path(FRESH),
        newer,
        f"run '{FRESH}' was written by a newer lastgreen: schema 99",
        set(COMMANDS),
    ),
    "corrupt commit": (
        lambda _: commit_path(FRESH),
        lambda _: b"{",
        f"the commit of run '{FRESH}' is corrupt",
        set(COMMANDS),
    ),
    "missing row of a run": (
        part("runs"),
        lambda _: None,
        f"of run '{FRESH}' is missing",
        set(COMMANDS) - {"gc"},
    ),
    "missing trials": (
        part("results"),
        lambda _: None,
        f"of run '{FRESH}' is missing",
        {"trials", "case", "show", "compare", "compact", "verify"},
    ),
    "corrupt trials": (
        part("results"),
        lambda data: data[:-9] + b"x" * 9,
        f"of run '{FRESH}' is corrupt: its sha256 is not the one it was written with",
        {"trials", "case", "show", "compare", "compact", "verify"},
    ),
    "corrupt transcripts": (
        part("transcripts"),
        lambda data: data + b"x",
        f"of run '{FRESH}' is corrupt: its sha256 is not the one it was written with",
        {"show", "compare", "verify"},
    ),
    "index of a newer version": (
        lambda _: HEAD_PATH,
        newer,
        "the index was written by a newer lastgreen",
        OF_INDEX | {"gc"},
    ),
    "corrupt index": (
        lambda _: HEAD_PATH,
        lambda _: b"[]",
        "the index is corrupt: '_index/HEAD.json' cannot be read; remove it",
        OF_INDEX | {"gc"},
    ),
    "missing index file": (
        lambda store: read_head(store).parts[0].path,
        lambda _: None,
        "of the index is missing",
        OF_INDEX,
    ),
    "corrupt index file": (
        lambda store: read_head(store).results[0].path,
        lambda data: data + b"x",
        "of the index is corrupt",
        {"trials", "case", "compact", "verify"},
    ),
}


@pytest.fixture
def store(files: Files) -> Files:
    """One run in the index, and one that is not yet."""
    Results(files).write(finished(RUN))
    compact(files, "2026-11-30T12:00:00+00:00")
    Results(files).write(finished(FRESH))
    return files


def content(store: Files) -> dict[str, bytes | None]:
    """All that is stored, but locks."""
    paths = store.list("")
    return dict(zip(paths, store.read_all(paths), strict=True))


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_broken_is_told_by_every_command_that_needs_it(
    store: Files, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With run and file; nothing is guessed, left out or changed."""
    where, change, said, commands = DAMAGES[damage]
    path = where(store)
    changed = change(store.read(path) or b"")
    store.remove(path) if changed is None else store.write(path, changed)
    before = content(store)
    for name in sorted(commands):
        code = _run([*COMMANDS[name], "--store", store.url])
        out, err = capsys.readouterr()
        assert (name, code, said in err) == (name, 3, True), err
        assert name == "verify" or out == "", name
    assert content(store) == before


REFUSED = {
    "wrong secret": ({"AWS_SECRET_ACCESS_KEY": "wrong"}, "the store refused our credentials for"),
    "unknown key": ({"AWS_ACCESS_KEY_ID": "nobody"}, "the store refused our credentials for"),
}


@pytest.mark.s3
@pytest.mark.parametrize("refused", REFUSED)
def test_refused_credentials_are_told_by_every_command(
    s3_environment: str, monkeypatch: pytest.MonkeyPatch, refused: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not taken for an empty store."""
    environment, said = REFUSED[refused]
    change_environment(monkeypatch, **environment)
    for name, words in COMMANDS.items():
        assert (name, _run([*words, "--store", s3_environment])) == (name, 3)
        out, err = capsys.readouterr()
        assert (out, said in err) == ("", True), err


@pytest.mark.s3
@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("s3://no-such-bucket/x", "the bucket of s3://no-such-bucket/x"),
        ("s3://Not_A.Bucket/x", "or its name is not valid"),
        ("{url}", "{url}"),
    ],
    ids=["missing bucket", "bad name", "nothing there"],
)
def test_an_s3_address_that_is_no_store_is_told_by_every_command(
    s3_environment: str, url: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistyped prefix is not an empty store."""
    at = url.replace("{url}", s3_environment)
    for name, words in COMMANDS.items():
        assert (name, _run([*words, "--store", at])) == (name, 3)
        out, err = capsys.readouterr()
        assert (out, said.replace("{url}", s3_environment) in err) == ("", True), err


@pytest.mark.s3
def test_who_may_only_read_can_ask_and_changes_nothing(
    s3_environment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Questions need no more; compaction and removal are refused."""
    store = Files(s3_environment)
    for run_id in (RUN, FRESH):
        Results(store).write(finished(run_id))
    before = content(store)
    change_environment(monkeypatch, AWS_ACCESS_KEY_ID=READER[0], AWS_SECRET_ACCESS_KEY=READER[1])
    writing = {"compact", "gc"}
    for name, words in COMMANDS.items():
        assert (name, _run([*words, "--store", s3_environment])) == (name, 3 if name in writing else 0)
        assert (name, "refused our credentials" in capsys.readouterr().err) == (name, name in writing)
    assert content(Files(s3_environment)) == before

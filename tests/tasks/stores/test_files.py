"""The file operations that all stores stand on."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from evals.errors import AuthenticationError, InputError, StoreError
from tasks.stores.files import Files
from tests.s3_fixtures import change_environment


def test_a_file_that_does_not_exist_is_none(files: Files) -> None:
    """Absence is a value, not an error."""
    assert files.read("a/b") is None


def test_what_was_written_is_read_and_listed(files: Files) -> None:
    """Folders come into being with their files."""
    files.write("a/b.json", b"1")
    files.write("a/c/d.json", b"2")
    assert (files.read("a/b.json"), files.read("a/c/d.json")) == (b"1", b"2")
    assert files.list("a") == ["a/b.json", "a/c/d.json"]
    assert files.list("nowhere") == []


def test_the_root_lists_everything_and_hidden_names_only_when_asked(files: Files) -> None:
    """Files that are being written are nobody's business but a cleaner's."""
    for path in ("top", "a/b", "a/.b.1a2b"):
        files.write(path, b"12")
    assert files.list("") == ["a/b", "top"]
    assert [(entry.path, entry.size) for entry in files.entries("")] == [("a/.b.1a2b", 2), ("a/b", 2), ("top", 2)]
    assert all(abs(entry.modified - time.time()) < 600 for entry in files.entries("a"))


def test_a_folder_that_cannot_be_read_is_not_an_empty_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs would seem to be gone."""
    files = Files(str(tmp_path))
    files.write("a/b/c", b"1")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("/b"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(StoreError, match="a cannot be used: Permission denied"):
        files.list("a")


def test_create_never_overwrites(files: Files) -> None:
    """The second creator is told so and changes nothing."""
    assert files.create("commit", b"first")
    assert not files.create("commit", b"second")
    assert files.read("commit") == b"first"


def test_of_racing_creators_one_wins(files: Files) -> None:
    """Sixteen writers of one name: one is told that it wrote, and its data is there."""
    with ThreadPoolExecutor(16) as pool:
        won = list(pool.map(lambda number: files.create("race", str(number).encode()), range(16)))
    assert won.count(True) == 1
    assert files.read("race") == str(won.index(True)).encode()


def test_racing_swaps_lose_nothing(files: Files) -> None:
    """Eight writers add one each: the document holds all eight."""

    def add(_: int) -> None:
        files.swap("count", lambda data: str(int(data or b"0") + 1).encode())

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(8)))
    assert files.read("count") == b"8"


def test_remove_is_quiet_about_absence(files: Files) -> None:
    """Removing twice is no error."""
    files.write("x", b"1")
    files.remove("x")
    files.remove("x")
    assert files.read("x") is None


@pytest.mark.s3
def test_a_wrong_secret_is_an_authentication_error(s3_environment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Credentials that the store refuses are the user's to mend: exit 3."""
    change_environment(monkeypatch, AWS_SECRET_ACCESS_KEY="wrong")
    with pytest.raises(AuthenticationError, match="refused our credentials"):
        Files(s3_environment).read("x")


def test_an_address_of_an_unknown_kind_is_an_input_error() -> None:
    """A protocol that nothing speaks is told at once."""
    with pytest.raises(InputError, match="nosuch://x"):
        Files("nosuch://x/y")


def test_a_folder_that_is_a_file_is_an_input_error(tmp_path: object) -> None:
    """What the file system refuses comes back as ours, with the place."""
    (tmp_path / "store").write_text("a file")  # type: ignore[operator]
    with pytest.raises(InputError, match="store/a/b cannot be used: a file stands where"):
        Files(f"{tmp_path}/store").write("a/b", b"1")

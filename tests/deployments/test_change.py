"""Which change is under test: CI's word first, then git's."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click
import pytest

from deployments.change import Change, detect_change
from deployments.options import Commit

GITHUB = {"GITHUB_SHA": "abc"}
BUILDKITE = {"BUILDKITE_COMMIT": "abc"}
GITLAB = {"CI_COMMIT_SHA": "abc"}
SYSTEMS = {
    "github pull request": (
        {**GITHUB, "GITHUB_REF": "refs/pull/7/merge", "GITHUB_HEAD_REF": "fees", "GITHUB_REF_NAME": "7/merge"},
        Change("abc", "fees", 7),
    ),
    "github push": (
        {**GITHUB, "GITHUB_REF": "refs/heads/main", "GITHUB_REF_NAME": "main"},
        Change("abc", "main"),
    ),
    "buildkite pull request": (
        {**BUILDKITE, "BUILDKITE_BRANCH": "fees", "BUILDKITE_PULL_REQUEST": "12"},
        Change("abc", "fees", 12),
    ),
    "buildkite push": (
        {**BUILDKITE, "BUILDKITE_BRANCH": "main", "BUILDKITE_PULL_REQUEST": "false"},
        Change("abc", "main"),
    ),
    "gitlab merge request": (
        {**GITLAB, "CI_MERGE_REQUEST_IID": "3", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "fees"},
        Change("abc", "fees", 3),
    ),
    "gitlab merged results": (
        {**GITLAB, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": "def", "CI_MERGE_REQUEST_IID": "3"},
        Change("def", "", 3),
    ),
    "gitlab push": ({**GITLAB, "CI_COMMIT_REF_NAME": "main"}, Change("abc", "main")),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_variables_of_ci_name_the_change(system: str) -> None:
    """Each CI system has its own names for commit, branch and pull request."""
    environ, wanted = SYSTEMS[system]
    assert detect_change(environ) == wanted


@pytest.mark.parametrize(
    ("event", "commit"),
    [
        ('{"pull_request": {"head": {"sha": "def"}}}', "def"),
        ('{"after": "abc"}', "abc"),
        ('{"pull_request": null}', "abc"),
        ("[]", "abc"),
        ("nonsense", "abc"),
    ],
)
def test_the_commit_of_a_pull_request_on_github_is_its_head(tmp_path: Path, event: str, commit: str) -> None:
    """GITHUB_SHA is a merge with main, which nobody knows by that hash and which the next job does not see again."""
    (tmp_path / "event.json").write_text(event, "utf-8")
    assert detect_change({**GITHUB, "GITHUB_EVENT_PATH": str(tmp_path / "event.json")}).commit_sha == commit


def test_without_ci_git_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a laptop the work tree's commit and branch are the change."""
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q", "-b", "fees"], [*identity, "commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    change = detect_change({})
    assert (len(change.commit_sha), change.branch, change.pr) == (40, "fees", None)


def test_a_commit_may_be_given_by_any_name_that_git_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash is taken as it is: the app may be in another repository."""
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q", "-b", "fees"], [*identity, "commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    head = detect_change({}).commit_sha
    commit = Commit()
    assert [commit.convert(name, None, None) for name in ("HEAD", "fees", head[:7].upper())] == [head, head, head[:7]]
    for name in ("main", "abc", "--help", "x y", ""):
        with pytest.raises(click.BadParameter, match="is neither a hash nor a commit of a git work tree here"):
            commit.convert(name, None, None)


def test_outside_of_everything_the_change_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No CI and no repository: empty, and no error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert detect_change({}) == Change()

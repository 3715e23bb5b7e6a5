"""Which change is under test: from the CI's variables, else from git, else unknown."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """A commit with its branch and pull request; empty and None are unknown.

    Of a pull request it is the head, not what CI merged it with: that changes whenever main does.
    """

    commit_sha: str = ""
    branch: str = ""
    pr: int | None = None


def detect_change(environ: Mapping[str, str] | None = None) -> Change:
    """Find the change: GitHub Actions, Buildkite, GitLab, then the git work tree."""
    env = os.environ if environ is None else environ
    for reader in (_github, _buildkite, _gitlab):
        change = reader(env)
        if change.commit_sha:
            return change
    return Change(_git("rev-parse", "HEAD"), _git("symbolic-ref", "--short", "-q", "HEAD"))


def hash_of(name: str) -> str:
    """The hash of what git calls by a name here, ``HEAD`` or a branch or a tag; empty when it knows none."""
    return _git("rev-parse", "--verify", "-q", "--end-of-options", f"{name}^{{commit}}")


def _github(env: Mapping[str, str]) -> Change:
    pull = re.fullmatch(r"refs/pull/([0-9]+)/merge", env.get("GITHUB_REF", ""))
    branch = env.get("GITHUB_HEAD_REF") or env.get("GITHUB_REF_NAME", "")
    sha = env.get("GITHUB_SHA", "")
    return Change(sha and (_github_head(env) or sha), branch, int(pull[1]) if pull else None)


def _github_head(env: Mapping[str, str]) -> str:
    """The head of the pull request whose event started the job; empty for other events."""
    try:
        event: Any = json.loads(Path(env["GITHUB_EVENT_PATH"]).read_text("utf-8"))
        return str(event["pull_request"]["head"]["sha"])
    except (KeyError, TypeError, OSError, ValueError):
        return ""


def _buildkite(env: Mapping[str, str]) -> Change:
    pull = env.get("BUILDKITE_PULL_REQUEST", "")
    return Change(
        env.get("BUILDKITE_COMMIT", ""),
        env.get("BUILDKITE_BRANCH", ""),
        int(pull) if pull.isascii() and pull.isdigit() else None,
    )


def _gitlab(env: Mapping[str, str]) -> Change:
    pull = env.get("CI_MERGE_REQUEST_IID", "")
    branch = env.get("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME") or env.get("CI_COMMIT_REF_NAME", "")
    commit = env.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") or env.get("CI_COMMIT_SHA", "")
    return Change(commit, branch, int(pull) if pull.isascii() and pull.isdigit() else None)


def _git(*arguments: str) -> str:
    try:
        result = subprocess.run(  # noqa: S603 (fixed arguments)
            ["git", *arguments],  # noqa: S607 (the user's git)
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return result.stdout.strip() if result.returncode == 0 else ""

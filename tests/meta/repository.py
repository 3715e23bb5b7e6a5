"""What the repository holds, for the tests of this folder."""

from __future__ import annotations

import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("evals", "tasks", "flows", "deployments")


@cache
def files() -> tuple[str, ...]:
    """Every file that is, or is about to be, under version control and exists, relative to the root."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return tuple(sorted({name for name in listed.split("\0") if name and (ROOT / name).is_file()}))


def modules() -> tuple[str, ...]:
    """Dotted names of all modules of the four packages, but for ``__main__``, which runs when it is imported."""
    names = [name for name in files() if name.endswith(".py") and name.split("/")[0] in PACKAGES]
    dotted = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in names]
    return tuple(name for name in dotted if not name.endswith("__main__"))


@cache
def project() -> dict[str, Any]:
    """The parsed ``pyproject.toml``."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

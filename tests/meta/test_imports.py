"""Importing does nothing but import, and help needs next to nothing."""

from __future__ import annotations

import ast
import os
import re
import resource
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from evals import errors
from evals.errors import LastgreenError
from tests.meta.repository import PACKAGES, ROOT, files, modules, project

HEAVY = ("aiohttp", "httpx", "numpy", "pandas", "prefect", "pyarrow", "pydantic", "rich", "s3fs", "scipy")

IMPORT_ALL = """
import importlib, json, os, sys, threading
before = dict(os.environ)
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
    found = [t.name for t in threading.enumerate() if t is not threading.main_thread()]
    assert not found, f"{name} started threads: {found}"
    changed = {k for k in before.keys() | os.environ.keys() if before.get(k) != os.environ.get(k)}
    ours = changed - {"PREFECT_HOME"}
    assert not ours, f"{name} changed the environment: {sorted(ours)}"
assert not os.listdir("."), os.listdir(".")
from evals.errors import LastgreenError
def kinds(one):
    return [one] + [k for child in one.__subclasses__() for k in kinds(child)]
strange = sorted({k.__module__ for k in kinds(LastgreenError)} - {"evals.errors"})
assert not strange, f"errors outside of the tree in evals/errors.py: {strange}"
"""


def _python(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False
    )


def test_every_module_imports_without_side_effects(tmp_path: Path) -> None:
    """No output, thread, file or environment variable; and every error of ours stands in the one tree."""
    import json

    done = _python("-c", IMPORT_ALL, json.dumps(modules()), cwd=tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    """It must answer at once, also on a cold disk."""
    program = (
        "import sys\n"
        "from deployments import cli\n"
        "try:\n"
        f"    cli.main({arguments!r})\n"
        "except SystemExit as ended:\n"
        "    assert not ended.code\n"
        f"print('loaded:', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = _python("-c", program)
    assert done.stdout.splitlines()[-1] == "loaded: []", done.stderr


def test_help_takes_less_than_half_a_second_of_work() -> None:
    """Time of the processor, so that a busy machine does not decide."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert _python("-m", "deployments.cli", "--help").returncode == 0
    assert _python("-c", "from deployments.cli import main; main(['--help'])").returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent / 2 < 0.5


def test_what_is_imported_is_declared() -> None:
    """A package that only happens to be installed here is missing on the next machine."""
    owners = packages_distributions()
    allowed = {_normal(name) for name in _declared()}
    used = {name for file in files() if _is_ours(file) for name in _imported(ROOT / file)}
    foreign = used - set(sys.stdlib_module_names) - {*PACKAGES, "__future__"}
    undeclared = {n for n in foreign if not {_normal(owner) for owner in owners.get(n, [n])} & allowed}
    assert undeclared == set()


def test_the_error_tree_has_no_class_that_nothing_raises_or_refines() -> None:
    """A name that no code uses is dead."""
    text = "\n".join((ROOT / file).read_text("utf-8") for file in files() if _is_ours(file))
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, LastgreenError)]
    unused = [kind.__name__ for kind in kinds if len(re.findall(rf"\b{kind.__name__}\(", text)) < 1]
    assert unused == []


def _is_ours(file: str) -> bool:
    return file.endswith(".py") and file.split("/", maxsplit=1)[0] in PACKAGES


def _imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def _declared() -> list[str]:
    table = project()["project"]
    extras = table["optional-dependencies"].values()
    return [*table["dependencies"], *(one for extra in extras for one in extra)]


def _normal(requirement: str) -> str:
    name = re.split(r"[<>=!~;\[ ]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()

"""What no file of the repository may hold, and what each way of building it must."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
from typing import Any

import pytest

from evals.cases.yaml_nodes import parse_yaml
from tests.meta.repository import ROOT, files

# Put together here, so that this file does not hold them.
FORBIDDEN = {
    "an unfinished place": re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b"),
    "a path of somebody's machine": re.compile("/wo" + "rk/|/tmp/" + "lg|/home/[a-z]+/|/Us" + "ers/[a-z]+/"),
    "a registry": re.compile(
        "py"
        r"pi\.org|python"
        r"hosted\.org|npm"
        r"js\.(?:org|com)|index"
        "-url|find"
        "-links|artifact"
        "ory"
    ),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what: str) -> None:
    """Whatever is committed works on any machine, and is finished."""
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in files()
        for number, line in enumerate(_text(name).splitlines(), 1)
        if FORBIDDEN[what].search(line)
    ]
    assert found == []


def test_every_test_folder_is_a_package() -> None:
    """Two tests of the same name in different folders would shadow each other."""
    folders = {name.rsplit("/", 1)[0] for name in files() if re.fullmatch(r"tests/.*\.py", name)}
    assert [folder for folder in sorted(folders) if f"{folder}/__init__.py" not in files()] == []


def test_text_files_end_with_one_line_end() -> None:
    """Diffs show what changed and nothing else."""
    texts = [name for name in files() if name.endswith((".py", ".toml", ".md", ".yml", ".yaml", ".jsonl", ".j2"))]
    assert [name for name in texts if _text(name) and not re.search(r"[^\n]\n\Z", _text(name))] == []


def test_make_lists_every_target_with_a_sentence() -> None:
    """``make`` alone tells what can be done."""
    if shutil.which("make") is None:
        pytest.skip("no make")
    declared = re.search(r"^\.PHONY: (.*)$", _text("Makefile"), re.MULTILINE)
    assert declared is not None
    shown = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    listed = dict(re.findall(r"^  make ([a-z-]+) +(\S.*)$", shown, re.MULTILINE))
    assert set(listed) == set(declared[1].split())


def test_ci_runs_what_the_makefile_checks() -> None:
    """One definition of what must hold, used everywhere."""
    steps = parse_yaml(_text(".github/workflows/ci.yml").encode()).value["jobs"]["check"]["steps"]
    assert "make check" in [step.get("run") for step in steps]
    script = _text(".ci/run")
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert "make lint" in script
    assert "make test" in script
    assert subprocess.run(["bash", "-n", ".ci/run"], cwd=ROOT, check=False).returncode == 0


def test_every_entrypoint_of_prefect_yaml_is_a_flow() -> None:
    """Prefect itself would find out when the first run crashes."""
    if "prefect.yaml" not in files():
        pytest.skip("there is no prefect.yaml")
    from prefect import Flow

    document: Any = parse_yaml(_text("prefect.yaml").encode()).value
    entrypoints = [one["entrypoint"] for one in document["deployments"]]
    assert entrypoints
    for entrypoint in entrypoints:
        module, _, name = entrypoint.rpartition(".")
        assert isinstance(getattr(importlib.import_module(module), name), Flow), entrypoint


def _text(name: str) -> str:
    return (ROOT / name).read_text("utf-8", "replace")

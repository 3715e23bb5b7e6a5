"""Every wrong input: exit 3, one clear sentence with its place, nothing called, nothing half written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deployments.cli import _run

CASE = {"id": "a", "prompt": "q", "assertions": [{"type": "contains", "value": "x"}], "tags": ["smoke"]}
TARGET: dict[str, Any] = {"kind": "http", "url": "http://127.0.0.1:9/ask"}


class Folder:
    """A project whose parts a test spoils."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write_cases([CASE])
        self.write_config({})

    def write_cases(self, records: list[Any]) -> None:
        """Write the golden set; text stands for a raw line."""
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        (self.root / "golden" / "v1").mkdir(parents=True, exist_ok=True)
        (self.root / "golden" / "v1" / "cases.jsonl").write_text("\n".join(lines) + "\n")

    def write_config(self, changes: dict[str, Any]) -> None:
        """Write the configuration."""
        document = {"golden_set": "golden/v1", "store": "store", "target": "app", "targets": {"app": TARGET}, **changes}
        (self.root / "gate.yaml").write_text(json.dumps(document, indent=1))

    def run(self, *arguments: str) -> int:
        """Type ``lastgreen run``."""
        return _run(["run", "--config", str(self.root / "gate.yaml"), *arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A project without a fault."""
    return Folder(tmp_path)


SPOILED: dict[str, tuple[Callable[[Folder], object], tuple[str, ...], tuple[str, ...]]] = {
    "a set that does not exist": (lambda _: None, ("--set", "nowhere/v9"), ("nowhere/v9", "does not exist")),
    "an empty set": (lambda f: f.write_cases(["// nothing"]), (), ("holds no cases",)),
    "a bad line": (lambda f: f.write_cases([CASE, '{"id": "b", ']), (), ("cases.jsonl:2",)),
    "duplicate ids": (lambda f: f.write_cases([CASE, CASE]), (), ("cases.jsonl:2", "'a' is used twice")),
    "an unknown field": (
        lambda f: f.write_cases([{**CASE, "promt": "q"}]),
        (),
        ("unknown field 'promt'; did you mean 'prompt'?",),
    ),
    "an unknown check": (
        lambda f: f.write_cases([{**CASE, "assertions": [{"type": "containz", "value": "x"}]}]),
        (),
        ("cases.jsonl:1", "'a'", "containz", "contains"),
    ),
    "a bad parameter": (
        lambda f: f.write_cases([{**CASE, "assertions": [{"type": "regex", "value": "("}]}]),
        (),
        ("cases.jsonl:1", "'a'", "regex"),
    ),
    "a flaky critical case": (
        lambda f: f.write_cases([{**CASE, "tags": ["flaky", "critical"]}]),
        (),
        ("cases.jsonl:1", "flaky", "critical"),
    ),
    "a filter that selects nothing": (
        lambda _: None,
        ("--tags", "nosuch"),
        ("nosuch", "smoke"),
    ),
    "an unreadable configuration": (
        lambda f: (f.root / "gate.yaml").write_text("a: [1\n"),
        (),
        ("gate.yaml:2", "not YAML"),
    ),
    "an unknown key in the configuration": (
        lambda f: f.write_config({"gate": {"latancy": {}}}),
        (),
        ("gate.yaml:", "latancy", "did you mean 'latency'?"),
    ),
    "a target that is not defined": (
        lambda f: f.write_config({"target": "ap"}),
        (),
        ("target 'ap'", "did you mean 'app'?"),
    ),
    "an unknown target on the command line": (lambda _: None, ("--target", "prod"), ("target 'prod'", "known: app")),
    "an unset variable in a header": (
        lambda f: f.write_config(
            {"targets": {"app": {**TARGET, "headers": {"authorization": "Bearer ${NO_SUCH_KEY}"}}}}
        ),
        (),
        ("NO_SUCH_KEY", "not set"),
    ),
    "a bad JSONPath": (
        lambda f: f.write_config({"targets": {"app": {**TARGET, "response": {"answer": "$["}}}}),
        (),
        ("gate.yaml:", "answer"),
    ),
    "an unknown run to compare with": (
        lambda _: None,
        ("--baseline", "20260101T000000Z-abcdef"),
        ("20260101T000000Z-abcdef", "not in the store"),
    ),
    "an unknown run to resume": (lambda _: None, ("--resume", "20260101T000000Z-abcdef"), ("20260101T000000Z-abcdef",)),
    "a folder of --out that does not exist": (lambda _: None, ("--out", "no/such/out.json"), ("no/such/out.json",)),
    "an address that is none": (lambda _: None, ("--model-endpoint", "ftp://x"), ("ftp://x",)),
    "a store of an unknown kind": (lambda _: None, ("--store", "nosuch://x"), ("nosuch://x",)),
    "trials out of range": (lambda _: None, ("--trials", "0"), ("--trials",)),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_wrong_input_exits_3_with_its_place_before_anything_is_written(
    name: str, folder: Folder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names what is wrong and where; there is no traceback, no server start, no store."""
    monkeypatch.setattr("deployments.running.use_prefect", lambda *_: pytest.fail("a server was asked for"))
    spoil, arguments, wanted = SPOILED[name]
    spoil(folder)
    assert folder.run(*arguments) == 3
    said = capsys.readouterr().err
    assert all(part in said for part in wanted), said
    assert "Traceback" not in said
    assert not (folder.root / "store").exists()


def test_all_problems_of_a_set_are_told_at_once(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    """Three faults in three lines are three lines of the message."""
    folder.write_cases(["{", {**CASE, "difficulty": "odd"}, {**CASE, "id": "b", "checks": [{"type": "lead"}]}])
    assert folder.run() == 3
    said = capsys.readouterr().err
    assert all(f"cases.jsonl:{line}" in said for line in (1, 2, 3))

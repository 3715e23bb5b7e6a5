"""A set over four shards gives the verdict that it gives in one piece."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.e2e.installation import Installation
from tests.flows.project import make_record

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

CASES = 400
BROKEN = 37


def record(installed: Installation) -> None:
    """Write a large set and its recorded answers, some of which are wrong."""
    folder = installed.root / "evals" / "golden" / "v2"
    folder.mkdir(parents=True, exist_ok=True)
    ids = [f"r{number:05d}" for number in range(CASES)]
    records = [make_record(i, "smoke") for i in ids]
    (folder / "cases.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    answers = [{"id": i, "answer": "nothing" if n % (CASES // BROKEN) == 0 else "an answer"} for n, i in enumerate(ids)]
    (installed.root / "evals" / "recorded.jsonl").write_text("".join(json.dumps(one) + "\n" for one in answers))
    target = {"kind": "recorded", "path": str(installed.root / "evals" / "recorded.jsonl"), "app": "recorded"}
    installed.configure(golden_set="golden/v2", target="recorded", targets={"recorded": target})


def test_four_shards_give_the_same_verdict_as_one_run(up: Installation) -> None:
    """The same trials in the same order, and the same report."""
    record(up)
    found: list[dict[str, Any]] = []
    runs = []
    for commit, more in (("0ae0000", ()), ("f0ca000", ("--shards", "4"))):
        done = up.type(*up.trigger(commit, "--json", *more))
        document = json.loads(done.stdout)
        assert document["report"] is not None, done.stderr
        found.append(document)
        runs.append(Results(Files(str(up.root / "store"))).read(document["run_id"]))
    one, four = (document["report"] for document in found)
    assert one["verdict"] == four["verdict"]
    assert one["counts"] == four["counts"]
    assert found[0]["exit_code"] == found[1]["exit_code"]
    assert [(t.case_id, t.trial, t.status) for t in runs[0].trials] == [
        (t.case_id, t.trial, t.status) for t in runs[1].trials
    ]
    parents = [(run["parameters"].get("request", {}).get("parent"), run["state_name"]) for run in up.flow_runs()]
    assert [state for parent, state in parents if parent == runs[1].info.run_id] == ["Recorded"] * 4
    assert Results(Files(str(up.root / "store"))).ids()[-2:] == sorted(run.info.run_id for run in runs)

"""The document of ``--out``: what its JSON Schema says it is."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from deployments.results_file import RESULTS_FILE_VERSION, results_json
from evals import results
from evals.answers import Answer, Fault, Missing
from evals.checks.check import CheckResult
from evals.judging.judgement import Judgement, Unscored
from evals.reports.report import REPORT_VERSION, CaseLine, OutcomeLine, Report, Row, VerdictLine
from evals.results.columns import SCHEMA_VERSION
from evals.results.migrations import OLDEST_VERSION
from evals.results.run import RunInfo, TrialResult
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.evals.results.build import RUN, finished

SCHEMA: dict[str, Any] = json.loads((Path(results.__path__[0]) / "results.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def problems(document: Any) -> list[str]:
    """What does not fit."""
    return [f"{error.json_path}: {error.message[:200]}" for error in VALIDATOR.iter_errors(document)]


def test_the_schema_is_one_and_of_this_version() -> None:
    """Its number is the document's, and it describes everything it names."""
    VALIDATOR.check_schema(SCHEMA)
    assert SCHEMA["properties"]["results_version"]["const"] == RESULTS_FILE_VERSION
    assert SCHEMA["$id"].endswith(f":{RESULTS_FILE_VERSION}")
    assert SCHEMA["$defs"]["report"]["properties"]["report_version"]["const"] == REPORT_VERSION


@pytest.mark.parametrize(
    ("name", "kind", "extra"),
    [
        ("run", RunInfo, set()),
        ("report", Report, {"report_version"}),
        ("row", Row, set()),
        ("line", CaseLine, set()),
        ("verdict", VerdictLine, set()),
        ("outcome", OutcomeLine, set()),
        ("trial", TrialResult, set()),
        ("check", CheckResult, set()),
        ("answer", Answer, {"v", "kind"}),
        ("fault", Fault, {"v", "kind"}),
        ("missing_response", Missing, {"v", "kind"}),
        ("judgement", Judgement, {"v", "kind"}),
        ("unscored", Unscored, {"v", "kind"}),
    ],
)
def test_every_field_is_in_the_schema(name: str, kind: type, extra: set[str]) -> None:
    """A field that is added to the code is added here, or this fails."""
    fields = {field.name for field in dataclasses.fields(kind)}
    assert set(SCHEMA["$defs"][name]["properties"]) == fields | extra


def test_every_kind_of_response_check_and_judgement_fits(tmp_path: Path) -> None:
    """As it is read back from a store."""
    files = Files(str(tmp_path))
    Results(files).write(finished())
    document = json.loads(results_json(Results(files).read(RUN)))
    assert problems(document) == []
    assert len(document["trials"]) == 5


@pytest.mark.parametrize("version", range(OLDEST_VERSION, SCHEMA_VERSION + 1))
def test_a_run_of_every_kept_store_fits(version: int) -> None:
    """Old runs are written in today's form."""
    files = Files(str(Path(__file__).parents[1] / f"data/store-v{version}"))
    for run_id in Results(files).ids():
        assert problems(json.loads(results_json(Results(files).read(run_id)))) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.update(results_version=1),
        lambda document: document.update(more=1),
        lambda document: document["run"].pop("commit_sha"),
        lambda document: document["trials"][0].update(status="passed"),
        lambda document: document["trials"][0].update(score=1.5),
        lambda document: document["trials"][0]["response"].update(kind="guess"),
        lambda document: document["trials"][0]["judgement"].update(overall=0),
    ],
)
def test_what_is_no_result_does_not_fit(tmp_path: Path, spoil: Any) -> None:
    """A schema that takes everything says nothing."""
    files = Files(str(tmp_path))
    Results(files).write(finished())
    document = json.loads(results_json(Results(files).read(RUN)))
    spoil(document)
    assert problems(document) != []

"""docs/results.md: its columns are those of the code, and everything it shows works."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from deployments.cli import _run
from evals.results.columns import KEYS, RESULTS_COLUMNS, RUNS_COLUMNS, SCHEMA_VERSION, TRANSCRIPTS_COLUMNS, Column
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.evals.results.build import RUN, finished

PAGE = Path(__file__).parents[3] / "docs" / "results.md"
TEXT = PAGE.read_text("utf-8")
STORE = ".lastgreen/store"
"""Where the page's examples look for a store."""
SECOND = "20261201T090000Z-2b3c4d"
ATHENA = {
    "string": "string",
    "int32": "int",
    "int64": "bigint",
    "double": "double",
    "bool": "boolean",
    "list<struct<category: string, cases: int64, pass_rate: double>>": (
        "array<struct<category:string,cases:bigint,pass_rate:double>>"
    ),
    "list<struct<dimension: string, score: double>>": "array<struct<dimension:string,score:double>>",
}


def type_name(kind: pa.DataType) -> str:
    """Arrow's name of a type, without the names of list items."""
    if pa.types.is_list(kind):
        return f"list<{type_name(kind.value_type)}>"
    if pa.types.is_struct(kind):
        fields = (kind.field(position) for position in range(kind.num_fields))
        return f"struct<{', '.join(f'{one.name}: {type_name(one.type)}' for one in fields)}>"
    return str(kind)


def table(columns: tuple[Column, ...]) -> str:
    """The table of the page."""
    lines = ["| column | type | unit | meaning |", "| --- | --- | --- | --- |"]
    lines += [f"| `{c.name}` | {type_name(c.type)} | {c.unit} | {c.meaning} |" for c in columns]
    return "\n".join(lines).replace("|  |", "| |")


def own(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns that are not keys."""
    return tuple(column for column in columns if column not in KEYS)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("keys", KEYS),
        ("runs", own(RUNS_COLUMNS)),
        ("results", own(RESULTS_COLUMNS)),
        ("transcripts", TRANSCRIPTS_COLUMNS),
    ],
)
def test_the_page_has_every_column_with_type_unit_and_meaning(name: str, columns: tuple[Column, ...]) -> None:
    """In the order of the files."""
    assert table(columns) in TEXT, f"\n{name}:\n{table(columns)}"


def test_the_page_names_the_version() -> None:
    """Of the columns it shows."""
    assert f"schema version {SCHEMA_VERSION}" in TEXT


def test_the_table_for_athena_has_the_columns_of_runs() -> None:
    """In their order, with types that hold them."""
    found = re.search(r"CREATE EXTERNAL TABLE runs \((.*?)\n\)", TEXT, re.DOTALL)
    assert found is not None
    declared = re.findall(r"`?(\w+)`? ((?:array<struct<[^>]+>>)|\w+)", found[1])
    assert declared == [(column.name, ATHENA[type_name(column.type)]) for column in RUNS_COLUMNS]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory as the page assumes it: a configuration, and a store with two runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LASTGREEN_HOME", raising=False)
    files = Files(STORE)
    Results(files).write(finished())
    compact(files, "2026-11-30T12:00:00+00:00")
    Results(files).write(finished(SECOND))
    _leave_parts_over(files)
    (tmp_path / "evals").mkdir()
    (tmp_path / "evals" / "gate.yaml").write_text(
        "{golden_set: golden/v1, target: app, targets: {app: {kind: http, url: 'http://127.0.0.1:9/ask'}}}"
    )
    return tmp_path


def _leave_parts_over(files: Files) -> None:
    """The parts of a second writer of a run, killed before its commit."""
    for path in (*files.list("runs"), *files.list("results")):
        files.write(path.replace(".parquet", "00.parquet"), files.read(path) or b"")


def blocks(language: str) -> list[str]:
    """Code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"), ids=lambda code: code.split("\n", 1)[0][:40])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_every_python_example_reads_all_committed_runs(project: Path, code: str) -> None:
    """Each ends with ``print(found)``, with the ids of both runs, once."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "docs/results.md", "exec"), {})  # noqa: S102 (our own page)
    assert [out.getvalue().count(run_id) for run_id in (RUN, SECOND)] == [1, 1]


COMMANDS = [line[2:] for block in blocks("console") for line in block.splitlines() if line.startswith("$ lastgreen ")]


@pytest.mark.parametrize("command", [one for one in COMMANDS if "--s3" not in one and "s3://" not in one])
def test_every_command_works(project: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With ids that are there."""
    words = [RUN if word == "A" else SECOND if word in {"B", "RUN"} else word for word in shlex.split(command)[1:]]
    assert _run([word if word != "CASE" else "a" for word in words]) == 0
    assert capsys.readouterr().out


def test_the_page_shows_what_it_says_it_shows() -> None:
    """The examples of this test are not empty by accident."""
    assert len(blocks("python")) >= 3
    assert len(COMMANDS) >= 8
    shown: Any = re.findall(r"```(\w+)", TEXT)
    assert {"python", "console", "sql", "yaml"} <= set(shown)

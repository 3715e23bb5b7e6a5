"""``history``, ``compare``, ``case``, ``query`` and ``store``: what people ask of stored runs, in every form."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deployments.cli import _run
from evals.checks.check import CheckResult, Outcome
from evals.finished.run import FinishedRun
from evals.gate.baseline import Pool
from evals.reports.report import build_report
from evals.results.aggregate import summarize
from evals.results.run import TrialResult
from tasks.stores.baselines import change_baselines
from tasks.stores.commits import commit_path, find_commit
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.builders import (
    make_answer,
    make_check_result,
    make_comparison,
    make_finished,
    make_info,
    make_judgement,
    make_trial,
    make_trials,
)
from tests.evals.results import build
from tests.tasks.stored import store_run
from tests.tasks.stores.conftest import files

__all__ = ["files"]

RUNS = [f"2026112{day}T120000Z-00000{day}" for day in range(4)]
Ask = Callable[..., tuple[int, str, str]]


def trials_of(day: int) -> list[TrialResult]:
    """Case a always passes, b breaks on the last day, c is noisy, d is new on the last day."""
    broken = day == 3
    found = [
        make_trial("a", response=make_answer("always right"), judgement=make_judgement(4.5)),
        make_trial(
            "b",
            "fail" if broken else "pass",
            response=make_answer("it costs nothing" if broken else "it costs 10 EUR"),
            checks=(_check(broken=broken),),
        ),
        *make_trials("c", "pf" if day % 2 else "pp", tags={"flaky"}),
    ]
    return [*found, make_trial("d", category="travel")] if broken else found


def _check(*, broken: bool) -> CheckResult:
    outcome = Outcome.FAIL if broken else Outcome.PASS
    return CheckResult("fee", "contains", 1, outcome, float(not broken), "no fee" if broken else "fee found")


def finished(day: int) -> FinishedRun:
    """A run of main at noon of a day."""
    run = make_finished(trials_of(day))
    info = replace(run.info, run_id=RUNS[day], created_at=f"2026-11-2{day}T12:00:00+00:00", branch="main", pr=None)
    return replace(run, info=info, report=replace(run.report, info=info))


def filled(files: Files) -> Files:
    """A store with all four runs."""
    for day in range(4):
        Results(files).write(finished(day))
    return files


@pytest.fixture(scope="module")
def local_store(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Four runs in a folder."""
    return filled(Files(str(tmp_path_factory.mktemp("store"))))


@pytest.fixture(params=["local", pytest.param("s3", marks=pytest.mark.s3)])
def store(request: pytest.FixtureRequest) -> Files:
    """Four runs, in a folder and on S3."""
    if request.param == "local":
        found: Files = request.getfixturevalue("local_store")
        return found
    return filled(Files(request.getfixturevalue("s3_environment")))


@pytest.fixture
def ask_at(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Type a command on the store at an address; exit code, standard output, standard error."""

    def typed(place: str, *arguments: str) -> tuple[int, str, str]:
        code = _run([*arguments, "--store", place])
        out, err = capsys.readouterr()
        return code, out, err

    return typed


@pytest.fixture
def ask(store: Files, ask_at: Ask) -> Ask:
    """Type a command on the store with four runs."""
    return lambda *arguments: ask_at(store.url, *arguments)


def rows_of(out: str) -> list[dict[str, str]]:
    """Rows of a CSV."""
    return list(csv.DictReader(io.StringIO(out)))


def test_history_lists_runs_newest_first(ask: Ask) -> None:
    """A line a run, with what a person looks for."""
    code, out, _ = ask("history")
    lines = out.splitlines()
    assert (code, len(lines)) == (0, 5)
    assert [line.split()[0] for line in lines[1:]] == RUNS[::-1]
    assert " ".join(lines[0].split()) == "run what branch commit model verdict pass rate judge p95 cost"
    assert "docs-bot smoke" in lines[1]
    assert "66.7 %" in lines[1]


def test_history_has_the_same_runs_in_every_form(ask: Ask) -> None:
    """JSON and CSV have every column, with values instead of words."""
    rows = json.loads(ask("history", "--json")[1])
    table = rows_of(ask("history", "--csv")[1])
    assert [row["run_id"] for row in rows] == [row["run_id"] for row in table] == RUNS[::-1]
    assert list(rows[0]) == list(table[0])
    assert (rows[0]["pass_rate"], rows[0]["pr"]) == (pytest.approx(2 / 3), None)
    assert (table[0]["pass_rate"][:6], table[0]["pr"]) == ("0.6666", "")
    assert json.loads(table[0]["categories"]) == rows[0]["categories"]


@pytest.mark.parametrize(
    ("options", "days"),
    [
        (["--limit", "2"], [3, 2]),
        (["--since", "2026-11-21", "--until", "2026-11-22"], [2, 1]),
        (["--branch", "fees"], []),
        (["--verdict", "passed", "--limit", "1"], [3]),
        (["--commit", "abc1234", "--limit", "0"], [3, 2, 1, 0]),
        (["--commit", "ABC1234", "--limit", "1"], [3]),
        (["--tier", "full"], []),
    ],
)
def test_history_is_filtered(ask: Ask, options: list[str], days: list[int]) -> None:
    """Filters add up; nothing found is an empty list."""
    assert [row["run_id"] for row in json.loads(ask("history", "--json", *options)[1])] == [RUNS[day] for day in days]


def test_compare_shows_metrics_rules_and_both_answers_of_changed_cases(ask: Ask) -> None:
    """As the gate would, without running anything; the exit code is no verdict."""
    code, out, _ = ask("compare", RUNS[2], RUNS[3])
    assert code == 0
    flat = " ".join(out.split())
    assert f"A: run {RUNS[2]} B: run {RUNS[3]}" in flat
    assert "newly failing: b (billing)" in flat
    assert "it costs 10 EUR" in flat
    assert "it costs nothing" in flat
    assert "added: d (travel)" in flat
    assert "pass_rate" in flat


def test_compare_gives_every_case_to_machines(ask: Ask) -> None:
    """JSON has the report and both sides of every case, CSV one line a case."""
    found = json.loads(ask("compare", RUNS[2], "latest", "--json")[1])
    assert (found["first"], found["second"]) == (RUNS[2], RUNS[3])
    assert {case["case_id"]: case["change"] for case in found["cases"]} == {
        "a": "same",
        "b": "newly failing",
        "c": "same",
        "d": "added",
    }
    b = found["cases"][1]
    assert (b["first"]["answer"], b["second"]["answer"], b["second"]["reason"]) == (
        "it costs 10 EUR",
        "it costs nothing",
        "it was a fail",
    )
    assert [row["metric"] for row in found["report"]["rows"]][:1] == ["pass rate"]
    table = rows_of(ask("compare", RUNS[2], RUNS[3], "--csv")[1])
    assert [(row["case_id"], row["change"], row["first_passed"], row["second_passed"]) for row in table] == [
        ("a", "same", "1", "1"),
        ("b", "newly failing", "1", "0"),
        ("c", "same", "2", "1"),
        ("d", "added", "", "1"),
    ]


def test_a_run_compared_with_itself_has_not_changed(ask: Ask) -> None:
    """Nor does the order of two runs matter to what is found."""
    assert "no case changed" in ask("compare", RUNS[3], RUNS[3])[1]
    back = json.loads(ask("compare", RUNS[3], RUNS[2], "--json")[1])
    assert [case["change"] for case in back["cases"]] == ["same", "newly passing", "same", "removed"]


def test_cases_that_only_the_first_run_has_are_not_gone_from_the_golden_set(ask_at: Ask, files: Files) -> None:
    """A smoke run beside one of the full tier: they are listed, not warned of, and not shown one by one."""
    wide = [trial for i in "abcd" for trial in make_trials(i, "p")]
    for day, trials in enumerate((wide, make_trials("a", "p"))):
        store_run(files, trials, day)
    first, second = Results(files).ids()
    out = ask_at(files.url, "compare", first, second)[1]
    assert "only in A: b, c, d" in out
    assert "golden set" not in out
    assert "removed" not in out
    back = json.loads(ask_at(files.url, "compare", first, second, "--json")[1])
    assert [case["change"] for case in back["cases"]] == ["same", "removed", "removed", "removed"]


def test_a_case_that_one_run_did_not_see_has_not_stayed_the_same(ask_at: Ask, files: Files) -> None:
    """Passed there, missing here."""
    for day, letters in enumerate("pm"):
        store_run(files, make_trials("a", letters), day)
    first, second = Results(files).ids()
    out = ask_at(files.url, "compare", first, second)[1]
    assert "no case changed" not in out
    assert "seen in one run only: a (billing)" in out


def test_runs_scored_by_other_versions_of_a_check_are_not_compared_in_silence(ask_at: Ask, files: Files) -> None:
    """Nothing scores them again here, so the comparison cannot pass."""
    for day in range(2):
        checks = (make_check_result(version=day + 1),)
        store_run(files, [make_trial("a", checks=checks), make_trial("b", checks=(make_check_result(),))], day)
    first, second = Results(files).ids()
    found = json.loads(ask_at(files.url, "compare", first, second, "--json")[1])["report"]["verdict"]
    assert found["decision"] == "inconclusive"
    assert "the runs scored 1 case (a) by other versions of the checks" in found["warnings"]
    assert json.loads(ask_at(files.url, "compare", first, first, "--json")[1])["report"]["verdict"]["warnings"] == []


def test_case_follows_a_case_through_time(ask: Ask) -> None:
    """Newest first, with how often it fails and how sure that is."""
    code, out, _ = ask("case", "b")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "b (billing, medium)"
    assert [line.split()[0] for line in lines[2:6]] == RUNS[::-1]
    assert "0/1" in lines[2]
    assert "it was a fail" in lines[2]
    assert "1 of 4 trials of the newest content failed, 25.0 % (95 % interval 2." in out


def test_case_is_there_for_machines(ask: Ask) -> None:
    """The flake rate with its interval, and a row a run."""
    found = json.loads(ask("case", "c", "--json")[1])
    assert (found["case_id"], found["tags"], found["contents"]) == ("c", ["flaky"], 1)
    flake = found["flake"]
    assert (flake["failed"], flake["trials"], flake["mixed"], flake["repeated"]) == (2, 8, 2, 4)
    assert flake["low"] < flake["rate"] == 0.25 < flake["high"]
    assert next((run["run_id"], run["passed"], run["failed"]) for run in found["runs"]) == (RUNS[3], 1, 1)
    table = rows_of(ask("case", "c", "--csv", "--limit", "1")[1])
    assert [(row["run_id"], row["branch"], row["passed"]) for row in table] == [(RUNS[3], "main", "1")]


def test_show_gives_every_trial_to_tables(ask: Ask) -> None:
    """A line a trial, of the whole run or of one case; checks and judge scores are JSON."""
    table = rows_of(ask("show", "--csv")[1])
    assert [(row["case_id"], row["trial"], row["status"]) for row in table] == [
        ("a", "0", "pass"),
        ("b", "0", "fail"),
        ("c", "0", "pass"),
        ("c", "1", "fail"),
        ("d", "0", "pass"),
    ]
    assert (table[0]["answer"], table[0]["judge_overall"], json.loads(table[0]["judge_scores"])) == (
        "always right",
        "4.5",
        {"correctness": 4.5},
    )
    (row,) = rows_of(ask("show", RUNS[3], "--case", "b", "--csv")[1])
    assert json.loads(row["checks"]) == [
        {"label": "fee", "type": "contains", "outcome": "fail", "score": 0.0, "explanation": "no fee"}
    ]
    assert (row["answer"], row["judge_overall"], row["cost"]) == ("it costs nothing", "", "0.01")


def test_query_answers_in_every_form(ask: Ask) -> None:
    """The same rows as a table, JSON and CSV."""
    sql = "SELECT case_id, count(*) AS n, list(DISTINCT status ORDER BY status) AS seen FROM results GROUP BY 1"
    sql += " ORDER BY 1"
    code, out, _ = ask("query", sql)
    assert (code, out.splitlines()[1].split()) == (0, ["a", "4", '["pass"]'])
    assert json.loads(ask("query", sql, "--json")[1])[2] == {"case_id": "c", "n": 8, "seen": ["fail", "pass"]}
    assert ask("query", sql, "--csv")[1].splitlines()[:2] == ["case_id,n,seen", 'a,4,"[""pass""]"']


def test_what_sql_computes_is_strict_json(ask: Ask) -> None:
    """Dates are text, decimals numbers, what is not finite null."""
    sql = "SELECT DATE '2026-11-30' AS d, 1.50::DECIMAL(5,2) AS m, 'nan'::DOUBLE AS n, NULL AS x"
    sql += ", TIME '01:02' AS t, [1] AS l"
    assert json.loads(ask("query", sql, "--json")[1]) == [
        {"d": "2026-11-30", "m": 1.5, "n": None, "x": None, "t": "01:02:00", "l": [1]}
    ]
    assert json.loads(ask("query", "SELECT 1 AS x WHERE false", "--json")[1]) == []
    twice = "SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS a"
    assert json.loads(ask("query", twice, "--json")[1]) == [{"a": 1, "a_1": 2, "a_1_1": 3, "a_2": 4}]
    assert ask("query", twice)[1].split() == ["a", "a_1", "a_1_1", "a_2", "1", "2", "3", "4"]
    assert ask("query", "SELECT 1 AS x WHERE false", "--csv")[1] == "x\n"


def test_store_compact_verify_and_gc_say_what_they_do(ask_at: Ask, files: Files) -> None:
    """Plan, show, apply; JSON for machines."""
    filled(files)
    assert "4 runs put into the index: 4 runs, 17 trials" in ask_at(files.url, "store", "compact")[1]
    assert "the index is up to date" in ask_at(files.url, "store", "compact")[1]
    assert "valid: 4 runs, 17 trials" in ask_at(files.url, "store", "verify")[1]
    code, out, _ = ask_at(files.url, "store", "gc", "--keep", "1")
    assert (code, "to go: 3 runs: " in out, "give --apply" in out) == (0, True, True)
    assert len(Results(files).ids()) == 4
    done = json.loads(ask_at(files.url, "store", "gc", "--keep", "1", "--apply", "--json")[1])
    assert (done["removed"], done["kept"]) == (RUNS[:3], 1)
    found = json.loads(ask_at(files.url, "store", "verify", "--json")[1])
    assert (found["valid"], found["runs"]) == (True, 1)


def test_gc_says_what_may_not_go_and_why(ask_at: Ask, files: Files) -> None:
    """And leaves it, also when it is named."""
    filled(files)
    named = {"kind": "pool", "runs": [{"run_id": RUNS[0], "created_at": "2026-11-20T12:00:00+00:00"}]}
    change_baselines(files, "v1", "app", "full", lambda found: found.with_pin(Pool.model_validate(named)))
    for more in ((), ("--run", RUNS[0])):
        code, out, _ = ask_at(files.url, "store", "gc", "--keep", "3", *more, "--apply")
        assert (code, out.splitlines()[:2]) == (0, ["no run goes", f"{RUNS[0]} stays: baselines/v1/app/full names it"])
    assert Results(files).ids() == RUNS
    assert ask_at(files.url, "show", RUNS[0])[0] == 0


def test_a_broken_store_is_exit_3_with_every_problem(ask_at: Ask, tmp_path: Path) -> None:
    """On standard error, one a line."""
    files = Files(str(tmp_path))
    for day in range(2):
        Results(files).write(finished(day))
        files.remove(find_commit(files, RUNS[day]).part("results").path)
    code, out, err = ask_at(files.url, "store", "verify")
    assert code == 3
    assert [f"of run '{RUNS[day]}' is missing" in line for day, line in enumerate(err.splitlines())] == [True, True]
    assert "2 problems" in out


BAD: dict[str, tuple[list[str], str]] = {
    "unknown run": (["show", RUNS[0][:-1] + "9"], f"did you mean '{RUNS[0]}'"),
    "beginning of a run": (["show", "20261122"], f"did you mean '{RUNS[2]}'?"),
    "nonsense run": (
        ["compare", RUNS[0], "nonsense"],
        f"run 'nonsense' is not in the store.*the latest is '{RUNS[3]}'",
    ),
    "unknown case": (["case", "aa"], "has a case 'aa'; did you mean 'a'?"),
    "case elsewhere": (["case", "d", "--until", "2026-11-20"], "case 'd' is in no run that was asked for"),
    "sql error": (["query", "SELECT nope FROM runs"], 'SQL: Binder Error: Referenced column "nope" not found'),
    "writing sql": (["query", "DELETE FROM runs"], "only statements that read are allowed"),
    "no number": (["history", "--limit", "many"], "'many' is not a valid integer"),
    "no date": (["history", "--since", "yesterday"], "'yesterday' does not match the format"),
    "two forms of one run": (["show", "--json", "--csv"], "give --json or --csv, not both"),
    "copied elsewhere": (["query", "COPY runs TO '/tmp/x.csv'"], "only statements that read are allowed"),
    "another file": (["query", "SELECT * FROM read_csv('/etc/passwd')"], "file system operations are disabled"),
    "another database": (["query", "ATTACH '/tmp/x.db'"], "only statements that read are allowed"),
    "a setting": (["query", "SET memory_limit = '1TB'"], "only statements that read are allowed"),
    "a pragma": (["query", "PRAGMA database_list"], "only statements that read are allowed"),
    "an extension": (["query", "INSTALL httpfs"], "only statements that read are allowed"),
    "two statements": (["query", "SELECT 1; DROP VIEW runs"], "give one statement, not 2"),
    "no statement": (["query", ""], "give one statement, not 0"),
    "two forms": (["history", "--json", "--csv"], "give --json or --csv, not both"),
    "endless days": (["store", "gc", "--older-than", "inf"], "inf is not in the range 0<=x<=36500"),
    "no number of days": (["store", "gc", "--older-than", "nan"], "'nan' is no finite number"),
    "comment as a table": (["show", "--comment", "--csv"], "--comment goes with neither --case, --json nor --csv"),
    "comment on a case": (["show", "--comment", "--case", "a"], "--comment goes with neither --case"),
    "unknown run to remove": (["store", "gc", "--run", RUNS[0][:-1]], f"did you mean '{RUNS[0]}'"),
}


def test_a_recorded_baseline_has_no_verdict_to_comment_on(ask_at: Ask, files: Files) -> None:
    """That is no fault of lastgreen."""
    info = make_info(kind="baseline")
    trials = tuple(make_trials("a", "p"))
    report = build_report(info, make_comparison(trials), None)
    Results(files).write(FinishedRun(info, trials, summarize(trials), None, report))
    code, _, err = ask_at(files.url, "show", "--comment")
    assert (code, "recorded a baseline: there is no verdict to comment on" in err) == (3, True)


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_exit_3_and_one_clear_sentence(ask: Ask, store: Files, what: str) -> None:
    """And nothing changes."""
    import re

    arguments, said = BAD[what]
    before = store.entries("")
    code, out, err = ask(*arguments)
    assert (code, out) == (3, "")
    assert re.search(said.replace("?", r"\?"), " ".join(err.split())), err
    assert store.entries("") == before


@pytest.mark.parametrize(
    "command", ["history", "show", "case a", "query FROM_runs", "store compact", "store verify", "store gc"]
)
@pytest.mark.parametrize("place", ["nowhere", "file", "http://example.com/x", "s3://", "gs://bucket/x"])
def test_an_address_that_is_no_store_is_exit_3(ask_at: Ask, tmp_path: Path, command: str, place: str) -> None:
    """A mistyped one, a file, a web page, another cloud; nothing is made there."""
    (tmp_path / "file").write_text("a file")
    at = place if "://" in place else str(tmp_path / place)
    code, _, err = ask_at(at, *(word.replace("_", " ") for word in command.split()))
    assert (code, err.startswith("error: ")) == (3, True), err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


HEAVY = ("prefect", "pandas", "httpx", "aiohttp", "s3fs", "scipy.stats", "scipy.optimize")


@pytest.mark.parametrize("command", ["history", "compare", "case", "query"])
def test_questions_need_neither_prefect_nor_pandas(local_store: Files, command: str) -> None:
    """They answer at once: what takes seconds to import is not."""
    arguments = {
        "compare": [RUNS[0], RUNS[1]],
        "case": ["a"],
        "query": ["SELECT count(*) FROM results"],
    }
    program = (
        "import sys\nfrom deployments.cli import main\n"
        f"try:\n    main({[command, *arguments.get(command, []), '--store', local_store.url]!r})\n"
        "except SystemExit as ended:\n    assert not ended.code, ended.code\n"
        f"print('loaded:', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.splitlines()[-1:] == ["loaded: []"], done.stderr


def test_the_store_of_the_configuration_is_asked_by_default(
    store: Files, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As for every other command."""
    config: dict[str, Any] = {"golden_set": "golden", "store": store.url, "target": "app"}
    config["targets"] = {"app": {"kind": "http", "url": "http://127.0.0.1:9/ask"}}
    (tmp_path / "gate.yaml").write_text(json.dumps(config))
    assert _run(["history", "--config", str(tmp_path / "gate.yaml"), "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_texts_that_cannot_be_written_are_shown_all_the_same(ask_at: Ask, tmp_path: Path) -> None:
    """Some models send half a character."""
    files = Files(str(tmp_path))
    Results(files).write(build.finished())
    code, out, _ = ask_at(files.url, "show", build.RUN, "--case", "a")
    assert (code, "The fee is 10 EUR \ufffd b" in out) == (0, True)
    assert ask_at(files.url, "compare", build.RUN, build.RUN)[0] == 0
    assert json.loads(ask_at(files.url, "show", build.RUN, "--case", "a", "--json")[1])[0]["response"]["text"].count(
        "\ud800"
    )


def test_the_commit_of_a_run_stands_where_it_is_said(store: Files) -> None:
    """The layout that docs/results.md describes."""
    assert store.read(commit_path(RUNS[0])) is not None
    assert commit_path(RUNS[0]) == f"_commits/date=2026-11-20/{RUNS[0]}.json"

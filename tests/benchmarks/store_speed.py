"""A store of 1,000 runs of 100 cases: the questions people ask of it, on local files and on a real S3 server.

``python -m tests.benchmarks.store_speed [--runs 1000] [--cases 100] [--only local|s3]``

Every question is a whole command, started as a user starts it: seconds from start to end, seconds of processor time,
and its own peak memory. The imports alone are measured beside them, because a busy machine slows both.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from deployments.s3_server import BUCKET, is_ready, make_bucket, prepare
from evals.answers import Answer, Usage
from evals.checks.check import CheckResult, Evidence, Outcome
from evals.finished.run import FinishedRun
from evals.judging.judgement import Judgement
from evals.results.run import TrialResult
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.builders import make_finished, make_trial

FIRST = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
HOURS_APART = 6
VARIANTS = 12
"""Different sets of answers: making them costs more than writing them."""
DIMENSIONS = ("correctness", "groundedness", "completeness", "safety", "format")
WORDS = (
    "the",
    "fee",
    "for",
    "a",
    "card",
    "is",
    "ten",
    "euros",
    "unless",
    "your",
    "plan",
    "says",
    "otherwise",
    "refunds",
)
TREND = (
    "SELECT date, tier, avg(pass_rate), quantile_cont(latency_p95, 0.5), count(*) FROM runs GROUP BY ALL ORDER BY ALL"
)
CASES_TREND = "SELECT date, category, avg((status = 'pass')::INT) FROM results GROUP BY ALL ORDER BY ALL"
CHECKS_TREND = "SELECT type, outcome, count(*), avg(score) FROM checks GROUP BY ALL ORDER BY ALL"


WATCHED = """
import os, sys, time
began = time.perf_counter()
pid = os.fork()
if not pid:
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
seconds = time.perf_counter() - began
print(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, file=sys.stderr)
sys.exit(status != 0)
"""
"""Runs a command from a small process: a child's peak memory is never below that of who forked it."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One command."""

    seconds: float
    cpu_s: float
    peak_mb: float


def run_id(number: int) -> str:
    """Ids six hours apart."""
    return f"{FIRST + dt.timedelta(hours=HOURS_APART * number):%Y%m%dT%H%M%SZ}-{number:06x}"


def make_variant(seed: int, cases: int) -> tuple[TrialResult, ...]:
    """One trial of every case, as long as real ones."""
    dice = random.Random(seed)
    return tuple(_trial(dice, number) for number in range(cases))


def _trial(dice: random.Random, number: int) -> TrialResult:
    text = " ".join(dice.choices(WORDS, k=120))
    good = dice.random() < 0.92
    scores = {name: float(dice.randint(3, 5)) for name in DIMENSIONS}
    passages = tuple({"doc": f"doc-{n}", "text": " ".join(dice.choices(WORDS, k=100))} for n in range(5))
    checks = tuple(_check(dice, kind, good) for kind in ("contains", "number", "citation"))
    answer = Answer(text, ({"doc": "doc-1"},), passages, Usage(900, 160), 0.002, dice.lognormvariate(0, 0.4), "model-3")
    return make_trial(
        f"case-{number:03d}",
        "pass" if good else "fail",
        response=answer,
        category=f"category-{number % 8}",
        checks=checks,
        judgement=Judgement(scores, sum(scores.values()) / len(scores), "judge-1", " ".join(dice.choices(WORDS, k=40))),
        tags={"smoke"} if number % 5 == 0 else set(),
        prompt=" ".join(dice.choices(WORDS, k=20)),
    )


def _check(dice: random.Random, kind: str, good: bool) -> CheckResult:
    said = " ".join(dice.choices(WORDS, k=12))
    outcome = Outcome.PASS if good else Outcome.FAIL
    return CheckResult(kind, kind, 1, outcome, float(good), said, (Evidence(said[:30], 3, "x"),))


def finished_runs(runs: int, cases: int) -> Iterator[FinishedRun]:
    """Runs by number: four apps, two models, all tiers, main and branches."""
    variants = [make_finished(make_variant(seed, cases)) for seed in range(VARIANTS)]
    for number in range(runs):
        run, main = variants[number % VARIANTS], number % 3 == 0
        info = replace(
            run.info,
            run_id=run_id(number),
            created_at=f"{FIRST + dt.timedelta(hours=HOURS_APART * number):%Y-%m-%dT%H:%M:%S+00:00}",
            tier=("smoke", "full", "extended")[number % 3],
            branch="main" if main else f"branch-{number % 40}",
            commit_sha=f"{number:040x}",
            pr=None if main else number,
            model_version=f"model-{number % 2}",
        )
        yield replace(run, info=info, report=replace(run.report, info=info))


def fill(folder: Path, runs: int, cases: int) -> float:
    """Write the runs to local files; seconds."""
    began = time.perf_counter()
    results = Results(Files(str(folder)))
    for run in finished_runs(runs, cases):
        results.write(run)
    return time.perf_counter() - began


def copy(folder: Path, to: Files) -> None:
    """Copy a store as it is."""
    here = Files(str(folder))
    paths = [path for top in ("results", "transcripts", "runs", "_commits") for path in here.list(top)]
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda path: to.write(path, here.read(path) or b""), paths))


@contextmanager
def s3_server(folder: Path) -> Iterator[Mapping[str, str]]:
    """A real S3 server with a bucket; gives the variables that lead to it."""
    server = prepare(folder)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(server.command, stdout=log, stderr=log)
    try:
        while not is_ready(server):
            time.sleep(0.1)
        make_bucket(server)
        yield server.environment
    finally:
        process.kill()
        process.wait()


def measure(arguments: Sequence[str]) -> Measured:
    """Run a command to its end."""
    command = [sys.executable, "-S", "-E", "-c", WATCHED, sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{arguments} ended with {done.returncode}: {done.stderr}")
    return Measured(*(float(word) for word in done.stderr.splitlines()[-1].split()))


def questions(store: str, runs: int) -> dict[str, list[str]]:
    """The commands, by what they answer."""
    at = ["--store", store]
    return {
        "history, 20 runs": ["history", *at],
        "history, all runs": ["history", "--limit", "0", "--csv", *at],
        "trend over all runs": ["query", TREND, "--csv", *at],
        "trend by category over all trials": ["query", CASES_TREND, "--csv", *at],
        "trend by check over all trials": ["query", CHECKS_TREND, "--csv", *at],
        "compare two runs": ["compare", run_id(runs // 3), run_id(runs // 2), *at],
        "case through all runs": ["case", "case-007", "--limit", "0", "--csv", *at],
    }


def report(name: str, found: Measured) -> None:
    """Print one line."""
    print(f"  {name:36} {found.seconds:6.2f} s  {found.cpu_s:6.2f} s CPU  {found.peak_mb:5.0f} MB", flush=True)


def measure_store(store: str, runs: int) -> None:
    """Ask a store that was never compacted, compact it, then ask every question of it."""
    for name in ("history, all runs", "case through all runs"):
        report(f"{name}, not compacted", measure(["-m", "deployments", *questions(store, runs)[name]]))
    compaction = ["-m", "deployments", "store", "compact", "--store", store]
    report("compaction of all runs", measure(compaction))
    report("compaction without news", measure(compaction))
    for name, arguments in questions(store, runs).items():
        report(name, measure(["-m", "deployments", *arguments]))


def main() -> None:
    """Make the stores, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--only", choices=["local", "s3"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        local = Path(folder) / "store"
        seconds = fill(local, options.runs, options.cases)
        print(f"{options.runs} runs x {options.cases} cases: written in {seconds:.1f} s")
        report("imports alone: pyarrow, duckdb", measure(["-c", "import pyarrow.parquet, duckdb; print(1)"]))
        report("imports alone: pyarrow, s3fs", measure(["-c", "import pyarrow.parquet, s3fs; print(1)"]))
        if options.only != "local":
            print("S3")
            with s3_server(Path(folder) / "s3") as variables:
                os.environ.update(variables)
                store = f"s3://{BUCKET}/results"
                copy(local, Files(store))
                measure_store(store, options.runs)
        if options.only != "s3":
            print("local")
            measure_store(str(local), options.runs)


if __name__ == "__main__":
    main()

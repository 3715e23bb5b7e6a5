"""One case through time: how it went in each run, and how often its trials fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import fsum
from typing import Any

from evals.stats.flake import FlakeAdvice, flake_advice, flake_quantiles

COLUMNS = (
    "run_id", "case_id", "trial", "stage", "case_hash", "category", "difficulty", "tags", "status", "reason", "score",
    "latency", "input_tokens", "output_tokens", "cost", "judge_overall",
)  # fmt: skip
"""What a case's history is made of."""
CONFIDENCE = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class CaseRun:
    """A case in one run, over its screen trials."""

    run_id: str
    case_hash: str
    passed: int
    failed: int
    missing: int
    """Trials."""
    fresh_failed: int
    fresh: int
    """Failed among the valid trials that were run to confirm or complete, and how many those were."""
    score: float | None
    """Mean check score, 0 to 1."""
    judge: float | None
    """Mean overall judge score, 1 to 5."""
    latency: float | None
    """Mean seconds over trials whose latency is known."""
    output_tokens: float | None
    """Mean."""
    cost: float | None
    """Mean money a trial."""
    reason: str
    """Why the first trial that did not pass did not."""


@dataclass(frozen=True, slots=True)
class FlakeRate:
    """How often trials of a case fail, over runs of one content."""

    failed: int
    trials: int
    """Valid screen trials."""
    rate: float
    """Failed / trials."""
    low: float
    high: float
    """95 % interval: quantiles of Beta(1/2 + failed, 1/2 + trials - failed)."""
    mixed: int
    """Runs in which some trials passed and some failed."""
    repeated: int
    """Runs with at least two valid trials: only they can be mixed."""
    advice: FlakeAdvice


@dataclass(frozen=True, slots=True)
class CaseHistory:
    """A case over some runs."""

    case_id: str
    category: str
    difficulty: str
    tags: tuple[str, ...]
    """As in the newest run."""
    runs: tuple[CaseRun, ...]
    """Newest first."""
    contents: int
    """Different contents of the case among these runs; the flake rate is of the newest."""
    flake: FlakeRate | None
    """None without a valid trial."""


def case_history(case_id: str, rows: Sequence[Mapping[str, Any]]) -> CaseHistory:
    """Lay a case out over its runs.

    Args:
        case_id: the case.
        rows: its trials, ``COLUMNS`` of results, newest run first, at least one.
    """
    runs = tuple(_case_run(run_id, list(trials)) for run_id, trials in groupby(rows, lambda row: row["run_id"]))
    newest = rows[0]
    same = [run for run in runs if run.case_hash == newest["case_hash"]]
    return CaseHistory(
        case_id=case_id,
        category=newest["category"],
        difficulty=newest["difficulty"],
        tags=tuple(newest["tags"]),
        runs=runs,
        contents=len({run.case_hash for run in runs}),
        flake=flake_rate(same, tagged=bool({"flaky", "known-flaky"} & set(newest["tags"]))),
    )


def flake_rate(runs: Iterable[CaseRun], *, tagged: bool) -> FlakeRate | None:
    """Pool the screen trials of runs of one content; None without a valid one."""
    valid = [run for run in runs if run.passed + run.failed]
    failed, trials = sum(run.failed for run in valid), sum(run.passed + run.failed for run in valid)
    if not trials:
        return None
    low, high = flake_quantiles(failed, trials, CONFIDENCE)
    return FlakeRate(
        failed=failed,
        trials=trials,
        rate=failed / trials,
        low=low,
        high=high,
        mixed=sum(bool(run.passed and run.failed) for run in valid),
        repeated=sum(run.passed + run.failed > 1 for run in valid),
        advice=flake_advice(failed, trials, tagged=tagged),
    )


def _case_run(run_id: str, trials: Sequence[Mapping[str, Any]]) -> CaseRun:
    screen = [trial for trial in trials if trial["stage"] == "screen"]
    fresh = [trial for trial in trials if trial["stage"] != "screen" and trial["status"] != "missing"]
    return CaseRun(
        run_id=run_id,
        case_hash=trials[0]["case_hash"],
        passed=_count(screen, "pass"),
        failed=_count(screen, "fail"),
        missing=_count(screen, "missing"),
        fresh_failed=_count(fresh, "fail"),
        fresh=len(fresh),
        score=_mean(screen, "score"),
        judge=_mean(screen, "judge_overall"),
        latency=_mean(screen, "latency"),
        output_tokens=_mean(screen, "output_tokens"),
        cost=_mean(screen, "cost"),
        reason=next((trial["reason"] for trial in trials if trial["status"] != "pass"), ""),
    )


def _count(trials: Sequence[Mapping[str, Any]], status: str) -> int:
    return sum(trial["status"] == status for trial in trials)


def _mean(trials: Sequence[Mapping[str, Any]], column: str) -> float | None:
    known = [trial[column] for trial in trials if trial[column] is not None]
    return fsum(known) / len(known) if known else None

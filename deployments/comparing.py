"""What ``lastgreen compare`` computes and prints."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from pydantic import ValidationError

from deployments.stored import newest_run
from deployments.tables import Form, plain, write_csv
from evals.finished.pairs import Change, Pair, Side, pair_cases
from evals.gate.comparison import compare
from evals.gate.compatibility import measured_elsewhere
from evals.gate.policy import Policy
from evals.gate.rules import gate_verdict
from evals.gate.wording import counted, listed
from evals.reports.report import Report, build_report
from evals.results.aggregate import by_case, summarize
from evals.results.run import Stage
from tasks.stores.files import Files
from tasks.stores.results import Results, StoredRun

if TYPE_CHECKING:
    from rich.console import RenderableType

PAIRS_SHOWN = 20
ANSWER_CHARS = 1_200
LIST_CHARS = 1_500


@dataclass(frozen=True, slots=True)
class Compared:
    """Two runs as the gate sees them."""

    first: str
    second: str
    report: Report
    """Of the second run, with the first as its baseline."""
    pairs: tuple[Pair, ...]


def compare_runs(files: Files, first: str, second: str, config: str) -> Compared:
    """Compare two runs; ``latest`` is the newest.

    Raises:
        InputError: one of them does not exist, or the configuration cannot be used.
    """
    names = [newest_run(files) if name == "latest" else name for name in (first, second)]
    before, now = Results(files).read_many(names)
    pool = [trial for trial in before.trials if trial.stage is Stage.SCREEN]
    comparison = compare(
        now.trials,
        pool,
        summarize(now.trials),
        # What the golden set holds today is not asked: a case that B did not run need not be gone.
        known_ids=frozenset(by_case([*pool, *now.trials])),
        today=dt.datetime.now(dt.UTC).date(),
        seed=now.info.seed,
        mismatches=_mismatches(before, now),
        elsewhere=measured_elsewhere(now.info.environment, [before.info.environment]),
    )
    verdict = gate_verdict(comparison, _policy(config), tier=now.info.tier, mode="confirm")
    report = build_report(
        now.info,
        comparison,
        verdict,
        baseline=f"run {before.info.run_id}",
        baseline_summary=summarize(trial for trial in pool if trial.case_id in comparison.candidate),
        currency=now.report.currency if now.report.currency == before.report.currency else "money",
    )
    return Compared(before.info.run_id, now.info.run_id, report, pair_cases(comparison))


def _mismatches(before: StoredRun, now: StoredRun) -> tuple[str, ...]:
    named = {"judged by": (before.info.judge, now.info.judge), "of golden set": _versions(before, now)}
    told = (
        f"run {before.info.run_id} is {what} {first or 'nothing'!r}, run {now.info.run_id} {second or 'nothing'!r}"
        for what, (first, second) in named.items()
        if first != second
    )
    rescored = _scored_otherwise(before, now)
    cases = f"{counted(len(rescored), 'case')} ({listed(rescored)})"
    return (*told, *([f"the runs scored {cases} by other versions of the checks"] if rescored else []))


def _scored_otherwise(before: StoredRun, now: StoredRun) -> list[str]:
    """Cases of one content that a check of another version has scored: nothing scores them again here."""
    versions: dict[tuple[str, str, str], tuple[set[int], set[int]]] = {}
    for side, run in enumerate((before, now)):
        for trial in run.trials:
            for check in trial.checks:
                both = versions.setdefault((trial.case_id, trial.case_hash, check.type), (set(), set()))
                both[side].add(check.version)
    return sorted({case_id for (case_id, _, _), (old, new) in versions.items() if old and new and old != new})


def _versions(before: StoredRun, now: StoredRun) -> tuple[str, str]:
    return before.info.golden_version, now.info.golden_version


def _policy(config: str) -> Policy:
    """The gate's section alone: targets and judges take longer to import than runs to compare."""
    if not Path(config).exists():
        return Policy()
    from evals.cases.source_text import SourceError
    from evals.cases.yaml_nodes import parse_yaml

    try:
        return Policy.model_validate(parse_yaml(Path(config).read_bytes()).value.get("gate", {}))
    except (ValidationError, SourceError, AttributeError, OSError):
        from tasks.config_file import load_config

        # Which tells all that is wrong, with its lines.
        return load_config(config).gate


def show_comparison(found: Compared, form: Form) -> None:
    """Print two runs side by side."""
    if form == "json":
        document = {"first": found.first, "second": found.second, "report": found.report.to_dict()}
        click.echo(json.dumps(plain({**document, "cases": [asdict(pair) for pair in found.pairs]}), indent=1))
    elif form == "csv":
        _write_csv(found)
    else:
        _print(found)


def _write_csv(found: Compared) -> None:
    of_side = ("passed", "valid", "trials", "score", "judge", "latency", "reason")
    columns = ["case_id", "category", "change", *(f"{side}_{name}" for side in ("first", "second") for name in of_side)]
    write_csv(columns, (_csv_row(pair, of_side) for pair in found.pairs))


def _csv_row(pair: Pair, of_side: tuple[str, ...]) -> list[object]:
    sides = [getattr(side, name, None) for side in (pair.first, pair.second) for name in of_side]
    return [pair.case_id, pair.category, pair.change.value, *sides]


def _print(found: Compared) -> None:
    from deployments.display import print_report
    from deployments.terminal import Terminal
    from evals.reports.numbers import shorten

    print_report(replace(found.report, newly_failing=()))
    console = Terminal()
    console.print(f"\nA: run {found.first}   B: run {found.second}", style="bold", highlight=False)
    changed = [pair for pair in found.pairs if pair.change not in {Change.NONE, Change.REMOVED}]
    for pair in changed[:PAIRS_SHOWN]:
        console.print(_side_by_side(pair))
    if len(changed) > PAIRS_SHOWN:
        console.print(f"... and {len(changed) - PAIRS_SHOWN} more changed cases; --json and --csv give all")
    only = [pair.case_id for pair in found.pairs if pair.change is Change.REMOVED]
    if only:
        console.print(f"only in A: {shorten(', '.join(only), LIST_CHARS)}", highlight=False, markup=False)
    if not changed and not only:
        console.print("no case changed", style="dim")


def _side_by_side(pair: Pair) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from evals.reports.numbers import shorten

    table = Table(expand=True, title_justify="left", title_style="", caption_justify="left")
    table.title = Text(f"{pair.change.value}: {pair.case_id} ({pair.category}) {shorten(pair.prompt, 200)}")
    for label, side in (("A", pair.first), ("B", pair.second)):
        table.add_column(f"{label}: {_counts(side)}", ratio=1, overflow="fold")
    table.add_row(*(Text(_told(side)) for side in (pair.first, pair.second)))
    return table


def _counts(side: Side | None) -> str:
    if side is None:
        return "not there"
    judge = f", judge {side.judge:.2f}" if side.judge is not None else ""
    return f"{side.passed} of {side.valid} passed{judge}"


def _told(side: Side | None) -> str:
    from evals.reports.numbers import shorten

    if side is None:
        return ""
    reason = f"{shorten(side.reason, 300)}\n" if side.reason else ""
    return reason + shorten(side.answer, ANSWER_CHARS)

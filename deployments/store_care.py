"""What the ``store`` commands do."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict

import click

from evals.gate.wording import counted
from tasks.stores.compaction import compact
from tasks.stores.files import Files
from tasks.stores.retention import Removal, Rule, plan_removal, remove
from tasks.stores.verification import Verified, verify

EXIT_INPUT = 3
SHOWN = 20
"""Names in a list for people."""


def compact_store(files: Files, *, as_json: bool) -> None:
    """Compact, and say what was done."""
    done = compact(files, _now().isoformat(timespec="seconds"))
    click.echo(json.dumps(asdict(done)) if as_json else str(done))


def verify_store(files: Files, *, as_json: bool) -> int:
    """Verify, say what was found, and return the exit code."""
    found = verify(files)
    if as_json:
        click.echo(json.dumps({"valid": not found.problems, **asdict(found)}, indent=1))
    else:
        for problem in found.problems:
            click.echo(f"error: {problem}", err=True)
        click.echo(_verified_text(files, found))
    return EXIT_INPUT if found.problems else 0


def _verified_text(files: Files, found: Verified) -> str:
    left = f"; {counted(len(found.leftovers), 'file')} that nothing names ('lastgreen store gc' removes them)"
    state = counted(len(found.problems), "problem") if found.problems else "valid"
    held = f"{counted(found.runs, 'run')}, {counted(found.trials, 'trial')}"
    return f"{files.url}: {state}: {held}{left if found.leftovers else ''}"


def collect_garbage(files: Files, rule: Rule, *, apply: bool, as_json: bool) -> None:
    """Plan a removal, show it, and apply it when that is wanted."""
    plan = plan_removal(files, _now(), rule)
    if not as_json:
        click.echo("\n".join(_plan_lines(plan, apply=apply)))
    gone = remove(files, plan, _now()) if apply else ()
    if as_json:
        click.echo(json.dumps({**asdict(plan), "size": plan.size, "applied": apply, "removed": gone}, indent=1))
    elif apply:
        click.echo(f"removed {counted(len(gone), 'run')} and {counted(len(plan.files), 'file')}")


def _plan_lines(plan: Removal, *, apply: bool) -> list[str]:
    lines = [f"to go: {counted(len(plan.runs), 'run')}: {_listed(plan.runs)}" if plan.runs else "no run goes"]
    lines += [f"{run_id} stays: {place} names it" for run_id, place in plan.protected.items()]
    if plan.unfinished:
        lines.append(f"to go: {counted(len(plan.unfinished), 'run')} never finished: {_listed(plan.unfinished)}")
    lines.append(
        f"to go: {counted(len(plan.files), 'file')}, {plan.size / 1e6:.1f} MB; to stay: {counted(plan.kept, 'run')}"
    )
    return lines if apply else [*lines, "nothing was removed: give --apply to do it"]


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)

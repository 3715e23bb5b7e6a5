"""What the ``store`` commands do."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict

import click

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
    left = f"; {len(found.leftovers)} files that nothing names ('lastgreen store gc' removes them)"
    state = f"{len(found.problems)} problem(s)" if found.problems else "valid"
    return f"{files.url}: {state}: {found.runs} runs, {found.trials} trials{left if found.leftovers else ''}"


def collect_garbage(files: Files, rule: Rule, *, apply: bool, as_json: bool) -> None:
    """Plan a removal, show it, and apply it when that is wanted."""
    plan = plan_removal(files, _now(), rule)
    if not as_json:
        click.echo("\n".join(_plan_lines(plan, apply=apply)))
    gone = remove(files, plan, _now()) if apply else ()
    if as_json:
        click.echo(json.dumps({**asdict(plan), "size": plan.size, "applied": apply, "removed": gone}, indent=1))
    elif apply:
        click.echo(f"removed {len(gone)} runs and {len(plan.files)} files")


def _plan_lines(plan: Removal, *, apply: bool) -> list[str]:
    lines = [f"{len(plan.runs)} runs go: {_listed(plan.runs)}" if plan.runs else "no run goes"]
    lines += [f"{run_id} stays: {place} names it" for run_id, place in plan.protected.items()]
    if plan.unfinished:
        lines.append(f"{len(plan.unfinished)} runs that were never finished go: {_listed(plan.unfinished)}")
    lines.append(f"{plan.kept} runs stay; {len(plan.files)} files, {plan.size / 1e6:.1f} MB go")
    return lines if apply else [*lines, "nothing was removed: give --apply to do it"]


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)

"""What the ``baseline`` commands do."""

from __future__ import annotations

import json
from pathlib import Path

import click

from deployments.stored import open_files
from evals.errors import InputError
from evals.gate.baseline import Anchor, Baselines, Pool, PooledRun
from evals.gate.comparison import valid
from evals.gate.wording import counted
from evals.results.aggregate import by_case
from tasks.config_file import load_config
from tasks.golden_files import version_of
from tasks.references import describe, of_newest_content, pool_of, unselected_trials
from tasks.relative import beside
from tasks.stores.baselines import change_baselines, find_baseline, read_baselines
from tasks.stores.files import Files
from tasks.stores.results import Results


def show_baselines(config: str, store: str | None, tier: str, target: str | None, *, as_json: bool) -> None:
    """Print the baselines of an app."""
    files, version, app = _place(config, store, target)
    found_tier, found = find_baseline(files, version, app, tier, _with_anything) or (tier, Baselines())
    depth = _depth(files, found.active)
    if as_json:
        document = {"app": app, "golden_version": version, "tier": found_tier, "trials_a_case": depth}
        click.echo(json.dumps({**document, **found.model_dump()}, indent=1))
        return
    click.echo(f"app {app}, golden set {version}: {describe(found, found_tier) or 'no baseline yet'}")
    if depth:
        click.echo(f"  trials a case: {_range(depth['fewest'], depth['most'])} on {counted(depth['cases'], 'case')}")
    for label, pool in _listed(found):
        for run in pool.runs:
            click.echo(f"  {label:10} {run.run_id}  {_origin(run)}")
    if found.is_behind:
        click.echo("  the last green main is newer than the fresh trials: 'lastgreen baseline refresh' on main")


def _with_anything(found: Baselines) -> Baselines | None:
    """Pick a document that holds something to show."""
    return found if _listed(found) else None


def _depth(files: Files, pool: Pool | None) -> dict[str, int] | None:
    """Valid trials a case of a pool; None without one."""
    if pool is None:
        return None
    results = Results(files)
    everything = (trial for run_id in pool.run_ids for trial in unselected_trials(results.read(run_id)))
    trials = by_case(of_newest_content(everything))
    counts = [valid(seen) for seen in trials.values()]
    return {"cases": len(counts), "fewest": min(counts, default=0), "most": max(counts, default=0)}


def _range(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest} to {most}"


def _origin(run: PooledRun) -> str:
    known = {"commit": run.commit_sha[:12] or "-", "": run.created_at, "model": run.model_version, "judge": run.judge}
    return "  ".join(f"{name} {value}".strip() for name, value in known.items() if value)


def _listed(found: Baselines) -> list[tuple[str, Pool]]:
    named = [("pinned", found.pinned), ("pool", found.pool), ("green", found.green)]
    listed = [(label, pool) for label, pool in named if pool is not None]
    return listed + [(f"anchor {anchor.name}", anchor.pool) for anchor in found.anchors]


def pin_baseline(
    config: str, store: str | None, tier: str, target: str | None, run_id: str | None, *, clear: bool
) -> None:
    """Pin a run, or unpin."""
    if run_id is None and not clear:
        raise InputError("give a run to pin, or --clear to unpin")
    files, version, app = _place(config, store, target)
    pool = None if run_id is None else _pool(files, version, run_id)
    change_baselines(files, version, app, tier, lambda found: found.with_pin(pool))
    click.echo("unpinned" if pool is None else f"runs of tier {tier} are now compared with {run_id}")


def anchor_baseline(
    config: str, store: str | None, tier: str, target: str | None, name: str, run_id: str | None
) -> None:
    """Name a run, or the active baseline, as an anchor."""
    files, version, app = _place(config, store, target)
    pool = read_baselines(files, version, app, tier).active if run_id is None else _pool(files, version, run_id)
    if pool is None:
        raise InputError(f"there is no baseline of tier {tier!r} to make an anchor of; record one, or name a run")
    change_baselines(files, version, app, tier, lambda found: found.with_anchor(Anchor(name=name, pool=pool)))
    click.echo(f"anchor {name}: {', '.join(pool.run_ids)}")


def _pool(files: Files, version: str, run_id: str) -> Pool:
    run = Results(files).read(run_id)
    if run.info.golden_version != version:
        raise InputError(f"run {run_id!r} belongs to golden version {run.info.golden_version!r}, not {version!r}")
    return pool_of(run.info, "pool")


def _place(config_path: str, store: str | None, target: str | None) -> tuple[Files, str, str]:
    config = load_config(config_path)
    name, chosen = config.pick_target(target)
    version = version_of(Path(beside(config_path, config.golden_set)))
    return open_files(config_path, store), version, chosen.app or name

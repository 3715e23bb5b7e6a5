"""Decide everything before the first call: configuration, golden set, selection, target, judge, baseline."""

from __future__ import annotations

import datetime as dt
from importlib.metadata import version
from pathlib import Path

from evals.cases.case import Case, GoldenSet
from evals.cases.select import select_cases
from evals.errors import InputError
from evals.gate.baseline import Baselines, Pool
from evals.results.run import RunInfo, Stage, TrialResult
from tasks.config_file import Config, load_config
from tasks.golden_files import load_golden_set
from tasks.home import environment, home
from tasks.judges.opening import check_judge
from tasks.plan import LoadedBaseline, Plan
from tasks.request import RunRequest
from tasks.run_ids import new_run_id, seed_of
from tasks.stores.baselines import find_baselines
from tasks.stores.files import Files
from tasks.stores.results import Results, StoredRun
from tasks.targets.config import TargetConfig, with_endpoint
from tasks.targets.filling import fill_in


def plan_run(request: RunRequest) -> Plan:
    """Plan the run; every input problem shows here, before anything is paid for.

    Raises:
        InputError: anything in the request, the configuration, the golden set or the baseline cannot be used.
    """
    config = load_config(request.config)
    golden_set = load_golden_set(request.golden_set or beside(request.config, config.golden_set))
    cases = select(golden_set, request)
    name, target = _target(config, request)
    files = Files(store_url(config, request))
    fill_in(name, target, environment())
    judge = config.pick_judge(request.judge or config.tier(request.tier).judge)
    check_judge(judge, environment())
    info = _info(request, config, golden_set, name, target)
    return Plan(
        request,
        config,
        golden_set,
        cases,
        info=info,
        target=target,
        judge=judge,
        files=files,
        baseline=None if request.kind == "baseline" else load_baseline(request, info, files),
    )


def select(golden_set: GoldenSet, request: RunRequest) -> tuple[Case, ...]:
    """The cases of the request's tags, else of its tier."""
    if request.tags:
        return select_cases(golden_set.cases, tags=[request.tags])
    return select_cases(golden_set.cases, tier=request.tier)


def store_url(config: Config, request: RunRequest) -> str:
    """Where results go: the request's store, else the configuration's, else a folder of this checkout."""
    if request.store:
        return request.store
    return beside(request.config, config.store) if config.store else str(home() / "store")


def beside(config_path: str, path: str) -> str:
    """A path of the configuration: relative ones start at its own folder."""
    return path if "://" in path else str(Path(config_path).parent / path)


def _target(config: Config, request: RunRequest) -> tuple[str, TargetConfig]:
    """``--model-endpoint`` names a target of the configuration or an address for the chosen one."""
    if request.endpoint and "://" not in request.endpoint:
        name, target = config.pick_target(request.endpoint)
    else:
        name, target = config.pick_target(request.target)
        target = with_endpoint(target, request.endpoint) if request.endpoint else target
    if request.parallel:
        target = target.model_copy(update={"parallel": request.parallel})
    return name, target


def _info(request: RunRequest, config: Config, golden_set: GoldenSet, name: str, target: TargetConfig) -> RunInfo:
    now = dt.datetime.now(dt.UTC)
    run_id = request.run_id or new_run_id(now)
    return RunInfo(
        run_id=run_id,
        kind=request.kind,
        created_at=request.created_at or now.isoformat(timespec="seconds"),
        tier="custom" if request.tags else request.tier,
        golden_version=golden_set.version,
        golden_hash=golden_set.content_hash,
        app=target.app or name,
        target=name,
        target_fingerprint="",
        judge="",
        commit_sha=request.commit_sha,
        branch=request.branch,
        pr=request.pr,
        trials=request.trials or config.tier(request.tier).trials,
        seed=seed_of(run_id) if request.seed is None else request.seed,
        lastgreen_version=version("lastgreen"),
    )


def load_baseline(request: RunRequest, info: RunInfo, files: Files) -> LoadedBaseline | None:
    """Load what the run is compared with: a run by id, or the baseline of the app; None when there is none.

    Raises:
        InputError: the named run does not exist, or belongs to another golden version.
    """
    if request.baseline == "none":
        return None
    results = Results(files)
    if request.baseline:
        run = results.read(request.baseline)
        _require_same_version(run, info)
        return LoadedBaseline(f"run {request.baseline}", pool_of(run, "pool"), screen_trials([run]))
    tier, found = find_baselines(files, info.golden_version, info.app, info.tier)
    if found.active is None:
        return None
    runs = [results.read(run_id) for run_id in found.active.run_ids]
    return LoadedBaseline(describe(found, tier), found.active, screen_trials(runs), _warnings(found))


def _require_same_version(run: StoredRun, info: RunInfo) -> None:
    if run.info.golden_version != info.golden_version:
        raise InputError(
            f"baseline {run.info.run_id!r} belongs to golden version {run.info.golden_version!r}, "
            f"this run to {info.golden_version!r}: they cannot be compared"
        )


def screen_trials(runs: list[StoredRun]) -> tuple[TrialResult, ...]:
    """The unselected trials of some runs."""
    return tuple(trial for run in runs for trial in run.trials if trial.stage is Stage.SCREEN)


def pool_of(run: StoredRun, kind: str) -> Pool:
    """A pool of one run."""
    return Pool(
        run_ids=(run.info.run_id,),
        kind="green" if kind == "green" else "pool",
        commit_sha=run.info.commit_sha,
        branch=run.info.branch,
        created_at=run.info.created_at,
        judge=run.info.judge,
        target_fingerprint=run.info.target_fingerprint,
    )


def describe(found: Baselines, tier: str) -> str:
    """What the active baseline is, in words."""
    pool = found.active
    if pool is None:
        return ""
    kind = "pinned baseline" if found.pinned else "baseline" if pool.kind == "pool" else "last green run"
    commit = f" of commit {pool.commit_sha[:12]}" if pool.commit_sha else ""
    runs = f"run {pool.run_ids[0]}" if len(pool.run_ids) == 1 else f"{len(pool.run_ids)} runs"
    return f"{kind} ({tier}){commit}, {runs}"


def _warnings(found: Baselines) -> tuple[str, ...]:
    pool = found.active
    warnings = []
    if pool is not None and pool.kind == "green":
        warnings.append(
            "The baseline is the last green run itself, which was selected for being green; "
            "'lastgreen baseline record' makes a fresh one."
        )
    if found.is_behind and found.green is not None:
        warnings.append(
            f"The baseline is older than the last green main ({found.green.commit_sha[:12]}); record a new one."
        )
    return tuple(warnings)

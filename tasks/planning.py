"""Decide everything before the first call: configuration, golden set, selection, target, judge, baseline."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from evals.cases.case import Case, GoldenSet
from evals.cases.select import select_cases
from evals.cases.validation import suggestion
from evals.cases.yaml_nodes import parse_yaml
from evals.errors import ConfigError, Problem
from evals.gate.policy import Waiver
from evals.judging.calibration import Calibration
from evals.results.run import RunInfo
from tasks.config_checks import check_connections, placed_in
from tasks.config_file import Config, load_config
from tasks.golden_files import load_golden_set
from tasks.home import environment
from tasks.judges.config import JudgeConfig
from tasks.judges.opening import judge_key
from tasks.limits import calls_of
from tasks.places import store_url
from tasks.plan import Plan
from tasks.pooling import BASELINE_TRIALS
from tasks.references import load_references
from tasks.relative import beside
from tasks.request import RunRequest
from tasks.run_ids import new_run_id, seed_of
from tasks.sharding import own_budget, own_cases
from tasks.stores.calibrations import read_calibration
from tasks.stores.files import IMPATIENCE_S, PATIENCE_S, Files
from tasks.targets.config import RecordedConfig, TargetConfig, with_endpoint

ENVIRONMENT_VARIABLE = "LASTGREEN_ENVIRONMENT"
"""Names the place where runs are made: ``ci``, ``staging``. A latency that grew between two places fails no run."""


def plan_run(request: RunRequest) -> Plan:
    """Plan the run; every input problem shows here, before anything is paid for.

    Raises:
        InputError: anything in the request, the configuration, the golden set or the baseline cannot be used.
    """
    plan = survey(request, writes=True)
    check_connections(plan, environment())
    plan.wanted_slots()  # a run that is larger than a shared limit would wait for it for ever
    if plan.files.is_local:
        plan.files.probe()  # last, because it makes the folder: a wrong input leaves nothing behind
    return plan


def survey(request: RunRequest, *, writes: bool = False) -> Plan:
    """Plan the run as far as that needs no keys: enough for a forecast.

    With ``writes`` it is tried whether a remote store can keep results, before it is read with the patience of a run.

    Raises:
        InputError: anything in the request, the configuration, the golden set or the baseline cannot be used.
    """
    config = own_budget(load_config(request.config), request)
    golden_set = load_golden_set(request.golden_set or beside(request.config, config.golden_set))
    if request.golden_set is None:
        check_waivers(request.config, config, golden_set)
    cases = own_cases(select(golden_set, request), request)
    name, target = _target(config, request)
    files = Files(store_url(config, request), patience_s=PATIENCE_S if writes else IMPATIENCE_S)
    if writes and not files.is_local:
        files.probe()
    info = _info(request, config, golden_set, name, target)
    judge_name = request.judge or config.tier(request.tier).judge or config.judge
    judge = config.pick_judge(judge_name)
    return Plan(
        request,
        config,
        golden_set,
        cases,
        info=info,
        target=target,
        judge=judge,
        files=files,
        references=load_references(request, info, config, files),
        calibration=None if judge is None else _calibration(files, request, judge_name, judge),
    )


def _calibration(files: Files, request: RunRequest, name: str | None, judge: JudgeConfig) -> Calibration | None:
    with placed_in(request.config):
        key = judge_key(judge, str(name))
    return read_calibration(files, key)


def select(golden_set: GoldenSet, request: RunRequest) -> tuple[Case, ...]:
    """The cases of the request's tags, else of its tier."""
    if request.tags:
        return select_cases(golden_set.cases, tags=[request.tags])
    return select_cases(golden_set.cases, tier=request.tier)


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
        trials=request.trials or (BASELINE_TRIALS if request.kind == "baseline" else config.tier(request.tier).trials),
        seed=seed_of(run_id) if request.seed is None else request.seed,
        environment=_environment(request, target),
        lastgreen_version=version("lastgreen"),
    )


def _environment(request: RunRequest, target: TargetConfig) -> str:
    """What latencies depend on besides the app: where calls are made, when we are told, and how many are open at once.

    Of recorded answers nobody knows.
    """
    if isinstance(target, RecordedConfig):
        return ""
    place = environment().get(ENVIRONMENT_VARIABLE, "").strip()
    return f"{place}{', ' if place else ''}{calls_of(target) * request.shards} calls at once"


def check_waivers(config_path: str, config: Config, golden_set: GoldenSet) -> None:
    """Refuse waivers that waive nothing, unnoticed: a mistyped id, or a case that the rule does not look at.

    Raises:
        ConfigError: every such waiver, with its line.
    """
    cases = {case.id: case for case in golden_set.cases}
    found = [(number, _why_idle(waiver, cases, golden_set)) for number, waiver in enumerate(config.gate.waivers)]
    if any(why for _, why in found):
        root = parse_yaml(Path(config_path).read_bytes())
        raise ConfigError(
            [
                Problem(why, config_path, root.line_of(("gate", "waivers", number, "case")))
                for number, why in found
                if why
            ]
        )


def _why_idle(waiver: Waiver, cases: Mapping[str, Case], golden_set: GoldenSet) -> str:
    """Why a waiver can never waive anything; empty for one that can."""
    case = cases.get(waiver.case)
    if case is None:
        return _unknown_waiver(waiver.case, list(cases), golden_set)
    applies = case.is_safety if waiver.rule == "safety" else case.is_critical
    return "" if applies else f"the waiver of case {waiver.case!r} waives nothing: it is no {waiver.rule} case"


def _unknown_waiver(case_id: str, known: Sequence[str], golden_set: GoldenSet) -> str:
    if case_id in golden_set.retired:
        return f"the waiver of case {case_id!r} can go: the case is retired"
    return f"the waiver names case {case_id!r}, which {golden_set.path} does not have{suggestion(case_id, known)}"

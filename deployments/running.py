"""Running a flow from the command line: the server, the flow, the stored result."""

from __future__ import annotations

import asyncio
import datetime as dt
import signal
from collections.abc import Mapping
from typing import Any

import click

from deployments.change import detect_change
from deployments.server import use_prefect
from deployments.watch import Counter
from evals.errors import InputError
from tasks.config_file import load_config
from tasks.home import home
from tasks.outage import require_answers
from tasks.places import store_url
from tasks.plan import Plan
from tasks.planning import plan_run
from tasks.progress import listening
from tasks.request import RunRequest
from tasks.run_ids import new_run_id
from tasks.stores.files import Files
from tasks.stores.requests import read_request, write_request
from tasks.stores.results import Results, StoredRun


def new_request(options: Mapping[str, Any], **fixed: Any) -> RunRequest:
    """Build the request of a new run from command-line options; the change comes from CI or git unless given."""
    given = {key: value for key, value in options.items() if value is not None}
    change = detect_change()
    now = dt.datetime.now(dt.UTC)
    known = {"commit_sha": change.commit_sha, "branch": change.branch, "pr": change.pr}
    identity = {"run_id": new_run_id(now), "created_at": now.isoformat(timespec="seconds")}
    return RunRequest.model_validate({**known, **identity, **given, **fixed})


def resume_request(run_id: str, options: Mapping[str, Any]) -> RunRequest:
    """Return the request that a run was started with.

    Raises:
        InputError: the run is not known, or has finished.
    """
    files = Files(_store(options["config"], options.get("store")))
    request = read_request(files, run_id)
    if Results(files).exists(run_id):
        raise InputError(f"run {run_id!r} has finished; 'lastgreen show {run_id}' shows it")
    return request


def _store(config_path: str, store: str | None) -> str:
    return store_url(load_config(config_path), RunRequest(config=config_path, store=store))


def ensure_baseline(request: RunRequest, target: str, watch: Counter) -> None:
    """Record a baseline from ``target`` when the request has nothing to be compared with."""
    if request.baseline or plan_run(request).baseline is not None:
        return
    watch.say(f"no baseline yet: recording one from {target!r}")
    refresh(baseline_request(request, target), watch)
    watch.reset()


def baseline_request(
    request: RunRequest, target: str | None = None, trials: int | None = None, *, start_over: bool = False
) -> RunRequest:
    """The request that records a baseline for another request.

    Args:
        request: whose configuration, tier and change are meant.
        target: asked instead of the request's.
        trials: trials a case that the pool is brought up to; by default ten, twenty of a critical case.
        start_over: run them all anew and replace the pool.
    """
    now = dt.datetime.now(dt.UTC)
    return request.model_copy(
        update={
            "kind": "baseline",
            "start_over": start_over,
            "target": target or request.target,
            "endpoint": None if target else request.endpoint,
            "trials": trials,
            "run_id": new_run_id(now),
            "created_at": now.isoformat(timespec="seconds"),
            "seed": None,
        }
    )


def refresh(request: RunRequest, watch: Counter) -> StoredRun | None:
    """Bring a baseline up to its depth; None when nothing was missing.

    Raises:
        InputError: the request cannot be used.
        TargetError: the target gave no answer at all.
    """
    plan = plan_run(request)
    if plan.info.branch not in {"", plan.config.main_branch}:
        watch.say(f"note: these trials are of branch {plan.info.branch!r}, not of {plan.config.main_branch!r}")
    return _perform(request, plan, watch)


def execute(request: RunRequest, watch: Counter) -> StoredRun:
    """Run the flow and return the run as the store has it.

    Raises:
        InputError: the request cannot be used.
        TargetError: the target gave no answer at all.
    """
    plan = plan_run(request)
    stored = _perform(request, plan, watch)
    return stored if stored is not None else Results(plan.files).read(request.run_id)


def _perform(request: RunRequest, plan: Plan, watch: Counter) -> StoredRun | None:
    """Run the flow of the request; None when it had nothing to run."""
    write_request(plan.files, request)
    use_prefect(home(), watch.say)
    try:
        with listening(watch):
            asyncio.run(_run_flow(request))
    except (KeyboardInterrupt, asyncio.CancelledError):
        watch.say(f"stopped; go on with: lastgreen run --resume {request.run_id}")
        raise click.Abort from None
    results = Results(plan.files)
    if not results.exists(request.run_id):
        return None
    stored = results.read(request.run_id)
    require_answers(plan, stored.trials)
    return stored


async def _run_flow(request: RunRequest) -> None:
    from prefect.client.schemas.objects import State

    from flows.baseline import baseline
    from flows.gate import gate

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, _cancel_all)
    flow = baseline if request.kind == "baseline" else gate
    state: State[Any] = await flow(request, return_state=True)
    if state.name not in {"GateFailed", "Inconclusive"}:
        await state.aresult()


def _cancel_all() -> None:
    for one in asyncio.all_tasks():
        one.cancel()

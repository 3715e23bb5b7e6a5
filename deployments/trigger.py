"""CI over the Prefect API: start a deployment, wait for its verdict, and leave nothing running that nobody waits for.

::

    find the deployment -> merge and check the parameters -> start (idempotent) -> cancel superseded runs
      -> wait (reconnecting, restarting what crashed) -> the verdict: from the store, else from the run's artifact

Nothing is started before every parameter was checked: Prefect accepts unknown ones and lets the run crash.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from deployments.prefect_api import FlowRun, PrefectApi
from evals.cases.validation import suggestion
from evals.errors import InputError, NotFoundError, ServerError
from tasks.request import RunRequest
from tasks.restarts import exit_code_of, is_verdict, may_restart

VERDICT_KEY = "lastgreen-verdict"
PROGRESS_KEY = "lastgreen-progress"
EXIT_INCONCLUSIVE = 2
EXIT_INFRASTRUCTURE = 4


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants started."""

    deployment: str
    """``flow/deployment``, or a deployment of the flow ``gate``."""
    request: Mapping[str, Any]
    """Fields of ``RunRequest`` that differ from the deployment's own."""
    change: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Commit, branch and pull request as CI knows them; only for gates, and weaker than ``request``."""
    parameters: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Other parameters by name, for flows that take no request."""
    again: bool = False
    """Start a new run even when this commit has one."""


@dataclass(frozen=True, slots=True)
class Started:
    """A run that was started, or found."""

    run: FlowRun
    is_new: bool
    """False: another trigger for the same commit started it, so it is not ours to cancel."""
    run_id: str
    """Id of the run in our store; empty for flows that are no gate."""
    is_gate: bool
    deployment_id: str
    superseded: tuple[str, ...] = ()
    """Names of older runs of the same pull request that were cancelled."""


def start(api: PrefectApi, wanted: Wanted, new_run_id: Callable[[], tuple[str, str]]) -> Started:
    """Check everything, then start the run or find the one that this commit has already.

    Args:
        api: Where.
        wanted: What.
        new_run_id: Makes an id of a run and its time of creation, ISO 8601.

    Raises:
        InputError: the deployment, a parameter or a value is wrong; nothing was started.
        ServerError: the API does not answer.
    """
    api.require()
    deployment = find(api, wanted.deployment)
    properties = (deployment.get("parameter_openapi_schema") or {}).get("properties") or {}
    is_gate = "request" in properties
    parameters = check_parameters(wanted, deployment.get("parameters") or {}, properties)
    request: Mapping[str, Any] = parameters.get("request", {}) if is_gate else {}
    identity = dict(zip(("run_id", "created_at"), new_run_id(), strict=True)) if is_gate else {}
    body = {
        "parameters": {**parameters, "request": {**request, **identity}} if is_gate else parameters,
        "idempotency_key": idempotency_key(full_name(wanted.deployment), parameters, again=wanted.again),
        "tags": tags_of(request),
    }
    run, is_new = api.start(deployment["id"], body)
    run = api.settled(run)
    if not is_new and run.is_final and not _has_ended_well(run, is_gate=is_gate):
        api.restart(run, "started again by lastgreen trigger")
        run, is_new = dataclasses.replace(run, state_type="SCHEDULED", state_name="Scheduled"), True
    run_id = str(run.parameters.get("request", {}).get("run_id", ""))
    return Started(run, is_new, run_id, is_gate, deployment_id=deployment["id"])


def full_name(name: str) -> str:
    """``flow/deployment``: a name without a flow is a deployment of the gate."""
    return name if "/" in name else f"gate/{name}"


def find(api: PrefectApi, name: str) -> dict[str, Any]:
    """Find a deployment by name.

    Raises:
        InputError: there is none of that name; the nearest is suggested.
    """
    full = full_name(name)
    found = api.deployment(full)
    if found is None:
        known = api.deployments()
        listed = ", ".join(known) or "none; 'lastgreen deploy' creates them"
        raise InputError(f"no deployment {full!r}{suggestion(full, known)} (known: {listed})")
    return found


def check_parameters(wanted: Wanted, defaults: Mapping[str, Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    """Merge what is wanted into the deployment's own parameters and check names and values.

    Raises:
        InputError: a name is unknown, or a value breaks a rule of ``RunRequest``.
    """
    unknown = [name for name in wanted.parameters if name not in properties]
    if unknown:
        listed = ", ".join(properties) or "none"
        raise InputError(f"no parameter {unknown[0]!r}{suggestion(unknown[0], properties)} (known: {listed})")
    if "request" not in properties:
        if wanted.request:
            raise InputError(f"deployment {wanted.deployment!r} takes no {next(iter(wanted.request))!r}")
        return {**defaults, **wanted.parameters}
    given = wanted.parameters.get("request", {})
    if not isinstance(given, Mapping):
        raise InputError(f"parameter 'request': takes a JSON object, not {given!r}")
    merged = {**(defaults.get("request") or {}), **wanted.change, **given, **wanted.request}
    try:
        RunRequest.model_validate(merged)
    except ValidationError as error:
        found = error.errors(include_url=False)[0]
        name = ".".join(map(str, found["loc"]))
        raise InputError(f"parameter {name!r}: {found['msg']}, not {found.get('input')!r}") from None
    return {**defaults, **wanted.parameters, "request": merged}


def idempotency_key(deployment: str, parameters: Mapping[str, Any], *, again: bool) -> str:
    """One key per deployment, commit and everything else that is asked: the same words are the same run.

    Without a commit, or when a new run is wanted, the key is random: it only protects one start from being doubled.
    """
    commit = parameters.get("request", {}).get("commit_sha", "")
    if again or not commit:
        return f"lastgreen:{uuid.uuid4()}"
    asked = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:16]
    return f"lastgreen:{deployment}:{commit}:{asked}"


def tags_of(request: Mapping[str, Any]) -> list[str]:
    """The pull request, else the branch: by it runs are found, superseded, and watched by automations.

    One tag and no more: the server keeps every tag of a run with each of its events, 200 for a smoke run.
    """
    return [f"{name}:{request[name]}" for name in ("pr", "branch") if request.get(name)][:1]


def supersede(api: PrefectApi, started: Started) -> Started:
    """Cancel older runs of the same pull request for other commits: nobody waits for their verdict any more.

    A run that was only found cancels nothing: it may be the older one.
    """
    request = started.run.parameters.get("request", {})
    if not started.is_new or not request.get("pr"):
        return started
    commit = request.get("commit_sha", "")
    others = [
        other
        for other in api.unfinished(started.deployment_id, f"pr:{request['pr']}")
        if other.id != started.run.id
        and other.created < started.run.created
        and other.parameters.get("request", {}).get("commit_sha") != commit
    ]
    cancelled = []
    for other in others:
        with contextlib.suppress(NotFoundError):
            api.cancel(other, f"superseded by commit {commit[:12] or 'unknown'}")
            cancelled.append(other.name)
    return dataclasses.replace(started, superseded=tuple(cancelled))


@dataclass(frozen=True, slots=True)
class Waiting:
    """How to wait."""

    timeout_s: float
    """After this the run is given up."""
    poll_s: float = 3.0
    say: Callable[[str], None] = print
    finished_in_store: Callable[[], bool] = lambda: False
    """Whether the store has the verdict: a run whose server was lost at the end never reaches its final state."""
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


STORE_EVERY = 10
"""Looks into the store, which may be far, come once in so many polls."""
STORE_LOOKS = 2
"""Ordinarily the final state follows the results within seconds: a second look that finds them without it is enough."""


def wait(api: PrefectApi, started: Started, waiting: Waiting) -> FlowRun:
    """Wait until the run has ended, or the store has its verdict.

    A server that is away is waited for; a crashed run is started again, at most ``MAX_STARTS`` times.

    Raises:
        ServerError: the run did not end within the time limit.
    """
    deadline = waiting.now() + waiting.timeout_s
    shown, polls, stored, why = "", 0, 0, ""
    while True:
        run = _look(api, started, waiting, deadline)
        if started.is_gate and may_restart(run.state_type, run.run_count):
            waiting.say(f"{run.name}: crashed ({run.message.strip() or 'no reason given'}); starting it again")
            api.restart(run, "crashed; started again by lastgreen trigger")
        elif run.is_final:
            return dataclasses.replace(run, message=why or run.message)
        if run.state_type == "CANCELLING":
            why = run.message  # Prefect forgets it when the run has ended
        shown = _tell(api, run, shown, waiting)
        polls += 1
        if polls % STORE_EVERY == 0:
            stored += waiting.finished_in_store()
        if stored >= STORE_LOOKS:
            return run
        if waiting.now() >= deadline:
            raise ServerError(f"{run.name} did not end within {waiting.timeout_s:.0f} s; it is {run.state_name}")
        waiting.sleep(waiting.poll_s)


def _look(api: PrefectApi, started: Started, waiting: Waiting, deadline: float) -> FlowRun:
    while True:
        try:
            return api.flow_run(started.run.id, patience_s=waiting.poll_s)
        except ServerError as error:
            if isinstance(error, NotFoundError) or waiting.now() >= deadline:
                raise
            waiting.say(f"{error}; still waiting")
            waiting.sleep(waiting.poll_s)


def _tell(api: PrefectApi, run: FlowRun, shown: str, waiting: Waiting) -> str:
    progress = _progress(api, run) if run.state_type == "RUNNING" else ""
    line = f"{run.name}: {run.state_name}{progress}"
    if line != shown:
        waiting.say(line)
    return line


def _progress(api: PrefectApi, run: FlowRun) -> str:
    """Share done, as the run last told it; a server too busy to say so now is no reason to stop."""
    try:
        share = api.artifact(run.id, PROGRESS_KEY)
    except ServerError:
        return ""
    return f", {float(share):.0f} % done" if share else ""


def end(api: PrefectApi, started: Started, why: str, say: Callable[[str], None]) -> None:
    """Cancel a run that we started and nobody waits for any more; leave one that another trigger started."""
    if not started.is_new:
        say(f"{started.run.name} was started by another trigger and is left running")
        return
    run = api.flow_run(started.run.id)
    if not run.is_final:
        api.cancel(run, why)
        say(f"cancelled {run.name}")


def exit_code(run: FlowRun, *, is_gate: bool) -> int:
    """The gate's code; for other flows 0 when they completed, and 2 when a judge drifted."""
    if is_gate:
        return exit_code_of(run.state_type, run.state_name)
    if run.state_name == "JudgeDrifted":
        return EXIT_INCONCLUSIVE
    return 0 if run.state_type == "COMPLETED" else EXIT_INFRASTRUCTURE


def _has_ended_well(run: FlowRun, *, is_gate: bool) -> bool:
    return is_verdict(run.state_type, run.state_name) if is_gate else run.state_type == "COMPLETED"


def parse_parameters(pairs: Iterable[str]) -> dict[str, Any]:
    """Read ``name=value`` pairs; a value that is JSON is taken as such, anything else as text.

    Raises:
        InputError: a pair has no name or no ``=``.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise InputError(f"--param takes NAME=VALUE, not {pair!r}")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found

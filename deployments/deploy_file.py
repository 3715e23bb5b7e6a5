"""The lint of ``prefect.yaml``: what Prefect itself accepts silently and finds out when a run crashes.

Unknown keys, values of another kind, variables that are not set, entrypoints that do not import, parameters that the
flow does not take, and schedules without a slug (a slug is how a schedule is found again when it changes).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from evals.cases.source_text import SourceError
from evals.cases.validation import suggestion
from evals.cases.yaml_nodes import Node, parse_yaml
from evals.errors import ConfigError, Problem

Path_ = tuple[str | int, ...]
Found = Iterator[tuple[Path_, str]]

KINDS: Mapping[str, type | tuple[type, ...]] = {
    "text": str,
    "true or false": bool,
    "a whole number": int,
    "a number": (int, float),
    "a list": list,
    "a mapping": dict,
    "steps": (list, dict),
    "anything": object,
}
TOP = dict.fromkeys(("name", "prefect-version", "build", "push", "pull", "definitions", "deployments"), "anything")
DEPLOYMENT = {
    **dict.fromkeys(("name", "version_type", "description", "flow_name", "entrypoint"), "text"),
    **dict.fromkeys(("tags", "triggers", "sla"), "a list"),
    **dict.fromkeys(("paused", "enforce_parameter_schema"), "true or false"),
    **dict.fromkeys(("build", "push", "pull"), "steps"),
    **dict.fromkeys(("version", "schedule", "schedules", "concurrency_limit", "work_pool"), "anything"),
    "parameters": "a mapping",
}
SCHEDULE = {
    **dict.fromkeys(("cron", "rrule", "timezone", "slug", "replaces"), "text"),
    **dict.fromkeys(("active", "day_or"), "true or false"),
    "interval": "a number",
    "anchor_date": "anything",
    "parameters": "a mapping",
}
"""Keys and the kinds of their values; what is anything here is looked at by itself, or by Prefect."""
KINDS_OF_SCHEDULE = frozenset({"cron", "interval", "rrule"})
LIMIT = {"limit": "a whole number", "collision_strategy": "text", "grace_period_seconds": "a whole number"}
COLLISIONS = frozenset({"ENQUEUE", "CANCEL_NEW"})
SHORTEST_GRACE_S, LONGEST_GRACE_S = 60, 86_400
"""Prefect's own."""
WORK_POOL = {"name": "text", "work_queue_name": "text", "job_variables": "a mapping"}
VARIABLE = re.compile(r"\{\{\s*\$([A-Za-z_][A-Za-z0-9_]*)\s*\}\}")


def load(path: Path, environ: Mapping[str, str]) -> dict[str, Any]:
    """Read and lint the file; everything but what needs an import.

    Raises:
        ConfigError: it cannot be read, or breaks a rule: all problems at once, with their lines.
    """
    try:
        root = parse_yaml(path.read_bytes())
    except OSError as error:
        raise ConfigError([Problem(f"cannot be read: {error.strerror}", str(path))]) from None
    except SourceError as error:
        raise ConfigError([Problem(str(error), str(path), error.line)]) from None
    _refuse(root, path, [*_shape(root.value), *unset_variables(root.value, environ)])
    document: dict[str, Any] = root.value
    return document


def check_entrypoints(path: Path, document: Mapping[str, Any]) -> None:
    """Import every flow and check the deployment's parameters against what it takes; imports Prefect.

    Raises:
        ConfigError: an entrypoint is no flow, or a parameter does not fit: all of them at once.
    """
    root = parse_yaml(path.read_bytes())
    problems = []
    for number, one in enumerate(document["deployments"]):
        found = [*_flow_problems(one), *_cron_problems(one.get("schedules") or [])]
        problems += [(("deployments", number, *where), message) for where, message in found]
    _refuse(root, path, problems)


def _refuse(root: Node, path: Path, problems: list[tuple[Path_, str]]) -> None:
    if problems:
        raise ConfigError([Problem(message, str(path), root.line_of(where)) for where, message in problems])


def _shape(document: Any) -> Found:
    if not isinstance(document, dict) or not isinstance(document.get("deployments"), list):
        yield (), "must be a mapping with a list 'deployments'"
        return
    yield from _keys(document, TOP, ())
    names: set[tuple[str, str]] = set()
    for number, one in enumerate(document["deployments"]):
        where: Path_ = ("deployments", number)
        if not isinstance(one, dict):
            yield where, f"a deployment is a mapping, not {one!r}"
            continue
        yield from _deployment(one, where)
        key = (str(one.get("entrypoint")), str(one.get("name")))
        if key in names:
            yield (*where, "name"), f"two deployments of {key[0]} are named {key[1]!r}"
        names.add(key)


def _deployment(one: dict[str, Any], where: Path_) -> Found:
    yield from _keys(one, DEPLOYMENT, where)
    for needed in ("name", "entrypoint", "work_pool"):
        if not one.get(needed):
            yield where, f"deployment {one.get('name')!r} has no {needed!r}"
    yield from _mapping(one.get("work_pool"), WORK_POOL, (*where, "work_pool"))
    if isinstance(one.get("work_pool"), dict) and not one["work_pool"].get("name"):
        yield (*where, "work_pool"), "the work pool has no 'name'"
    limit = one.get("concurrency_limit")
    yield from _limit({"limit": limit} if isinstance(limit, int) else limit, (*where, "concurrency_limit"))
    yield from _schedules(one.get("schedules") or [], (*where, "schedules"))


def _limit(limit: Any, where: Path_) -> Found:
    problems = list(_mapping(limit, LIMIT, where))
    yield from problems
    if problems or limit is None:
        return
    width, strategy, grace = limit.get("limit"), limit.get("collision_strategy"), limit.get("grace_period_seconds")
    if width is None or (isinstance(width, int) and width < 1):
        yield where, f"the limit must be at least 1, not {width!r}"
    if strategy is not None and strategy not in COLLISIONS:
        yield where, f"collision_strategy must be one of {sorted(COLLISIONS)}, not {strategy!r}"
    if isinstance(grace, int) and not SHORTEST_GRACE_S <= grace <= LONGEST_GRACE_S:
        yield where, f"grace_period_seconds must be from {SHORTEST_GRACE_S} to {LONGEST_GRACE_S}, not {grace!r}"


def _schedules(schedules: Any, where: Path_) -> Found:
    if not isinstance(schedules, list):
        yield where, f"schedules are a list, not {schedules!r}"
        return
    slugs: set[str] = set()
    for number, one in enumerate(schedules):
        place: Path_ = (*where, number)
        yield from _mapping(one, SCHEDULE, place)
        if isinstance(one, dict):
            yield from _schedule(one, place, slugs)


def _schedule(one: dict[str, Any], place: Path_, slugs: set[str]) -> Found:
    slug = one.get("slug")
    if not slug:
        yield place, "a schedule needs a 'slug': without one a changed schedule is added beside the old one"
    elif str(slug) in slugs:
        yield place, f"the slug {slug!r} is used twice"
    slugs.add(str(slug))
    if "active" not in one:
        yield place, "a schedule needs 'active': the server keeps one that is only taken out of the file"
    if len(KINDS_OF_SCHEDULE & one.keys()) != 1:
        yield place, f"a schedule has exactly one of {sorted(KINDS_OF_SCHEDULE)}"
    if "timezone" in one and not _is_timezone(one["timezone"]):
        yield (*place, "timezone"), f"unknown time zone {one['timezone']!r}"
    if "cron" in one and not _is_cron(one["cron"]):
        yield (*place, "cron"), f"{one['cron']!r} is no cron expression"


def _is_timezone(name: Any) -> bool:
    try:
        ZoneInfo(str(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _is_cron(text: Any) -> bool:
    return re.fullmatch(r"(@\w+|\S+( \S+){4,5})", " ".join(str(text).split())) is not None


def _mapping(value: Any, known: Mapping[str, str], where: Path_) -> Found:
    if isinstance(value, dict):
        yield from _keys(value, known, where)
    elif value is not None:
        yield where, f"must be a mapping, not {value!r}"


def _keys(value: Mapping[str, Any], known: Mapping[str, str], where: Path_) -> Found:
    for key, inner in value.items():
        if key not in known:
            yield (*where, key), f"unknown key {key!r}{suggestion(str(key), known)}"
        elif inner is not None and not _is_of_kind(inner, known[key]):
            yield (*where, key), f"{key!r} must be {known[key]}, not {inner!r}"


def _is_of_kind(value: Any, kind: str) -> bool:
    if isinstance(value, str) and "{{" in value:
        return True  # a template becomes anything
    return isinstance(value, KINDS[kind]) and not ("number" in kind and isinstance(value, bool))


def unset_variables(value: Any, environ: Mapping[str, str], where: Path_ = ()) -> Found:
    """Name every ``{{ $VARIABLE }}`` that is not set: Prefect would leave the text as it stands and only warn."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from unset_variables(inner, environ, (*where, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from unset_variables(inner, environ, (*where, number))
    elif isinstance(value, str):
        for name in VARIABLE.findall(value):
            if not environ.get(name):
                yield where, f"the environment variable {name} is not set"


def filled(value: Any, environ: Mapping[str, str]) -> Any:
    """The document with every ``{{ $VARIABLE }}`` as the environment has it."""
    if isinstance(value, dict):
        return {key: filled(inner, environ) for key, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, environ) for inner in value]
    return VARIABLE.sub(lambda found: environ[found[1]], value) if isinstance(value, str) else value


def _flow_problems(one: Mapping[str, Any]) -> Found:
    from prefect import Flow

    module, _, name = str(one["entrypoint"]).rpartition(".")
    if ":" in name or not module:
        yield ("entrypoint",), f"{one['entrypoint']!r} must be a module path such as flows.gate.gate"
        return
    try:
        flow = getattr(importlib.import_module(module), name)
    except Exception as error:  # noqa: BLE001 (whatever a module does when it is imported)
        yield ("entrypoint",), f"{one['entrypoint']!r} does not import: {type(error).__name__}: {error}"
        return
    if not isinstance(flow, Flow):
        yield ("entrypoint",), f"{one['entrypoint']!r} is no flow"
        return
    yield from _parameter_problems(flow, one.get("parameters") or {})


def _cron_problems(schedules: list[dict[str, Any]]) -> Found:
    from prefect.client.schemas.schedules import CronSchedule
    from pydantic import ValidationError

    for number, one in enumerate(schedules):
        if "cron" in one:
            try:
                CronSchedule(cron=one["cron"])
            except ValidationError as error:
                message = error.errors(include_url=False)[0]["msg"]
                yield ("schedules", number, "cron"), f"cron {one['cron']!r}: {message}"


def _parameter_problems(flow: Any, parameters: Mapping[str, Any]) -> Found:
    known = flow.parameters.properties
    yield from _keys(parameters, dict.fromkeys(known, "anything"), ("parameters",))
    if parameters.keys() <= known.keys():
        try:
            flow.validate_parameters(dict(parameters))
        except Exception as error:  # noqa: BLE001 (Prefect wraps what pydantic found in several ways)
            yield ("parameters",), f"parameters of {flow.name}: {error}"

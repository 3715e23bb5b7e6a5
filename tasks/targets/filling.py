"""What a configuration comes to in a given environment."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from evals.errors import ConfigError, Problem
from tasks.targets.config import CommandConfig, TargetConfig, fingerprint_of
from tasks.targets.environment import Environment
from tasks.transport.redaction import Redactor


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Settings with the environment filled in. Holds secrets: never shown."""

    name: str
    redact: Redactor
    variables: Mapping[str, str]
    """The whole environment of the target's processes."""
    url: str
    """Empty for targets without one; ``{port}`` is not filled in yet."""
    headers: Mapping[str, str]
    api_key: str | None
    fingerprint: str


def fill_in(name: str, config: TargetConfig, env: Mapping[str, str]) -> Surroundings:
    """Fill the environment in; nothing is started or called.

    Raises:
        ConfigError: With every variable that is not set, and an address or a program that cannot be used.
    """
    environment = Environment(env)
    place = f"targets.{name}"
    url = environment.fill(_address_of(config), f"{place}.url", hide=False)
    headers = environment.fill_all(getattr(config, "headers", {}), f"{place}.headers")
    key = getattr(config, "api_key", None)
    api_key = None if key is None else environment.fill(key, f"{place}.api_key")
    added = environment.fill_all(_env_of(config), f"{place}.env")
    problems = environment.problems or [*_problems_of_url(url, place), *_problems_of_command(config, env, place)]
    if problems:
        raise ConfigError(problems)
    redact = Redactor(environment.secrets | {api_key or "", urlsplit(url).password or ""})
    start = None if config.start is None else {**config.start.model_dump(), "env": added}
    fingerprint = fingerprint_of(config, {"url": url, "headers": headers, "env": added, "start": start})
    return Surroundings(name, redact, {**env, **added}, url, headers, api_key, fingerprint)


def _address_of(config: TargetConfig) -> str:
    address: str = getattr(config, "url", "") or getattr(config, "base_url", "")
    return address


def _env_of(config: TargetConfig) -> Mapping[str, str]:
    if config.start is not None:
        return config.start.env
    extra: Mapping[str, str] = getattr(config, "env", {})
    return extra


def _problems_of_url(url: str, place: str) -> list[Problem]:
    if not url:
        return []
    try:
        parts = urlsplit(url.replace("{port}", "80"))
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    return [] if good else [Problem(f"{place}.url: {url!r} is no http or https address")]


def _problems_of_command(config: TargetConfig, env: Mapping[str, str], place: str) -> list[Problem]:
    if not isinstance(config, CommandConfig) or shutil.which(config.command[0], path=env.get("PATH")):
        return []
    return [Problem(f"{place}.command: {config.command[0]!r} is not an executable program")]

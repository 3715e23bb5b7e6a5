"""What a configuration comes to in a given environment."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evals.errors import ConfigError, Problem
from tasks.targets.config import (
    AnthropicConfig,
    CommandConfig,
    HttpConfig,
    OpenAIConfig,
    PythonConfig,
    TargetConfig,
    fingerprint_of,
)
from tasks.transport.environment import Environment, likely_secrets
from tasks.transport.redaction import Redactor, secrets_in, without_userinfo
from tasks.transport.settings import is_http_url
from tasks.wire.settings import Access, fill_access


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Settings with the environment filled in. Holds secrets: never shown."""

    name: str
    config: TargetConfig
    access: Access
    """Its address is empty for targets without one, and ``{port}`` is not filled in yet."""
    variables: Mapping[str, str]
    """The whole environment of the target's processes."""
    fingerprint: str


def fill_in(name: str, config: TargetConfig, env: Mapping[str, str]) -> Surroundings:
    """Fill the environment in; nothing is started or called.

    Raises:
        ConfigError: With every variable that is not set, and an address or a program that cannot be used.
    """
    environment = Environment(env)
    place = f"targets.{name}"
    added = environment.fill_all(_env_of(config), f"{place}.env")
    ready = _with_request(config, environment, place)
    if _runs_here(config):
        environment.secrets |= likely_secrets(env)
    access = _access(config, environment, place)
    problems = environment.problems or _problems_of_command(config, env, place)
    if problems:
        raise ConfigError(problems)
    start = None if config.start is None else {**config.start.model_dump(), "env": added}
    filled = {"url": access.redact(access.url), "headers": access.headers, "env": added, "start": start}
    return Surroundings(name, ready, access, {**env, **added}, fingerprint_of(config, filled))


def _with_request(config: TargetConfig, environment: Environment, place: str) -> TargetConfig:
    if not isinstance(config, HttpConfig | PythonConfig | CommandConfig):
        return config
    return config.model_copy(update={"request": environment.fill_value(config.request, f"{place}.request")})


def _access(config: TargetConfig, environment: Environment, place: str) -> Access:
    if isinstance(config, OpenAIConfig | AnthropicConfig):
        return fill_access(config, environment, place)
    if not isinstance(config, HttpConfig):
        return Access("", {}, None, Redactor(environment.secrets))
    url = environment.fill(config.url, f"{place}.url", hide=False)
    headers = environment.fill_headers(config.headers, f"{place}.headers")
    if not environment.problems and not is_http_url(url.replace("{port}", "80")):
        environment.problems.append(Problem(f"{place}.url: {without_userinfo(url)!r} is no http or https address"))
    return Access(url, headers, None, Redactor(environment.secrets | secrets_in(url)))


def _env_of(config: TargetConfig) -> Mapping[str, str]:
    if config.start is not None:
        return config.start.env
    return config.env if isinstance(config, CommandConfig | PythonConfig) else {}


def _runs_here(config: TargetConfig) -> bool:
    return config.start is not None or isinstance(config, CommandConfig | PythonConfig)


def _problems_of_command(config: TargetConfig, env: Mapping[str, str], place: str) -> list[Problem]:
    if isinstance(config, CommandConfig):
        program, part, folder = config.command[0], "command", None
    elif config.start is not None:
        program, part, folder = config.start.command[0], "start.command", config.start.cwd
    else:
        return []
    # With a folder in it, a name starts where the command does.
    path = str(Path(folder, program)) if folder and os.sep in program else program
    if shutil.which(path, path=env.get("PATH")):
        return []
    return [Problem(f"{place}.{part}: {program!r} is not an executable program")]

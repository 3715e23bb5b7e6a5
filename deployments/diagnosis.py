"""What ``lastgreen doctor`` looks at; each look is one function that never raises."""

from __future__ import annotations

import contextlib
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from deployments.ownership import foreign_owners
from deployments.prefect_api import Access, PrefectApi
from deployments.server import HOST, configured_api_url, reach_directly, running
from deployments.stored import open_files
from evals.errors import LastgreenError
from tasks.config_file import Config, load_config
from tasks.golden_files import load_golden_set
from tasks.home import environment, home
from tasks.relative import beside
from tasks.stores.results import Results
from tasks.targets.filling import fill_in

PACKAGES = ("lastgreen", "prefect", "httpx", "pyarrow", "pandas", "s3fs")
API_PATIENCE_S = 5.0
"""A busy server answers after seconds; who looks for what is wrong will not wait a minute."""
OPTIONAL = {"bm25s": "demo app", "cyllama": "demo app with a real model"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the diagnosis."""

    what: str
    state: Literal["ok", "missing", "wrong"]
    """``missing``: optional and absent; ``wrong``: needed and unusable."""
    detail: str


def diagnose(config_path: str, store: str | None) -> list[Finding]:
    """Look at everything."""
    findings = [*_installed(), *_foreign(), *_prefect()]
    config = _config(config_path, findings)
    if config is not None:
        findings += [_look("golden set", partial(_golden, config_path, config))]
        findings += [_look("store", partial(_store, config_path, store))]
        findings += [_look(f"target {name}", partial(_target, name, config)) for name in config.targets]
    return findings


def _installed() -> Iterator[Finding]:
    yield Finding("python", "ok", f"{platform.python_version()} at {sys.executable}")
    for name in PACKAGES:
        yield Finding(name, "ok", version(name))
    for name, use in OPTIONAL.items():
        try:
            yield Finding(name, "ok", f"{version(name)} ({use})")
        except PackageNotFoundError:
            yield Finding(name, "missing", f"optional: {use}")


def _foreign() -> Iterator[Finding]:
    for package, owners in foreign_owners().items():
        detail = f"also owned by {', '.join(owners)}: whichever was installed last wins"
        yield Finding(f"package {package}", "wrong", detail)


def _prefect() -> Iterator[Finding]:
    url = configured_api_url()
    server = running(home())
    if url is not None:
        yield _look("Prefect API", partial(_reach, url, "configured"))
    elif server is None:
        yield Finding("Prefect API", "ok", "none configured: a local server is started when a run needs it")
    else:
        reach_directly(HOST)
        yield _look("Prefect API", partial(_reach, server.api_url, f"local server, UI {server.ui_url}"))


def _reach(url: str, detail: str) -> str:
    with contextlib.closing(PrefectApi(Access.from_environment(url))) as api:
        api.require(API_PATIENCE_S)
        return f"{detail}; {url} answers, {len(api.deployments())} deployments"  # health answers strangers too


def _config(path: str, findings: list[Finding]) -> Config | None:
    try:
        config = load_config(path)
    except LastgreenError as error:
        findings.append(Finding("configuration", "wrong", str(error)))
        return None
    findings.append(Finding("configuration", "ok", f"{path}: {len(config.targets)} targets"))
    return config


def _look(what: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(what, "ok", look())
    except LastgreenError as error:
        return Finding(what, "wrong", str(error).splitlines()[0])


def _golden(config_path: str, config: Config) -> str:
    golden = load_golden_set(beside(config_path, config.golden_set))
    return f"{golden.path}: {len(golden.cases)} cases, version {golden.version}"


def _store(config_path: str, store: str | None) -> str:
    files = open_files(config_path, store)
    return f"{files.url}: {len(Results(files).ids())} runs"


def _target(name: str, config: Config) -> str:
    target = config.targets[name]
    fill_in(name, target, environment())
    return f"{target.kind}, {'started by the run' if target.start else 'expected to be running'}"

"""What ``lastgreen doctor`` looks at; each look is one function that never raises."""

from __future__ import annotations

import platform
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from deployments.ownership import foreign_owners
from deployments.server import configured_api_url, running
from deployments.stored import open_files
from evals.errors import LastgreenError
from tasks.config_file import Config, load_config
from tasks.golden_files import load_golden_set
from tasks.home import environment, home
from tasks.relative import beside
from tasks.stores.results import Results
from tasks.targets.filling import fill_in

PACKAGES = ("lastgreen", "prefect", "httpx", "pyarrow", "pandas", "s3fs")
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
    if url is not None:
        yield _reach("Prefect API", f"{url.rstrip('/')}/health", "configured")
        return
    server = running(home())
    if server is None:
        yield Finding("Prefect API", "ok", "none configured: a local server is started when a run needs it")
    else:
        yield _reach("Prefect API", f"{server.api_url}/health", f"local server, UI {server.ui_url}")


def _reach(what: str, url: str, detail: str) -> Finding:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 (an address the user configured)
            return Finding(what, "ok", f"{detail}; {url} answers {response.status}")
    except urllib.error.HTTPError as error:
        return Finding(what, "wrong", f"{detail}; {url} answers {error.code}")
    except (OSError, ValueError) as error:
        return Finding(what, "wrong", f"{detail}; {url} does not answer: {error}")


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

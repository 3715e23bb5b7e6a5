"""The suite's own Prefect: never a server or profile of whoever runs the tests."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from deployments.server import QUIET, LocalServer, ensure, stop

pytest_plugins = ["tests.s3_fixtures"]

OFFLINE = {**QUIET, "PREFECT_LOGGING_LEVEL": "ERROR", "PREFECT_LOGGING_TO_API_ENABLED": "false"}
"""Read when prefect is first imported, which some test modules do while they are collected."""

KEPT = {"LASTGREEN_VERDICTS"}
"""What the suite itself is told by its caller: another verdict corpus."""

SLOW = (
    "tests/tasks/stores",
    "tests/tasks/targets",
    "tests/tasks/wire",
    "tests/tasks/transport",
    "tests/tasks/judges",
    "tests/benchmarks",
    "tests/meta/test_imports.py",
    "tests/deployments/commands/test_broken_stores.py",
    "tests/deployments/commands/test_judge.py",
    "tests/deployments/commands/test_plan.py",
    "tests/deployments/commands/test_store_questions.py",
    "tests/deployments/test_ci_files.py",
    "tests/deployments/test_services.py",
    "tests/deployments/test_server.py",
    "tests/deployments/test_server_files.py",
    "tests/deployments/test_triggering.py",
    "tests/deployments/demo/test_service.py",
)
"""Real processes, servers that misbehave, waits, simulations: two minutes in all."""

_home = pytest.StashKey[str]()


# A busy machine is no fault of the code, and CI must not find another example than the developer did.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("suite"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "suite")


def pytest_configure(config: pytest.Config) -> None:
    """Cut the suite off from settings, servers and the checkout's own ``.lastgreen`` before anything is imported."""
    for name in [name for name in os.environ if name.startswith(("PREFECT_", "LASTGREEN_")) and name not in KEPT]:
        del os.environ[name]
    folder = tempfile.mkdtemp(prefix="lastgreen-tests-")
    config.stash[_home] = folder
    os.environ.update(OFFLINE, PREFECT_HOME=f"{folder}/prefect-client", LASTGREEN_HOME=f"{folder}/home")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes seconds, so that plain ``pytest`` answers soon; ``make test`` runs everything."""
    for item in items:
        place = item.nodeid
        if place.startswith(SLOW) or "linear_time" in place or "statsmodels" in place:
            item.add_marker(pytest.mark.slow)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the server, if a test started it, and leave nothing behind."""
    folder = config.stash.get(_home, None)
    if folder is not None:
        stop(Path(folder) / "home")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def prefect_server(pytestconfig: pytest.Config) -> LocalServer:
    """The suite's Prefect server in ``LASTGREEN_HOME``, started by the product's own code; about 25 s, once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the server is meant to outlive the object that started it
        return ensure(Path(pytestconfig.stash[_home]) / "home", print)


@pytest.fixture(scope="session")
def prefect_api(prefect_server: LocalServer) -> Iterator[str]:
    """Address of a Prefect API that flows called by the test use; mark the test ``prefect``."""
    from prefect.settings import PREFECT_API_URL, temporary_settings

    os.environ["PREFECT_API_URL"] = prefect_server.api_url
    with temporary_settings({PREFECT_API_URL: prefect_server.api_url}):
        yield prefect_server.api_url
    del os.environ["PREFECT_API_URL"]

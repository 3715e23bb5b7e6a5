"""One installation for all tests of this folder; starting it is the slow part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.installation import Installation
from tests.flows.scripted_app import serving


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A project after ``lastgreen up``; ``lastgreen down`` afterwards."""
    with serving() as app:
        made = Installation(tmp_path_factory.mktemp("installation") / "with a space", app)
        try:
            done = made.type("up")
            assert done.returncode == 0, done.stderr
            yield made
        finally:
            made.type("down")


@pytest.fixture
def up(installed: Installation) -> Installation:
    """The installation with a good, quick app and every part running."""
    installed.app.script = lambda prompt, _: f"answer to {prompt}"
    installed.app.delay_s = 0.0
    installed.configure()
    if set(installed.status().values()) != {"running"}:
        assert installed.type("up").returncode == 0
    return installed


@pytest.fixture
def slow(up: Installation) -> Installation:
    """The same with an app that needs half a second for an answer: a run takes long enough to be disturbed."""
    up.app.delay_s = 1.0
    return up


def project_files(root: Path) -> set[str]:
    """Files of a folder, relative."""
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}

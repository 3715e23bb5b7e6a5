"""A scripted app and a project that tests it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.project import Project, make_record
from tests.flows.scripted_app import ScriptedApp, serving


@pytest.fixture
def app() -> Iterator[ScriptedApp]:
    """An app that answers every prompt well until its script is changed."""
    with serving() as scripted:
        yield scripted


@pytest.fixture
def project(tmp_path: Path, app: ScriptedApp) -> Project:
    """Twenty cases against the scripted app."""
    made = Project(tmp_path, app.url)
    made.write_cases([make_record(f"case-{number:02d}") for number in range(20)])
    return made

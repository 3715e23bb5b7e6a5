"""The wheel holds our packages and their data; the lock holds names, versions and hashes."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.meta.repository import PACKAGES, ROOT, files, project

DATA = (
    "evals/gate.yaml",
    "evals/golden/",
    "evals/rubrics/",
    "evals/reports/templates/",
    "deployments/demo/docs/",
)
LOCK_LINE = re.compile(
    r"[a-z0-9][a-z0-9._-]*(\[[a-z0-9,-]+\])?==\S+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?|\s*#.*"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Names of the files in a wheel built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = Path(folder).glob("*.whl")
    return zipfile.ZipFile(built).namelist()


def test_the_wheel_holds_exactly_our_four_packages_with_their_data(wheel: list[str]) -> None:
    """No tests, no notes, nothing forgotten."""
    inside = {name for name in wheel if ".dist-info/" not in name}
    assert inside == {name for name in files() if name.split("/")[0] in PACKAGES}


@pytest.mark.parametrize("place", DATA)
def test_the_data_that_the_product_reads_is_in_the_wheel(wheel: list[str], place: str) -> None:
    """``lastgreen demo`` works from an installed package as it does from a checkout."""
    assert [name for name in wheel if name.startswith(place)]


def test_the_wheel_carries_the_licence_and_the_command(wheel: list[str]) -> None:
    """And cannot be uploaded to a public index by accident."""
    assert [name for name in wheel if name.endswith("licenses/LICENSE")]
    assert [name for name in wheel if name.endswith("entry_points.txt")]
    assert "Private :: Do Not Upload" in project()["project"]["classifiers"]


def test_the_lock_holds_pinned_names_with_hashes_and_no_address() -> None:
    """It installs the same everywhere, from whatever registry a machine uses."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    assert [line for line in lines if not LOCK_LINE.fullmatch(line)] == []


def test_every_requirement_of_the_project_is_locked() -> None:
    """The optional model is left out on purpose: it is large."""
    table = project()
    wanted = [
        *table["project"]["dependencies"],
        *table["project"]["optional-dependencies"]["demo"],
        *table["dependency-groups"]["dev"],
    ]
    locked = {
        line.split("==")[0] for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines() if "==" in line
    }
    names = {re.split(r"[<>=!~;\[ ]", one, maxsplit=1)[0].replace(".", "-") for one in wanted}
    assert names - locked == set()

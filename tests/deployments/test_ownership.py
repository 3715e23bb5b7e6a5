"""Other distributions that own one of our package names are found and named."""

from __future__ import annotations

from importlib.metadata import Distribution, distributions, packages_distributions
from pathlib import Path

import pytest

from deployments import ownership
from deployments.ownership import OURS, foreign_owners, refuse_foreign_owners
from evals.errors import InputError


def _install(folder: Path, name: str, record: str = "", top_level: str = "") -> list[Distribution]:
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "RECORD").write_text(record, "utf-8")
    if top_level:
        (info / "top_level.txt").write_text(top_level, "utf-8")
    return list(distributions(path=[str(folder)]))


@pytest.mark.parametrize(
    ("record", "top_level", "owned"),
    [
        ("tasks/__init__.py,sha256=x,1\n", "", ["tasks"]),
        ("evals/a/b.py,,\nflows/x.py,,\n", "", ["evals", "flows"]),
        ('"tasks/with, comma.py",,\n', "", ["tasks"]),
        ("tasks.py,,\n", "", ["tasks"]),
        ("", "tasks\nother\n", ["tasks"]),
        ("mytasks/__init__.py,,\nsome/tasks/x.py,,\n", "", []),
        ("tasks_more/__init__.py,,\ntasks.pyi.txt,,\n", "", []),
        ("../../../bin/tasks,,\n", "", []),
        ("", "", []),
    ],
)
def test_a_distribution_owns_the_packages_whose_files_it_lists(
    tmp_path: Path, record: str, top_level: str, owned: list[str]
) -> None:
    """Whole names only, at the top level only."""
    found = foreign_owners(_install(tmp_path, "robot", record, top_level))
    assert found == {name: ["robot"] for name in owned}


def test_we_are_not_foreign_to_ourselves(tmp_path: Path) -> None:
    """Our own wheel lists all four."""
    record = "".join(f"{name}/__init__.py,,\n" for name in OURS)
    assert foreign_owners(_install(tmp_path, "lastgreen", record)) == {}


def test_owners_are_named_in_order(tmp_path: Path) -> None:
    """Two others own the same name."""
    _install(tmp_path, "zeta", "evals/__init__.py,,\n")
    assert foreign_owners(_install(tmp_path, "alpha", "evals/__init__.py,,\n")) == {"evals": ["alpha", "zeta"]}


def test_the_quick_search_agrees_with_the_standard_library() -> None:
    """In the environment of the suite, which must have no foreign owner."""
    slow = packages_distributions()
    assert foreign_owners() == {name: slow[name] for name in OURS if set(slow.get(name, ())) - {"lastgreen"}} == {}


def test_a_foreign_owner_stops_the_command_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names package, owner and remedy."""
    monkeypatch.setattr(ownership, "foreign_owners", lambda: {"evals": ["a", "b"], "tasks": ["c"]})
    with pytest.raises(
        InputError, match="'evals' is also in a, b; package 'tasks' is also in c; install lastgreen into"
    ):
        refuse_foreign_owners()

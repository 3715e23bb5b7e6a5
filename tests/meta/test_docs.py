"""What the documentation shows works."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evals.cases.load import read_cases
from evals.cases.yaml_nodes import parse_yaml
from evals.checks.registry import parse_check
from tasks.config_file import load_config

ROOT = Path(__file__).parents[2]


def test_the_configuration_guide_shows_a_valid_file(tmp_path: Path) -> None:
    """The first YAML block of the guide is a whole configuration."""
    guide = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    found = re.search(r"```yaml\n(.*?)```", guide, re.DOTALL)
    assert found is not None
    (tmp_path / "gate.yaml").write_text(found[1], "utf-8")
    assert "app" in load_config(tmp_path / "gate.yaml").targets


FRAGMENTS = [
    pytest.param(page, found[1], id=f"{page}-{number}")
    for page in ("targets.md", "judges.md")
    for number, found in enumerate(
        re.finditer(r"```yaml\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize(("page", "fragment"), FRAGMENTS)
def test_what_the_guides_to_targets_and_judges_show_can_be_read(page: str, fragment: str, tmp_path: Path) -> None:
    """Every block is a part of a configuration; what it leaves out is filled in."""
    rest: dict[str, Any] = {
        "golden_set": "g",
        "target": "other",
        "targets": {"other": {"kind": "recorded", "path": "x"}},
    }
    shown = parse_yaml(fragment.encode()).value
    targets = {**rest["targets"], **shown.get("targets", {})}
    (tmp_path / "gate.yaml").write_text(json.dumps({**rest, **shown, "targets": targets}))
    config = load_config(tmp_path / "gate.yaml")
    assert set(shown.get("targets", {})) <= set(config.targets)
    assert set(shown.get("judges", {})) == set(config.judges)


def test_the_guide_to_judges_shows_checks_that_exist() -> None:
    """Each line of the block of checks is one."""
    guide = (ROOT / "docs" / "judges.md").read_text("utf-8")
    lines = [line for line in guide.splitlines() if line.startswith('{"type"')]
    assert [parse_check(json.loads(line)).is_judged for line in lines] == [True] * 4


def test_the_guide_to_targets_shows_a_case_that_loads() -> None:
    """The app is asked twice, and a check is of each answer."""
    guide = (ROOT / "docs" / "targets.md").read_text("utf-8")
    found = re.search(r"```json\n(.*?)```", guide, re.DOTALL)
    assert found is not None
    (case,) = read_cases({"talk.jsonl": json.dumps(json.loads(found[1])).encode()})
    assert case.questions == ("Hi", "Which plan has SSO?")


PAGES = sorted(path.relative_to(ROOT).as_posix() for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_links_to_files_lead_somewhere(page: str) -> None:
    """A relative link in a page names a file of the repository."""
    text = (ROOT / page).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)\)", text) if "://" not in link]
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert not missing

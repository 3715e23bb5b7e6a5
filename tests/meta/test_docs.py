"""What the documentation shows works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tasks.config_file import load_config

ROOT = Path(__file__).parents[2]


def test_the_configuration_guide_shows_a_valid_file(tmp_path: Path) -> None:
    """The first YAML block of the guide is a whole configuration."""
    guide = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    found = re.search(r"```yaml\n(.*?)```", guide, re.DOTALL)
    assert found is not None
    (tmp_path / "gate.yaml").write_text(found[1], "utf-8")
    assert "app" in load_config(tmp_path / "gate.yaml").targets


PAGES = sorted(path.relative_to(ROOT).as_posix() for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_links_to_files_lead_somewhere(page: str) -> None:
    """A relative link in a page names a file of the repository."""
    text = (ROOT / page).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)\)", text) if "://" not in link]
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert not missing

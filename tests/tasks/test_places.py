"""Where a configuration says that things are."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evals.errors import ConfigError
from tasks.config_file import load_config
from tasks.home import home
from tasks.places import store_of, store_url
from tasks.relative import beside
from tasks.request import RunRequest

TARGETS = {"app": {"kind": "http", "url": "http://127.0.0.1:9/ask"}}


def write(folder: Path, **changes: Any) -> str:
    """A configuration; its path."""
    path = folder / "gate.yaml"
    path.write_text(json.dumps({"golden_set": "golden/v1", "target": "app", "targets": TARGETS, **changes}))
    return str(path)


@pytest.mark.parametrize(
    ("path", "expected"),
    [("x", "conf/x"), ("../x", "conf/../x"), ("/x", "/x"), ("s3://b/x", "s3://b/x"), ("file:///x", "file:///x")],
)
def test_relative_paths_start_at_the_configuration(path: str, expected: str) -> None:
    """Not at the working directory; addresses stay."""
    assert beside("conf/gate.yaml", path) == expected


def test_a_store_is_that_of_the_request_the_configuration_or_the_checkout(tmp_path: Path) -> None:
    """In this order, and the same whether the whole configuration is read or not."""
    config = write(tmp_path, store="kept")
    assert store_url(load_config(config), RunRequest(config=config, store="s3://b/x")) == "s3://b/x"
    assert store_url(load_config(config), RunRequest(config=config)) == store_of(config) == str(tmp_path / "kept")
    config = write(tmp_path)
    assert store_url(load_config(config), RunRequest(config=config)) == store_of(config) == str(home() / "store")


def test_the_rest_of_the_configuration_is_not_looked_at(tmp_path: Path) -> None:
    """Old runs can be asked while a new judge is being written."""
    assert store_of(write(tmp_path, store="s3://b/x", judges={"new": {"kind": "nosuch"}})) == "s3://b/x"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "the configuration does not exist"),
        ("a: [1", "gate.yaml:1"),
        ("[]", "gate.yaml"),
        ('{"store": 3, "golden_set": "g", "target": "app", "targets": {}}', "field 'store' must be text"),
    ],
)
def test_a_store_that_cannot_be_known_is_told_with_its_place(tmp_path: Path, text: str | None, said: str) -> None:
    """As for a run."""
    if text is not None:
        (tmp_path / "gate.yaml").write_text(text)
    with pytest.raises(ConfigError, match=said):
        store_of(str(tmp_path / "gate.yaml"))


def test_asking_for_the_store_imports_no_target_and_no_judge(tmp_path: Path) -> None:
    """That is what it is for."""
    program = (
        f"import sys\nfrom tasks.places import store_of\nstore_of({write(tmp_path, store='x')!r})\n"
        "print([name for name in sys.modules if name.startswith(('tasks.targets', 'tasks.judges', 'tasks.config'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"

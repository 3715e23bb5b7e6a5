"""Where rubrics are read from."""

from __future__ import annotations

from pathlib import Path

import evals
from evals.errors import ConfigError, Problem
from evals.judging.rubric import Rubric, read_rubric
from tasks.judges.config import is_path

SHIPPED = Path(evals.__file__).parent / "rubrics"
"""Folder of the rubrics that come with us."""


def load_rubric(name: str) -> Rubric:
    """Read a rubric.

    Args:
        name: Of one that comes with us, without its ending; or the path of a YAML file.

    Raises:
        ConfigError: There is none, or it breaks a rule.
    """
    path = Path(name) if is_path(name) else SHIPPED / f"{name}.yaml"
    try:
        return read_rubric(str(path), path.read_bytes())
    except OSError as error:
        known = ", ".join(sorted(file.stem for file in SHIPPED.glob("*.yaml")))
        problem = Problem(f"rubric {name!r} cannot be read: {error.strerror} (ours are {known})")
        raise ConfigError([problem]) from None

"""Paths that a configuration names."""

from __future__ import annotations

from pathlib import Path


def beside(config_path: str, path: str) -> str:
    """A path of the configuration: relative ones start at its own folder; an address stays as it is."""
    return path if "://" in path else str(Path(config_path).parent / path)

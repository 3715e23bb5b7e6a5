"""Where things are that a configuration names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tasks.home import home
from tasks.relative import beside

if TYPE_CHECKING:
    from tasks.config_file import Config
    from tasks.request import RunRequest


def store_url(config: Config, request: RunRequest) -> str:
    """Where results go: the request's store, else the configuration's, else a folder of this checkout."""
    return request.store or _place(request.config, config.store)


def store_of(config_path: str) -> str:
    """Where results go by the configuration alone, whose other parts are not looked at.

    Targets and judges take longer to import and validate than most questions to a store.

    Raises:
        ConfigError: the configuration does not exist, is not YAML, or its store is no address.
    """
    from evals.cases.source_text import SourceError
    from evals.cases.yaml_nodes import parse_yaml

    try:
        store = parse_yaml(Path(config_path).read_bytes()).value.get("store")
    except (SourceError, AttributeError, OSError):
        store = False
    if store is None or isinstance(store, str):
        return _place(config_path, store)
    from tasks.config_file import load_config

    # Which tells all that is wrong, with its lines.
    return _place(config_path, load_config(config_path).store)


def _place(config_path: str, store: str | None) -> str:
    return beside(config_path, store) if store else str(home() / "store")

"""Where price tables are read from."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import ValidationError

import evals
from evals.cases.source_text import SourceError
from evals.cases.validation import findings
from evals.cases.yaml_nodes import parse_yaml
from evals.errors import ConfigError, Problem
from evals.prices import PriceTable

SHIPPED = Path(evals.__file__).parent / "prices.yaml"
"""Used when a configuration has no prices of its own."""


def load_prices(path: str | Path) -> PriceTable:
    """Read a price table from YAML.

    Raises:
        ConfigError: it cannot be read, is not YAML, or breaks rules: all of them at once, with their lines.
    """
    file = str(path)
    try:
        root = parse_yaml(Path(path).read_bytes())
    except OSError as error:
        raise ConfigError([Problem(f"the price table cannot be read: {error.strerror}", file)]) from None
    except SourceError as error:
        raise ConfigError([Problem(str(error), file, error.line)]) from None
    try:
        return PriceTable.model_validate(root.value)
    except ValidationError as error:
        problems = [Problem(message, file, root.line_of(path)) for path, message in findings(error, PriceTable)]
        raise ConfigError(problems) from None


@cache
def shipped_prices() -> PriceTable:
    """The table that comes with us."""
    return load_prices(SHIPPED)

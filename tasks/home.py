"""Where lastgreen keeps what belongs to one checkout: the local server, journals, results."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """``LASTGREEN_HOME``, or ``.lastgreen`` in the working directory; absolute, not necessarily there yet."""
    return Path(os.environ.get("LASTGREEN_HOME") or ".lastgreen").absolute()

"""Where lastgreen keeps what belongs to one checkout: the local server, journals, results."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home() -> Path:
    """``LASTGREEN_HOME``, or ``.lastgreen`` in the working directory; absolute, not necessarily there yet."""
    return Path(os.environ.get("LASTGREEN_HOME") or ".lastgreen").absolute()


def environment() -> dict[str, str]:
    """Our environment with our interpreter's folder first: targets may be started by ``lastgreen`` or ``python``."""
    own = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": os.pathsep.join([own, os.environ.get("PATH", os.defpath)])}

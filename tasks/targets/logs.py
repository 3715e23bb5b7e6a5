"""What the processes of targets say, kept in a file without the secrets that they were given."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

from tasks.transport.redaction import Redactor

PIECE = 64 * 1024
"""Bytes read at once, and held back at most for the end of a line."""
PATIENCE_S = 1.0
"""Seconds in which the rest must come after a process has ended: a child that it left behind may hold its output."""


def log_file(log_dir: Path, name: str) -> Path:
    """Where a target's output goes; the folder is made when missing."""
    log_dir.mkdir(parents=True, exist_ok=True)
    return log_dir / f"{name}.log"


async def keep(output: asyncio.StreamReader, log: Path, redact: Redactor, *, mode: Literal["ab", "wb"] = "ab") -> None:
    """Write everything to the log until the output ends, line by line, for a secret may come in two pieces.

    Args:
        output: Of a process.
        log: The file.
        redact: Hides the secrets.
        mode: ``wb`` begins the file anew.
    """
    with log.open(mode, buffering=0) as file:
        rest = b""
        while piece := await output.read(PIECE):
            lines, end, rest = (rest + piece).rpartition(b"\n")
            if len(rest) > PIECE:
                lines, end, rest = lines + end + rest, b"", b""
            file.write(redact.in_bytes(lines + end))
        file.write(redact.in_bytes(rest))


async def finish(keeping: asyncio.Task[None]) -> None:
    """Wait until all that was said is in the log."""
    await asyncio.wait([keeping], timeout=PATIENCE_S)
    keeping.cancel()

"""Golden sets on disk: a directory ``evals/golden/vN``, or one file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from evals.cases.case import GoldenSet
from evals.cases.golden_set import assemble
from evals.cases.load import SUFFIXES, read_files
from evals.cases.retired import RETIRED_FILE, read_retired
from evals.errors import GoldenSetError, Problem

ANCHOR_FILE: Final = "anchors.jsonl"
"""Human-labelled answers that judges are calibrated on; it lies beside the cases and holds none."""


def load_golden_set(path: str | Path, format: str | None = None) -> GoldenSet:  # noqa: A002 (the name readers use)
    """Read and validate a golden set.

    Args:
        path: a directory, whose files that end in one of ``SUFFIXES`` are read in the order of their names (all but
            ``anchors.jsonl`` and ``retired.jsonl``), or one file.
        format: one of ``evals.cases.load.FORMATS`` for all files; None goes by suffix and content.

    Raises:
        GoldenSetError: the path does not exist or cannot be read, the set is empty, or any problem in its files; all
            problems at once.
    """
    root = Path(path)
    files, retired = _contents(root)
    reading = read_files(files, format)
    return assemble(reading.cases, str(path), version_of(root), retired, name=reading.name)


def version_of(root: Path) -> str:
    """Version of a set by where it lies: the folder's name, or the file's without its suffix.

    Links and dots are followed first: ``.`` and ``latest -> v3`` are the folder that they stand for.
    """
    real = root.resolve()
    return real.name if real.is_dir() else real.stem


def _contents(root: Path) -> tuple[dict[str, bytes], Mapping[str, str]]:
    if root.is_file():
        return {str(root): _read(root)}, {}
    if not root.is_dir():
        raise GoldenSetError([Problem("the golden set does not exist" + _nearby(root), str(root))])
    files = [file for file in sorted(root.iterdir()) if _holds_cases(file)]
    if not files:
        raise GoldenSetError([Problem("the directory holds no case files" + _versions(root), str(root))])
    retired_file = root / RETIRED_FILE
    retired = read_retired(str(retired_file), _read(retired_file)) if retired_file.is_file() else {}
    return {str(file): _read(file) for file in files}, retired


def _holds_cases(file: Path) -> bool:
    return file.is_file() and file.suffix in SUFFIXES and file.name not in {ANCHOR_FILE, RETIRED_FILE}


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise GoldenSetError([Problem(f"the file cannot be read: {error.strerror}", str(file))]) from None


def _nearby(root: Path) -> str:
    """Name what lies beside a path that does not exist."""
    beside = sorted(entry.name for entry in root.parent.iterdir()) if root.parent.is_dir() else []
    return f"; beside it lie {', '.join(beside[:10])}" if beside else ""


def _versions(root: Path) -> str:
    inside = sorted(entry.name for entry in root.iterdir() if entry.is_dir())
    return f"; name one of its directories: {', '.join(inside[:10])}" if inside else ""

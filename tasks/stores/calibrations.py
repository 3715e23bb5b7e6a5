"""Where it is kept how far a judge can be trusted: one small document a judge, by its key."""

from __future__ import annotations

import hashlib

from pydantic import ValidationError

from evals.errors import InputError
from evals.judging.calibration import CALIBRATION_VERSION, Calibration
from tasks.stores.files import Files


def read_calibration(files: Files, judge: str) -> Calibration | None:
    """Read what is known of a judge; None when it has never been calibrated.

    Raises:
        InputError: it cannot be read, or a newer version of lastgreen wrote it.
    """
    path = _path(judge)
    data = files.read(path)
    if data is None:
        return None
    try:
        found = Calibration.model_validate_json(data)
    except ValidationError as error:
        raise InputError(f"{path!r} cannot be read: {error.errors(include_url=False)[0]['msg']}") from None
    if found.version > CALIBRATION_VERSION:
        raise InputError(f"{path!r} was written by a newer lastgreen (version {found.version})")
    return found


def write_calibration(files: Files, calibration: Calibration) -> None:
    """Keep what is known of a judge, instead of what was known before."""
    files.write(_path(calibration.judge), calibration.model_dump_json(indent=1).encode())


def _path(judge: str) -> str:
    # A key is a sentence; no file name says it.
    return f"judges/{hashlib.sha256(judge.encode()).hexdigest()[:16]}.json"

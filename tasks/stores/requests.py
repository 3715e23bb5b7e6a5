"""What each run was asked for, kept from its start, so that it can be resumed with the same words."""

from __future__ import annotations

from pydantic import ValidationError

from evals.errors import InputError
from tasks.request import RunRequest
from tasks.run_ids import RUN_ID
from tasks.stores.files import Files


def write_request(files: Files, request: RunRequest) -> None:
    """Keep the request of a run; one that is there already stays."""
    files.create(_path(request.run_id), request.model_dump_json(indent=1).encode())


def read_request(files: Files, run_id: str) -> RunRequest:
    """Return the request of a run.

    Raises:
        InputError: no run of that id was started here, or the record cannot be read.
    """
    data = files.read(_path(run_id)) if RUN_ID.fullmatch(run_id) else None
    if data is None:
        raise InputError(f"no run {run_id!r} was started with the store {files.url!r}")
    try:
        return RunRequest.model_validate_json(data)
    except ValidationError as error:
        raise InputError(f"the request of run {run_id!r} cannot be read: {error.errors()[0]['msg']}") from None


def _path(run_id: str) -> str:
    return f"requests/{run_id}.json"

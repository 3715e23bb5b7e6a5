"""Where baselines are kept: one small document per golden version and app, swapped whole."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import ValidationError

from evals.errors import StoreError
from evals.gate.baseline import BASELINES_VERSION, Baselines
from tasks.stores.files import Files
from tasks.stores.results import segment


def read_baselines(files: Files, golden_version: str, app: str) -> Baselines:
    """Read the document of an app; an empty one when there is none yet.

    Raises:
        StoreError: it cannot be read, or a newer version of lastgreen wrote it.
    """
    path = _path(golden_version, app)
    data = files.read(path)
    return _parse(data, path)


def change_baselines(
    files: Files, golden_version: str, app: str, change: Callable[[Baselines], Baselines]
) -> Baselines:
    """Apply a pure change to the document of an app; racing changes are applied one after the other."""
    path = _path(golden_version, app)
    result: list[Baselines] = []

    def rewrite(data: bytes | None) -> bytes:
        result[:] = [change(_parse(data, path))]
        return result[0].model_dump_json(indent=1).encode()

    files.swap(path, rewrite)
    return result[0]


def _parse(data: bytes | None, path: str) -> Baselines:
    if data is None:
        return Baselines()
    try:
        found = Baselines.model_validate_json(data)
    except ValidationError as error:
        raise StoreError(f"{path!r} cannot be read: {error.errors(include_url=False)[0]['msg']}") from None
    if found.version > BASELINES_VERSION:
        raise StoreError(f"{path!r} was written by a newer lastgreen (version {found.version})")
    return found


def _path(golden_version: str, app: str) -> str:
    return f"baselines/{segment(golden_version)}/{segment(app)}.json"

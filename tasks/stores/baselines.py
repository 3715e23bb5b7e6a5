"""Where baselines are kept: one small document per golden version, app and tier, swapped whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

from pydantic import ValidationError

from evals.errors import InputError
from evals.gate.baseline import BASELINES_VERSION, Baselines, migrated
from tasks.stores.files import Files
from tasks.stores.results import segment

T = TypeVar("T")


def read_baselines(files: Files, golden_version: str, app: str, tier: str) -> Baselines:
    """Read the document of an app and tier; an empty one when there is none yet.

    Raises:
        InputError: it cannot be read, or a newer version of lastgreen wrote it.
    """
    path = _path(golden_version, app, tier)
    data = files.read(path)
    return _parse(data, path)


def change_baselines(
    files: Files, golden_version: str, app: str, tier: str, change: Callable[[Baselines], Baselines]
) -> Baselines:
    """Apply a pure change to the document of an app and tier; racing changes are applied one after the other."""
    path = _path(golden_version, app, tier)
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
        document = migrated(json.loads(data))
        if document["version"] > BASELINES_VERSION:
            raise InputError(f"{path!r} was written by a newer lastgreen (version {document['version']})")
        return Baselines.model_validate(document)
    except ValidationError as error:
        raise InputError(f"{path!r} cannot be read: {error.errors(include_url=False)[0]['msg']}") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{path!r} cannot be read: {error}") from None


def _path(golden_version: str, app: str, tier: str) -> str:
    return f"baselines/{segment(golden_version)}/{segment(app)}/{segment(tier)}.json"


TIERS_BY_BREADTH = ("extended", "full", "smoke", "custom")
"""Where a run looks when its own tier has no baseline: the widest tier first, for it has most cases in common."""


def find_baseline(
    files: Files, golden_version: str, app: str, tier: str, pick: Callable[[Baselines], T | None]
) -> tuple[str, T] | None:
    """Return what ``pick`` takes from the documents of an app: that of ``tier``, else of the widest tier that has it.

    The tier that it was found in comes with it; None when no tier has it.
    """
    for candidate in dict.fromkeys((tier, *TIERS_BY_BREADTH)):
        found = pick(read_baselines(files, golden_version, app, candidate))
        if found is not None:
            return candidate, found
    return None


def with_active(found: Baselines) -> Baselines | None:
    """Pick a document that has something to compare with."""
    return found if found.active is not None else None

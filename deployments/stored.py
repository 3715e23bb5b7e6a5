"""Finding stored runs for commands that look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.errors import InputError
from tasks.places import store_of
from tasks.stores.files import IMPATIENCE_S, Files

if TYPE_CHECKING:
    from tasks.stores.results import StoredRun


def open_files(config: str, store: str | None) -> Files:
    """Open the store that a command means."""
    return Files(store or store_of(config), patience_s=IMPATIENCE_S)


def find_run(run_id: str, config: str, store: str | None) -> StoredRun:
    """Read a run by id, or the newest one.

    Raises:
        InputError: there is no such run, or none at all.
    """
    from tasks.stores.results import Results

    files = open_files(config, store)
    return Results(files).read(newest_run(files) if run_id == "latest" else run_id)


def newest_run(files: Files) -> str:
    """Id of the newest run.

    Raises:
        InputError: there is none.
    """
    from tasks.stores.commits import list_runs

    known = list_runs(files)
    if not known:
        raise InputError(f"the store {files.url!r} holds no run yet; 'lastgreen run' makes one")
    return known[-1]

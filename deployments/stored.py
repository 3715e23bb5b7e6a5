"""Finding stored runs for commands that look at them."""

from __future__ import annotations

from evals.errors import InputError
from tasks.config_file import load_config
from tasks.planning import store_url
from tasks.request import RunRequest
from tasks.stores.files import Files
from tasks.stores.results import Results, StoredRun


def open_files(config: str, store: str | None) -> Files:
    """Open the store that a command means."""
    return Files(store or store_url(load_config(config), RunRequest(config=config)))


def find_run(run_id: str, config: str, store: str | None) -> StoredRun:
    """Read a run by id, or the newest one.

    Raises:
        InputError: there is no such run, or none at all.
    """
    files = open_files(config, store)
    results = Results(files)
    if run_id != "latest":
        return results.read(run_id)
    known = results.ids()
    if not known:
        raise InputError(f"the store {files.url!r} holds no run yet; 'lastgreen run' makes one")
    return results.read(known[-1])

"""Compact the index of a store, as a task of a flow."""

from __future__ import annotations

import datetime as dt

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.config_file import load_config
from tasks.places import store_url
from tasks.request import RunRequest
from tasks.stores.compaction import Compacted, compact
from tasks.stores.files import Files


@task(name="compact store", cache_policy=NO_CACHE, persist_result=False)
def compact_store(config: str, store: str | None) -> Compacted:
    """Put the runs written since the last time into the index.

    Raises:
        InputError: the configuration cannot be used, there is no store, or something of it is corrupt.
        StoreError: the store cannot be read or written.
    """
    request = RunRequest(config=config, store=store)
    files = Files(store_url(load_config(config), request))
    return compact(files, dt.datetime.now(dt.UTC).isoformat(timespec="seconds"))

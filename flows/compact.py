"""Compaction: keep questions about many runs fast."""

from __future__ import annotations

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.states import Completed

from tasks.compact import compact_store


@flow(name="compact", flow_run_name="compact the store", persist_result=False)
def compact(config: str = "evals/gate.yaml", store: str | None = None) -> State[None]:
    """Put the runs written since the last time into the store's index.

    Args:
        config: configuration file, absolute on a worker
        store: where results are kept, instead of the configuration's store
    """
    return Completed(message=str(compact_store(config, store)))

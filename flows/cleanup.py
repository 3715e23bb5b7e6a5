"""Clean up after crashes: runs that nobody runs any more are started again, or ended."""

from __future__ import annotations

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.states import Completed

from tasks.cleaning import Cleaned, clean_up


@flow(name="cleanup", flow_run_name="clean up", persist_result=False)
async def cleanup(patience_min: float = 5.0) -> State[None]:
    """Restart runs that crashed or fell silent, and end those that hang while being cancelled.

    Args:
        patience_min: minutes without a heartbeat after which a running run counts as dead
    """
    return Completed(message=describe(await clean_up(patience_min)))


def describe(cleaned: list[Cleaned]) -> str:
    """What was done, in a line."""
    return "; ".join(f"{one.run}: {one.state} -> {one.remedy}" for one in cleaned) or "every run is well"

"""Quotas that several runs share, as Prefect global concurrency limits: declared in ``gate.yaml``, taken once per run.

Decision: a run takes all its slots as one block and keeps them, because taking a slot costs a fifth of a second: per
call it would cost more than the call. Prefect treats a limit that does not exist as unlimited; here a declared limit
that is missing is created, and one that cannot be taken stops the run.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from evals.errors import InputError
from tasks.progress import progress

if TYPE_CHECKING:
    from tasks.plan import Plan

LEASE_S = 120.0
"""After a crash the slots come back when the lease ends; renewed long before, also across a server's restart."""


class SharedLimit(BaseModel):
    """One quota: how many calls may be open at once over all runs, and whose calls count."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slots: int = Field(ge=1, description="calls open at once, over all runs on one Prefect server")
    targets: list[str] = Field(default_factory=list, description="targets whose calls count")
    judges: list[str] = Field(default_factory=list, description="judges whose calls count")


def wanted_slots(
    limits: Mapping[str, SharedLimit], target: tuple[str, int], judge: tuple[str, int] | None
) -> dict[str, int]:
    """Slots that a run takes of each limit: the calls that its target and its judge may have open.

    Args:
        limits: As declared, by name.
        target: Name and parallel calls.
        judge: The same of the judge; None without one.

    Raises:
        InputError: the run alone may have more calls open than a limit has slots; it would wait for ever.
    """
    wanted: dict[str, int] = {}
    for name, limit in sorted(limits.items()):
        count = target[1] if target[0] in limit.targets else 0
        count += judge[1] if judge and judge[0] in limit.judges else 0
        if count > limit.slots:
            raise InputError(f"limit {name!r} has {limit.slots} slots, and this run alone would take {count}")
        if count:
            wanted[name] = count
    return wanted


def slots_of(plan: Plan) -> dict[str, int]:
    """Slots that a planned run takes of each declared limit.

    Raises:
        InputError: a limit has fewer slots than the run alone would take.
    """
    name = plan.request.judge or plan.tier.judge or plan.config.judge
    judge = (name, calls_of(plan.judge)) if plan.judge is not None and name is not None else None
    return wanted_slots(plan.config.limits, (plan.info.target, calls_of(plan.target)), judge)


@contextlib.asynccontextmanager
async def shared_slots(wanted: Mapping[str, int], limits: Mapping[str, SharedLimit]) -> AsyncIterator[None]:
    """Hold slots of several limits, in the order of their names so that two runs never wait for each other."""
    if not wanted:
        yield
        return
    from prefect.concurrency.asyncio import concurrency

    await create_missing({name: limits[name].slots for name in wanted})
    async with contextlib.AsyncExitStack() as stack:
        for name, count in sorted(wanted.items()):
            progress().say(f"taking {count} slots of limit {name}")
            await stack.enter_async_context(
                concurrency(
                    name, occupy=count, strict=True, lease_duration=LEASE_S, raise_on_lease_renewal_failure=False
                )
            )
        yield


async def create_missing(slots: Mapping[str, int]) -> None:
    """Create limits that the server does not have; one that is there keeps its size."""
    from prefect import get_client
    from prefect.exceptions import ObjectNotFound

    async with get_client() as client:
        for name, count in slots.items():
            try:
                await client.read_global_concurrency_limit_by_name(name)
            except ObjectNotFound:
                progress().say(f"creating limit {name} with {count} slots")
                await client.upsert_global_concurrency_limit_by_name(name, count)


async def set_limits(limits: Mapping[str, SharedLimit]) -> dict[str, int]:
    """Make the server's limits as large as declared; return them by name."""
    from prefect import get_client

    async with get_client() as client:
        for name, limit in limits.items():
            await client.upsert_global_concurrency_limit_by_name(name, limit.slots)
    return {name: limit.slots for name, limit in limits.items()}


def calls_of(config: Any) -> int:
    """Calls that a target or judge may have open; a panel's judges are asked at once, the local judge makes none."""
    if hasattr(config, "judges"):
        return sum(calls_of(judge) for judge in config.judges)
    return int(getattr(config, "parallel", 0))

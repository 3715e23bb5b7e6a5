"""Pools and queues on a real Prefect server, which others change at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from deployments.deploying import create_pools, set_queues

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.prefect,
    pytest.mark.usefixtures("prefect_api"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


async def test_of_many_who_create_a_pool_and_its_queues_one_does_and_none_fails() -> None:
    """A worker that starts creates its pool while it is deployed to."""
    created = await asyncio.gather(*(create_pools(["raced"]) for _ in range(8)))
    assert [name for names in created for name in names] == ["raced"]
    await asyncio.gather(*(set_queues({("raced", "narrow"): 2}) for _ in range(8)))
    assert await create_pools(["raced"]) == []
    await set_queues({("raced", "narrow"): 3})
    assert await _width("raced", "narrow") == 3


async def _width(pool: str, queue: str) -> int | None:
    from prefect import get_client

    async with get_client() as client:
        return (await client.read_work_queue_by_name(queue, work_pool_name=pool)).concurrency_limit

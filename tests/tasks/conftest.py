"""Fixtures of all tests of effects."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.tasks.misbehaving import Misbehaving, misbehaving_server


@pytest.fixture
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio."""
    return "asyncio"


@pytest.fixture
async def server() -> AsyncIterator[Misbehaving]:
    """A real HTTP server that does what services do when they are ill."""
    async with misbehaving_server() as running:
        yield running

"""Targets of a raw configuration, in a hurry."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from tasks.targets.config import TargetConfig
from tasks.targets.opening import open_target
from tasks.targets.reading import Paid
from tasks.targets.target import Target
from tasks.transport.limiter import Limiter
from tasks.transport.retrying import RetryPolicy

CANARY = "canary-key-123"
ADAPTER: TypeAdapter[TargetConfig] = TypeAdapter(TargetConfig)
QUICK = RetryPolicy(attempts=3, first_wait_s=0.01, longest_wait_s=0.05)


@asynccontextmanager
async def opened(
    raw: dict[str, Any],
    *,
    env: dict[str, str] | None = None,
    log_dir: Path = Path("unused"),
    limiter: Limiter | None = None,
    policy: RetryPolicy = QUICK,
    paid: Paid = lambda _answer: None,
) -> AsyncIterator[Target]:
    """Open a target as a run does."""
    config = ADAPTER.validate_python(raw)
    async with open_target(
        "app", config, env or {"KEY": CANARY}, limiter=limiter, policy=policy, log_dir=log_dir, paid=paid
    ) as target:
        yield target

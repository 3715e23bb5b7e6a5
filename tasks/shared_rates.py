"""Requests and tokens a minute that runs share, drawn from Prefect global concurrency limits that decay."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx

from evals.errors import ServerError
from tasks.limits import GRAINS, GlobalLimit, SharedLimit, create_missing, decaying, requests_of, tokens_of
from tasks.progress import progress
from tasks.transport.shared_quota import Rate, SharedQuota, SharedRate

if TYPE_CHECKING:
    from prefect.client.orchestration import PrefectClient

PATIENCE_S = 5.0
"""Seconds in which the server must answer: all calls of the run wait meanwhile."""


@dataclass(frozen=True, slots=True)
class SharedQuotas:
    """What the calls of a run's target and judge spend from, besides their own quotas."""

    target: list[SharedQuota] = field(default_factory=list)
    judge: list[SharedQuota] = field(default_factory=list)


@contextlib.asynccontextmanager
async def shared_quotas(
    limits: Mapping[str, SharedLimit], target: str | None, judge: str | None
) -> AsyncIterator[SharedQuotas]:
    """Connect to the rates that a run's target and judge share with other runs.

    Args:
        limits: As declared, by name.
        target: Name of the target; None without one.
        judge: Name of the judge; None without one.

    Raises:
        InputError: a limit of the server is of another kind than the declared one.
    """
    covering = {name: limit for name, limit in limits.items() if limit.covers(target, judge)}
    quotas = SharedQuotas()
    rated = {name: limit for name, limit in covering.items() if limit.requests_per_minute or limit.tokens_per_minute}
    if not rated:
        yield quotas
        return
    from prefect import get_client

    async with get_client() as client:
        for name, limit in rated.items():
            quota = await _quota(client, name, limit)
            if target in limit.targets:
                quotas.target.append(quota)
            if judge in limit.judges:
                quotas.judge.append(quota)
        yield quotas


async def _quota(client: PrefectClient, name: str, limit: SharedLimit) -> SharedQuota:
    requests = await _shared(client, requests_of(name, limit), GRAINS, "requests a minute")
    tokens = await _shared(client, tokens_of(name, limit), 1, "tokens a minute")
    return SharedQuota(requests, tokens)


async def _shared(client: PrefectClient, rate: Rate | None, grains: int, unit: str) -> SharedRate | None:
    if rate is None:
        return None
    limit = decaying(rate, grains, unit)
    await create_missing([limit])
    return SharedRate(rate, PrefectBucket(client, limit, grains), say=progress().say)


class PrefectBucket:
    """A decaying limit as a bucket. The REST call is made directly: Prefect's own waits for ever, with events."""

    def __init__(self, client: PrefectClient, limit: GlobalLimit, grains: int, patience_s: float = PATIENCE_S) -> None:
        self._client = client
        self._limit = limit
        self._grains = grains
        self._patience_s = patience_s

    async def draw(self, units: int) -> float:
        """Take so many units; 0, or the seconds after which to ask again.

        Raises:
            ServerError: the server does not answer in time, or refuses.
        """
        try:
            async with asyncio.timeout(self._patience_s):
                return await self._draw(units)
        except TimeoutError:
            raise ServerError(f"no answer of the Prefect server within {self._patience_s:g} s") from None
        except httpx.HTTPStatusError as error:
            raise ServerError(
                f"the Prefect server answers {error.response.status_code}: {error.response.text}"
            ) from None
        except httpx.HTTPError as error:
            raise ServerError(f"the Prefect server cannot be reached: {type(error).__name__}") from None

    async def _draw(self, units: int) -> float:
        try:
            response = await self._take(units)
            if not response.json():
                # Somebody deleted it: Prefect gives what it does not know without limit.
                await create_missing([self._limit])
                response = await self._take(units)
        except httpx.HTTPStatusError as error:
            if error.response.status_code != httpx.codes.LOCKED:
                raise
            return float(error.response.headers["retry-after"])
        return 0.0

    async def _take(self, units: int) -> httpx.Response:
        return await self._client.increment_concurrency_slots(
            names=[self._limit.name], slots=units * self._grains, mode="rate_limit"
        )

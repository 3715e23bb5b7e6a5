"""A quota that several runs share: each draws a block of it from a common bucket and spends that block by itself.

Asking the bucket for every call would cost more than many a call, so a block is about a second of the quota: small
enough that runs take turns. When the bucket cannot be asked, a run keeps to the whole quota by itself for a while: it
neither stands still nor asks on and on, and the service's own limit is the last word.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from evals.errors import ServerError
from tasks.transport.limiter import BURST_S

BLOCK_S = 1.0
"""Seconds of the quota in one block."""
EAGER = 0.8
"""Blocks' time between two questions of a run that is never refused: below 1, so that a lone run loses nothing."""
LONGEST_PACE_S = 8.0
"""Seconds between two questions of a run that is always refused, unless a block takes longer to come."""
SLOWER, FASTER = 1.5, 0.5
"""What a refusal and a block do to the time between questions. Runs are refused alike, so these make them alike: in
balance three questions in eight are answered with a block, however many runs ask."""
APART_S = 30.0
"""Seconds for which a run that could not ask the bucket keeps to the quota by itself."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So much a minute."""

    name: str
    """Of the bucket, for messages."""
    per_minute: float
    """Requests or tokens; above 0."""

    @property
    def block(self) -> int:
        """What is drawn at once: whole units, at least one."""
        return max(1, int(self.per_minute / 60 * BLOCK_S))

    @property
    def burst(self) -> float:
        """What the bucket holds when nobody has drawn for a while; at least two blocks, for nobody asks in time."""
        return max(self.per_minute / 60 * BURST_S, 2.0 * self.block)

    @property
    def block_s(self) -> float:
        """Seconds in which a block comes."""
        return self.block * 60 / self.per_minute


class Bucket(Protocol):
    """Holds what all runs may spend together."""

    async def draw(self, units: int) -> float:
        """Take so many units, at least 1.

        Returns:
            0 when they were taken, else the seconds after which to ask again.

        Raises:
            ServerError: The bucket cannot be asked, or gives nothing for another reason than being empty.
        """


class SharedRate:
    """One run's part in a rate: what it has drawn and not spent. Inside one event loop.

    Args:
        rate: How much a minute.
        bucket: What all runs draw from.
        say: Told when the bucket cannot be asked, and when it can be again.
        sleep: Waits seconds.
        clock: Seconds, steady; the event loop's when None.
        draw: Uniform in [0, 1), so that runs do not ask in step.
    """

    def __init__(
        self,
        rate: Rate,
        bucket: Bucket,
        *,
        say: Callable[[str], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] | None = None,
        draw: Callable[[], float] = random.random,
    ) -> None:
        self.rate = rate
        self._bucket = bucket
        self._say = say
        self._sleep = sleep
        self._clock = clock
        self._random = draw
        self._stock = 0.0
        self._pace_s = self._eager_s
        self._next_at = 0.0
        self._turn = asyncio.Lock()
        self._apart_until = 0.0
        self._is_apart = False

    async def spend(self, units: float) -> None:
        """Wait until so many units are this run's, first come, first served, and spend them."""
        async with self._turn:
            while self._stock < units:
                await self._draw()
                self._stock += self.rate.block
            self._stock -= units

    def settle(self, difference: float) -> None:
        """Correct the account after the fact by what was used above, or below 0, what had been spent."""
        self._stock -= difference

    async def _draw(self) -> None:
        """Come by one block: from the bucket, or alone and as slowly as the rate says."""
        while True:
            await self._wait_for_turn()
            wait = await self._ask()
            if wait is None:
                return await self._sleep(self.rate.block_s)
            self._set_pace(wait)
            if wait == 0:
                return None

    async def _wait_for_turn(self) -> None:
        """Ask not at once after a block either: else who has one always asks before who waits."""
        seconds = self._next_at - self._now()
        if seconds > 0:
            await self._sleep(seconds)

    def _set_pace(self, wait: float) -> None:
        slowest = max(LONGEST_PACE_S, self.rate.block_s)
        self._pace_s = min(slowest, max(self._eager_s, self._pace_s * (SLOWER if wait else FASTER)))
        self._next_at = self._now() + max(wait, self._pace_s * (0.5 + self._random()))

    @property
    def _eager_s(self) -> float:
        return EAGER * self.rate.block_s

    async def _ask(self) -> float | None:
        """Ask for a block; None while the bucket cannot be asked."""
        if self._is_apart and self._now() < self._apart_until:
            return None
        try:
            wait = await self._bucket.draw(self.rate.block)
        except ServerError as error:
            self._part(str(error))
            return None
        if self._is_apart:
            self._is_apart = False
            self._say(f"limit {self.rate.name} is shared with other runs again")
        return wait

    def _part(self, why: str) -> None:
        if not self._is_apart:
            self._say(
                f"WARNING: limit {self.rate.name} is not shared at the moment ({why}); "
                f"this run keeps to {self.rate.per_minute:g} a minute by itself"
            )
        self._is_apart, self._apart_until = True, self._now() + APART_S

    def _now(self) -> float:
        return self._clock() if self._clock else asyncio.get_running_loop().time()


class SharedQuota:
    """Requests and tokens a minute that one run shares with others; None where nothing is declared."""

    __slots__ = ("_requests", "_tokens")

    def __init__(self, requests: SharedRate | None, tokens: SharedRate | None) -> None:
        self._requests = requests
        self._tokens = tokens

    async def spend(self, tokens: int) -> None:
        """Wait until one request of so many tokens is within the quota."""
        if self._requests is not None:
            await self._requests.spend(1)
        if self._tokens is not None:
            await self._tokens.spend(tokens)

    def settle(self, expected: int, used: int) -> None:
        """Correct the token account after the fact."""
        if self._tokens is not None:
            self._tokens.settle(used - expected)

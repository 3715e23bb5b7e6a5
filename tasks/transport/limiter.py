"""One pace for all calls of a run to one service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from aiolimiter import AsyncLimiter

from tasks.transport.call import Failed
from tasks.transport.slots import Slots

BURST_S = 5.0
"""Seconds of quota that may be spent at once: short, because providers count over a minute or less."""
GROWTH = 0.25
"""Places won back by an answered call after a slow-down: a round of answers widens by a quarter."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a service bears, by its owner's word."""

    concurrency: int = 32
    """Calls open at once, at least 1."""
    requests_per_minute: float | None = None
    """Attempts, retries included; None: no such quota."""
    tokens_per_minute: float | None = None
    """Input and output tokens together; None: no such quota."""


class Spending(Protocol):
    """A quota that every call is paid from."""

    async def spend(self, tokens: int) -> None:
        """Wait until one request of so many tokens is within the quota."""

    def settle(self, expected: int, used: int) -> None:
        """Correct the token account after the fact; the difference is paid, or saved, by the calls to come."""


class Quota:
    """Requests and tokens a minute that one key may spend, inside one event loop."""

    __slots__ = ("_requests", "_token_debt", "_tokens", "requests_per_minute", "tokens_per_minute")

    def __init__(self, limits: Limits) -> None:
        self.requests_per_minute = limits.requests_per_minute
        self.tokens_per_minute = limits.tokens_per_minute
        self._requests = _bucket(limits.requests_per_minute)
        self._tokens = _bucket(limits.tokens_per_minute)
        self._token_debt = 0.0

    def tighten(self, limits: Limits) -> None:
        """Hold to the stricter of what is known of the key; before the first call."""
        self.requests_per_minute = _stricter(self.requests_per_minute, limits.requests_per_minute)
        self.tokens_per_minute = _stricter(self.tokens_per_minute, limits.tokens_per_minute)
        self._requests = _bucket(self.requests_per_minute)
        self._tokens = _bucket(self.tokens_per_minute)

    async def spend(self, tokens: int) -> None:
        """Wait until one request of so many tokens is within the quota."""
        if self._requests is not None:
            await self._requests.acquire()
        if self._tokens is not None:
            await self._spend_tokens(self._tokens, tokens)

    def settle(self, expected: int, used: int) -> None:
        """Correct the token account after the fact; the difference is paid, or saved, by the calls to come."""
        self._token_debt += used - expected

    async def _spend_tokens(self, bucket: AsyncLimiter, tokens: int) -> None:
        due, self._token_debt = tokens + self._token_debt, 0.0
        if due < 0:
            self._token_debt = due
        while due > 0:
            # The bucket takes no more than it holds at once.
            part = min(due, bucket.max_rate)
            await bucket.acquire(part)
            due -= part


class Limiter:
    """Paces the calls of one run to one service, inside one event loop.

    Answers to rate limits are shared: when one call is told to wait, all wait, and afterwards fewer are open at once
    (halved once for each such episode, won back by answers).

    Args:
        limits: What the service bears.
        quota: Shared with other limiters of the same key; the limits' own when None.
        shared: Quotas that other runs spend from as well.
    """

    def __init__(
        self, limits: Limits | None = None, quota: Quota | None = None, shared: Sequence[Spending] = ()
    ) -> None:
        limits = limits or Limits()
        self.limits = limits
        self._slots = Slots(limits.concurrency)
        self._quotas: tuple[Spending, ...] = (quota or Quota(limits), *shared)
        self._narrowed_at = 0.0
        self._silent_since: float | None = None
        self._stopped: Failed | Exception | None = None

    @property
    def width(self) -> int:
        """How many calls may be open now."""
        return self._slots.width

    @asynccontextmanager
    async def place(self, *, again: bool = False, tokens: int = 0) -> AsyncIterator[Failed | None]:
        """Wait for leave to send one attempt and hold its place until it is over.

        Args:
            again: A repeated attempt goes before first ones, so that a call is not finished last of all.
            tokens: Expected input and output tokens.

        Yields:
            None, or the reason why nothing may be sent any more.

        Raises:
            Exception: What the limiter was stopped with, when that was an error.
        """
        if self._stopped is not None:
            yield self._verdict()
            return
        await self._slots.take(first=again)
        try:
            for quota in self._quotas:
                if self._stopped is None:
                    await quota.spend(tokens)
            yield self._verdict()
        finally:
            self._slots.give_back()

    def answered(self) -> None:
        """Note that the service answered, whatever it said."""
        self._silent_since = None
        self._slots.widen(GROWTH)

    def unanswered(self) -> None:
        """Note an attempt that failed as if the service were down."""
        if self._silent_since is None:
            self._silent_since = _now()

    def rate_limited(self, sent_at: float, wait: float) -> None:
        """Slow everybody down because an attempt sent at ``sent_at`` (loop time) was told to wait ``wait`` seconds."""
        self._slots.pause(wait)
        if sent_at >= self._narrowed_at:
            self._slots.narrow()
            self._narrowed_at = _now()

    def settle(self, expected: int, used: int) -> None:
        """Correct the token account of every quota after the fact."""
        for quota in self._quotas:
            quota.settle(expected, used)

    def silent_for(self) -> float:
        """Seconds since the service began to answer nothing; 0 while it answers."""
        return 0.0 if self._silent_since is None else _now() - self._silent_since

    def stop(self, why: Failed | Exception) -> None:
        """Let no further attempt begin: each gets ``why`` instead, marked as not sent. The first reason stands."""
        if self._stopped is None:
            self._stopped = replace(why, sent=False) if isinstance(why, Failed) else why
            self._slots.release_all()

    def _verdict(self) -> Failed | None:
        if isinstance(self._stopped, Exception):
            raise self._stopped
        return self._stopped


class Pacing:
    """All limiters of one run: clients with the same address and key share its quota, and one stop ends them all."""

    def __init__(self) -> None:
        self._quotas: dict[tuple[str, str | None], Quota] = {}
        self._limiters: list[Limiter] = []

    def limiter(self, url: str, api_key: str | None, limits: Limits, shared: Sequence[Spending] = ()) -> Limiter:
        """Make the limiter of one client; where two say different things of one key, the stricter holds.

        Args:
            url: Of the service.
            api_key: Its key; None without one.
            limits: What the client's settings say.
            shared: Quotas that other runs spend from as well.
        """
        quota = self._quotas.setdefault((url, api_key), Quota(limits))
        quota.tighten(limits)
        self._limiters.append(Limiter(limits, quota, shared))
        return self._limiters[-1]

    def stop(self, why: Failed | Exception) -> None:
        """Let no further attempt of any client begin."""
        for limiter in self._limiters:
            limiter.stop(why)


def _stricter(one: float | None, other: float | None) -> float | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _bucket(per_minute: float | None) -> AsyncLimiter | None:
    if per_minute is None:
        return None
    # At least one whole unit fits in, however small the quota.
    period = max(BURST_S, 60.0 / per_minute)
    return AsyncLimiter(per_minute * period / 60.0, period)


def _now() -> float:
    return asyncio.get_running_loop().time()

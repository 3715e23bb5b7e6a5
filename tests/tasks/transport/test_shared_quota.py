"""Quotas that several runs share: within the rate together, fair, and never at a standstill."""

from __future__ import annotations

import asyncio
import heapq
import random
from collections import deque
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.errors import ServerError
from tasks.transport.limiter import Limiter, Limits
from tasks.transport.shared_quota import APART_S, Rate, SharedQuota, SharedRate

pytestmark = pytest.mark.anyio


class Clock:
    """Time that passes only while everybody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        """Seconds."""
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def sleep(self, seconds: float) -> None:
        """Sleep so many seconds of this clock."""
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, next(self._numbers), future))
        await future

    async def run(self, until: float) -> None:
        """Let everything happen that happens until then."""
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            self.now, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)
            await self._settle()
        self.now = until

    async def _settle(self) -> None:
        for _ in range(8):
            await asyncio.sleep(0)


class Tank:
    """A bucket like the server's: it fills evenly, and says how long a block takes to come."""

    def __init__(self, clock: Clock, rate: Rate) -> None:
        self.broken = ""
        self.asked = 0
        self._clock = clock
        self._rate = rate
        self._level, self._at = rate.burst, 0.0

    async def draw(self, units: int) -> float:
        """Give so many, when there are so many."""
        self.asked += 1
        if self.broken:
            raise ServerError(self.broken)
        filled = self._level + (self._clock.now - self._at) * self._rate.per_minute / 60
        self._level, self._at = min(self._rate.burst, filled), self._clock.now
        if self._level + 1e-9 < units:
            return units * 60 / self._rate.per_minute
        self._level -= units
        return 0.0


class Runs:
    """Runs that share one rate, each with calls that always wait for more."""

    def __init__(self, per_minute: float, runs: int = 1, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.rate = Rate("openai-requests", per_minute)
        self.tank = Tank(self.clock, self.rate)
        self.said: list[str] = []
        self._random = random.Random(7).random
        self.shares = [self._share() for _ in range(runs)]
        self.spent: list[list[float]] = [[] for _ in range(runs)]

    def _share(self) -> SharedRate:
        return SharedRate(
            self.rate,
            self.tank,
            say=self.said.append,
            sleep=self.clock.sleep,
            clock=lambda: self.clock.now,
            draw=self._random,
        )

    async def hungry(self, until: float, units: float = 1) -> None:
        """Let all runs spend as fast as they may."""

        async def spend(number: int) -> None:
            while True:
                await self.shares[number].spend(units)
                self.spent[number].append(self.clock.now)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(spend(number)) for number in range(len(self.shares))]
        # Within one block everything happens at one moment of this clock.
        while self.clock.now < until:
            await self.clock.run(self.clock.now + 0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def most_in_a_minute(times: list[float]) -> int:
    """The largest number of moments within any 60 seconds."""
    most, window = 0, deque[float]()
    for moment in sorted(times):
        window.append(moment)
        while window[0] <= moment - 60:
            window.popleft()
        most = max(most, len(window))
    return most


@pytest.mark.parametrize("runs", [1, 2, 5])
async def test_all_runs_together_stay_within_the_rate_and_use_it(runs: int) -> None:
    """600 a minute, 50 at once at first, and at most one block in each run's hands."""
    together = Runs(600, runs)
    await together.hungry(120)
    spent = [moment for one in together.spent for moment in one]
    assert most_in_a_minute(spent) <= 600 + 50 + 10 * runs
    assert len(spent) >= 1200


async def test_two_runs_share_fairly() -> None:
    """Neither gets more than three fifths."""
    together = Runs(600, 2)
    await together.hungry(120)
    one, other = (len(times) for times in together.spent)
    assert 0.4 <= one / (one + other) <= 0.6


async def test_many_waiting_runs_ask_seldom() -> None:
    """Twenty runs ask no more than six times a second in all, though each would like to ask every second."""
    together = Runs(600, 20)
    await together.hungry(60)
    assert together.tank.asked / 60 < 6


async def test_a_slow_rate_gives_one_at_a_time() -> None:
    """Six a minute are two in the first seconds and then one every ten."""
    slow = Runs(6)
    await slow.hungry(600)
    assert 57 <= len(slow.spent[0]) <= 62
    assert most_in_a_minute(slow.spent[0]) <= 8


async def test_more_than_a_block_is_paid_in_parts() -> None:
    """An estimate larger than the bucket waits for as long as the rate says, not for ever."""
    tokens = Runs(60_000)  # 1,000 a second, 5,000 at once
    await tokens.hungry(30, units=8_000)
    assert tokens.spent[0] == pytest.approx([6, 12, 20, 28], abs=2)


async def test_what_a_call_used_beyond_its_estimate_is_paid_by_the_next() -> None:
    """And what it saved is credited."""
    tokens = Runs(60_000)
    share = tokens.shares[0]
    await share.spend(1_000)
    assert tokens.tank.asked == 1
    share.settle(2_000)
    await asyncio.gather(share.spend(0), tokens.clock.run(5))
    assert tokens.tank.asked == 3
    share.settle(-900)
    await share.spend(900)
    assert tokens.tank.asked == 3


async def test_without_the_server_a_run_keeps_to_the_rate_by_itself_and_says_so_once() -> None:
    """It neither stands still nor asks on and on; when the server is back the rate is shared again."""
    alone = Runs(600)
    alone.tank.broken = "away"
    await alone.hungry(3 * APART_S)
    assert len(alone.spent[0]) == pytest.approx(900, abs=60)
    assert alone.tank.asked <= 4
    assert alone.said == [
        "WARNING: limit openai-requests is not shared at the moment (away); this run keeps to 600 a minute by itself"
    ]
    alone.tank.broken = ""
    await alone.hungry(5 * APART_S)
    assert alone.said[1:] == ["limit openai-requests is shared with other runs again"]


async def test_calls_that_wait_for_a_block_are_served_in_the_order_they_came() -> None:
    """A call for many tokens is not overtaken for ever by calls for few."""
    tokens = Runs(60_000)
    order: list[int] = []

    async def spend(units: int) -> None:
        await tokens.shares[0].spend(units)
        order.append(units)

    tasks = [asyncio.create_task(spend(units)) for units in (5_000, 7_000, 1, 2)]
    await tokens.clock.run(30)
    await asyncio.gather(*tasks)
    assert order == [5_000, 7_000, 1, 2]


async def test_a_limiter_spends_from_the_shared_quota_too() -> None:
    """Each attempt is a request, and its tokens are settled there as well."""
    clock = Clock()
    requests, tokens = Runs(60, clock=clock), Runs(60_000, clock=clock)
    quota = SharedQuota(requests.shares[0], tokens.shares[0])
    limiter = Limiter(Limits(concurrency=2), shared=[quota])

    async def call(expected: int, used: int) -> None:
        async with limiter.place(tokens=expected):
            limiter.settle(expected, used)

    await call(500, 3_000)
    await asyncio.gather(call(0, 0), clock.run(5))
    assert (requests.tank.asked, tokens.tank.asked) == (2, 3)


@pytest.mark.parametrize(
    ("per_minute", "block", "burst", "seconds"),
    [
        (600, 10, 50, 1),
        (60, 1, 5, 1),
        (6, 1, 2, 10),
        (100, 1, 100 / 12, 0.6),
        (0.5, 1, 2, 120),
        (90_000, 1500, 7500, 1),
    ],
)
def test_a_block_is_about_a_second_and_at_least_one(
    per_minute: float, block: int, burst: float, seconds: float
) -> None:
    """The bucket always holds a block."""
    rate = Rate("r", per_minute)
    assert (rate.block, rate.burst, rate.block_s) == pytest.approx((block, burst, seconds))


@given(per_minute=st.floats(1, 3000), runs=st.integers(1, 4), down=st.integers(0, 40))
@settings(max_examples=15)
async def test_no_minute_holds_more_than_the_rate_the_burst_and_a_block_a_run(
    per_minute: float, runs: int, down: int
) -> None:
    """Also when the bucket is away at first and every run is on its own for a while: then for each of them."""
    together = Runs(per_minute, runs)
    together.tank.broken = "away" if down else ""
    await together.hungry(down)
    together.tank.broken = ""
    await together.hungry(down + 70)
    alone = runs if down else 1
    spent = [moment for one in together.spent for moment in one]
    assert (
        most_in_a_minute(spent)
        <= alone * (per_minute + together.rate.block) + together.rate.burst + runs * together.rate.block
    )

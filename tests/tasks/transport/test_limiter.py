"""One pace for all calls of a run."""

from __future__ import annotations

import asyncio

import pytest

from evals.errors import AuthenticationError
from tasks.transport.call import Failed
from tasks.transport.limiter import Limiter, Limits, Pacing

pytestmark = pytest.mark.anyio


def now() -> float:
    """Loop time in seconds."""
    return asyncio.get_running_loop().time()


async def one_attempt(limiter: Limiter, tokens: int = 0) -> float:
    """Pass through the limiter and say when."""
    async with limiter.place(tokens=tokens):
        return now()


async def test_one_answer_of_too_many_requests_makes_all_wait() -> None:
    """A 429 seen by one call pauses every call that has not been sent."""
    limiter = Limiter(Limits(concurrency=8))
    began = now()
    limiter.rate_limited(sent_at=began, wait=0.15)
    times = await asyncio.gather(*(one_attempt(limiter) for _ in range(8)))
    assert min(times) - began >= 0.14


async def test_a_burst_of_429_halves_the_width_once() -> None:
    """Calls that were sent before the slow-down say nothing new about it."""
    limiter = Limiter(Limits(concurrency=32))
    sent_at = now()
    for _ in range(10):
        limiter.rate_limited(sent_at, wait=0.0)
        await asyncio.sleep(0.001)
    assert limiter.width == 16
    limiter.rate_limited(now(), wait=0.0)
    assert limiter.width == 8


async def test_answers_win_the_width_back() -> None:
    """Every answer adds a quarter of a place, up to the setting."""
    limiter = Limiter(Limits(concurrency=4))
    limiter.rate_limited(now(), wait=0.0)
    assert limiter.width == 2
    for _ in range(100):
        limiter.answered()
    assert limiter.width == 4


async def test_requests_stay_within_their_quota() -> None:
    """600 a minute are 50 in five seconds at once and then one every tenth of a second."""
    limiter = Limiter(Limits(concurrency=100, requests_per_minute=600))
    began = now()
    times = await asyncio.gather(*(one_attempt(limiter) for _ in range(53)))
    assert max(times) - began == pytest.approx(0.3, abs=0.12)


async def test_a_small_quota_still_admits_one() -> None:
    """One request in ten minutes is a legal quota."""
    limiter = Limiter(Limits(requests_per_minute=0.1))
    await asyncio.wait_for(one_attempt(limiter), 1)


async def test_tokens_stay_within_their_quota_and_are_settled() -> None:
    """What a call used beyond its estimate is paid by the next one, what it saved is credited."""
    limiter = Limiter(Limits(tokens_per_minute=60_000))  # 1,000 a second, 5,000 at once
    began = now()
    await one_attempt(limiter, tokens=4_900)
    limiter.settle(expected=4_900, used=5_100)
    assert await one_attempt(limiter, tokens=100) - began == pytest.approx(0.2, abs=0.1)
    limiter.settle(expected=100, used=0)
    later = now()
    assert await one_attempt(limiter, tokens=100) - later < 0.05


async def test_a_request_above_the_burst_is_paid_in_parts() -> None:
    """An estimate larger than the bucket waits for as long as the quota says, not for ever."""
    limiter = Limiter(Limits(tokens_per_minute=600_000))  # 10,000 a second, 50,000 at once
    began = now()
    assert await one_attempt(limiter, tokens=52_000) - began == pytest.approx(0.2, abs=0.1)


async def test_a_stopped_limiter_admits_nothing_more_and_says_why() -> None:
    """Those who wait and those who come later get the first reason; those under way are left alone."""
    limiter = Limiter(Limits(concurrency=1))
    budget = Failed("budget", "12 of 12 spent", sent=False)

    async def next_in_line() -> Failed | None:
        async with limiter.place() as closed:
            return closed

    async with limiter.place() as closed:
        assert closed is None
        waiting = asyncio.create_task(next_in_line())
        await asyncio.sleep(0)
        limiter.stop(Failed("budget", "12 of 12 spent"))
        limiter.stop(Failed("interrupted"))
        assert await waiting == budget
    assert await next_in_line() == budget


async def test_a_limiter_stopped_by_an_error_raises_it() -> None:
    """After refused credentials nobody tries again."""
    limiter = Limiter()
    limiter.stop(AuthenticationError("refused"))
    with pytest.raises(AuthenticationError, match="refused"):
        await one_attempt(limiter)


async def test_silence_is_measured_from_the_first_unanswered_attempt() -> None:
    """Silence grows from the first failure and ends with any answer."""
    limiter = Limiter()
    assert limiter.silent_for() == 0
    limiter.unanswered()
    await asyncio.sleep(0.03)
    limiter.unanswered()
    assert limiter.silent_for() >= 0.03
    limiter.answered()
    assert limiter.silent_for() == 0


async def test_clients_with_one_key_share_its_quota() -> None:
    """600 a minute are 50 at once for both together, whichever of the two knows of the quota."""
    pacing = Pacing()
    target = pacing.limiter("https://api.example/v1", "key", Limits(100, requests_per_minute=600))
    judge = pacing.limiter("https://api.example/v1", "key", Limits(100))
    began = now()
    times = await asyncio.gather(*(one_attempt(one) for one in [target, judge] * 26))
    assert max(times) - began == pytest.approx(0.2, abs=0.12)


async def test_the_stricter_quota_holds() -> None:
    """Two clients say different things of one key."""
    pacing = Pacing()
    pacing.limiter("u", "key", Limits(100, requests_per_minute=6_000))
    strict = pacing.limiter("u", "key", Limits(100, requests_per_minute=600))
    began = now()
    times = await asyncio.gather(*(one_attempt(strict) for _ in range(52)))
    assert max(times) - began == pytest.approx(0.2, abs=0.12)


async def test_another_key_or_address_has_a_quota_of_its_own() -> None:
    """And every client has places of its own."""
    pacing = Pacing()
    limits = Limits(concurrency=2, requests_per_minute=12)
    limiters = [pacing.limiter(url, key, limits) for url, key in (("u", "k"), ("u", "l"), ("v", "k"))]
    await asyncio.wait_for(asyncio.gather(*(one_attempt(one) for one in limiters)), 1)
    assert [one.width for one in limiters] == [2, 2, 2]


async def test_one_stop_ends_the_calls_of_all_clients() -> None:
    """Also of those that wait."""
    pacing = Pacing()
    limiters = [pacing.limiter("u", key, Limits(concurrency=1)) for key in ("k", "l")]
    pacing.stop(Failed("budget", "used up"))
    for limiter in limiters:
        async with limiter.place() as closed:
            assert closed == Failed("budget", "used up", sent=False)

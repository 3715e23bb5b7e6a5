"""Places: as many as fit, in turn, and never lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from tasks.transport.slots import Slots

pytestmark = pytest.mark.anyio


async def take_in_turn(slots: Slots, name: str, order: list[str], *, first: bool = False) -> None:
    """Take a place and note the turn."""
    await slots.take(first=first)
    order.append(name)


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_no_more_are_open_than_the_width() -> None:
    """With a width of two, the third waits until one is given back."""
    slots, order = Slots(2), list[str]()
    tasks = [asyncio.create_task(take_in_turn(slots, name, order)) for name in "abc"]
    await settle()
    assert order == ["a", "b"]
    slots.give_back()
    await asyncio.gather(*tasks)
    assert (order, slots.open) == (["a", "b", "c"], 2)


async def test_a_repeated_call_goes_first() -> None:
    """Whoever asks to be first is served before those who wait already."""
    slots, order = Slots(1), list[str]()
    await slots.take()
    tasks = [asyncio.create_task(take_in_turn(slots, name, order, first=name == "again")) for name in ("new", "again")]
    await settle()
    slots.give_back()
    await settle()
    assert order == ["again"]
    slots.give_back()
    await asyncio.gather(*tasks)
    assert order == ["again", "new"]


async def test_a_pause_admits_nobody_until_it_is_over() -> None:
    """During a pause even free places are not given; the longest of several pauses counts."""
    slots = Slots(4)
    slots.pause(0.15)
    slots.pause(0.01)
    began = asyncio.get_running_loop().time()
    await slots.take()
    assert 0.14 <= asyncio.get_running_loop().time() - began < 1


async def test_the_width_halves_to_one_and_grows_back() -> None:
    """Narrowing never closes the service off; widening stops at the most."""
    slots = Slots(4)
    widths = []
    for _ in range(4):
        slots.narrow()
        widths.append(slots.width)
    assert widths == [2, 1, 1, 1]
    for _ in range(20):
        slots.widen(0.25)
    assert slots.width == 4


async def test_everybody_is_let_go_when_there_is_nothing_to_wait_for() -> None:
    """Release ignores width and pause."""
    slots, order = Slots(1), list[str]()
    slots.pause(60)
    tasks = [asyncio.create_task(take_in_turn(slots, name, order)) for name in "abc"]
    await settle()
    slots.release_all()
    await asyncio.gather(*tasks)
    assert order == ["a", "b", "c"]


@pytest.mark.parametrize("seed", range(5))
async def test_cancelled_waiters_never_lose_a_place(seed: int) -> None:
    """After any mixture of calls and cancellations all places are free again."""
    slots, draw = Slots(3), random.Random(seed)

    async def call() -> None:
        await slots.take(first=draw.random() < 0.3)
        try:
            await asyncio.sleep(draw.random() / 500)
        finally:
            slots.give_back()

    tasks = [asyncio.create_task(call()) for _ in range(60)]
    for task in draw.sample(tasks, 30):
        await asyncio.sleep(draw.random() / 1000)
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert slots.open == 0
    await asyncio.wait_for(slots.take(), 1)

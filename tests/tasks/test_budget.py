"""What a run may spend: the limit is said once, and then stands."""

from __future__ import annotations

import asyncio

import pytest

from tasks.budget import Budget, Purse


def stops_of(budget: Budget, costs: list[float | None], wait_s: float = 0.0) -> tuple[list[str], str | None]:
    """Spend, wait, and return what was said and what the purse says afterwards."""
    said: list[str] = []

    async def spend() -> str | None:
        purse = Purse(budget, said.append)
        purse.start_clock()
        for cost in costs:
            purse.spend(cost)
        await asyncio.sleep(wait_s)
        purse.close()
        return purse.exhausted

    return said, asyncio.run(spend())


def test_without_limits_nothing_is_ever_exhausted() -> None:
    """An empty budget bears anything."""
    assert stops_of(Budget(), [10.0**9]) == ([], None)


@pytest.mark.parametrize(("costs", "stops"), [([0.5, 0.49], 0), ([0.5, 0.5], 1), ([2.0, 2.0, 2.0], 1), ([None] * 9, 0)])
def test_money_stops_at_the_limit_and_says_so_once(costs: list[float | None], stops: int) -> None:
    """At the limit, not beyond it; an unknown cost cannot be counted."""
    said, exhausted = stops_of(Budget(money=1.0), costs)
    assert (len(said), exhausted is not None) == (stops, stops > 0)


def test_what_cannot_be_counted_is_counted_as_that() -> None:
    """So that somebody hears of it."""
    purse = Purse(Budget(money=1.0), lambda _why: None)
    for cost in (0.25, None, 0.5, None):
        purse.spend(cost)
    assert (purse.spent, purse.uncounted) == (0.75, 2)


def test_time_stops_by_itself() -> None:
    """Nobody has to ask: the clock closes the purse."""
    said, exhausted = stops_of(Budget(minutes=0.02 / 60), [], wait_s=0.1)
    assert said == [exhausted]
    assert "time budget" in str(exhausted)

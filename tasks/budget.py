"""What a run may still spend, in money and time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field


class Budget(BaseModel):
    """What one run of a tier may take; at the limit no new call starts and what is missing is named so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    money: float | None = Field(default=None, gt=0, description="in the price table's currency")
    minutes: float | None = Field(default=None, gt=0, description="from the moment the target is ready")


class Purse:
    """Counts what a run spends, and says once that a limit is reached."""

    __slots__ = ("_budget", "_exhausted", "_stop", "_timer", "spent", "uncounted")

    def __init__(self, budget: Budget, stop: Callable[[str], None]) -> None:
        self._budget = budget
        self._stop = stop
        self._exhausted: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.spent = 0.0
        """In the price table's currency, over answers and judgements whose cost is known."""
        self.uncounted = 0
        """Answers and judgements whose cost is not known."""

    def start_clock(self) -> None:
        """Count minutes from now; the event loop must run."""
        minutes = self._budget.minutes
        if minutes is not None:
            reason = f"the time budget of {minutes:g} minutes is used up"
            self._timer = asyncio.get_running_loop().call_later(minutes * 60, self._close, reason)

    @property
    def exhausted(self) -> str | None:
        """The limit that was reached; None while there is something left."""
        return self._exhausted

    def spend(self, cost: float | None) -> None:
        """Count what an answer or judgement cost; an unknown cost cannot be counted."""
        self.spent += cost or 0.0
        self.uncounted += cost is None
        money = self._budget.money
        if money is not None and self.spent >= money:
            self._close(f"the money budget of {money:g} is used up")

    def close(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()

    def _close(self, reason: str) -> None:
        if self._exhausted is None:
            self._exhausted = reason
            self._stop(reason)

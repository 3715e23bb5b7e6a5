"""What a run may still spend, in money and time."""

from __future__ import annotations

import time
from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field


class Budget(BaseModel):
    """What one run of a tier may take; at the limit no new call starts and what is missing is named so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    money: float | None = Field(default=None, gt=0, description="in the price table's currency")
    minutes: float | None = Field(default=None, gt=0, description="from the first call")


class Purse:
    """Counts what a run spends against its budget."""

    __slots__ = ("_began", "_budget", "_clock", "spent")

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self._budget = budget
        self._clock = clock
        self._began: float | None = None
        self.spent = 0.0

    def spend(self, cost: float | None) -> None:
        """Count what an answer or judgement cost; an unknown cost cannot be counted."""
        self.spent += cost or 0.0

    def exhausted(self) -> str | None:
        """Say which limit is reached; None while there is something left."""
        now = self._clock()
        self._began = now if self._began is None else self._began
        minutes = self._budget.minutes
        if minutes is not None and now - self._began >= minutes * 60:
            return f"the time budget of {minutes:g} minutes is used up"
        money = self._budget.money
        if money is not None and self.spent >= money:
            return f"the money budget of {money:g} is used up"
        return None

"""Checks of what an answer took: time and money. Unknown is not free: it is unscored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field

from evals.checks.check import Check, CheckResult, Subject, register


@register
class Latency(Check):
    """The answer came in time."""

    type: ClassVar[str] = "latency"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "The answer took at most so many seconds, from sending the request to its last byte."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ({"type": "latency", "max_seconds": 2.5},)

    max_seconds: float = Field(gt=0, allow_inf_nan=False, description="longest time, in seconds, inclusive")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when the latency is known and small enough."""
        taken = subject.answer.latency
        if taken is None:
            return self.unscored("the latency of this answer is not known")
        return self.verdict(taken <= self.max_seconds, f"took {taken:.3g} s, at most {self.max_seconds:g} s allowed")


@register
class Cost(Check):
    """The answer was cheap enough."""

    type: ClassVar[str] = "cost"
    is_of_text: ClassVar[bool] = False
    summary: ClassVar[str] = "The answer cost at most so much, in the currency of the price table."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ({"type": "cost", "max": 0.01},)

    max: float = Field(ge=0, allow_inf_nan=False, description="highest cost of the answer, inclusive")

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when the cost is known and low enough."""
        paid = subject.answer.cost
        if paid is None:
            return self.unscored("the cost of this answer is not known")
        return self.verdict(paid <= self.max, f"cost {paid:.4g}, at most {self.max:g} allowed")

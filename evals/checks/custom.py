"""Checks written as a function by the team that owns the golden set."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from pydantic import Field, field_validator, model_validator

from evals.checks.check import Check, CheckResult, Subject, register
from evals.checks.plugins import GROUP, load_object


@register
class Custom(Check):
    """A function decides.

    It is called as ``function(subject, **parameters)`` and returns one of

    - a bool: pass or fail;
    - a number from 0 to 1: passes when it is at least ``min_score``;
    - a pair of one of these and a sentence that explains it.

    Anything else, and any exception, leaves the answer unscored. A function must be fast and free of effects; whoever
    runs checks bounds their time.
    """

    type: ClassVar[str] = "custom"
    summary: ClassVar[str] = "A function of yours decides: `function(subject, **parameters)` returns a bool or a score."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "custom", "function": "evals.checks.sample:keeps_to_the_point"},
        {
            "type": "custom",
            "function": "evals.checks.sample:keeps_to_the_point",
            "parameters": {"words": 3},
            "min_score": 0.5,
        },
    )

    function: str = Field(
        description="`module:function`, installed or in the current directory, or the name of an entry point of the "
        f"group {GROUP}"
    )
    parameters: dict[str, Any] = Field(default_factory=dict, description="keyword arguments of the function")
    min_score: float = Field(default=1.0, ge=0, le=1, description="lowest score that passes, when it returns a number")

    @field_validator("function")
    @classmethod
    def _callable(cls, reference: str) -> str:
        try:
            function = load_object(reference)
        except Exception as error:
            raise ValueError(f"function {error}") from error
        if not callable(function):
            raise ValueError(f"function must be callable, got {reference!r}, which is {type(function).__name__}")  # noqa: TRY004
        return reference

    @model_validator(mode="after")
    def _fitting(self) -> Self:
        function = load_object(self.function)
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            # Some of those written in C do not tell what they take.
            return self
        try:
            signature.bind(None, **self.parameters)
        except TypeError as error:
            raise ValueError(f"parameters must fit {self.function}{signature}: {error}") from None
        return self

    def evaluate(self, subject: Subject) -> CheckResult:
        """Ask the function."""
        try:
            returned = load_object(self.function)(subject, **self.parameters)
        except Exception as error:  # noqa: BLE001 (it is somebody else's code)
            return self.unscored(f"{self.function} raised {type(error).__name__}: {error}")
        return self._read(*_verdict_and_reason(returned))

    def _read(self, verdict: object, reason: str) -> CheckResult:
        if isinstance(verdict, bool):
            return self.verdict(verdict, reason or f"{self.function} returned {verdict}")
        if isinstance(verdict, int | float) and math.isfinite(verdict) and 0 <= verdict <= 1:
            text = f"{self.function} gave {verdict:.3g}, at least {self.min_score:g} is wanted"
            return self.verdict(verdict >= self.min_score, reason or text, score=float(verdict))
        shown = repr(verdict)[:80]
        return self.unscored(f"{self.function} must return a bool or a number from 0 to 1, got {shown}")


def _verdict_and_reason(returned: object) -> tuple[object, str]:
    if isinstance(returned, tuple) and len(returned) == 2 and isinstance(returned[1], str):
        return returned
    return returned, ""

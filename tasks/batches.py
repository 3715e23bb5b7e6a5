"""Work in batches: what one Prefect task run carries.

Decision: a batch is a plain class, because Prefect walks every dataclass, list and dict among the arguments and results
of a task to look for upstream results: 24 batches of 100 cases took 5.3 s as tuples of dataclasses and 1.1 s as this.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from evals.answers import Response
from evals.cases.case import Case
from evals.checks.check import CheckResult
from evals.results.run import Stage

BATCHES_A_STAGE = 24
"""A task run costs 10 ms here and leaves the server seconds of events: never more than these many a stage."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Work:
    """One trial to run."""

    case: Case
    trial: int
    """0-based."""
    stage: Stage


@dataclass(frozen=True, slots=True)
class Answered:
    """A trial with what came back."""

    work: Work
    response: Response
    checks: tuple[CheckResult, ...] = ()


class Batch(Generic[T]):
    """Some items of a stage, opaque to Prefect; iterate to get them."""

    __slots__ = ("_items", "label")

    def __init__(self, label: str, items: Sequence[T]) -> None:
        self.label = label
        """``9-16 of 100``: shown in the names of task runs."""
        self._items = tuple(items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


def split(items: Sequence[T], at_most: int = BATCHES_A_STAGE) -> list[Batch[T]]:
    """Cut into at most ``at_most`` batches of equal size, in order; one item a batch while that is possible."""
    size = max(1, math.ceil(len(items) / at_most))
    total = len(items)
    return [
        Batch(_label(start, min(start + size, total), total), items[start : start + size])
        for start in range(0, total, size)
    ]


def _label(start: int, end: int, total: int) -> str:
    numbers = str(end) if end - start == 1 else f"{start + 1}-{end}"
    return f"{numbers} of {total}"

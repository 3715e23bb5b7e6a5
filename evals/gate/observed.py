"""Values of both sides over the common cases, as the rules on metrics compare them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evals.gate.comparison import Comparison, unselected
from evals.results.run import TrialResult
from evals.stats.values import FloatArray

SLACK = 1e-9
"""Means of scores are float sums: a drop of exactly the threshold must not exceed it in the last digits."""

Value = Callable[[TrialResult], float | None]


@dataclass(frozen=True, slots=True)
class Observed:
    """Values of both sides over the common cases; the three arrays have one entry a trial."""

    values: tuple[float, ...]
    cases: tuple[int, ...]
    is_candidate: tuple[bool, ...]

    def side(self, *, candidate: bool) -> list[float]:
        """Values of one side."""
        return [v for v, mine in zip(self.values, self.is_candidate, strict=True) if mine is candidate]

    def case_means(self, *, candidate: bool) -> FloatArray:
        """Mean of each case on one side, cases in order; the two sides align."""
        sums: dict[int, list[float]] = {}
        for value, case, mine in zip(self.values, self.cases, self.is_candidate, strict=True):
            if mine is candidate:
                sums.setdefault(case, []).append(value)
        return np.array([sum(values) / len(values) for _, values in sorted(sums.items())])

    @property
    def paired_cases(self) -> int:
        """Number of cases observed on both sides."""
        return len(set(self.cases))


def observe(comparison: Comparison, value: Value, *, rounds: int = 0) -> Observed:
    """Collect a value of the common cases that have it on both sides.

    Of the run: its screen trials and the first ``rounds`` rounds beyond them.
    """
    now = {i: unselected(comparison, i, rounds) for i in comparison.common}
    return pair(now, comparison.baseline or {}, comparison.common, value)


def pair(
    now: Mapping[str, Sequence[TrialResult]],
    before: Mapping[str, Sequence[TrialResult]],
    ids: Iterable[str],
    value: Value,
) -> Observed:
    """Collect a value of the cases that have it on both sides.

    Sorted by case, side and value, so that seeded tests do not depend on the order in which answers came.
    """
    values: list[float] = []
    cases: list[int] = []
    sides: list[bool] = []
    for number, case_id in enumerate(sorted(ids)):
        mine, theirs = _known(now.get(case_id, ()), value), _known(before.get(case_id, ()), value)
        if mine and theirs:
            values += [*mine, *theirs]
            cases += [number] * (len(mine) + len(theirs))
            sides += [True] * len(mine) + [False] * len(theirs)
    return Observed(tuple(values), tuple(cases), tuple(sides))


def _known(trials: Sequence[TrialResult], value: Value) -> list[float]:
    return sorted(number for trial in trials if (number := value(trial)) is not None)

"""Early stopping: the screen is run in chunks of a seeded order, and the rest is not run once the evidence is there.

After every chunk the exact e-process over the cases run so far is looked at. By Ville's inequality a sound candidate
reaches 200 in at most one of 200 runs however often one looks, because the order of the cases does not depend on their
results.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from evals.gate.comparison import Comparison, EarlyStop
from evals.stats.sequential import STOP_AT, eprocess
from evals.stats.stratified import exact_drop

LOOKS = 20
"""Chunks a screen is cut into: a large drop is seen after a fifth of the cases, so finer cuts save little."""
SMALLEST_CHUNK = 5
"""Cases; a chunk is run at once, so smaller ones would cost time and save next to nothing."""


def chunks(ids: Sequence[str], seed: int) -> list[tuple[str, ...]]:
    """Cut the cases, in an order that only ids and seed decide, into chunks to look after."""
    order = sorted(ids)
    shuffled = [order[position] for position in np.random.default_rng([seed, len(order)]).permutation(len(order))]
    size = max(SMALLEST_CHUNK, -(-len(order) // LOOKS))
    return [tuple(shuffled[start : start + size]) for start in range(0, len(order), size)]


def look(comparison: Comparison, *, planned: int, saved: int, margin_points: Fraction) -> EarlyStop | None:
    """Say whether to stop: the e-process has reached 200, and the drop is beyond the margin as it stands.

    Args:
        comparison: the cases run so far beside the baseline.
        planned: cases of the whole screen; the others are taken as unchanged.
        saved: calls that would not be made.
        margin_points: largest tolerated drop, in points.
    """
    counts = comparison.counts
    sides = counts.baseline_fails, counts.baseline_trials, counts.candidate_fails, counts.candidate_trials
    evidence = eprocess(*sides)
    if evidence.size == 0 or evidence[-1] < STOP_AT:
        return None
    seen = sum(1 for now in counts.candidate_trials if now)
    if 100 * exact_drop(*sides) * seen <= margin_points * planned:
        return None
    return EarlyStop(float(evidence[-1]), len(comparison.candidate), planned, saved)

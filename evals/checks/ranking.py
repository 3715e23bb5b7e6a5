"""Scores of one ranked list against what should be in it.

Ranks are 1-based. Nothing here divides by the number of cases: means over cases are in ``evals.results.retrieval``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def reciprocal_rank(rank: int | None, k: int) -> float:
    """1 / rank of the first relevant item, 0 when it is absent or below rank ``k`` (Voorhees, TREC-8, 1999)."""
    return 0.0 if rank is None or rank > k else 1.0 / rank


def recall(found: int, relevant: int) -> float:
    """Share of the relevant things that were found, 0 to 1; ``relevant`` is at least 1."""
    return found / relevant


def discounted_gain(gains: Sequence[float]) -> float:
    """Sum of gain / log2(rank + 1) over a list in rank order (Jarvelin and Kekalainen, ACM TOIS 20(4), 2002)."""
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def ndcg(gains: Sequence[float], relevant: Sequence[float], k: int) -> float:
    """Discounted gain of the first ``k`` items over that of the best possible list, 0 to 1.

    Args:
        gains: gain of each item of the list, in rank order, 0 for what is not relevant.
        relevant: gains of everything that is relevant, in any order; their sum is above 0.
        k: how far down the list is read, at least 1.
    """
    ideal = discounted_gain(sorted(relevant, reverse=True)[:k])
    return min(1.0, discounted_gain(gains[:k]) / ideal)

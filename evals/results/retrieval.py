"""How well the retriever ranks, over many cases.

Each function takes one entry per case and returns None for no cases: nothing measured is not 0. Ranks are 1-based.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from evals.checks.check import CheckResult, Outcome
from evals.checks.ranking import ndcg, reciprocal_rank


@dataclass(frozen=True, slots=True)
class RetrievalSummary:
    """The ``retrieval`` checks of a run; a miss counts 0, what could not be scored is left out and counted."""

    scored: int
    """Checks that passed or failed."""
    unscored: int
    """Checks that could not be evaluated."""
    recall: float | None
    """recall@k: share of scored checks that passed, 0 to 1."""
    mrr: float | None
    """MRR@k: mean reciprocal rank, 0 to 1."""


def summarize_retrieval(results: Iterable[CheckResult]) -> RetrievalSummary:
    """Summarize results of ``retrieval`` checks (each with the k of its case); other types are ignored."""
    mine = [one for one in results if one.type == "retrieval"]
    scored = [one for one in mine if one.outcome is not Outcome.UNSCORED]
    return RetrievalSummary(
        scored=len(scored),
        unscored=len(mine) - len(scored),
        recall=_mean([float(one.passed) for one in scored]),
        mrr=_mean([one.score for one in scored if one.score is not None]),
    )


def recall_at_k(ranks: Sequence[int | None], k: int) -> float | None:
    """Share of cases with a relevant item among the first ``k``.

    Args:
        ranks: rank of the first relevant item of each case, None when there is none.
        k: at least 1.
    """
    return _mean([float(rank is not None and rank <= k) for rank in ranks])


def mrr_at_k(ranks: Sequence[int | None], k: int) -> float | None:
    """Mean reciprocal rank: the mean of 1 / rank, not 1 / mean rank; misses and ranks below ``k`` count 0.

    Args:
        ranks: rank of the first relevant item of each case, None when there is none.
        k: at least 1.
    """
    return _mean([reciprocal_rank(rank, k) for rank in ranks])


def ndcg_at_k(gains: Sequence[Sequence[float]], relevant: Sequence[Sequence[float]], k: int) -> float | None:
    """Mean normalized discounted cumulative gain.

    Args:
        gains: per case, gain of each retrieved item in rank order, 0 for what is not relevant.
        relevant: per case, gains of everything relevant; cases of equal index belong together, no sum is 0.
        k: at least 1.
    """
    return _mean([ndcg(got, wanted, k) for got, wanted in zip(gains, relevant, strict=True)])


def _mean(values: Sequence[float]) -> float | None:
    return fsum(values) / len(values) if values else None

"""Retrieval over many cases."""

from __future__ import annotations

import pytest

from evals.checks.check import CheckResult, Outcome
from evals.results.retrieval import RetrievalSummary, mrr_at_k, ndcg_at_k, recall_at_k, summarize_retrieval


def result(outcome: Outcome, score: float | None, kind: str = "retrieval") -> CheckResult:
    """One check's result."""
    return CheckResult(kind, kind, 1, outcome, score, "")


def test_a_miss_counts_nothing_and_what_is_unscored_is_left_out() -> None:
    """Ranks 1 and 10, a miss, and one that could not be scored."""
    results = [
        result(Outcome.PASS, 1.0),
        result(Outcome.PASS, 0.1),
        result(Outcome.FAIL, 0.0),
        result(Outcome.UNSCORED, None),
        result(Outcome.PASS, 1.0, kind="contains"),
    ]
    summary = summarize_retrieval(results)
    assert (summary.scored, summary.unscored) == (3, 1)
    assert summary.recall == pytest.approx(2 / 3)
    assert summary.mrr == pytest.approx(1.1 / 3)


def test_no_cases_have_no_mean() -> None:
    """Nothing measured is not 0."""
    assert summarize_retrieval([]) == RetrievalSummary(0, 0, None, None)
    assert (recall_at_k([], 5), mrr_at_k([], 5), ndcg_at_k([], [], 5)) == (None, None, None)


@pytest.mark.parametrize(
    ("ranks", "k", "recall", "mrr"),
    [
        # The mean of 1 and 1/10, not the reciprocal of the mean rank.
        ([1, 10], 10, 1.0, 0.55),
        ([1, 10], 5, 0.5, 0.5),
        ([1, 2, 1, None], 1, 0.5, 0.5),
        ([None], 5, 0.0, 0.0),
    ],
)
def test_ranks_give_recall_and_mrr(ranks: list[int | None], k: int, recall: float, mrr: float) -> None:
    """The mean of reciprocal ranks, and the share of hits, within k."""
    assert recall_at_k(ranks, k) == pytest.approx(recall)
    assert mrr_at_k(ranks, k) == pytest.approx(mrr)


def test_ndcg_is_graded() -> None:
    """Gains 3 and 2 in the wrong order: (2 + 3/log2(3)) / (3 + 2/log2(3)) = 3.8927892607 / 4.2618595071."""
    assert ndcg_at_k([[2, 3]], [[3, 2]], 5) == pytest.approx(3.8927892607 / 4.2618595071)


def test_ndcg_is_the_mean_over_cases() -> None:
    """A perfect case and one without any hit."""
    assert ndcg_at_k([[1], [0]], [[1], [1]], 5) == pytest.approx(0.5)

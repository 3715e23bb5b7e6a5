"""Latency and cost checks."""

from __future__ import annotations

import pytest

from tests.evals.checks.trying import outcome, refusal


@pytest.mark.parametrize(("seconds", "verdict"), [(0.5, "pass"), (2.0, "pass"), (2.01, "fail"), (None, "unscored")])
def test_latency_is_at_most_its_limit(seconds: float | None, verdict: str) -> None:
    """Inclusive; an unknown latency is neither fast nor slow."""
    assert outcome({"type": "latency", "max_seconds": 2.0}, latency=seconds) == verdict


@pytest.mark.parametrize(("cost", "verdict"), [(0.0, "pass"), (0.01, "pass"), (0.011, "fail"), (None, "unscored")])
def test_cost_is_at_most_its_limit(cost: float | None, verdict: str) -> None:
    """Inclusive; an unknown cost is not free."""
    assert outcome({"type": "cost", "max": 0.01}, cost=cost) == verdict


@pytest.mark.parametrize("limit", [0, -1, "2", True, None, float("nan"), float("inf")])
def test_a_limit_of_time_is_a_positive_number(limit: object) -> None:
    """Zero seconds would fail every answer, and infinity none."""
    assert "max_seconds" in refusal({"type": "latency", "max_seconds": limit})

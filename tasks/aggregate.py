"""Aggregate the trials of a run."""

from __future__ import annotations

from collections.abc import Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.results.aggregate import summarize
from evals.results.run import Summary, TrialResult


@task(name="aggregate", cache_policy=NO_CACHE, persist_result=False)
def aggregate(trials: Sequence[TrialResult]) -> Summary:
    """Compute pass rates, judge means, latency, cost and schema compliance over the screen trials."""
    return summarize(trials)

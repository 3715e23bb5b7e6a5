"""Aggregate the trials of a run."""

from __future__ import annotations

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.results.aggregate import summarize
from evals.results.run import Summary, TrialResult
from tasks.batches import Batch


@task(name="aggregate", cache_policy=NO_CACHE, persist_result=False)
def aggregate(trials: Batch[TrialResult]) -> Summary:
    """Compute pass rates, judge means, latency, cost and schema compliance over the screen trials."""
    return summarize(trials)

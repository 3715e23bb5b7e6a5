"""Plan a run as the first task of its flow."""

from __future__ import annotations

from prefect import task
from prefect.cache_policies import NO_CACHE

from tasks.plan import Plan
from tasks.planning import plan_run
from tasks.request import RunRequest
from tasks.starting import flow_run_id, identified


@task(name="load set", cache_policy=NO_CACHE, persist_result=False)
def load_set(request: RunRequest) -> Plan:
    """Load configuration, golden set and baseline, and decide what to run.

    Raises:
        InputError: anything in the request, the configuration, the golden set or the baseline cannot be used.
    """
    return plan_run(identified(request, flow_run_id()))

"""Publish a finished run: the store first, then what is shown elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from prefect import task
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.cache_policies import NO_CACHE

from evals.errors import StoreError
from evals.finished.run import FinishedRun
from evals.gate.baseline import Baselines
from evals.gate.verdict import Decision
from evals.reports.markdown import render_comment
from tasks.outage import is_outage
from tasks.plan import Plan
from tasks.progress import progress
from tasks.references import pool_of
from tasks.starting import as_finished
from tasks.stores.baselines import change_baselines
from tasks.stores.journal import discard_journal
from tasks.stores.results import Results


@task(name="publish", cache_policy=NO_CACHE, persist_result=False)
def publish(plan: Plan, run: FinishedRun) -> FinishedRun:
    """Write the results, move the baseline when this run is one, show the verdict in Prefect; return what counts.

    The store comes first: a run whose server is lost afterwards still has its verdict.
    """
    run = commit(plan, run)
    keep_baseline(plan, run)
    progress().say(f"results: {plan.files.url} run {run.info.run_id}")
    forget(plan)
    show_in_prefect(run)
    return run


def forget(plan: Plan) -> None:
    """Remove the journal of a target that keeps everything only while a run lasts."""
    if plan.target.store.journal == "full":
        discard_journal(plan.files, plan.info.run_id)


def commit(plan: Plan, run: FinishedRun) -> FinishedRun:
    """Write the results; of two writers of one run the first counts, and the other takes its verdict.

    Raises:
        StoreError: they cannot be written.
    """
    results = Results(plan.files)
    try:
        if not results.exists(run.info.run_id):
            results.write(run)
            return run
    except StoreError:
        if not results.exists(run.info.run_id):
            raise
    return as_finished(results.read(run.info.run_id))


def keep_baseline(plan: Plan, run: FinishedRun) -> None:
    """Keep recorded trials as the pool, a passed run of main as the last green one, one of a branch as its last."""
    change = _change(plan, run)
    if change is not None:
        info = run.info
        change_baselines(plan.files, info.golden_version, info.app, info.tier, change)


def _change(plan: Plan, run: FinishedRun) -> Callable[[Baselines], Baselines] | None:
    """What this run changes in the baselines of its app; None for nothing."""
    info = run.info
    if is_outage(plan, run.trials):
        return None
    if info.kind == "baseline":
        return lambda found: found.recorded(pool_of(info, "pool"), start_over=plan.request.start_over)
    if run.verdict is None or run.verdict.decision is not Decision.PASSED:
        return None
    if info.branch == plan.config.main_branch and info.pr is None:
        return lambda found: found.recorded(pool_of(info, "green"))
    if plan.config.gate.regression.enabled and info.branch:
        return lambda found: found.passed_on_branch(pool_of(info, "green"))
    return None


def show_in_prefect(run: FinishedRun) -> None:
    """Leave the verdict, the metric table and the failing cases as artifacts of the flow run."""
    report = run.report
    create_markdown_artifact(
        render_comment(report) if report.verdict else _title(run), key="lastgreen-verdict", description=_title(run)
    )
    create_table_artifact(
        [{"metric": row.metric, "baseline": row.baseline, "now": row.now, "rule": row.status} for row in report.rows],
        key="lastgreen-metrics",
        description=f"Metrics of {run.info.run_id}",
    )
    failing = [*report.newly_failing, *report.still_failing]
    if failing:
        create_table_artifact(
            [{"case": line.case_id, "prompt": line.prompt, "why": "; ".join(line.reasons)} for line in failing],
            key="lastgreen-failing-cases",
            description=f"Failing cases of {run.info.run_id}",
        )


def _title(run: FinishedRun) -> str:
    return run.verdict.sentence if run.verdict else f"Baseline {run.info.run_id} recorded."

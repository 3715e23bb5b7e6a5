"""Compare a run with its baseline: what must still be run, and the verdict."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.answers import Answer
from evals.gate.comparison import Comparison, compare
from evals.gate.rules import gate_verdict, next_trials, pass_rate_settings
from evals.reports.report import build_report
from evals.results.aggregate import summarize
from evals.results.finished import FinishedRun
from evals.results.run import RunInfo, Summary, TrialResult
from tasks.batches import Batch, Work
from tasks.plan import Plan
from tasks.progress import progress
from tasks.session import Session


def more_work(plan: Plan, trials: Sequence[TrialResult]) -> list[Work]:
    """The trials that the pass-rate rule still needs; empty when it can decide."""
    if plan.baseline is None or plan.request.kind == "baseline":
        return []
    comparison = lay_out(plan, trials, summarize(trials), plan.info)
    wanted = next_trials(comparison, pass_rate_settings(plan.config.gate, plan.tier.mode))
    if wanted is None:
        return []
    ids, count, stage = wanted
    progress().say(f"{stage.value}: {count} more trials of {len(ids)} cases")
    next_trial = {i: max(t.trial for t in trials if t.case_id == i) + 1 for i in ids}
    return [Work(plan.cases[i], next_trial[i] + repeat, stage) for repeat in range(count) for i in ids]


@task(name="compare baseline", cache_policy=NO_CACHE, persist_result=False)
def compare_baseline(plan: Plan, session: Session, trials: Batch[TrialResult], summary: Summary) -> FinishedRun:
    """Decide, and lay out the report; a run that only records a baseline gets no verdict."""
    info = run_info(plan, session, trials)
    comparison = lay_out(plan, tuple(trials), summary, info)
    verdict = None
    if plan.request.kind == "gate":
        verdict = gate_verdict(comparison, plan.config.gate, tier=info.tier, mode=plan.tier.mode)
    baseline = plan.baseline
    report = build_report(
        info,
        comparison,
        verdict,
        baseline=baseline.label if baseline else "",
        baseline_summary=summarize(t for t in baseline.trials if t.case_id in plan.cases) if baseline else None,
    )
    return FinishedRun(info, tuple(trials), summary, verdict, report)


def lay_out(plan: Plan, trials: Sequence[TrialResult], summary: Summary, info: RunInfo) -> Comparison:
    """Put the run beside its baseline."""
    return compare(
        trials,
        plan.baseline.trials if plan.baseline else None,
        summary,
        known_ids=frozenset(case.id for case in plan.golden_set.cases),
        today=dt.datetime.now(dt.UTC).date(),
        seed=info.seed,
        mismatches=_mismatches(plan, info),
    )


def _mismatches(plan: Plan, info: RunInfo) -> tuple[str, ...]:
    baseline = plan.baseline
    if baseline is None or not info.judge or baseline.pool.judge == info.judge:
        return ()
    return (f"the baseline was judged by {baseline.pool.judge or 'no judge'!r}, this run by {info.judge!r}",)


def run_info(plan: Plan, session: Session, trials: Batch[TrialResult]) -> RunInfo:
    """The identity of the run with what only the connections know."""
    versions = {t.response.model_version for t in trials if isinstance(t.response, Answer) and t.response.model_version}
    return plan.with_info(
        target_fingerprint=session.target.fingerprint,
        judge=session.judge.key if session.judge else "",
        model_version=", ".join(sorted(versions)),
    )

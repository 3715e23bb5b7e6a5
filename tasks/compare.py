"""Compare a run with its baseline: what must still be run, and the verdict."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.answers import Answer
from evals.finished.run import FinishedRun
from evals.gate.comparison import Comparison, EarlyStop, Reference, compare, lay_beside
from evals.gate.compatibility import measured_elsewhere
from evals.gate.early_stop import look
from evals.gate.more_trials import next_trials
from evals.gate.rules import gate_verdict
from evals.gate.wording import counted, listed
from evals.judging.families import shared_families
from evals.reports.report import build_report
from evals.results.aggregate import ByCase, summarize
from evals.results.privacy import StorePolicy, withheld
from evals.results.run import RunInfo, Summary, TrialResult
from tasks.batches import Batch, Work
from tasks.judges.opening import models_of
from tasks.plan import LoadedBaseline, Plan
from tasks.progress import progress
from tasks.session import Session


def more_work(plan: Plan, trials: Sequence[TrialResult]) -> list[Work]:
    """The trials that the rules still need; empty when they can decide."""
    comparison = lay_out(plan, trials, summarize(trials), plan.info)
    wanted = next_trials(comparison, plan.config.gate, plan.tier.mode)
    if wanted is None:
        return []
    progress().say(f"{wanted.stage.value}: {wanted.trials} more trials of {counted(len(wanted.cases), 'case')}")
    next_trial = {i: max(t.trial for t in trials if t.case_id == i) + 1 for i in wanted.cases}
    return [
        Work(plan.cases[i], next_trial[i] + repeat, wanted.stage)
        for repeat in range(wanted.trials)
        for i in wanted.cases
    ]


def may_stop(plan: Plan, trials: Sequence[TrialResult]) -> bool:
    """Whether the rest of the screen need not be run: the evidence for a drop is there."""
    if not plan.stops_early:
        return False
    stop = lay_out(plan, trials, summarize(trials), plan.info).stop
    if stop is not None:
        progress().say(f"stopped early after {stop.seen} of {stop.planned} cases; {stop.saved} calls are saved")
    return stop is not None


@task(name="compare baseline", cache_policy=NO_CACHE, persist_result=False)
def compare_baseline(plan: Plan, session: Session, trials: Batch[TrialResult], summary: Summary) -> FinishedRun:
    """Decide, and lay out the report; a run that only records a baseline gets no verdict."""
    info = run_info(plan, session, trials)
    comparison = lay_out(plan, tuple(trials), summary, info)
    verdict = None
    if plan.request.kind == "gate":
        verdict = gate_verdict(comparison, plan.config.gate, tier=info.tier, mode=plan.tier.mode)
    baseline, policy = plan.baseline, plan.target.store
    kept = tuple(withheld(trial, policy) for trial in trials)
    report = build_report(
        info,
        storable(comparison, policy),
        verdict,
        baseline=baseline.label if baseline else "",
        baseline_summary=summarize(t for t in baseline.trials if t.case_id in comparison.candidate)
        if baseline
        else None,
        currency=plan.config.prices.currency,
    )
    return FinishedRun(info, kept, summary, verdict, report)


def storable(comparison: Comparison, policy: StorePolicy) -> Comparison:
    """The comparison with only what may be stored of either side: reports quote both."""

    def kept(side: ByCase) -> dict[str, list[TrialResult]]:
        return {case_id: [withheld(trial, policy) for trial in trials] for case_id, trials in side.items()}

    baseline = None if comparison.baseline is None else kept(comparison.baseline)
    return dataclasses.replace(
        comparison, candidate=kept(comparison.candidate), fresh=kept(comparison.fresh), baseline=baseline
    )


def lay_out(plan: Plan, trials: Sequence[TrialResult], summary: Summary, info: RunInfo) -> Comparison:
    """Put the run beside its baseline and the other sides."""
    baseline = plan.baseline
    comparison = compare(
        trials,
        baseline.trials if baseline else None,
        summary,
        known_ids=frozenset(case.id for case in plan.golden_set.cases),
        today=dt.datetime.now(dt.UTC).date(),
        seed=info.seed,
        mismatches=_mismatches(baseline),
        elsewhere=measured_elsewhere(
            info.environment, [run.environment for run in baseline.pool.runs] if baseline else []
        ),
    )
    return dataclasses.replace(
        comparison,
        notes=(*(baseline.warnings if baseline else ()), *_kinship(plan, info)),
        anchor=_beside(comparison, plan.references.anchor),
        passing=_beside(comparison, plan.references.passing),
        calibration=plan.calibration,
        stop=_stop(plan, comparison, trials),
        documents={case.id: case.document for case in plan.golden_set.cases if case.document},
    )


def _kinship(plan: Plan, info: RunInfo) -> tuple[str, ...]:
    """A note when the judge grades a model of its own family."""
    asked = [getattr(plan.target, "model", ""), *info.model_version.split(", ")]
    families = shared_families(asked, models_of(plan.judge) if plan.judge else ())
    return tuple(f"Judge and app both run {name} models, and a judge favours its own family." for name in families)


def _stop(plan: Plan, comparison: Comparison, trials: Sequence[TrialResult]) -> EarlyStop | None:
    """What is known of an early stop: trials that were planned are not there, and the evidence is."""
    saved = sum(len(chunk) for chunk in plan.screen) - len(trials) if plan.stops_early else 0
    if saved <= 0:
        return None
    margin = plan.config.gate.pass_rate.margin_points
    return look(comparison, planned=len(plan.cases), saved=saved, margin_points=margin)


def _beside(comparison: Comparison, side: LoadedBaseline | None) -> Reference | None:
    if side is None:
        return None
    return lay_beside(comparison, side.label, side.trials, next(iter(_mismatches(side)), ""))


def _mismatches(side: LoadedBaseline | None) -> tuple[str, ...]:
    if side is None or not side.unmended:
        return ()
    cases = f"{counted(len(side.unmended), 'case')} ({listed(side.unmended)})"
    return (f"the stored answers to {cases} were scored by other checks or another judge, and could not be again",)


def run_info(plan: Plan, session: Session, trials: Batch[TrialResult]) -> RunInfo:
    """The identity of the run with what only the connections know."""
    versions = {t.response.model_version for t in trials if isinstance(t.response, Answer) and t.response.model_version}
    return plan.with_info(
        target_fingerprint=session.target.fingerprint,
        judge=session.judge.key if session.judge else "",
        model_version=", ".join(sorted(versions)),
    )

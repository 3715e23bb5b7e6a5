"""What a run that records a baseline must run: the trials that the pool of fresh trials still lacks."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from evals.cases.case import Case
from evals.gate.baseline import PooledRun
from evals.gate.comparison import valid
from evals.results.aggregate import by_case
from evals.results.run import Stage, TrialResult
from evals.stats.flake import CLEAN_TRIALS_FOR_CRITICAL
from tasks.batches import Work
from tasks.plan import Plan
from tasks.session import Session

BASELINE_TRIALS = 10
"""Trials a case of a baseline: deep enough to confirm a single broken case with two fresh trials."""


def of_this_build(plan: Plan, session: Session) -> Plan:
    """The plan without a pool that this run cannot add to.

    That is one of another or an unknown commit, one of another target, and a judged one when there is no judge.
    """
    pool = plan.references.pool
    if pool is None or _can_grow(pool.pool.newest, plan, session):
        return plan
    return plan.with_references(dataclasses.replace(plan.references, pool=None))


def _can_grow(newest: PooledRun, plan: Plan, session: Session) -> bool:
    known = newest.commit_sha != "" and newest.commit_sha == plan.info.commit_sha
    return known and newest.target_fingerprint == session.target.fingerprint and _is_judged_alike(newest, session)


def _is_judged_alike(newest: PooledRun, session: Session) -> bool:
    """Without a judge only trials that none has judged; any others can be judged again."""
    return session.judge is not None or newest.judge == ""


def restated(plan: Plan, session: Session) -> list[TrialResult]:
    """The pool's trials, judged again, when another judge had judged them: they become trials of the new run."""
    pool = plan.references.pool
    judge = session.judge.key if session.judge else ""
    if pool is None or pool.pool.newest.judge == judge:
        return []
    return [
        dataclasses.replace(trial, trial=number)
        for trials in _pooled(plan).values()
        for number, trial in enumerate(trials)
    ]


def missing_trials(plan: Plan, kept: Sequence[TrialResult]) -> list[Work]:
    """The trials that each case lacks, repeat by repeat; numbered on from those of the pool."""
    pooled = _pooled(plan)
    numbered = {**pooled, **by_case(kept)}
    lacking = {i: _goal(plan, case) - valid(pooled.get(i, ())) for i, case in plan.cases.items()}
    first = {i: max((trial.trial for trial in numbered.get(i, ())), default=-1) + 1 for i in plan.cases}
    return [
        Work(case, first[i] + repeat, Stage.SCREEN)
        for repeat in range(max(lacking.values(), default=0))
        for i, case in plan.cases.items()
        if repeat < lacking[i]
    ]


def _goal(plan: Plan, case: Case) -> int:
    """Trials wanted; when none are named, critical cases get as many as they need to earn their tag."""
    if plan.request.trials is not None:
        return plan.request.trials
    return max(BASELINE_TRIALS, CLEAN_TRIALS_FOR_CRITICAL) if case.is_critical else BASELINE_TRIALS


def _pooled(plan: Plan) -> dict[str, list[TrialResult]]:
    """The pool's trials of the present cases, by case; a case whose content has changed starts anew."""
    pool = plan.references.pool
    trials = pool.trials if pool else ()
    hashes = {i: case.content_hash for i, case in plan.cases.items()}
    return by_case(trial for trial in trials if hashes.get(trial.case_id) == trial.case_hash)

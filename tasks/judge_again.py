"""Score stored trials as new ones are scored: by the present checks and judge, on the answers there are."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult
from evals.gate.comparison import valid
from evals.gate.compatibility import needs_checks, needs_judge
from evals.results.aggregate import by_case
from evals.results.run import Status, TrialResult, checks_verdict, score_trial
from tasks.batches import Answered, Work
from tasks.check import evaluate
from tasks.judge import score
from tasks.plan import LoadedBaseline, Plan, References
from tasks.progress import progress
from tasks.session import Session


@task(name="judge again", cache_policy=NO_CACHE, persist_result=False)
async def judge_again(plan: Plan, session: Session) -> Plan:
    """Check and judge the stored answers of the other sides again where checks or judge have changed.

    The target is not asked. Every judgement is in the journal of this run; the stored results stay as they are.

    Raises:
        AuthenticationError: the judge refused our credentials.
    """
    sides = {field.name: getattr(plan.references, field.name) for field in dataclasses.fields(References)}
    mended = {name: await _mended_side(plan, session, side) for name, side in sides.items() if side is not None}
    return plan.with_references(dataclasses.replace(plan.references, **mended))


async def _mended_side(plan: Plan, session: Session, side: LoadedBaseline) -> LoadedBaseline:
    outdated = sum(_is_outdated(plan, session, trial) for trial in side.trials)
    if not outdated:
        return side
    progress().say(f"{side.label}: scoring {outdated} stored answers again, for checks or judge have changed")
    numbered = [pair for trials in by_case(side.trials).values() for pair in enumerate(trials)]
    trials = await asyncio.gather(*(_mended(plan, session, trial, number) for number, trial in numbered))
    return dataclasses.replace(side, trials=tuple(trials), unmended=_lost(side.trials, trials))


def _is_outdated(plan: Plan, session: Session, trial: TrialResult) -> bool:
    case = plan.cases.get(trial.case_id)
    if case is None or case.content_hash != trial.case_hash:
        return False
    judge = session.judge
    return needs_checks(case, trial) or (judge is not None and needs_judge(case, trial, trial.checks, judge.key))


async def _mended(plan: Plan, session: Session, trial: TrialResult, number: int) -> TrialResult:
    if not _is_outdated(plan, session, trial) or not isinstance(trial.response, Answer):
        return trial
    if trial.withheld:
        return dataclasses.replace(trial, status=Status.MISSING, reason="the stored answer was withheld")
    case = plan.cases[trial.case_id]
    checks = evaluate(case, trial.response) if needs_checks(case, trial) else trial.checks
    if session.judge is None or not needs_judge(case, trial, checks, session.judge.key):
        return _with_checks(case, trial, checks)
    item = Answered(Work(case, trial.trial, trial.stage), trial.response, checks)
    return await score(session, item, f"stored {number}")


def _with_checks(case: Case, trial: TrialResult, checks: tuple[CheckResult, ...]) -> TrialResult:
    """The trial by other check results; a judgement counts only beside checks that pass."""
    judgement = trial.judgement if checks_verdict(case, checks)[0] is Status.PASS else None
    return score_trial(case, trial.trial, trial.response, checks, judgement, cost=trial.cost, stage=trial.stage)


def _lost(before: Sequence[TrialResult], after: Sequence[TrialResult]) -> tuple[str, ...]:
    """Cases that had valid trials and have none any more."""
    now = by_case(after)
    return tuple(case_id for case_id, trials in by_case(before).items() if valid(trials) and not valid(now[case_id]))

"""A target that answered nothing is an outage: no verdict, and no baseline that everything would pass against."""

from __future__ import annotations

from collections.abc import Sequence

from evals.answers import Fault, Missing
from evals.errors import TargetError
from evals.results.run import TrialResult
from tasks.plan import Plan


def is_outage(plan: Plan, trials: Sequence[TrialResult]) -> bool:
    """Whether nothing can be said of the app: nothing was seen, or a baseline saw faults alone, whatever it asked.

    Faults are the app's own otherwise: a gate that saw nothing else fails, and a case that is new in a pool may fail.
    """
    is_whole = plan.info.kind == "baseline" and {trial.case_id for trial in trials} >= plan.cases.keys()
    silent = (Missing, Fault) if is_whole else Missing
    return bool(trials) and all(isinstance(trial.response, silent) for trial in trials)


def require_answers(plan: Plan, trials: Sequence[TrialResult]) -> None:
    """End a run that was an outage; what is known of it is in the store.

    Raises:
        TargetError: it was one.
    """
    if is_outage(plan, trials):
        raise TargetError(
            f"the target answered none of {len(trials)} calls: {trials[0].reason} (kept as run {plan.info.run_id})"
        )

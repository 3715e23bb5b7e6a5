"""A target that answered nothing is an outage: no verdict, and no baseline that everything would pass against."""

from __future__ import annotations

from collections.abc import Sequence

from evals.answers import Answer, Missing
from evals.errors import TargetError
from evals.results.run import RunInfo, TrialResult


def is_outage(kind: str, trials: Sequence[TrialResult]) -> bool:
    """Whether nothing can be said of the app: a gate saw nothing at all, a baseline no answer.

    Faults are the app's own: a gate that saw nothing else fails.

    Args:
        kind: ``gate`` or ``baseline``.
        trials: All of the run.
    """
    if kind == "baseline":
        return not any(isinstance(trial.response, Answer) for trial in trials)
    return all(isinstance(trial.response, Missing) for trial in trials)


def require_answers(info: RunInfo, trials: Sequence[TrialResult]) -> None:
    """End a run that was an outage; what is known of it is in the store.

    Raises:
        TargetError: it was one.
    """
    if trials and is_outage(info.kind, trials):
        raise TargetError(
            f"the target answered none of {len(trials)} calls: {trials[0].reason} (kept as run {info.run_id})"
        )

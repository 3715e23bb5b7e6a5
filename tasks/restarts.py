"""When a flow run that ended, or will never end, without a verdict is started again, by whoever sees it first.

CI does it while it waits, the clean-up flow for everything else; both by these rules.
"""

from __future__ import annotations

from enum import StrEnum

MAX_STARTS = 3
"""A run that crashed this often crashes by itself, and would again."""
STUCK_MIN = 10.0
"""Minutes after which a run that is only being started, or stopped, has lost its worker."""
GIVE_UP_MIN = 24 * 60.0
"""A run that crashed longer ago is history: its commit has been gated since, or nobody asks any more."""

VERDICTS = {("COMPLETED", "Passed"): 0, ("COMPLETED", "Recorded"): 0, ("FAILED", "GateFailed"): 1}
"""Exit code by type and name of a final state."""


class Remedy(StrEnum):
    """What becomes of a run that nobody runs any more."""

    RESTART = "restart"
    CRASH = "crash"
    CANCEL = "cancel"


def exit_code_of(state_type: str, state_name: str) -> int:
    """Exit code of a final state: 4 for everything that is no verdict.

    >>> exit_code_of("FAILED", "Inconclusive"), exit_code_of("COMPLETED", "Inconclusive")
    (2, 0)
    """
    if state_name == "Inconclusive":
        return {"FAILED": 2, "COMPLETED": 0}.get(state_type, 4)
    return VERDICTS.get((state_type, state_name), 4)


def is_verdict(state_type: str, state_name: str) -> bool:
    """Whether a final state says what the gate decided."""
    return exit_code_of(state_type, state_name) != 4


def may_restart(state_type: str, run_count: int) -> bool:
    """Whether a run may be started again without a person: it crashed, and not too often."""
    return state_type == "CRASHED" and run_count < MAX_STARTS


def remedy(state_type: str, run_count: int, *, minutes: float, silent: float, patience: float) -> Remedy | None:
    """What to do about a run; None for one that is well, or not ours to touch.

    Args:
        state_type: Prefect's, in capitals.
        run_count: How often it was started.
        minutes: Since it is in this state.
        silent: Minutes since its last sign of life.
        patience: Minutes of silence after which a running run counts as dead.
    """
    restart = Remedy.RESTART if run_count < MAX_STARTS else Remedy.CRASH
    if state_type == "CRASHED":
        return Remedy.RESTART if may_restart(state_type, run_count) and minutes < GIVE_UP_MIN else None
    if state_type == "PENDING":
        return restart if minutes > STUCK_MIN else None
    if state_type == "CANCELLING":
        return Remedy.CANCEL if minutes > STUCK_MIN else None
    if state_type == "RUNNING":
        return restart if min(minutes, silent) > patience else None
    return None

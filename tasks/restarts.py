"""When a flow run that ended without a verdict is started again, by whoever sees it first: CI or the clean-up flow."""

from __future__ import annotations

MAX_STARTS = 3
"""A run that crashed this often crashes by itself, and would again."""

VERDICTS = {("COMPLETED", "Passed"): 0, ("COMPLETED", "Recorded"): 0, ("FAILED", "GateFailed"): 1}
"""Exit code by type and name of a final state."""


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

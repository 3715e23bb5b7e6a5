"""Which runs are started again, ended, or left alone."""

from __future__ import annotations

import pytest

from tasks.restarts import GIVE_UP_MIN, MAX_STARTS, STUCK_MIN, Remedy, remedy

LONG = STUCK_MIN + 1


@pytest.mark.parametrize(
    ("state", "starts", "minutes", "silent", "what"),
    [
        ("RUNNING", 1, 60, 1, None),
        ("RUNNING", 1, 1, 60, None),
        ("RUNNING", 1, 60, 60, Remedy.RESTART),
        ("RUNNING", MAX_STARTS, 60, 60, Remedy.CRASH),
        ("CRASHED", 1, 1, 0, Remedy.RESTART),
        ("CRASHED", MAX_STARTS, 1, 0, None),
        ("CRASHED", 1, GIVE_UP_MIN + 1, 0, None),
        ("PENDING", 0, 1, 0, None),
        ("PENDING", 0, LONG, 0, Remedy.RESTART),
        ("CANCELLING", 1, 1, 0, None),
        ("CANCELLING", 1, LONG, 0, Remedy.CANCEL),
        ("SCHEDULED", 0, 600, 600, None),
        ("COMPLETED", 1, 600, 600, None),
        ("FAILED", 1, 600, 600, None),
        ("CANCELLED", 1, 600, 600, None),
        ("PAUSED", 1, 600, 600, None),
    ],
)
def test_the_remedy_follows_from_state_starts_and_silence(
    state: str, starts: int, minutes: float, silent: float, what: Remedy | None
) -> None:
    """A run that has just begun is not silent, and one that crashed long ago is history."""
    assert remedy(state, starts, minutes=minutes, silent=silent, patience=5) is what

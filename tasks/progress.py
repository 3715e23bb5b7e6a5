"""What a run tells about itself while it goes on; a listener is set by whoever started it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Protocol

from evals.results.run import TrialResult


class Progress(Protocol):
    """Hears of every step of a run."""

    def say(self, message: str) -> None:
        """Hear one line of news."""

    def expect(self, trials: int) -> None:
        """Hear that so many trials more will come."""

    def answered(self) -> None:
        """Hear that one answer is there, not yet scored."""

    def scored(self, trial: TrialResult) -> None:
        """Hear of one scored trial."""


class Silent:
    """Hears and does nothing."""

    def say(self, message: str) -> None:
        """Ignore."""

    def expect(self, trials: int) -> None:
        """Ignore."""

    def answered(self) -> None:
        """Ignore."""

    def scored(self, trial: TrialResult) -> None:
        """Ignore."""


_listener: ContextVar[Progress] = ContextVar("progress", default=Silent())  # noqa: B039 (Silent has no state)


def progress() -> Progress:
    """The listener of the running flow."""
    return _listener.get()


@contextlib.contextmanager
def listening(listener: Progress) -> Iterator[None]:
    """Let ``listener`` hear of everything that runs inside."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)

"""What a person at a terminal sees while a run goes on, and what a log gets instead."""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from evals.results.run import Status, TrialResult

SHARE_TO_FORECAST = 0.05
"""Before this share is done a forecast would be noise."""
PLAIN_INTERVAL_S = 5.0
"""Without a terminal one line this often is enough to see life."""


class Counter(ABC):
    """Counts what a run has done; base of the two ways of showing it."""

    def __init__(self) -> None:
        self.expected = 0
        self.answers = 0
        self.done = 0
        self.failed = 0
        self.missing = 0
        self.cost: float | None = None
        self.began = time.monotonic()

    @abstractmethod
    def say(self, message: str) -> None:
        """Show one line of news."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the counts."""

    def reset(self) -> None:
        """Start counting anew, for the next run of the same command."""
        self.expected = self.answers = self.done = self.failed = self.missing = 0
        self.cost = None
        self.began = time.monotonic()

    def expect(self, trials: int) -> None:
        """Expect so many trials more; the clock starts with the first of them, not with the start of the target."""
        if not self.expected:
            self.began = time.monotonic()
        self.expected += trials
        self.refresh()

    def answered(self) -> None:
        """Count an answer that is not scored yet."""
        self.answers += 1
        self.refresh()

    def scored(self, trial: TrialResult) -> None:
        """Count a scored trial."""
        self.done += 1
        self.failed += trial.status is Status.FAIL
        self.missing += trial.status is Status.MISSING
        if trial.cost is not None:
            self.cost = (self.cost or 0.0) + trial.cost
        self.refresh()

    def summary(self) -> str:
        """The counts in words."""
        parts = [f"{self.done}/{self.expected} trials", f"{self.failed} failed"]
        if self.missing:
            parts.append(f"{self.missing} missing")
        if self.cost is not None:
            parts.append(f"cost {self.cost:.4f}")
        left = self._seconds_left()
        if left is not None:
            parts.append(f"{left:.0f} s left")
        return ", ".join(parts)

    def _seconds_left(self) -> float | None:
        done = (self.answers + self.done) / 2
        if done < self.expected * SHARE_TO_FORECAST or self.done >= self.expected:
            return None
        return (time.monotonic() - self.began) * (self.expected - done) / done


class Lines(Counter):
    """Plain lines for logs and pipes."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._told = time.monotonic()

    def say(self, message: str) -> None:
        """Write one line."""
        print(message, file=self._stream, flush=True)

    def refresh(self) -> None:
        """Write the counts when it is time, and at the end."""
        now = time.monotonic()
        finished = self.expected > 0 and self.done == self.expected
        if finished or (self.answers and now - self._told >= PLAIN_INTERVAL_S):
            self._told = now
            self.say(self.summary())


class Quiet(Counter):
    """Counts and shows nothing."""

    def say(self, message: str) -> None:
        """Ignore."""

    def refresh(self) -> None:
        """Ignore."""


class Bar(Counter):
    """A progress bar on a terminal."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        from deployments.terminal import Terminal

        super().__init__()
        self._console = Terminal(stderr=True)
        self._progress = Progress(
            SpinnerColumn(),
            BarColumn(bar_width=30),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._task = self._progress.add_task("starting", total=None)

    def start(self) -> None:
        """Show the bar."""
        self._progress.start()

    def stop(self) -> None:
        """Remove the bar."""
        self._progress.stop()

    def say(self, message: str) -> None:
        """Write a line above the bar."""
        self._console.print(message, markup=False, highlight=False)

    def refresh(self) -> None:
        """Move the bar: an answer is half a trial, its score the other half."""
        self._progress.update(
            self._task,
            total=2 * self.expected or None,
            completed=self.answers + self.done,
            description=self.summary(),
        )


@contextmanager
def watching(*, quiet: bool) -> Iterator[Counter]:
    """Choose how progress is shown: nothing, a bar on a terminal, lines otherwise; all of it on stderr."""
    if quiet:
        yield Quiet()
    elif sys.stderr.isatty():
        bar = Bar()
        bar.start()
        try:
            yield bar
        finally:
            bar.stop()
    else:
        yield Lines(sys.stderr)

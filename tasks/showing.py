"""What a run of a deployment shows in Prefect while it goes on: its share done as an artifact, its news as logs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from uuid import UUID

from prefect import runtime
from prefect.artifacts import acreate_progress_artifact, aupdate_progress_artifact
from prefect.exceptions import MissingContextError
from prefect.logging import get_run_logger

from evals.results.run import TrialResult
from tasks.progress import listening

KEY = "lastgreen-progress"
EVERY_S = 5.0
"""Each update is a call to the server, which has other things to do."""


class Shown:
    """Counts trials; answers are half of the way, scores the other half."""

    def __init__(self, log: logging.Logger | logging.LoggerAdapter[logging.Logger]) -> None:
        self._log = log
        self._expected = 0
        self._halves = 0

    @property
    def percent(self) -> float:
        """Share done, 0 to 100; 0 before anything is expected."""
        return min(100.0, 50.0 * self._halves / self._expected) if self._expected else 0.0

    def say(self, message: str) -> None:
        """Log one line of news."""
        self._log.info(message)

    def expect(self, trials: int) -> None:
        """Expect so many trials more."""
        self._expected += trials

    def answered(self) -> None:
        """Count an answer."""
        self._halves += 1

    def scored(self, trial: TrialResult) -> None:  # noqa: ARG002 (what it is does not matter here)
        """Count a score."""
        self._halves += 1


@contextlib.asynccontextmanager
async def shown_in_prefect() -> AsyncIterator[None]:
    """Show what runs inside; a run that a person started at a terminal is shown there instead."""
    if not runtime.deployment.id:
        yield
        return
    shown = Shown(_logger())
    with listening(shown):
        updates = asyncio.create_task(_update(shown))
        try:
            yield
        finally:
            updates.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await updates


async def _update(shown: Shown) -> None:
    """Keep the artifact up to date; a server that cannot take it now is no reason to stop the run."""
    artifact: UUID | None = None
    last = -1.0
    while True:
        percent = round(shown.percent, 1)
        if percent != last:
            with contextlib.suppress(Exception):
                if artifact is None:
                    artifact = await acreate_progress_artifact(percent, key=KEY, description="Share of trials done.")
                else:
                    await aupdate_progress_artifact(artifact, percent)
                last = percent
        await asyncio.sleep(EVERY_S)


def _logger() -> logging.Logger | logging.LoggerAdapter[logging.Logger]:
    try:
        return get_run_logger()
    except MissingContextError:
        return logging.getLogger("lastgreen")

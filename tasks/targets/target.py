"""What every target is, whatever it is made of."""

from __future__ import annotations

from typing import Protocol

from evals.answers import Response
from evals.cases.case import Case


class Target(Protocol):
    """The app under test."""

    @property
    def name(self) -> str:
        """As in the configuration."""

    @property
    def fingerprint(self) -> str:
        """sha256, in hex, of everything that decides answers; secrets are not part of it."""

    async def ask(self, case: Case, trial: int) -> Response:
        """Ask once; failures of the app and of the way to it come back as values.

        Args:
            case: What to ask.
            trial: 0-based repeat.

        Raises:
            AuthenticationError: The app refused our credentials.
        """

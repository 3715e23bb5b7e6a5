"""The terminal that commands write to."""

from __future__ import annotations

from rich.console import Console


class Terminal(Console):
    """A console that leaves a closed pipe to the command line: rich's own way out is exit code 1, a verdict here."""

    def on_broken_pipe(self) -> None:
        """Raise what happened; news that nobody hears, on the error stream, are no reason to stop."""
        if not self.stderr:
            raise BrokenPipeError
        self.quiet = True

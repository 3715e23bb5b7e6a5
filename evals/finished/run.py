"""A run with its verdict: what the store keeps and reports are made of."""

from __future__ import annotations

from dataclasses import dataclass

from evals.gate.verdict import Verdict
from evals.reports.report import Report
from evals.results.run import RunInfo, Summary, TrialResult


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """Everything known of a run when it ends."""

    info: RunInfo
    trials: tuple[TrialResult, ...]
    """Screen trials first, then those run to confirm or complete."""
    summary: Summary
    verdict: Verdict | None
    """None for a run that only recorded a baseline."""
    report: Report
    """What readers are shown, kept with the run: the baseline may be gone when they look."""

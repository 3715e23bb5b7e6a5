"""A run with its verdict: what the store keeps and reports are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evals.gate.verdict import Verdict
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
    report: Mapping[str, Any] = field(default_factory=dict)
    """The report as JSON-able values: ``evals.reports.report.Report.to_dict``."""

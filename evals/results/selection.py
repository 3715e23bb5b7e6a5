"""Which runs of many a question is about."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Selection:
    """What runs must be; a field that is None asks for nothing."""

    commit: str | None = None
    """Beginning of the commit."""
    branch: str | None = None
    model: str | None = None
    """Part of what the app said it runs."""
    golden_version: str | None = None
    tier: str | None = None
    app: str | None = None
    target: str | None = None
    kind: str | None = None
    """``gate`` or ``baseline``."""
    verdict: str | None = None
    """``passed``, ``failed`` or ``inconclusive``."""
    pr: int | None = None
    since: dt.date | None = None
    """First day, UTC, of the run's start."""
    until: dt.date | None = None
    """Last day."""


CONDITIONS = {
    "commit": "starts_with(commit_sha, lower({}))",
    "branch": "branch = {}",
    "model": "contains(model_version, {})",
    "golden_version": "golden_version = {}",
    "tier": "tier = {}",
    "app": "app = {}",
    "target": "target = {}",
    "kind": "kind = {}",
    "verdict": "decision = {}",
    "pr": "pr = {}",
    "since": "date >= {}",
    "until": "date <= {}",
}
"""What each field asks of a row of the view ``runs``."""


def condition(wanted: Selection) -> str:
    """The selection as an SQL condition on ``runs``; ``true`` when it asks for nothing."""
    asked = {name: getattr(wanted, name) for name in CONDITIONS}
    return " AND ".join(
        CONDITIONS[name].format(literal(value)) for name, value in asked.items() if value is not None
    ) or "true"  # fmt: skip


def literal(value: str | int | dt.date) -> str:
    """An SQL literal.

    Decision: not a parameter, because DuckDB imports pandas to look at those, which takes longer than most questions.
    """
    if isinstance(value, dt.date):
        return f"DATE '{value.isoformat()}'"
    if isinstance(value, int):
        return str(value)
    return "'" + value.replace("'", "''") + "'"

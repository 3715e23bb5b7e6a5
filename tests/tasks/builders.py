"""Cases for tests of effects."""

from __future__ import annotations

from typing import Any

from evals.cases.case import Case, Turn


def make_case(**changes: Any) -> Case:
    """A case with one question; ``turns`` may be given as pairs of role and content."""
    if "turns" in changes:
        changes["turns"] = tuple(Turn(role, content) for role, content in changes["turns"])
        changes.setdefault("input", changes["turns"][-1].content)
    defaults: dict[str, Any] = {"id": "gold_001", "input": "How long is parental leave?", "checks": ()}
    return Case(**{**defaults, **changes})

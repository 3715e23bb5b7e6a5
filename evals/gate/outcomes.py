"""What a rule of the gate can say.

Four answers, never mixed up: ``Passed``, ``Failed``, ``Inconclusive`` (there is not enough evidence), and ``Skipped``
(the rule has nothing to look at, which is said by name and is not a pass).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """Base of the four."""

    rule: str
    """Name of the rule, for instance ``pass_rate``."""
    sentence: str
    """One plain sentence for a person."""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """Figures it rests on: JSON-able values."""


@dataclass(frozen=True, slots=True)
class Passed(RuleOutcome):
    """The rule holds."""


@dataclass(frozen=True, slots=True)
class Failed(RuleOutcome):
    """The rule is broken, with evidence."""


@dataclass(frozen=True, slots=True)
class Inconclusive(RuleOutcome):
    """Not enough evidence for either."""


@dataclass(frozen=True, slots=True)
class Skipped(RuleOutcome):
    """Nothing to look at: no baseline, or no case of the kind."""

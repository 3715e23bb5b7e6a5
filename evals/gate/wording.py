"""Words that several rules share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

IDS_SHOWN = 5
"""More ids make a sentence unreadable; all are in the evidence."""


def counted(number: int, noun: str) -> str:
    """A number with its noun: '1 case', '3 cases'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def percent(threshold: Fraction) -> str:
    """A threshold as it was set: '98%', '98.5%'."""
    return f"{float(100 * threshold):g}%"


def listed(ids: Sequence[str], limit: int = IDS_SHOWN) -> str:
    """The first few ids, and how many more there are."""
    rest = f" and {len(ids) - limit} more" if len(ids) > limit else ""
    return ", ".join(ids[:limit]) + rest

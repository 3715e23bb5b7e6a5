"""What a figure in a text is: its value, its unit, and what kind of thing the digits stand for."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple

PERCENT: Final = "percent"
PERCENTAGE_POINTS: Final = "percentage_points"
BASIS_POINTS: Final = "bps"


class Kind(StrEnum):
    """What digits stand for. Only ``FIGURE`` is a quantity; a ``YEAR`` counts when that very year is meant."""

    FIGURE = "figure"
    YEAR = "year"
    DATE = "date"
    TIME = "time"
    PERIOD = "period"
    """A quarter, half-year, week or fiscal year: ``Q3``, ``FY25``, ``2024/25``."""
    ORDINAL = "ordinal"
    SECTION = "section"
    """The number of a section, item, note, page, table, step."""
    LIST_MARKER = "list_marker"
    REFERENCE = "reference"
    """A source marker or footnote: ``[2]``."""
    VERSION = "version"
    IDENTIFIER = "identifier"
    """Part of a name, code, address, telephone or ticket number."""


class RangeRole(StrEnum):
    """Which end of a range a figure is."""

    LOW = "low"
    """The end written first."""
    HIGH = "high"
    """The end written last."""


class Figure(NamedTuple):
    """Digits found in a text, and what they were read as."""

    value: Decimal
    """Signed and scaled: -5200000 for ``-$5.2 million``, 5 for ``5%``. For kinds other than ``FIGURE`` and ``YEAR``
    it is the first number written, and no quantity."""
    unit: str | None
    """An ISO 4217 code, ``kr`` or ``¥`` (signs that several currencies share), ``percent``, ``percentage_points``,
    ``bps``; None for a plain number or a unit of measure."""
    sign: int
    """-1 or 1."""
    scale: Decimal
    """What the digits were multiplied by: 1000000 for ``5 million``; 1 when nothing was."""
    kind: Kind
    role: RangeRole | None
    """None outside of a range."""
    start: int
    """Offset of the first character in the text, sign and currency included."""
    end: int
    """Offset after the last character, unit included."""


class Reading(NamedTuple):
    """A figure while it is being read; offsets are those of the surface."""

    number: Decimal
    """The digits alone, not negative."""
    start: int
    end: int
    kind: Kind = Kind.FIGURE
    unit: str | None = None
    sign: int = 1
    scale: Decimal = Decimal(1)
    role: RangeRole | None = None
    spreads_sign: bool = False
    """Whether the sign stands before the currency or is a word, and so covers both ends of a range."""
    marker: int | None = None
    """The number in a list that this may be; whether it is one depends on the others."""

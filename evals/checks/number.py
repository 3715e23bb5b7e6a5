"""The check for figures: whether an answer states a number, exactly or within a tolerance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from heapq import nsmallest
from itertools import islice
from typing import Annotated, Any, ClassVar, Final

from pydantic import AfterValidator, Field, PlainValidator, model_validator

from evals.cases.validation import suggestion
from evals.checks.check import Check, CheckResult, Evidence, Subject, register
from evals.checks.figures import BASIS_POINTS, PERCENT, PERCENTAGE_POINTS, Figure, Kind, read_figures
from evals.checks.figures.units import DOLLARS, ISO_CODES, PHRASES, SIGNS, UNITS_ACCEPTED

_PRECISION: Final = 400
"""Significant digits of the comparison: an expected value may be any number that JSON holds."""
_SHOWN: Final = 8
_UNIT_WORDS: Final[Mapping[str, str]] = {PERCENT: "%", PERCENTAGE_POINTS: "percentage points", BASIS_POINTS: "bps"}
_KIND_WORDS: Final[Mapping[Kind, str]] = {
    Kind.YEAR: "a year",
    Kind.DATE: "a date",
    Kind.TIME: "a time of day",
    Kind.PERIOD: "a quarter, week or fiscal year",
    Kind.ORDINAL: "an ordinal",
    Kind.SECTION: "the number of a section, page or step",
    Kind.LIST_MARKER: "a list marker",
    Kind.REFERENCE: "a source marker",
    Kind.VERSION: "a version",
    Kind.IDENTIFIER: "part of a name or code",
}


def _finite(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"value must be a number, got {value!r}")  # noqa: TRY004 (pydantic reads ValueError)
    if not math.isfinite(value):
        raise ValueError(f"value must be finite, got {value!r}")
    return value


def _known_unit(unit: str) -> str:
    if unit_named(unit) is None:
        known = ["%", "percentage points", "bps", *sorted(ISO_CODES)]
        hint = suggestion(unit, [*known, *PHRASES]) or "; known: %, percentage points, bps, and currencies"
        raise ValueError(f"unit must be a percentage, points or a currency, got {unit!r}{hint}")
    return unit


def unit_named(name: str) -> str | None:
    """The unit that an author calls ``%``, ``pp``, ``bps``, ``USD``, ``$`` or ``dollars``; None when there is none."""
    written = name.strip()
    code = SIGNS.get(written) or PHRASES.get(written.lower())
    if code is None and written.endswith("$"):
        code = DOLLARS.get(written[:-1].upper())
    if code is None and written.lower().replace(" ", "_") in (PERCENTAGE_POINTS, BASIS_POINTS):
        code = written.lower().replace(" ", "_")
    if code is None and written.upper() in ISO_CODES:
        code = written.upper()
    return None if code == "permille" else code


Tolerance = Annotated[float, Field(ge=0, allow_inf_nan=False)]
"""A tolerance, not negative."""
Unit = Annotated[str, AfterValidator(_known_unit)]
"""A unit that figures can have."""
FiniteNumber = Annotated[int | float, PlainValidator(_finite, json_schema_input_type=float)]
"""A number as JSON holds it, whole numbers exact."""


@register
class Number(Check):
    """A figure in the answer is near a value.

    Figures are compared in decimal arithmetic, so that 0.4 is within 0.1 of 0.3; both tolerances are inclusive, and
    either is enough. A percentage matches only with ``unit: "%"``, and with it nothing else does. A currency matters
    only when it is asked for. Years, dates, ordinals, page numbers and the like never match; a year does when it is
    the value.
    """

    type: ClassVar[str] = "number"
    summary: ClassVar[str] = "A figure in the answer is within a tolerance of a value."
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"type": "number", "value": 130497000000, "rel_tol": 0.01},
        {"type": "number", "value": 12.5, "abs_tol": 0.05, "unit": "%"},
        {"type": "number", "value": -1234, "abs_tol": 0, "unit": "EUR"},
    )

    value: FiniteNumber = Field(description="the expected number, scaled: 130497000000 for $130.497 billion")
    rel_tol: Tolerance | None = Field(default=None, description="largest distance as a share of the absolute value")
    abs_tol: Tolerance | None = Field(default=None, description="largest distance in the unit of the value")
    unit: Unit | None = Field(
        default=None, description="'%', 'percentage points', 'bps' or a currency that the figure must have"
    )

    @model_validator(mode="after")
    def _has_tolerance(self) -> Number:
        if self.rel_tol is None and self.abs_tol is None:
            raise ValueError("a number needs rel_tol or abs_tol (0 for exactly the value), got neither")
        return self

    def evaluate(self, subject: Subject) -> CheckResult:
        """Pass when any figure of the answer is near enough."""
        text = subject.answer.text
        figures = read_figures(text)
        with localcontext(Context(prec=_PRECISION)):
            target = self._target()
            matches = [figure for figure in figures if target.accepts(figure)]
            if matches:
                return self.verdict(
                    passed=True,
                    explanation=f"read {_told(text, matches[0])}; expected {target.told}",
                    evidence=_evidence(text, matches),
                )
            shown = target.nearest(figures)
            return self.verdict(
                passed=False,
                explanation=f"expected {target.told}; {_summary(text, shown, len(figures))}",
                evidence=_evidence(text, shown),
            )

    def _target(self) -> _Target:
        value = _decimal(self.value)
        limits = [] if self.abs_tol is None else [_decimal(self.abs_tol)]
        parts = [_plain(limit) for limit in limits]
        if self.rel_tol is not None:
            limits.append(_decimal(self.rel_tol) * abs(value))
            parts.append(f"{_plain(_decimal(self.rel_tol) * 100)}%")
        unit = unit_named(self.unit) if self.unit is not None else None
        units = None if unit is None else UNITS_ACCEPTED.get(unit, frozenset((unit,)))
        # Either tolerance is enough.
        limit = max(limits)
        told = f"{_quantity(value, unit)} ± {' or '.join(parts)}"
        return _Target(value, value - limit, value + limit, units, told)


@dataclass(frozen=True, slots=True)
class _Target:
    """What a figure is measured against."""

    value: Decimal
    low: Decimal
    """The smallest number that is near enough."""
    high: Decimal
    """The largest."""
    units: frozenset[str] | None
    """What a figure's unit may be; None for any but a percentage."""
    told: str
    """The value with its unit and tolerances, for a person."""

    def accepts(self, figure: Figure) -> bool:
        """Whether the figure states the value; a year only as that very year."""
        if figure.kind is Kind.FIGURE:
            return self.low <= figure.value <= self.high and self._has_unit(figure)
        return figure.kind is Kind.YEAR and self.units is None and figure.value == self.value

    def nearest(self, figures: Sequence[Figure]) -> list[Figure]:
        """A few of the figures that could have stated the value, nearest first, else of the others in their order."""
        fitting = [figure for figure in figures if figure.kind is Kind.FIGURE and self._has_unit(figure)]
        found = nsmallest(_SHOWN, fitting, key=lambda figure: abs(figure.value - self.value))
        others = (figure for figure in figures if figure.kind is not Kind.FIGURE or not self._has_unit(figure))
        return [*found, *islice(others, _SHOWN - len(found))]

    def _has_unit(self, figure: Figure) -> bool:
        return figure.unit != PERCENT if self.units is None else figure.unit in self.units


def _decimal(number: float) -> Decimal:
    """The number as it is written, not as its binary neighbour."""
    return Decimal(number) if isinstance(number, int) else Decimal(repr(float(number)))


def _plain(number: Decimal) -> str:
    """With thousands separators and without trailing zeros; very large and small ones with an exponent."""
    if number and not -12 <= number.adjusted() <= 24:
        return f"{number.normalize():.6g}"
    text = f"{number:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _quantity(value: Decimal, unit: str | None) -> str:
    if unit is None:
        return _plain(value)
    return f"{_plain(value)}{'' if unit == PERCENT else ' '}{_UNIT_WORDS.get(unit, unit)}"


def _read_as(figure: Figure) -> str:
    return _KIND_WORDS.get(figure.kind) or _quantity(figure.value, figure.unit)


def _told(text: str, figure: Figure) -> str:
    return f"{text[figure.start : figure.end]} as {_read_as(figure)}"


def _summary(text: str, shown: Sequence[Figure], count: int) -> str:
    if not shown:
        return "the answer holds no figure"
    told = ", ".join(_told(text, figure) for figure in shown)
    more = count - len(shown)
    return f"read {told}" + (f" and {more} more" if more > 0 else "")


def _evidence(text: str, figures: Sequence[Figure]) -> tuple[Evidence, ...]:
    return tuple(Evidence(text[one.start : one.end], one.start, _read_as(one)) for one in figures[:_SHOWN])

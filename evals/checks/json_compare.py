"""Structural comparison of two JSON values: leaf by leaf, each by its own type.

Rules (seed 004): strings, booleans and nulls are exact; numbers agree within a tolerance, computed in decimal and
inclusive; arrays of primitives are sets (or multisets); other arrays are positional; member order means nothing.
A boolean is never a number.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any, Final

from evals.json_text import show_json

ABSENT: Final = "(absent)"
"""Stands for the side of a mismatch that has no value."""
DEFAULT_TOLERANCE: Final = Decimal("0.01")
# Nothing is trapped: an overflow becomes Infinity, which agrees with no finite number.
_ARITHMETIC = Context(prec=60, traps=[])


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One place where two JSON values differ."""

    key: str
    """Dotted path, ``items[2].price``; ``$`` is the whole value."""
    expected: str
    """JSON text, or ``ABSENT``."""
    actual: str
    """JSON text, or ``ABSENT``."""

    def __str__(self) -> str:
        return f"{self.key}: expected {self.expected}, got {self.actual}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a structural comparison found."""

    mismatches: tuple[Mismatch, ...]
    """In the order of the expected value; empty when the two agree."""
    leaves: int
    """Leaves compared: those of the expected value and those only in the actual one; at least 1."""

    @property
    def agreement(self) -> float:
        """Share of leaves that agree, 0 to 1."""
        return max(0.0, 1.0 - len(self.mismatches) / self.leaves)


@dataclass(frozen=True, slots=True)
class Rules:
    """What counts as equal."""

    tolerance: Decimal = DEFAULT_TOLERANCE
    """Largest absolute difference of two numbers that agree."""
    extra_members: bool = False
    """Whether members that only the actual value has are accepted."""
    count_duplicates: bool = False
    """Whether arrays of primitives are compared as multisets instead of sets."""


@dataclass(frozen=True, slots=True)
class _Found:
    leaves: int
    mismatch: Mismatch | None = None


def compare_json(expected: Any, actual: Any, rules: Rules | None = None) -> Comparison:
    """Compare two parsed JSON values, nested at most ``evals.json_text.MAX_DEPTH`` deep.

    Numbers may be ``int``, ``float`` or ``Decimal``; parse with ``exact=True`` for tolerances that hold to the digit.
    """
    found = tuple(_walk("$", expected, actual, rules or Rules()))
    mismatches = tuple(one.mismatch for one in found if one.mismatch is not None)
    return Comparison(mismatches, max(1, sum(one.leaves for one in found)))


def same_json(expected: Any, actual: Any) -> bool:
    """Whether two JSON values are equal by type and value: 1 equals 1.0, ``true`` does not equal 1."""
    if isinstance(expected, Mapping):
        return isinstance(actual, Mapping) and _same_members(expected, actual)
    if isinstance(expected, list | tuple):
        return isinstance(actual, list | tuple) and _same_items(expected, actual)
    return _kind(expected) == _kind(actual) and bool(expected == actual)


def _same_members(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> bool:
    return expected.keys() == actual.keys() and all(same_json(expected[name], actual[name]) for name in expected)


def _same_items(expected: Sequence[Any], actual: Sequence[Any]) -> bool:
    return len(expected) == len(actual) and all(map(same_json, expected, actual))


def _walk(key: str, expected: Any, actual: Any, rules: Rules) -> Iterator[_Found]:
    kind = _kind(expected)
    if kind != _kind(actual):
        yield _Found(_leaves(expected), _mismatch(key, expected, actual))
    elif kind == "object":
        yield from _walk_members(key, expected, actual, rules)
    elif kind == "array":
        yield from _walk_array(key, expected, actual, rules)
    else:
        agrees = _close(expected, actual, rules.tolerance) if kind == "number" else expected == actual
        yield _Found(1, None if agrees else _mismatch(key, expected, actual))


def _walk_members(key: str, expected: Mapping[str, Any], actual: Mapping[str, Any], rules: Rules) -> Iterator[_Found]:
    for name, value in expected.items():
        path = name if key == "$" else f"{key}.{name}"
        if name in actual:
            yield from _walk(path, value, actual[name], rules)
        else:
            yield _Found(_leaves(value), Mismatch(path, show_json(value), ABSENT))
    if not rules.extra_members:
        for name in actual:
            if name not in expected:
                path = name if key == "$" else f"{key}.{name}"
                yield _Found(1, Mismatch(path, ABSENT, show_json(actual[name])))


def _walk_array(key: str, expected: Sequence[Any], actual: Sequence[Any], rules: Rules) -> Iterator[_Found]:
    if _is_primitive(expected) and _is_primitive(actual):
        agrees = _same_primitives(expected, actual, rules)
        yield _Found(max(1, len(expected)), None if agrees else _mismatch(key, expected, actual))
        return
    for index, value in enumerate(expected):
        path = f"{key}[{index}]"
        if index < len(actual):
            yield from _walk(path, value, actual[index], rules)
        else:
            yield _Found(_leaves(value), Mismatch(path, show_json(value), ABSENT))
    for index in range(len(expected), len(actual)):
        yield _Found(1, Mismatch(f"{key}[{index}]", ABSENT, show_json(actual[index])))


def _same_primitives(expected: Sequence[Any], actual: Sequence[Any], rules: Rules) -> bool:
    """Whether two arrays hold the same primitives in any order; numbers within the tolerance."""
    if rules.count_duplicates and len(expected) != len(actual):
        return False
    count = Counter if rules.count_duplicates else set
    if count(_exact(expected)) != count(_exact(actual)):
        return False
    left, right = _numbers(expected), _numbers(actual)
    if rules.count_duplicates:
        # Sorted order is the best pairing of points on a line, so nothing else needs to be tried.
        return len(left) == len(right) and all(_close(a, b, rules.tolerance) for a, b in zip(left, right, strict=True))
    return _covered(left, right, rules.tolerance) and _covered(right, left, rules.tolerance)


def _covered(needles: Sequence[Decimal], sorted_values: Sequence[Decimal], tolerance: Decimal) -> bool:
    """Whether each needle has a value within the tolerance: only its two neighbours can."""
    return all(
        any(_close(needle, value, tolerance) for value in _neighbours(needle, sorted_values)) for needle in needles
    )


def _neighbours(needle: Decimal, sorted_values: Sequence[Decimal]) -> Sequence[Decimal]:
    place = bisect_left(sorted_values, needle)
    return sorted_values[max(0, place - 1) : place + 1]


def _exact(values: Sequence[Any]) -> list[tuple[str, Any]]:
    return [(_kind(value), value) for value in values if _kind(value) != "number"]


def _numbers(values: Sequence[Any]) -> list[Decimal]:
    return sorted(_as_decimal(value) for value in values if _kind(value) == "number")


def _as_decimal(value: float | Decimal) -> Decimal:
    """The shortest decimal of a float, not its binary expansion: 0.1 is one tenth."""
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def _close(first: Any, second: Any, tolerance: Decimal) -> bool:
    if first == second:
        return True
    difference = _ARITHMETIC.subtract(_as_decimal(first), _as_decimal(second))
    return bool(abs(difference) <= tolerance) if difference.is_finite() else False


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float | Decimal):
        return "number"
    if isinstance(value, Mapping):
        return "object"
    if isinstance(value, list | tuple):
        return "array"
    return "string" if isinstance(value, str) else type(value).__name__


def _is_primitive(values: Sequence[Any]) -> bool:
    return not any(isinstance(value, Mapping | list | tuple) for value in values)


def _leaves(value: Any) -> int:
    children = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return max(1, sum(_leaves(child) for child in children))


def _mismatch(key: str, expected: Any, actual: Any) -> Mismatch:
    return Mismatch(key, show_json(expected), show_json(actual))

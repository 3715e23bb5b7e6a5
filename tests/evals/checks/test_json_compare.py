"""Structural comparison of JSON values."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.checks.json_compare import Comparison, Rules, compare_json, same_json
from tests.evals.test_json_text import VALUES

PRIMITIVES = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-5, 5) | st.text(max_size=3)


def keys(expected: Any, actual: Any, **rules: Any) -> list[str]:
    """Where two values differ."""
    return [one.key for one in compare_json(expected, actual, Rules(**rules)).mismatches]


@pytest.mark.parametrize(
    ("expected", "actual", "differs_at"),
    [
        (1, 1.0, []),
        (1, 1.01, []),
        (1, 1.02, ["$"]),
        (100, 101, ["$"]),
        (1, True, ["$"]),
        (0, False, ["$"]),
        (1, "1", ["$"]),
        ("Yes", "yes", ["$"]),
        (None, "", ["$"]),
        (None, 0, ["$"]),
        ({"a": 1}, {}, ["a"]),
        ({"a": None}, {}, ["a"]),
        ({}, {"a": 1}, ["a"]),
        ({"a": {"b": 1}}, {"a": {"b": 9}}, ["a.b"]),
        ({"a": 1}, [1], ["$"]),
        ([], [], []),
        ([], [1], ["$"]),
        ([1, "a", None], [None, 1.005, "a"], []),
        ([True], [1], ["$"]),
        ([1, 2], ["1", "2"], ["$"]),
        ([1, 1, 2], [2, 1], []),
        ([{"id": 1}, {"id": 2}], [{"id": 2}, {"id": 1}], ["$[0].id", "$[1].id"]),
        ([{"id": 1}], [{"id": 1}, {"id": 2}], ["$[1]"]),
        ([{"id": 1}, {"id": 2}], [{"id": 1}], ["$[1]"]),
        ([[1, 2], [3]], [[2, 1], [3]], []),
        ([[1], [2]], [[2], [1]], ["$[0]", "$[1]"]),
        ({"a": [{"b": [1]}]}, {"a": [{"b": [2]}]}, ["a[0].b"]),
    ],
)
def test_leaves_are_compared_by_their_type(expected: Any, actual: Any, differs_at: list[str]) -> None:
    """Numbers within the tolerance, other leaves exactly, primitives as sets, other arrays by position."""
    assert keys(expected, actual) == differs_at


def test_the_tolerance_is_inclusive_and_decimal() -> None:
    """1.01 is within 0.01 of 1.00, which binary arithmetic denies."""
    assert keys(Decimal("1.00"), Decimal("1.01")) == []
    assert keys(Decimal("1.00"), Decimal("1.010001")) == ["$"]


@pytest.mark.parametrize("value", [10**400, Decimal("1e999999"), Decimal("Infinity"), 1e308])
def test_huge_numbers_are_compared_without_harm(value: Any) -> None:
    """An overflow is a difference, never an exception."""
    assert keys(value, value) == []
    assert keys(value, 1) == ["$"]
    assert keys([value], [1, 2]) == ["$"]


@given(VALUES)
@settings(max_examples=50)
def test_every_value_agrees_with_itself(value: Any) -> None:
    """No rule finds a difference where there is none."""
    for duplicates in (True, False):
        assert compare_json(value, value, Rules(count_duplicates=duplicates)).mismatches == ()
    assert same_json(value, value)


@given(VALUES, VALUES)
@settings(max_examples=50)
def test_agreement_is_a_share(first: Any, second: Any) -> None:
    """Between 0 and 1, and 1 exactly when nothing differs."""
    found = compare_json(first, second)
    assert 0 <= found.agreement <= 1
    assert (found.agreement == 1) == (not found.mismatches)


@given(st.lists(PRIMITIVES, max_size=8), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_primitives_have_no_order(values: list[Any], chance: random.Random) -> None:
    """Any order of an array of primitives is the same array, as set and as multiset."""
    other = list(values)
    chance.shuffle(other)
    for duplicates in (True, False):
        assert keys(values, other, count_duplicates=duplicates) == []


@given(st.floats(-1e6, 1e6), st.floats(-1, 1))
@settings(max_examples=50)
def test_the_tolerance_has_no_direction(value: float, difference: float) -> None:
    """What is within the tolerance above is within it below, for either sign."""
    assert keys(value, value + difference) == keys(value + difference, value)
    assert keys(value, value + difference) == keys(-value, -value - difference)


def test_extra_members_are_a_switch() -> None:
    """Members that only the actual value has differ unless they are allowed."""
    assert keys({"a": 1}, {"a": 1, "b": 2}) == ["b"]
    assert keys({"a": 1}, {"a": 1, "b": 2}, extra_members=True) == []


def test_duplicates_are_a_switch() -> None:
    """As multisets, how often a primitive occurs matters."""
    assert keys([1, 1, 2], [1, 2, 2]) == []
    assert keys([1, 1, 2], [1, 2, 2], count_duplicates=True) == ["$"]
    assert keys(["a", "a"], ["a"], count_duplicates=True) == ["$"]
    assert keys([1.001, 1], [1, 1.002], count_duplicates=True) == []


def test_a_mismatch_says_where_and_what() -> None:
    """Key, expected and actual value stand in one line."""
    found = compare_json({"price": {"amount": 5}}, {"price": {"amount": 6}})
    assert [str(one) for one in found.mismatches] == ["price.amount: expected 5, got 6"]
    assert found == Comparison(found.mismatches, leaves=1)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (1, 1.0, True),
        (1, True, False),
        ("1", 1, False),
        ({"a": [1, True]}, {"a": [1, True]}, True),
        ({"a": [1, 1]}, {"a": [1, True]}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1, 2], [2, 1], False),
        (None, None, True),
        (None, False, False),
        (float("nan"), float("nan"), False),
    ],
)
def test_equality_goes_by_type_and_value(first: Any, second: Any, same: bool) -> None:
    """Python's own equality, without its booleans that are numbers."""
    assert same_json(first, second) is same
    assert same_json(second, first) is same

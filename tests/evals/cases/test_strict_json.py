"""JSON as the standard has it, and nothing lost."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.cases.strict_json import JsonError, canonical_json, decode_json, decode_json_at

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100)
@given(VALUES)
def test_what_was_written_is_what_is_read(value: Any) -> None:
    """Any JSON value survives being written and read."""
    assert decode_json(json.dumps(value)) == value


@settings(max_examples=200)
@given(st.text() | st.text(alphabet='{}[]":,\\u0dD8e-NaN '))
def test_no_text_raises_anything_but_its_own_error(text: str) -> None:
    """Whatever the text, it is read or refused by name."""
    with suppress(JsonError):
        decode_json(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("{} {}", "more text after the document (column 4)"),
        ("{'a': 1}", "column 2"),
        ('{"a": 1,}', "not JSON"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": -Infinity}', "-Infinity is not JSON"),
        ('{"a": 1e999}', "'1e999' is too large"),
        ('{"a": 1, "b": 2, "a": 1}', "member 'a' occurs twice"),
        ('{"x": {"a": 1, "a": 2}}', "member 'a' occurs twice"),
        ('{"a": "\\ud800"}', "half of a surrogate pair"),
        ("[" * 101 + "]" * 101, "nested deeper than 100 levels"),
        ("[" * 100_000, "nested deeper than 100 levels"),
        ("9" * 5000, "not usable JSON"),
        ('"a\tb"', "not JSON"),
        ("\ufeff{}", "not JSON"),
    ],
)
def test_what_is_not_json_is_refused_with_the_reason(text: str, said: str) -> None:
    """Syntax errors, lost members and impossible numbers each have their message."""
    with pytest.raises(JsonError) as caught:
        decode_json(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", [" {} ", "\r\n\t{}\n", '"\\ud83d\\ude00"', '"\\\\ud800"', "0", "null"])
def test_what_is_json_is_read(text: str) -> None:
    """White space around the document, whole surrogate pairs and scalars are fine."""
    assert decode_json(text) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "cut_off"),
    [('{"a": 1', True), ('{"a": "x', True), ('{"a"', True), ("{", True), ("{x", False), ('{"a": 1,}', False)],
)
def test_a_text_that_ends_too_early_is_known_as_cut_off(text: str, cut_off: bool) -> None:
    """A truncated value can be told from a wrong one."""
    with pytest.raises(JsonError) as caught:
        decode_json(text)
    assert caught.value.cut_off is cut_off


def test_a_value_in_the_middle_is_read_up_to_its_end() -> None:
    """Text may follow; the end of the value is given."""
    assert decode_json_at('see {"a": 1} there', 4) == ({"a": 1}, 12)


def test_equal_values_have_one_canonical_text() -> None:
    """The order of members does not matter."""
    assert canonical_json({"b": 1, "a": [True, None]}) == canonical_json({"a": [True, None], "b": 1})

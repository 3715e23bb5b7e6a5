"""Strict reading of JSON text."""

from __future__ import annotations

import json
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.json_text import (
    MAX_DEPTH,
    NotJsonError,
    canonical_json,
    depth_of,
    parse_answer_json,
    parse_json,
    parse_lossless,
    parse_lossless_at,
    show_json,
    unfence,
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
SURROGATES = st.text(alphabet=st.characters(codec=None), max_size=60)
JSONISH = st.text(alphabet='{}[]",:\\ \n0123456789.eE+-truefalsn`~', max_size=60)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "0",
        "-0",
        "1e5",
        "1E+400",
        '""',
        "null",
        " \t\r\n[1] \n",
        '{"a": 1, "a": 2}',
        '"\\ud83d\\ude00"',
        '"\u2028"',
    ],
)
def test_what_rfc_8259_allows_is_read(text: str) -> None:
    """Every document of the grammar is accepted, whatever is at its top."""
    parse_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "[1,]",
        '{"a": 1,}',
        "{'a': 1}",
        "{a: 1}",
        "// x\n1",
        "1 2",
        "{}{}",
        "NaN",
        "-Infinity",
        "[Infinity]",
        "True",
        "+1",
        ".5",
        "1.",
        "01",
        "0x10",
        '"a\tb"',
        '"a\nb"',
        '"\\x41"',
        "\u00a0{}",
        "\ufeff{}",
        "{\x0c}",
        '"\ud800"',
        "undefined",
    ],
)
def test_what_rfc_8259_does_not_allow_is_refused(text: str) -> None:
    """Nothing that other readers accept besides is accepted here."""
    with pytest.raises(NotJsonError):
        parse_json(text)


@given(VALUES)
@settings(max_examples=50)
def test_what_is_written_reads_back(value: Any) -> None:
    """Any value that Python writes as JSON comes back equal."""
    text = json.dumps(value)
    assert parse_json(text) == parse_lossless(text) == value


@given(SURROGATES | JSONISH)
@settings(max_examples=200)
def test_no_text_raises_anything_else(text: str) -> None:
    """Any text is a document or a NotJsonError."""
    for strict in (True, False):
        with suppress(NotJsonError):
            parse_answer_json(text, strict=strict)
    with suppress(NotJsonError):
        parse_lossless(text)


def test_integers_have_no_size_limit() -> None:
    """Thousands of digits are a number."""
    assert parse_json("1" * 5000) > 10**4000


def test_exact_numbers_are_decimals() -> None:
    """With ``exact`` a fraction keeps its digits, and an exponent too large for a float its value."""
    assert parse_json("0.1", exact=True) == Decimal("0.1")
    assert parse_json("1e999999999999999999999", exact=True) == Decimal("Infinity")


@pytest.mark.parametrize(
    ("text", "depth"), [("", 0), ("1", 0), ("[]", 1), ('{"a": [[]]}', 3), ('"[[[["', 0), ('["\\"[["]', 1)]
)
def test_depth_counts_brackets_outside_strings(text: str, depth: int) -> None:
    """A bracket in a string opens nothing."""
    assert depth_of(text) == depth


@pytest.mark.parametrize(("levels", "is_read"), [(MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
def test_nesting_is_read_to_a_fixed_depth(levels: int, is_read: bool) -> None:
    """The limit is the same wherever the reader is called from."""
    text = "[" * levels + "]" * levels
    if is_read:
        parse_json(text)
    else:
        with pytest.raises(NotJsonError, match="nested deeper"):
            parse_json(text)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '"' * 100_000, '\\"' * 50_000, '{"a":' * 20_000, "[" * 50_000 + "]" * 50_000]
)
def test_hostile_text_is_refused_without_harm(text: str) -> None:
    """Brackets and quotes by the thousand neither crash nor hang the reader."""
    with pytest.raises(NotJsonError):
        parse_json(text)


def test_the_place_of_an_error_counts_the_white_space_before() -> None:
    """The offset is that of the text as it was given."""
    with pytest.raises(NotJsonError) as caught:
        parse_json("  [x]")
    assert caught.value.offset == 3


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("```json\n{}\n```", "{}"),
        ("```JSON\n{}\n```", "{}"),
        ("```\n{}\n```", "{}"),
        ("~~~json\n{}\n~~~", "{}"),
        ("````json\n{}\n````", "{}"),
        ("\n ```json\r\n{}\r\n```\n", "{}\r"),
        ("\ufeff```json\n{}\n```", "{}"),
        ("```json\n```", ""),
        ("```python\n{}\n```", "```python\n{}\n```"),
        ("```json\n{}", "```json\n{}"),
        ("````json\n{}\n```", "````json\n{}\n```"),
        ("`{}`", "`{}`"),
        ("```json {} ```", "```json {} ```"),
        ("Here:\n```json\n{}\n```", "Here:\n```json\n{}\n```"),
        ("  {}  ", "{}"),
    ],
)
def test_only_a_fence_around_everything_is_taken_off(text: str, body: str) -> None:
    """One fenced block with the tag json or none, and nothing beside it."""
    assert unfence(text) == body


def test_a_strict_answer_has_no_fence() -> None:
    """``strict`` wants the document alone."""
    assert parse_answer_json("```json\n[1]\n```", strict=False) == [1]
    with pytest.raises(NotJsonError):
        parse_answer_json("```json\n[1]\n```", strict=True)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"a": Decimal("1.50")}, '{"a": 1.5}'),
        ("\u00e9" * 100, '"' + "\u00e9" * 78 + "…"),
        ({"a": {1, 2}}, '{"a": "{1, 2}"}'),
    ],
)
def test_values_are_shown_short_whatever_they_are(value: object, shown: str) -> None:
    """A message never fails for the value that it shows."""
    assert show_json(value) == shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expecting value"),
        ("{} {}", "more text after the document at character 3"),
        ("{'a': 1}", "at character 1"),
        ('{"a": 1,}', "expecting property name"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": -Infinity}', "-Infinity is not JSON"),
        ('{"a": 1e999}', "'1e999' is too large"),
        ('{"a": 1, "b": 2, "a": 1}', "member 'a' occurs twice"),
        ('{"x": {"a": 1, "a": 2}}', "member 'a' occurs twice"),
        ('{"a": "\\ud800"}', "half of a surrogate pair"),
        ("[" * 101 + "]" * 101, "nested deeper than 100 levels"),
        ("[" * 100_000, "nested deeper than 100 levels"),
        ("9" * 5000, "a number of 5000 digits is too large"),
        ('"a\tb"', "control character"),
        ("\ufeff{}", "expecting value"),
    ],
)
def test_what_would_lose_something_is_refused_with_the_reason(text: str, said: str) -> None:
    """Syntax errors, lost members and impossible numbers each have their message."""
    with pytest.raises(NotJsonError) as caught:
        parse_lossless(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", [" {} ", "\r\n\t{}\n", '"\\ud83d\\ude00"', '"\\\\ud800"', "0", "null"])
def test_what_loses_nothing_is_read(text: str) -> None:
    """White space around the document, whole surrogate pairs and scalars are fine."""
    assert parse_lossless(text) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "cut_off"),
    [('{"a": 1', True), ('{"a": "x', True), ('{"a"', True), ("{", True), ("{x", False), ('{"a": 1,}', False)],
)
def test_a_text_that_ends_too_early_is_known_as_cut_off(text: str, cut_off: bool) -> None:
    """A truncated value can be told from a wrong one."""
    with pytest.raises(NotJsonError) as caught:
        parse_lossless(text)
    assert caught.value.cut_off is cut_off


def test_a_value_in_the_middle_is_read_up_to_its_end() -> None:
    """Text may follow; the end of the value is given."""
    assert parse_lossless_at('see {"a": 1} there', 4) == ({"a": 1}, 12)


def test_equal_values_have_one_canonical_text() -> None:
    """The order of members does not matter."""
    assert canonical_json({"b": 1, "a": [True, None]}) == canonical_json({"a": [True, None], "b": 1})

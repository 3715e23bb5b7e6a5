"""YAML whose scalars keep their type and whose parts know their line."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.cases.source_text import SourceError
from evals.cases.yaml_nodes import parse_yaml


def value_of(text: str) -> Any:
    """What a text holds."""
    return parse_yaml(text.encode()).value


def error_of(data: bytes) -> SourceError:
    """Why bytes cannot be read."""
    with pytest.raises(SourceError) as caught:
        parse_yaml(data)
    return caught.value


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        ("no", "no"),
        ("Off", "Off"),
        ("y", "y"),
        ("0123", "0123"),
        ("007.5", "007.5"),
        ("12:30:45", "12:30:45"),
        ("2024-01-05", "2024-01-05"),
        ("1_000", "1_000"),
        ("1,000", "1,000"),
        ("0o17", 15),
        ("0x1F", 31),
        ("1e9", 1e9),
        ("-12", -12),
        ("+1.5", 1.5),
        (".5", 0.5),
        ("0", 0),
        ("TRUE", True),
        ("false", False),
        ("tRUE", "tRUE"),
        ("~", None),
        ("null", None),
        ('"25"', "25"),
        ("'null'", "null"),
        ("!!str 25", "25"),
        ("! 25", "25"),
        ("!!int 25", 25),
        ("1.2.3", "1.2.3"),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ("", None),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(scalar: str, value: Any) -> None:
    """No word, date or time turns into something that the author did not write."""
    found = value_of(f"- {scalar}\n")
    assert found == [value]
    assert type(found[0]) is type(value)


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b"a: 1\nb: 2\na: 3\n", 3, "key 'a' occurs twice"),
        (b"a: {x: 1,\n    x: 2}\n", 2, "key 'x' occurs twice"),
        (b"a: 1\n---\nb: 1\n", 2, "second document"),
        (b"- id: a\n\tinput: x\n", 2, "not YAML"),
        (b"- id: a\n  input: Note: x\n", 2, "not YAML"),
        (b'- id: "a\n', 2, "not YAML"),
        (b"- *a\n", 1, "alias 'a' names no anchor"),
        (b"- &a [*a]\n", 1, "alias 'a' names no anchor"),
        (b"1: x\n", 1, "a key must be text, got 1"),
        (b"? [a]\n: x\n", 1, "a key must be text, got a list"),
        (b"- 1\n- .nan\n", 2, "not a number"),
        (b"- 1\n- 1e999\n", 2, "too large"),
        (b"- !!python/object:os.system x\n", 1, "does not fit"),
        (b"- !!timestamp 2024-01-05\n", 1, "does not fit"),
        (b"- !!binary aGk=\n", 1, "does not fit"),
        (b"- !set {a}\n", 1, "not known"),
        (b"- a\n- \xff\n", 2, "invalid byte 0xff at byte 3"),
        (b"\xff\xfe-\x00", 1, "UTF-16"),
        (b"- a\n- b\x01\n", 2, "is not allowed"),
        (b'- "\\ud83d"\n', 1, "half of a surrogate pair"),
        (b"- a\n- " + b"[" * 100_000, 2, "nested deeper than 100 levels"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_line(data: bytes, line: Any, said: str) -> None:
    """Each kind of error carries its physical line."""
    error = error_of(data)
    assert (error.line, said in str(error)) == (line, True), str(error)


def test_aliases_that_multiply_are_refused() -> None:
    """Ten aliases of ten aliases of ... must not fill the memory."""
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert "aliases multiply" in str(error_of("\n".join(rows).encode()))


def test_aliases_nest_no_deeper_than_brackets() -> None:
    """A chain of aliases is short to write, and as deep as it is long."""
    rows = ["- &a1 [x]"] + [f"- &a{n} [*a{n - 1}]" for n in range(2, 1_000)]
    assert len(value_of("\n".join(rows[:99]))) == 99
    error = error_of("\n".join(rows).encode())
    assert (error.line, "nested deeper than 100 levels" in str(error)) == (100, True), str(error)


def test_aliases_and_merge_keys_are_followed() -> None:
    """Own keys win over merged ones, earlier merged ones over later ones."""
    text = "- &a {x: 1, y: 1}\n- &b {y: 2, z: 2}\n- {<<: [*a, *b], x: 3}\n- *a\n"
    assert value_of(text)[2:] == [{"x": 3, "y": 1, "z": 2}, {"x": 1, "y": 1}]


def test_only_mappings_can_be_merged() -> None:
    """A merge of text is a mistake, not an empty mapping."""
    assert "'<<' merges" in str(error_of(b"- {<<: text}\n"))


@pytest.mark.parametrize("mark", ["\u0085", "\u2028", "\u2029"])
def test_unicode_line_marks_inside_text_are_text(mark: str) -> None:
    """YAML 1.2 has no other line ends than line feed and carriage return."""
    assert value_of(f'- "a{mark}b"\n- c{mark}d\n') == [f"a{mark}b", f"c{mark}d"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# only a comment\n", b"---\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_nothing(data: bytes) -> None:
    """No document is a scalar of None."""
    node = parse_yaml(data)
    assert (node.scalar, node.items, node.members) == (None, None, None)


def test_every_part_knows_its_line() -> None:
    """Names give their own line, list items that of their first character, unknown parts that of their surroundings."""
    node = parse_yaml(b"# c\n- id: a\n  checks:\n    - type: x\n      value:\n        5\n    - {type: y}\n")
    places = {
        (): 2,
        (0,): 2,
        (0, "checks"): 3,
        (0, "checks", 0, "value"): 5,
        (0, "checks", 1): 7,
        (0, "nothing"): 2,
        (0, "checks", 9): 4,
    }
    assert {path: node.line_of(path) for path in places} == places


@settings(max_examples=100)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(codec="ascii")),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
)
def test_json_is_read_as_the_value_it_is(value: Any) -> None:
    """JSON is YAML: whatever JSON text says, the same comes out."""
    assert parse_yaml(json.dumps(value).encode()).value == value


@settings(max_examples=200)
@given(st.binary(max_size=60) | st.text(alphabet="-: \n\t{}[]&*!|>'\"#ab1", max_size=40).map(str.encode))
def test_no_bytes_raise_anything_but_a_source_error(data: bytes) -> None:
    """Whatever a file holds, it is read or refused by name."""
    with suppress(SourceError):
        parse_yaml(data)

"""JSONPath over documents that are already parsed."""

from __future__ import annotations

from typing import Any

import jsonpath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.targets.paths import ABSENT, PathError, compile_path

DOCUMENT: dict[str, Any] = {"a": {"b c": [1, None, {"d": "x"}]}, "e": [{"f": 1}, {"f": 2}, {}]}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$", [DOCUMENT]),
        ("$.a['b c'][0]", [1]),
        ("$.a['b c'][1]", [None]),
        ("$.a['b c'][-1].d", ["x"]),
        ("$.a['b c'][3]", []),
        ("$.a.absent", []),
        ("$.a['b c'].d", []),
        ("$.e[*].f", [1, 2]),
        ("$..f", [1, 2]),
        ("$.e[?@.f > 1].f", [2]),
        ("$.a.absent | $.e[0].f", [1]),
    ],
)
def test_paths_lead_where_the_standard_says(path: str, found: list[Any]) -> None:
    """Simple and other paths alike; null is there, what is not there is absent."""
    compiled = compile_path(path)
    assert compiled.all(DOCUMENT) == found
    assert compiled.first(DOCUMENT) is (found[0] if found else ABSENT)


@pytest.mark.parametrize("path", ["$.a", "$[0]", "$..a", "$[*]"])
@pytest.mark.parametrize("text", ['{"a": 1}', "[1]", "["])
def test_a_text_is_never_read_as_json(path: str, text: str) -> None:
    """A reply that is a JSON string holds nothing below it."""
    assert compile_path(path).all(text) == []
    assert compile_path("$").all(text) == [text]


STEPS = st.lists(st.sampled_from(["a", "b", 0, 1, -1]), max_size=3)
LEAVES = st.none() | st.integers(0, 3)
DOCUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=8,
)


@given(steps=STEPS, document=DOCUMENTS.filter(lambda value: isinstance(value, dict | list)))
@settings(max_examples=200)
def test_the_short_way_finds_what_the_library_finds(steps: list[str | int], document: Any) -> None:
    """Following names and indices is the same as evaluating the query."""
    path = "$" + "".join(f"[{step!r}]" for step in steps)
    assert compile_path(path).all(document) == jsonpath.findall(path, document)


@pytest.mark.parametrize("path", ["$.a[", "", "$.", "a b", "$.a[?@.b =~ /(/]"])
def test_what_is_no_path_is_refused(path: str) -> None:
    """With the path in the message."""
    with pytest.raises(PathError, match="is no JSONPath"):
        compile_path(path)

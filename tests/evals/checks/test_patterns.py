"""Patterns: validated, searched in every view, bounded in time."""

from __future__ import annotations

import pickle
import re

import pytest

from evals.checks import patterns
from evals.checks.patterns import compile_pattern, search, search_any, written
from tests.evals.checks.messy import is_quick


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("", "blank"),
        (" \t", "blank"),
        ("\u200b", "blank"),
        ("(open", "regular expression"),
        ("does not (go", "regular expression"),
        ("*a", "regular expression"),
        ("[a", "regular expression"),
        (r"\y", "regular expression"),
        (r"\p{Nope", "regular expression"),
        (r"\p{Nope}", "regular expression"),
        ("(" * 3000 + ")" * 3000, "regular expression"),
        ("a*", "match every text"),
        ("(guaranteed|)", "match every text"),
        ("(?:.{10000}){10000}", "repeat"),
        ("(?:(?:(?:a{300}){300}){300}){300}", "repeat"),
    ],
)
def test_an_unusable_pattern_is_refused(source: str, rule: str) -> None:
    """The message says which rule is broken and shows the pattern."""
    with pytest.raises(ValueError, match=rule) as caught:
        compile_pattern(source)
    assert written(source) in str(caught.value)


@pytest.mark.parametrize(
    "source",
    ["^(?!.*secret)", r"\bfree\b", "(?m)^yes$", "^$", r"\p{Lu}{3}", "[(]{3}", r"\(a{5}\)", "a{0,100000}b", "[[a]", "."],
)
def test_a_usable_pattern_is_accepted(source: str) -> None:
    """Assertions may match the empty text; counts without copies may be large."""
    assert compile_pattern(source).source == source


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        ("error code \\d+", "It failed with Error Code 42.", "Error Code 42"),
        ("(?m)^yes$", "no\nYES\nno", "YES"),
        ("won't refund", "We won’t refund.", "won’t refund"),
        ("won’t refund", "We won't refund.", "won't refund"),
        ("déjà", "de\u0301ja\u0300 vu", "de\u0301ja\u0300"),
        ("guaranteed", "guar\u200banteed", "guar\u200banteed"),
        ("rate limit", "rate\nlimit", "rate\nlimit"),
        ("API rate", "`API` rate", "API` rate"),
        (r"\*\*bold", "**bold**", "**bold"),
        ("^a$", " a ", "a"),
    ],
)
def test_a_match_in_any_view_counts(source: str, text: str, found: str) -> None:
    """Raw, cleaned and without Markdown; the evidence is raw."""
    evidence = search(compile_pattern(source), text)
    assert evidence is not None
    assert evidence.text == found
    assert evidence.start == text.index(found)


def test_no_match_is_none() -> None:
    """Nothing is found in nothing."""
    assert search(compile_pattern("x"), "") is None
    assert search_any([compile_pattern("x"), compile_pattern("y")], "abc") == ()


def test_every_pattern_that_matches_is_shown() -> None:
    """One piece of evidence for each."""
    found = search_any([compile_pattern("a"), compile_pattern("x"), compile_pattern("c")], "abc")
    assert [one.text for one in found] == ["a", "c"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("^(a+)+$", "a" * 40 + "!"),
        ("(a|aa)+$", "a" * 60 + "b"),
        ("^(.*?,){30}P", "1," * 40),
        (r"\s+$", "x" + " " * 100_000 + "x"),
        ("^(é|éé)+$", "é" * 60 + "!"),
    ],
)
def test_explosive_patterns_are_decided(source: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search beyond its limit is decided in linear time by another engine."""
    monkeypatch.setattr(patterns, "SEARCH_SECONDS", 0.1)
    pattern = compile_pattern(source)
    assert is_quick(lambda: search(pattern, text))
    assert search(pattern, text) is None


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"(?=x)?(a|aa)+$", "a" * 60 + "b"),
        (r"(\w|\w\w)+$", "é" * 60 + "!"),
        ("(a|aa)+$", "a" * 60 + "b\n"),
        ("(a|aa)+(b{,3})$", "a" * 60 + "c"),
    ],
)
def test_what_the_engines_read_differently_is_not_decided(
    source: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No verdict is better than one by other rules."""
    monkeypatch.setattr(patterns, "SEARCH_SECONDS", 0.05)
    with pytest.raises(TimeoutError, match=re.escape(f"'{source}'")):
        search(compile_pattern(source), text)


def test_a_match_beside_an_endless_pattern_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found decides, whatever comes after it."""
    monkeypatch.setattr(patterns, "SEARCH_SECONDS", 0.05)
    endless = compile_pattern(r"(\w|\w\w)+$")
    text = "é" * 60 + "!"
    assert len(search_any([compile_pattern("é"), endless], text)) == 1
    with pytest.raises(TimeoutError):
        search_any([endless, compile_pattern("x")], text)


def test_patterns_are_values() -> None:
    """Equal when written equally, and they survive pickling."""
    pattern = compile_pattern("won’t")
    assert pickle.loads(pickle.dumps(pattern)) == pattern == compile_pattern("won’t")


def test_patterns_are_shown_as_they_were_written() -> None:
    """Copied from a report they can be tried; what cannot be seen is escaped."""
    assert written(r"\b2[57] days") == r"'\b2[57] days'"
    assert written("a\nb") == r"'a\nb'"

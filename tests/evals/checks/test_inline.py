"""Inline Markdown: what is markup and what is text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from evals.checks.inline import inline_edits
from evals.checks.normalize import View, rewrite
from tests.evals.checks.messy import messy_texts


def plain(text: str) -> str:
    """The text without its markup."""
    return rewrite(View(text), inline_edits(text)).text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The **API** rate", "The API rate"),
        ("The __API__ rate", "The API rate"),
        ("an *important* word", "an important word"),
        ("an _important_ word", "an important word"),
        ("***both***", "both"),
        ("**outer *inner* outer**", "outer inner outer"),
        ("~~gone~~ kept", "gone kept"),
        ("in**side**word", "insideword"),
        ("`code` span", "code span"),
        ("``a ` b``", "a ` b"),
        ("the [API](https://example.com/a_b_c) rate", "the API rate"),
        ("[text](<a b> 'title') and", "text and"),
        ("[nested [brackets]](u)", "nested [brackets]"),
        ("[wiki](https://x.org/a_(b)) end", "wiki end"),
        ("![alt](i.png)", "alt"),
        ("[![badge](b.svg)](l)", "badge"),
        ("[ref][one]\n\n[one]: http://x", "ref\n\n[one]: http://x"),
        ("<https://example.com>", "https://example.com"),
        (r"2 \* 3", "2 * 3"),
        ("AT&amp;T", "AT&T"),
        ("a\n> b", "a\nb"),
    ],
)
def test_markup_is_removed(text: str, read: str) -> None:
    """Emphasis, code spans, links, escapes and references are read as a reader sees them."""
    assert plain(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "max_output_tokens",
        "2 * 3 * 4 = 24",
        "* item\n* item",
        "snake_case and _",
        "5 ~ 6",
        "a ` b",
        "array[0] and f(x)",
        "source [1][2]",
        "x < y > z",
        "**open\n\nnot closed**",
        "R&D; Q&A",
        "",
    ],
)
def test_text_that_looks_like_markup_stays(text: str) -> None:
    """What opens nothing, closes nothing, or stands inside a word is text."""
    assert plain(text) == text


def test_code_keeps_its_asterisks() -> None:
    """Nothing inside a code span is markup."""
    assert plain("Pass `**kwargs` and `[a](b)`.") == "Pass **kwargs and [a](b)."


@given(messy_texts)
@settings(max_examples=200)
def test_edits_are_ordered_and_apart(text: str) -> None:
    """Any text gives edits that can be applied in one pass."""
    last = 0
    for start, end, _ in inline_edits(text):
        assert last <= start < end <= len(text)
        last = end

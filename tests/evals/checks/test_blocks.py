"""Blocks of a Markdown-like text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from evals.checks.blocks import blocks
from tests.evals.checks.messy import ADVERSARIAL, is_quick, messy_texts


def read(text: str) -> list[tuple[str, str]]:
    """Kind and text of each block."""
    return [(block.kind.value, text[block.start : block.end]) for block in blocks(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("one\ntwo\n\nthree", [("paragraph", "one\ntwo"), ("paragraph", "three")]),
        ("# Title #\ntext", [("heading", "Title"), ("paragraph", "text")]),
        ("Title\n=====\ntext", [("heading", "Title"), ("paragraph", "text")]),
        ("Title\n---\ntext", [("heading", "Title"), ("paragraph", "text")]),
        ("- a\n- b\n  more", [("item", "a"), ("item", "b\n  more")]),
        ("1. a\n2) b", [("item", "a"), ("item", "b")]),
        ("(a) x\nb) y", [("item", "x"), ("item", "y")]),
        ("a. x\nb. y", [("item", "x"), ("item", "y")]),
        ("1.) x\n2.) y", [("item", "x"), ("item", "y")]),
        ("ii. x\r\niv. y", [("item", "x"), ("item", "y")]),
        ("J. Smith led.", [("paragraph", "J. Smith led.")]),
        ("- [x] done\n• dot", [("item", "done"), ("item", "dot")]),
        ("born in\n2024. Next", [("paragraph", "born in\n2024. Next")]),
        ("intro\n1. first", [("paragraph", "intro"), ("item", "first")]),
        ("a\n***\nb", [("paragraph", "a"), ("paragraph", "b")]),
        ("| A |\n|---|\n| 1 |", [("header", "| A |"), ("row", "| 1 |")]),
        ("a | b\n--|--\nc | d\n\ne", [("header", "a | b"), ("row", "c | d"), ("paragraph", "e")]),
        ("```py\nx = 1\n\ny\n```\nend", [("code", "x = 1\n\ny"), ("paragraph", "end")]),
        ("~~~\nnever closed", [("code", "never closed")]),
        ("```not a fence``` here", [("paragraph", "```not a fence``` here")]),
        ("> said\n> more", [("paragraph", "said\n> more")]),
        ("#hashtag", [("paragraph", "#hashtag")]),
        ("one\r\rtwo", [("paragraph", "one"), ("paragraph", "two")]),
        ("one\u2029two", [("paragraph", "one"), ("paragraph", "two")]),
        ("one\u2028still", [("paragraph", "one\u2028still")]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_blocks_are_what_a_reader_sees(text: str, found: list[tuple[str, str]]) -> None:
    """Lines make paragraphs, items, headings, rows and code."""
    assert read(text) == found


def test_a_quotation_is_marked() -> None:
    """A block knows whether it is quoted, and begins a new one."""
    assert [block.quoted for block in blocks("mine\n> theirs\n\nmine")] == [False, True, False]


def test_a_full_sentence_above_a_line_is_no_heading() -> None:
    """Models draw lines between paragraphs; a heading has no full stop."""
    assert read("NVIDIA led.\n---\nAMD came second.")[0] == ("paragraph", "NVIDIA led.")


@given(messy_texts)
@settings(max_examples=150)
def test_blocks_are_ordered_and_apart(text: str) -> None:
    """Blocks hold text, in order, without overlap, and end with something visible."""
    last = 0
    for block in blocks(text):
        assert last <= block.start < block.end <= len(text)
        assert not text[block.end - 1].isspace()
        last = block.end


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_long_hostile_texts_take_linear_time(name: str) -> None:
    """100,000 characters in well under a second."""
    assert is_quick(lambda: list(blocks(ADVERSARIAL[name])))

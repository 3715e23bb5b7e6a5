"""Cutting pages into chunks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deployments.demo.corpus.chunks import Chunk, Chunking, cut_page, cut_pages
from tests.deployments.demo.builders import make_page, make_pages


def _words(chunk: Chunk) -> int:
    return sum(len(statement.text.split()) for statement in chunk.statements)


def test_chunk_knows_where_it_stands() -> None:
    """Page, title, nearest heading, and the sentence that says what the page is about."""
    chunk = next(c for c in cut_pages(make_pages(), Chunking()) if "27 days" in c.text)
    assert (chunk.doc, chunk.title, chunk.section) == ("leave", "Annual leave", "Entitlement")
    assert chunk.scope == "Leave for all employees, from 1 January 2025."


def test_text_above_the_first_heading_has_the_title_as_section() -> None:
    """There is always a section to cite."""
    first = next(cut_page(make_page("Intro.", title="Pay"), Chunking()))
    assert first.section == "Pay"


def test_chunks_never_cross_a_section() -> None:
    """Two short sections are two chunks."""
    chunks = list(cut_page(make_page("## A\n\nOne.\n\n## B\n\nTwo."), Chunking()))
    assert [chunk.section for chunk in chunks] == ["A", "B"]


def test_a_cut_table_keeps_its_header_in_each_chunk() -> None:
    """A part of a table can be read alone."""
    rows = "\n".join(f"| name {n} | value {n} |" for n in range(20))
    chunks = list(cut_page(make_page(f"## T\n\n| Name | Value |\n| --- | --- |\n{rows}"), Chunking(max_words=30)))
    assert len(chunks) > 2
    assert all(chunk.text.startswith("| Name | Value |\n| --- | --- |\n") for chunk in chunks)


def test_overlap_repeats_the_end_of_the_chunk_before() -> None:
    """Without overlap nothing is repeated."""
    page = make_page("## A\n\n" + " ".join(f"Sentence number {n} is here." for n in range(12)))
    with_overlap = list(cut_page(page, Chunking(max_words=20, overlap_words=5)))
    without = list(cut_page(page, Chunking(max_words=20, overlap_words=0)))
    assert with_overlap[1].statements[0] == with_overlap[0].statements[-1]
    assert without[1].statements[0] != without[0].statements[-1]


@settings(max_examples=40, deadline=None)
@given(
    lengths=st.lists(st.integers(1, 40), min_size=1, max_size=25),
    limit=st.integers(5, 60),
    overlap=st.integers(0, 30),
)
def test_nothing_is_lost_and_the_limit_holds(lengths: list[int], limit: int, overlap: int) -> None:
    """Every statement is in some chunk, in order; a chunk above the limit has one new statement only."""
    text = " ".join("Word" + " word" * (n - 1) + "." for n in lengths)
    page = make_page(f"## A\n\n{text}")
    chunks = list(cut_page(page, Chunking(limit, overlap)))
    seen = [id(statement) for chunk in chunks for statement in chunk.statements]
    assert list(dict.fromkeys(seen)) == [id(statement) for statement in page.statements]
    for before, chunk in zip([None, *chunks], chunks, strict=False):
        known = {id(s) for s in before.statements} if before else set()
        new = [s for s in chunk.statements if id(s) not in known]
        assert new
        assert _words(chunk) <= limit or len(new) == 1


@pytest.mark.parametrize(("markdown", "text"), [("- a b\n- c d", "- a b\n- c d"), ("1. a b\n2. c d", "1. a b\n2. c d")])
def test_lists_are_shown_as_lists(markdown: str, text: str) -> None:
    """Numbered lists keep their numbers."""
    assert next(cut_page(make_page(f"## A\n\n{markdown}"), Chunking())).text == text

"""Choosing what to quote."""

from __future__ import annotations

from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deployments.demo.answering.choose import draft
from deployments.demo.answering.draft import Draft
from deployments.demo.answering.index import Index, Ranking
from deployments.demo.answering.match import prepare
from deployments.demo.asking.question import analyse
from deployments.demo.corpus.chunks import Chunking, cut_pages
from tests.deployments.demo.builders import make_page, make_pages

INDEX = Index(cut_pages(make_pages(), Chunking()))


def _draft(question: str, markdown: str | None = None) -> Draft:
    index = INDEX if markdown is None else Index(cut_pages([make_page(markdown)], Chunking()))
    asked = analyse(question)
    return draft(asked, index.search(asked, Ranking(), repeat(0.0)), index, repeat(0.0), 0.0)


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("How long does the trial last?", ("The trial lasts 14 days.",)),
        ("Who approves a refund of €700?", ("more than €500, up to €5,000 — Approver: Finance manager.",)),
        ("Which region had the lowest revenue in FY2025?", ("Canada — FY2025: 6,330 thousand EUR.",)),
    ],
)
def test_one_fact_is_one_line(question: str, lines: tuple[str, ...]) -> None:
    """A sentence, a row for an amount, a row with the lowest figure."""
    assert _draft(question).lines == lines


def test_sentence_that_points_back_takes_the_one_before_along() -> None:
    """Alone it could not be understood."""
    found = _draft("By when must they be taken?", "## Days\n\nFive unused days are kept. They must be taken by May.")
    assert found.lines == ("Five unused days are kept.", "They must be taken by May.")


def test_comparison_quotes_both_sides() -> None:
    """What one row leaves out another one adds."""
    text = " ".join(_draft("What is the price difference between Team and Business, billed annually?").lines)
    assert "Team —" in text
    assert "Business —" in text


@pytest.mark.parametrize(
    ("question", "layout", "count"),
    [("What are the first steps for a ticket?", "numbered", 3), ("List the plans and prices.", "bullets", 3)],
)
def test_whole_lists_are_given_when_all_of_it_is_asked(question: str, layout: str, count: int) -> None:
    """Steps keep their numbers."""
    found = _draft(question)
    assert (found.layout, len(found.lines)) == (layout, count)


def test_term_with_two_meanings_gets_both() -> None:
    """From the same section."""
    text = "## Words\n\n**ARR** means *annual revenue*. In security **ARR** means *access record*."
    assert len(_draft("What does ARR mean?", text).lines) == 2


def test_heading_with_the_version_goes_along() -> None:
    """The sentence alone would not answer."""
    text = "## 5.5 (9 July 2024)\n\n- Bulk send from the web application.\n\n## 5.4 (7 May 2024)\n\n- A new header."
    assert _draft("Since which release is there a bulk send?", text).lines == (
        "5.5 (9 July 2024): Bulk send from the web application.",
    )


def test_nothing_known_is_nothing_quoted() -> None:
    """No lines and no sources."""
    found = _draft("zebra")
    assert (found.lines, found.sources, found.support) == ((), (), 0.0)


def test_passages_are_ordered_by_their_best_statement() -> None:
    """What is quoted is retrieved first."""
    found = _draft("How long does the trial last?")
    assert found.passages[0].chunk == found.sources[0].chunk
    scores = [passage.score for passage in found.passages]
    assert scores == sorted(scores, reverse=True)


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="abcdefgh leavdysTeam?€0123456789", max_size=60))
def test_support_is_a_share_and_lines_come_with_sources(question: str) -> None:
    """Whatever is asked."""
    found = _draft(question)
    assert 0.0 <= found.support <= 1.0
    assert bool(found.lines) == bool(found.sources)


@settings(max_examples=20, deadline=None)
@given(st.floats(min_value=-1, max_value=1), st.floats(min_value=0, max_value=0.05))
def test_uniform_noise_changes_no_order(change: float, temperature: float) -> None:
    """Only differences between draws decide ties."""
    asked = analyse("How many days of annual leave do employees have?")
    passages = INDEX.search(asked, Ranking(), repeat(0.0))
    still = prepare(asked, INDEX, repeat(0.0)).matches(passages, temperature)
    moved = prepare(asked, INDEX, repeat(change)).matches(passages, temperature)
    assert [match.key for match in moved] == [match.key for match in still]

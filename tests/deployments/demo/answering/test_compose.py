"""Drafts in the form that was asked for."""

from __future__ import annotations

import json
from random import Random

import pytest

from deployments.demo.answering.compose import OPENINGS, compose
from deployments.demo.answering.draft import Draft, joined
from deployments.demo.answering.index import Passage
from deployments.demo.answering.structured import as_json, reply_as_json
from deployments.demo.asking.question import analyse
from deployments.demo.asking.wish import Wish
from deployments.demo.corpus.chunks import Chunking, cut_pages
from tests.deployments.demo.builders import make_pages

QUESTION = analyse("How long is the trial?")


def _draft(*lines: str, doc: str = "plans", layout: str = "prose", support: float = 0.9) -> Draft:
    chunk = next(chunk for chunk in cut_pages(make_pages(), Chunking()) if chunk.doc == doc)
    passage = Passage(chunk, (), 1.0)
    return Draft(lines, layout, (passage,), support, None, (passage,))


def _text(draft: Draft, wish: Wish | None = None) -> str:
    return compose(draft, QUESTION, wish or Wish(), Random(1))


def test_prose_has_an_opening_and_cites_its_page() -> None:
    """The opening is drawn, the sentence and the source are not."""
    texts = {compose(_draft("It lasts 14 days."), QUESTION, Wish(), Random(n)) for n in range(30)}
    assert len(texts) == len(set(OPENINGS))
    assert all(text.endswith("It lasts 14 days. [plans]") for text in texts)


def test_superseded_source_is_told() -> None:
    """The reader learns which page holds now."""
    assert "(This page is superseded by leave.)" in _text(_draft("It was 25 days.", doc="leave-2023"))


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        (Wish(only="number"), "It lasts 14 days, and no longer."),
        (Wish(only="yes or no"), "No"),
        (Wish(max_words=4), "It lasts 14 days."),
        (Wish(max_words=2), "It lasts."),
        (Wish(max_characters=18), "It lasts 14 days."),
        (Wish(max_words=50), "It lasts 14 days, and no longer. It is free."),
    ],
)
def test_terse_wishes_are_kept_exactly(wish: Wish, text: str) -> None:
    """No opening and no source mark; what does not fit is cut at a clause."""
    assert _text(_draft("It lasts 14 days, and no longer.", "It is free."), wish) == text


def test_one_sentence_is_one_sentence() -> None:
    """Further lines are left out."""
    assert "It is free" not in _text(_draft("It lasts 14 days.", "It is free."), Wish(max_sentences=1))


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        ("bullets", "- A.\n- B. [plans]"),
        ("numbered", "1. A.\n2. B. [plans]"),
        ("table", "| Answer |\n| --- |\n| A. |\n| B. | [plans]"),
    ],
)
def test_layouts(layout: str, text: str) -> None:
    """As asked for."""
    assert _text(_draft("A.", "B."), Wish(layout=layout)) == text


def test_json_of_the_app_has_answer_and_sources() -> None:
    """Without named fields."""
    answer = json.loads(as_json(_draft("It lasts 14 days."), QUESTION, Wish(json=True), lambda _: _draft()))
    assert answer == {"answer": "It lasts 14 days.", "sources": ["plans"]}


def test_json_with_named_fields_has_exactly_these() -> None:
    """Texts, sources, figures by name."""
    wish = Wish(json=True, fields=("answer", "source", "found", "confidence"))
    answer = json.loads(as_json(_draft("It lasts 14 days."), QUESTION, wish, lambda _: _draft()))
    assert answer == {"answer": "It lasts 14 days.", "source": "plans", "found": True, "confidence": 0.9}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ((), {"answer": "No.", "sources": []}),
        (("price", "sources"), {"price": None, "sources": [], "note": "No."}),
        (("summary", "found"), {"summary": "No.", "found": False}),
    ],
)
def test_abstention_as_json_is_empty_but_says_why(fields: tuple[str, ...], expected: dict[str, object]) -> None:
    """It is still one object with the named fields."""
    assert json.loads(reply_as_json("No.", Wish(json=True, fields=fields))) == expected


def test_parts_are_joined_without_the_unsupported() -> None:
    """What is known is answered."""
    draft = joined([_draft("A."), _draft("B.", support=0.1), _draft("C.", doc="leave")], 0.5)
    assert draft.lines == ("A.", "C.")
    assert draft.docs == ("plans", "leave")


def test_nothing_supported_is_nothing() -> None:
    """But what was looked at is kept."""
    draft = joined([_draft("A.", support=0.1)], 0.5)
    assert draft.lines == ()
    assert draft.passages

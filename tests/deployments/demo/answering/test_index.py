"""Search over chunks."""

from __future__ import annotations

from itertools import repeat

import pytest

from deployments.demo.answering.index import Index, Passage, Ranking
from deployments.demo.asking.concepts import Concept
from deployments.demo.asking.question import analyse
from deployments.demo.corpus.chunks import Chunking, cut_page, cut_pages
from tests.deployments.demo.builders import make_page, make_pages


def _search(text: str, ranking: Ranking | None = None) -> tuple[Passage, ...]:
    return _index().search(analyse(text), ranking or Ranking(), repeat(0.0))


def _index() -> Index:
    return Index(cut_pages(make_pages(), Chunking()))


def test_best_passage_comes_first_with_a_score_up_to_one() -> None:
    """Scores fall."""
    found = _search("days of annual leave per year")
    assert found[0].chunk.doc == "leave"
    scores = [passage.score for passage in found]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] <= scores[0] <= 1


def test_no_known_word_finds_nothing() -> None:
    """There is nothing to rank."""
    assert _search("zebra") == ()


@pytest.mark.parametrize(
    ("text", "doc"),
    [
        ("How many days of annual leave do employees have per year?", "leave"),
        ("How many days of annual leave did employees have in 2023?", "leave-2023"),
        ("How many days of annual leave did employees have under the old entitlement?", "leave-2023"),
    ],
)
def test_superseded_pages_answer_questions_about_the_past_only(text: str, doc: str) -> None:
    """Unless the year or the past is asked for, the current page wins."""
    assert _search(text)[0].chunk.doc == doc


def test_without_the_penalty_superseded_pages_are_trusted() -> None:
    """As in the regressed variant."""
    question = "How many days of annual leave do employees have?"
    assert {p.trust for p in _search(question, Ranking(superseded=1.0))} == {1.0}
    assert {p.trust for p in _search(question) if p.chunk.superseded} == {Ranking().superseded}


def test_candidates_are_limited() -> None:
    """No more than asked for."""
    assert len(_search("plan leave team discount", Ranking(candidates=3))) == 3


def test_rare_words_weigh_more() -> None:
    """Unknown ones most, unless they are left over from a translation."""
    index = _index()
    common, rare = index.weigh(Concept(("leav",))), index.weigh(Concept(("carri",)))
    assert common < rare < index.weigh(Concept(("zebra",)))
    assert index.weigh(Concept(("zebra",), untranslated=True)) == 0


def test_small_collection_borrows_frequencies() -> None:
    """Words of a pasted text are known, and weigh as in the docs."""
    docs = _index()
    note = Index(tuple(cut_page(make_page("The zebra is on leave."), Chunking())), docs)
    assert "zebra" in note
    assert "zebra" not in docs
    assert note.idf("leav") == docs.idf("leav")

"""Citation and retrieval checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evals.checks.trying import attempt, outcome, refusal

NVDA_7 = {"ticker": "NVDA", "section": "7"}


def items(*docs: str) -> tuple[dict[str, str], ...]:
    """A ranked list of documents."""
    return tuple({"doc": doc, "text": f"about {doc}"} for doc in docs)


@pytest.mark.parametrize(
    ("expected", "cited", "verdict"),
    [
        ([NVDA_7], [{**NVDA_7, "page": 44}], "pass"),
        ([NVDA_7], [{"ticker": "AMD"}, NVDA_7], "pass"),
        ([{"ticker": "AMD"}, {"ticker": "NVDA"}], [NVDA_7], "pass"),
        ([NVDA_7], [{"ticker": "NVDA", "section": "7A"}], "fail"),
        ([NVDA_7], [{"ticker": "NVDA"}], "fail"),
        ([NVDA_7], [{"ticker": "nvda", "section": "7"}], "fail"),
        ([{"page": 1}], [{"page": True}], "fail"),
        ([{"page": 1}], [{"page": 1.0}], "pass"),
        ([{"page": None}], [{}], "fail"),
        ([{"page": None}], [{"page": None}], "pass"),
        ([{"at": {"line": [1, 2]}}], [{"at": {"line": [1, 2]}}], "pass"),
        ([{"doc": "a"}], ["a", None, 3, ["a"]], "fail"),
        ([{"doc": "a"}], [], "fail"),
    ],
)
def test_a_citation_matches_when_every_expected_field_is_equal(expected: Any, cited: Any, verdict: str) -> None:
    """By type and value, in any citation, for any alternative; other fields do not matter."""
    assert outcome({"type": "citation", "any_of": expected}, citations=tuple(cited)) == verdict


@pytest.mark.parametrize("any_of", [None, [], ["NVDA"], [{}], {"ticker": "NVDA"}, "NVDA"])
@pytest.mark.parametrize("kind", ["citation", "retrieval"])
def test_expected_sources_are_objects_with_fields(kind: str, any_of: Any) -> None:
    """Text has no fields, and an object without any would match everything."""
    assert "any_of" in refusal({"type": kind, "any_of": any_of})


def test_the_citations_that_were_there_explain_a_failure() -> None:
    """An author sees what was cited instead."""
    result = attempt({"type": "citation", "any_of": [{"doc": "a"}]}, citations=({"doc": "b"},))
    assert [(one.text, one.read_as) for one in result.evidence] == [('{"doc": "b"}', "item 1")]


@pytest.mark.parametrize(
    ("cited", "recall", "precision"),
    [
        (["a", "b"], 1.0, 1.0),
        (["a"], 0.5, 1.0),
        (["a", "x"], 0.5, 0.5),
        (["a", "a", "x"], 0.5, 0.5),
        (["x"], 0.0, 0.0),
        ([], 0.0, 0.0),
    ],
)
def test_citations_have_recall_and_precision(cited: list[str], recall: float, precision: float) -> None:
    """Shares of the expected sources and of the distinct citations; citing nothing is never precise."""
    relevant = [{"doc": "a"}, {"doc": "b"}]
    recalled = attempt({"type": "citation_recall", "relevant": relevant, "min_score": 0.5}, citations=items(*cited))
    precise = attempt({"type": "citation_precision", "relevant": relevant, "min_score": 0.75}, citations=items(*cited))
    assert (recalled.score, recalled.passed) == (recall, recall >= 0.5)
    assert (precise.score, precise.passed) == (precision, precision >= 0.75)


@pytest.mark.parametrize(
    ("ranked", "parameters", "verdict", "score"),
    [
        (["g", "x"], {}, "pass", 1.0),
        (["x", "x", "g"], {}, "pass", 1 / 3),
        (["x"] * 5 + ["g"], {}, "fail", 0.0),
        (["x"] * 5 + ["g"], {"k": 6}, "pass", 1 / 6),
        (["x", "g"], {"k": 1}, "fail", 0.0),
        ([], {}, "fail", 0.0),
        (["g"], {"terms": ["ABOUT g"]}, "pass", 1.0),
        (["g"], {"terms": ["about", "margin"]}, "fail", 0.0),
        (["g"], {"terms": ["about"], "text_field": "body"}, "fail", 0.0),
    ],
)
def test_retrieval_scores_the_reciprocal_rank(
    ranked: list[str], parameters: dict[str, Any], verdict: str, score: float
) -> None:
    """1 / rank of the first match within k, and 0 below it."""
    result = attempt({"type": "retrieval", "any_of": [{"doc": "g"}], **parameters}, retrieved=items(*ranked))
    assert result.outcome == verdict
    assert result.score == pytest.approx(score)


def test_field_and_terms_must_be_in_one_item() -> None:
    """The first item that has both counts."""
    retrieved = (
        {"doc": "g", "text": "Revenue."},
        {"doc": "x", "text": "margin"},
        {"doc": "g", "text": "gross\nmar\u00adgin"},
    )
    result = attempt({"type": "retrieval", "any_of": [{"doc": "g"}], "terms": ["gross margin"]}, retrieved=retrieved)
    assert result.score == pytest.approx(1 / 3)


def test_contains_is_another_spelling_of_terms() -> None:
    """The name of seed 000, one text or several."""
    for terms in ("about", ["about"]):
        raw = {"type": "retrieval", "any_of": [{"doc": "g"}], "contains": terms}
        assert outcome(raw, retrieved=items("g")) == "pass"


@pytest.mark.parametrize("item", ["g", None, 7, [], {"text": None}, {"doc": "g", "text": 5}])
def test_items_without_fields_match_nothing_and_keep_their_rank(item: Any) -> None:
    """A list of bare strings neither crashes nor passes, and the item behind it is at rank 2."""
    raw = {"type": "retrieval", "any_of": [{"doc": "g"}], "terms": ["about"]}
    assert outcome(raw, retrieved=(item,)) == "fail"
    assert attempt(raw, retrieved=(item, *items("g"))).score == 0.5


@pytest.mark.parametrize("k", [0, -1, "5", 2.5, True, None])
def test_k_is_a_positive_whole_number(k: Any) -> None:
    """Anything else would cut the list elsewhere than the author thinks."""
    assert "k" in refusal({"type": "retrieval", "any_of": [{"doc": "g"}], "k": k})


@pytest.mark.parametrize("terms", [[], [" "], ["\u200b"], [1]])
def test_terms_that_everything_has_are_refused(terms: Any) -> None:
    """An empty list or a blank term is a mistake of the author."""
    assert "terms" in refusal({"type": "retrieval", "any_of": [{"doc": "g"}], "terms": terms})


@pytest.mark.parametrize(
    ("ranked", "recall", "ndcg"),
    [
        # Ideal for two relevant: 1/log2(2) + 1/log2(3) = 1.6309297536
        (["a", "b", "x"], 1.0, 1.0),
        (["a", "x", "b"], 1.0, 1.5 / 1.6309297536),
        (["x", "a"], 0.5, 0.6309297536 / 1.6309297536),
        (["a", "a", "a"], 0.5, 1 / 1.6309297536),
        (["x", "x", "x", "a", "b"], 0.0, 0.0),
        ([], 0.0, 0.0),
    ],
)
def test_retrieval_has_recall_and_ndcg(ranked: list[str], recall: float, ndcg: float) -> None:
    """Within k = 3; a document that is retrieved again gains nothing."""
    relevant = [{"doc": "a"}, {"doc": "b"}]
    answer = items(*ranked)
    found = attempt({"type": "retrieval_recall", "relevant": relevant, "k": 3, "min_score": 1.0}, retrieved=answer)
    ordered = attempt({"type": "retrieval_ndcg", "relevant": relevant, "k": 3, "min_score": 0.9}, retrieved=answer)
    assert (found.score, found.passed) == (recall, recall == 1)
    assert ordered.score == pytest.approx(ndcg)
    assert ordered.passed == (ndcg >= 0.9)

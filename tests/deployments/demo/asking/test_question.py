"""Analysing questions."""

from __future__ import annotations

import pytest

from deployments.demo.asking.concepts import Concept
from deployments.demo.asking.kinds import Asks, kind_of
from deployments.demo.asking.question import Question, analyse, with_background, with_narrative


def _weight(question: Question, term: str) -> float:
    return next((c.weight for c in question.concepts if term in c.alternatives), 0.0)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who approves a refund?", Asks.PERSON),
        ("Who is the CTO?", Asks.NAME),
        ("When was it released?", Asks.TIME),
        ("How long is the trial?", Asks.DURATION),
        ("How often are keys rotated?", Asks.FREQUENCY),
        ("How much does the Team plan cost?", Asks.MONEY),
        ("How many users are allowed?", Asks.NUMBER),
        ("What percentage of sign-ins fail?", Asks.PERCENT),
        ("How do I restart the service?", Asks.STEPS),
        ("List the events.", Asks.LIST),
        ("What does ARR mean?", Asks.DEFINITION),
        ("What is an envelope?", Asks.DEFINITION),
        ("Summarise the leave policy.", Asks.SUMMARY),
        ("Is the trial free?", Asks.YES_NO),
        ("Where is data stored?", Asks.FACT),
    ],
)
def test_wording_tells_the_kind(text: str, kind: Asks) -> None:
    """One example per kind."""
    assert kind_of(text) is kind


def test_years_versions_and_names_bind() -> None:
    """An answer must be about them."""
    question = analyse("What did Enterprise cost in FY2024, before version 5.10 and the SEV-1 in Halifax?")
    assert question.years == {"2024"}
    assert question.anchors == {"5.10", "sev1"}
    assert {"enterprise", "halifax"} <= question.names


@pytest.mark.parametrize(
    ("text", "extreme"),
    [
        ("Which region had the highest revenue?", 1),
        ("Which plan has the cheapest overage?", -1),
        ("What is the maximum size?", 0),
        ("Which plan allows at most 5 users?", 0),
    ],
)
def test_superlatives_over_a_table(text: str, extreme: int) -> None:
    """A limit is no superlative."""
    assert analyse(text).extreme == extreme


def test_how_many_names_what_is_counted() -> None:
    """The head of the phrase is kept."""
    assert analyse("How many API keys can a workspace have?").counted == "key"
    assert analyse("How long is it?").counted is None


def test_amounts_years_and_quantities_weigh_less() -> None:
    """They bind or pick, but are not what the question is about."""
    question = analyse("Who approves a refund of €700 in 2025 within 3 days?")
    assert _weight(question, "refund") == 1.0
    assert _weight(question, "700") < _weight(question, "2025") < 1.0
    assert _weight(question, "day") < 1.0


def test_synonyms_are_alternatives() -> None:
    """The docs say annual leave."""
    question = analyse("How much vacation do I get?")
    assert Concept(("vacat", "annual"), 0.65) in question.concepts
    assert Concept(("vacat", "leav"), 0.65) in question.concepts


def test_follow_up_inherits_what_it_leaves_out() -> None:
    """Topic, kind and years come from before, at a lower weight."""
    question = with_background(analyse("And for Business?"), ["How much does the Team plan cost in 2025?"])
    assert question.kind is Asks.MONEY
    assert question.years == {"2025"}
    assert _weight(question, "busi") == 1.0
    assert 0 < _weight(question, "team") < 1.0


def test_follow_up_with_its_own_question_word_keeps_its_kind() -> None:
    """``And who`` asks for a person."""
    assert with_background(analyse("And who decides?"), ["How much does it cost?"]).kind is Asks.PERSON


@pytest.mark.parametrize(("text", "year"), [("And in the year before?", "2024"), ("And the following year?", "2026")])
def test_relative_years_are_resolved(text: str, year: str) -> None:
    """Counted from the year asked about before."""
    assert with_background(analyse(text), ["What was the revenue in FY2025?"]).years == {year}


def test_narrative_binds_nothing() -> None:
    """A name in the story is no condition."""
    question = with_narrative(analyse("Who approves the refund?"), "A customer in Halifax complains.", 0.2)
    assert question.names == frozenset()
    assert _weight(question, "complain") == pytest.approx(0.2)

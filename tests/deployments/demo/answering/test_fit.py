"""Whether a statement is the kind of answer that a question expects."""

from __future__ import annotations

import pytest

from deployments.demo.answering.features import Features, read_features
from deployments.demo.answering.fit import binding_fit, enumerates, fits_kind, form_fit, kind_fit, share
from deployments.demo.asking.kinds import Asks
from deployments.demo.asking.question import analyse
from deployments.demo.corpus.chunks import Chunking, cut_page
from deployments.demo.corpus.pages import Statement
from tests.deployments.demo.builders import make_page


def _statement(markdown: str, title: str = "Page") -> tuple[Statement, Features]:
    """The last statement of a section with its features."""
    chunk = list(cut_page(make_page(f"## Section\n\n{markdown}", title), Chunking()))[-1]
    return chunk.statements[-1], read_features(chunk)[-1]


@pytest.mark.parametrize(
    ("kind", "fitting", "other"),
    [
        (Asks.MONEY, "It costs €40.", "It lasts 40 days."),
        (Asks.PERCENT, "It is 5 %.", "It is 5."),
        (Asks.NUMBER, "There are 12.", "There are many."),
        (Asks.DURATION, "It takes 5 minutes.", "It happens twice a year."),
        (Asks.FREQUENCY, "It happens twice a year.", "It takes 5 minutes."),
        (Asks.TIME, "On 3 May 2025.", "On the roof."),
        (Asks.PERSON, "The finance manager decides.", "It is decided."),
        (Asks.NAME, "Zofia Lis leads it.", "The VP Engineering leads it."),
    ],
)
def test_each_kind_has_its_sign(kind: Asks, fitting: str, other: str) -> None:
    """A statement without it is a worse answer."""
    assert fits_kind(kind, fitting)
    assert not fits_kind(kind, other)


@pytest.mark.parametrize("kind", [Asks.FACT, Asks.LIST, Asks.STEPS, Asks.SUMMARY, Asks.DEFINITION, Asks.YES_NO])
def test_other_kinds_have_no_sign(kind: Asks) -> None:
    """Any text will do."""
    assert fits_kind(kind, "Anything.")


@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        ("How many recipients may it have?", "It has at most 50 recipients.", "It has 3 parts for recipients."),
        ("How many recipients may it have?", "It has at most 50 recipients.", "It has recipients since 3 May 2025."),
        ("When does it expire?", "It expires on 14 August 2027.", "It expires after 90 days."),
        ("What is an envelope?", "- **Envelope**: one transaction with papers.", "Send the envelope first of all."),
        ("What does RPO mean?", "RPO means recovery point objective.", "The RPO was missed."),
        ("Who owns the page?", "The finance manager owns it.", "It was written by hand."),
    ],
)
def test_kind_decides_between_statements_with_the_same_words(question: str, better: str, worse: str) -> None:
    """The better one has the larger factor."""
    asked = analyse(question)
    assert kind_fit(asked, *_statement(better)) > kind_fit(asked, *_statement(worse))


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("What was it in 2024?", "In 2024 it was 3.", "In 2025 it was 4."),
        ("What was it in 2024?", "In 2024 it was 3.", "It was 4."),
        ("What is new in version 6.1?", "Version 6.1 has colours.", "Version 6.10 has colours."),
        ("How fast is a SEV1 answered?", "A SEV-1 is answered at once.", "A SEV-2 is answered later."),
        ("What does the plan Enterprise cost?", "Enterprise costs more.", "Business costs less."),
    ],
)
def test_answers_are_bound_to_years_versions_and_names(question: str, near: str, far: str) -> None:
    """Another year, version or name counts less."""
    asked = analyse(question)
    assert binding_fit(asked, _statement(near)[1]) == 1.0
    assert binding_fit(asked, _statement(far)[1]) < 1.0


def test_the_title_binds_as_well() -> None:
    """A page of results need not name its year in each sentence."""
    assert binding_fit(analyse("What was it in 2024?"), _statement("It was 3.", "Results 2024")[1]) == 1.0


@pytest.mark.parametrize(
    ("markdown", "factor"),
    [
        ("A plain sentence of some length.", 1.0),
        ("Short one:", 0.8),
        ("> Somebody said this to us.", 0.85),
        ("```\nqmctl restart\n```", 0.6),
        ("| A | B |\n| --- | --- |\n| one | two |", 0.97),
    ],
)
def test_form_counts(markdown: str, factor: float) -> None:
    """Labels, quotes, code and rows are worse to quote than sentences."""
    assert form_fit(analyse("What is said about it here?"), _statement(markdown)[0]) == factor


def test_code_answers_how_to_questions() -> None:
    """And a warning does not."""
    question = analyse("How do I restart it?")
    assert form_fit(question, _statement("```\nqmctl restart\n```")[0]) == 1.0
    assert form_fit(question, _statement("Do not restart it at night.")[0]) < 1.0


@pytest.mark.parametrize(
    ("text", "listed"), [("A, B and C.", True), ("Red, green and blue.", True), ("A and B.", False)]
)
def test_enumerations_are_recognised(text: str, listed: bool) -> None:
    """By their commas."""
    assert enumerates(text) is listed


def test_share_of_nothing_is_nothing() -> None:
    """No division by zero."""
    assert share(frozenset(), frozenset({"a"})) == 0.0
    assert share(frozenset({"a", "b"}), frozenset({"a"})) == 0.5

"""Single values taken out of quoted text."""

from __future__ import annotations

import pytest

from deployments.demo.answering import values
from deployments.demo.asking.question import analyse
from deployments.demo.corpus.pages import Statement


@pytest.mark.parametrize(
    ("text", "field", "number"),
    [
        ("€31.65 million", "revenue", 31650000),
        ("€31.65 million", "revenue_million", 31.65),
        ("20,570 thousand EUR", "revenue", 20570000),
        ("1,200", "limit", 1200),
        ("99.95 %", "availability", 99.95),
        ("within 30 days", "days", 30),
        ("-122", "result", -122),
        ("none", "limit", None),
    ],
)
def test_numbers_know_their_scale(text: str, field: str, number: float | None) -> None:
    """Unless the field's name states it."""
    assert values.number(text, field) == number


@pytest.mark.parametrize(
    ("question", "text", "figure"),
    [
        ("How long is an access token valid?", "A token is valid for 60 minutes, keys for 365 days.", "60 minutes"),
        ("How much is the bonus?", "After 3 months employees receive a bonus of €2,000.", "€2,000"),
        ("What share was removed?", "Of 1,180 entries 8.0 % were removed.", "8.0 %"),
        ("How many users?", "There are users.", None),
    ],
)
def test_figure_of_the_asked_kind_nearest_to_the_question(question: str, text: str, figure: str | None) -> None:
    """Other figures in the sentence are passed over."""
    assert values.figure(Statement("sentence", text, 0), analyse(question), text) == figure


@pytest.mark.parametrize(
    ("text", "iso", "date"),
    [
        ("Released on 9 September 2025.", False, "9 September 2025"),
        ("Released on 9 September 2025.", True, "2025-09-09"),
        ("Planned for Q2 2026.", False, "Q2 2026"),
        ("At 10:00 CET.", False, "10:00"),
        ("Soon.", False, None),
    ],
)
def test_dates(text: str, iso: bool, date: str | None) -> None:
    """As written, or in ISO form where it is a full date."""
    assert values.date(text, iso=iso) == date


def test_names_of_the_question_are_not_the_answer() -> None:
    """Who is asked for, not who was named."""
    assert values.name("Maple Compute hosts it.", analyse("Who hosts it?")) == "Maple Compute"


@pytest.mark.parametrize(("text", "agrees"), [("It is included.", True), ("It is not available.", False)])
def test_negation_is_no(text: str, agrees: bool) -> None:
    """A statement without a negation affirms."""
    assert values.agrees(text) is agrees


@pytest.mark.parametrize(
    ("text", "agreement"),
    [
        ("It is included.", True),
        ("It cannot be voided.", False),
        ("It is included only on Business.", None),
        ("It is paid unless it is late.", None),
    ],
)
def test_a_condition_is_neither_yes_nor_no(text: str, agreement: bool | None) -> None:
    """It has to be read."""
    assert values.agreement(text) is agreement

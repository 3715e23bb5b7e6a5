"""Wishes about the form of an answer."""

from __future__ import annotations

from typing import Any

import pytest

from deployments.demo.asking.wish import Wish, read_wish


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("How many users? Answer in JSON.", {"json": True}),
        ("As JSON: how many users are there?", {"json": True}),
        ("Return a JSON object with the keys plan and price.", {"json": True, "fields": ("plan", "price")}),
        ("Reply as JSON with fields `days` (number), `unit`.", {"json": True, "fields": ("days", "unit")}),
        ('Give JSON like {"plan": "x", "price": 0}', {"json": True, "fields": ("plan", "price")}),
        ("How many users? Reply with only the number.", {"only": "number"}),
        ("Is it free? Answer yes or no.", {"only": "yes or no"}),
        ("Explain the trial in at most 15 words.", {"max_words": 15}),
        ("Explain the trial in one sentence.", {"max_sentences": 1}),
        ("List the events as bullet points.", {"layout": "bullets"}),
        ("Give the steps as a numbered list.", {"layout": "numbered"}),
        ("Show the prices as a Markdown table.", {"layout": "table"}),
        ("What is the price of the Team plan?", {}),
        ("Which status does a body that is not valid JSON get?", {}),
        ("In JSON: what has to be sent, that is, which fields are required?", {"json": True}),
    ],
)
def test_wishes_are_found(text: str, wish: dict[str, Any]) -> None:
    """Only what is asked for, and field names only where they are listed."""
    found = read_wish(text)[0]
    assert found == Wish(**wish, sample=found.sample)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("How many users are there? Answer in JSON.", "How many users are there?"),
        ("How many users are there? Reply with only the number.", "How many users are there?"),
        ("How many users? Answer in English.", "How many users?"),
    ],
)
def test_the_question_is_left(text: str, rest: str) -> None:
    """The clause with the wish is cut."""
    assert read_wish(text)[1].rstrip(" .") == rest


def test_a_request_that_is_one_clause_keeps_its_other_words() -> None:
    """Cutting the clause would leave nothing to search for."""
    rest = read_wish("Return JSON with keys plan and price for the Business plan")[1]
    assert "Business plan" in rest
    assert "JSON" not in rest


def test_example_values_show_types() -> None:
    """The sample is kept for the composer."""
    assert read_wish('Reply in JSON: {"days": 0, "paid": true}')[0].sample == {"days": 0, "paid": True}


def test_terse_wishes_leave_no_room_for_openings() -> None:
    """Prose has openings, a number has none."""
    assert not Wish().terse
    assert Wish(only="number").terse
    assert Wish(max_words=10).terse

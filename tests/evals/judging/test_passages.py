"""The texts that an answer may rest on."""

from __future__ import annotations

from typing import Any

import pytest

from evals.answers import Answer
from evals.checks.check import Subject
from evals.judging.passages import passage_text, support_of


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ({"text": "Fee: 25"}, "Fee: 25"),
        ({"content": "Fee: 25", "score": 0.9}, "Fee: 25"),
        ({"title": "Fees", "section": "Cards", "doc": "fees", "text": "25"}, "Fees / Cards / fees\n25"),
        ({"title": "Fees", "text": " "}, ""),
        ({"text": 25}, ""),
        ({}, ""),
    ],
)
def test_a_passage_is_its_text_under_what_it_is_called(item: dict[str, Any], text: str) -> None:
    """A title without text supports nothing."""
    assert passage_text(item) == text


def test_the_context_comes_before_the_passages() -> None:
    """Blank texts are left out."""
    answer = Answer("x", retrieved=({"text": "one"}, {"doc": "empty"}, {"text": "two"}))
    assert support_of(Subject(answer, context="handed in")) == ("handed in", "one", "two")
    assert support_of(Subject(Answer("x"), context=" ")) == ()

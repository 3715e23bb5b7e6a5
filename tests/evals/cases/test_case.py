"""What a case says of itself."""

from __future__ import annotations

from typing import Any

import pytest

from evals.cases.case import Case


@pytest.mark.parametrize(
    ("source", "document"),
    [("a.md", "a.md"), (["a.md", "b.md"], "a.md"), ((), ""), (None, ""), (7, ""), ([7], ""), ({"a": 1}, "")],
)
def test_the_document_is_the_first_source_and_anything_else_is_none(source: Any, document: str) -> None:
    """Metadata is free-form."""
    assert Case("a", "What?", (), metadata={"source": source}).document == document


def test_a_case_without_a_source_has_no_document() -> None:
    """It stands for itself."""
    assert not Case("a", "What?", ()).document

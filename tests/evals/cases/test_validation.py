"""What messages about unknown names suggest."""

from __future__ import annotations

import pytest

from evals.cases.validation import suggestion


@pytest.mark.parametrize(
    ("word", "known", "text", "listing"),
    [
        ("tems", ["terms", "mode"], "; did you mean 'terms'?", "; did you mean 'terms'?"),
        ("STRICT_JSON", ["strict_json"], "; did you mean 'strict_json'?", "; did you mean 'strict_json'?"),
        ("zzz", ["terms", "mode"], "", "; known: mode, terms"),
        ("zzz", [], "", ""),
    ],
)
def test_the_nearest_name_is_suggested(word: str, known: list[str], text: str, listing: str) -> None:
    """When none is near, nothing is said, or all names where there are few."""
    assert (suggestion(word, known), suggestion(word, known, listed=True)) == (text, listing)

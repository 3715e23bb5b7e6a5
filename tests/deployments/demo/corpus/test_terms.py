"""Search terms."""

from __future__ import annotations

import pytest

from deployments.demo.corpus.terms import abbreviated, count_tokens, raw_words, stem, terms, with_abbreviations


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("refunds", "refunded"),
        ("SEV-1", "sev1"),
        ("v6.1", "6.1"),
        ("1,200", "1200"),
        ("e-mail", "email"),
        ("the customer's", "customers"),
    ],
)
def test_spellings_of_one_thing_share_a_term(one: str, other: str) -> None:
    """What people write differently is found."""
    assert set(terms(one)) & set(terms(other))


@pytest.mark.parametrize("text", ["how do I the", "please tell me", ""])
def test_stop_words_give_no_terms(text: str) -> None:
    """Politeness and function words are not searched."""
    assert terms(text) == []


def test_compounds_are_found_whole_and_in_parts() -> None:
    """``on-call`` is found by ``oncall`` and by ``call``."""
    assert terms("on-call") == ["oncal", "call"]


def test_fiscal_years_are_found_by_their_year() -> None:
    """``FY2025`` is also ``2025``."""
    assert terms("FY2025") == ["fy2025", "2025"]


def test_words_with_digits_are_not_stemmed() -> None:
    """A code is a code."""
    assert stem("sha256s") == "sha256s"


def test_raw_words_keep_wording() -> None:
    """``annually`` stays ``annually``."""
    assert raw_words("Billed annually, the customer’s 1,000") == ["billed", "annually", "the", "customer", "1000"]


def test_phrases_and_abbreviations_meet() -> None:
    """A question is shortened, a text carries both forms."""
    assert abbreviated("the annual recurring revenue in 2025") == "the ARR in 2025"
    assert with_abbreviations("Single sign-on is free") == "Single sign-on SSO is free"


@pytest.mark.parametrize(("text", "count"), [("", 0), ("Hello, world!", 4), ("€19 per user", 4)])
def test_tokens_are_words_and_marks(text: str, count: int) -> None:
    """The approximation that the API documents."""
    assert count_tokens(text) == count

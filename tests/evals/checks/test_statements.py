"""Sentences as they are compared."""

from __future__ import annotations

from decimal import Decimal

import pytest

from evals.checks.statements import Amount, is_near, read_statements


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("The refund policies allow returns.", ("refund", "polici", "allow", "return")),
        ("Re\u00adfunds are fast.", ("refund", "fast")),
        ("\u201cRefunds\u201d aren\u2019t fast.", ("refund", "fast")),
        ("It costs 25 million dollars a month.", ("cost", "month")),
        ("Umsatz: 3,4 Mrd. Euro", ("umsatz",)),
        ("Stra\u00dfe und STRASSE", ("strass",)),
    ],
)
def test_words_are_compared_by_their_beginnings(text: str, stems: tuple[str, ...]) -> None:
    """Small words and figures with their units are no content."""
    (one,) = read_statements(text)
    assert one.stems == stems


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("It takes 30 days.", [(Decimal(30), None, "day")]),
        ("It has 16GB.", [(Decimal(16), None, "gb")]),
        ("It takes two business days.", [(Decimal(2), None, "busine")]),
        ("It is a thirty-five-day trial of two options.", [(Decimal(35), None, "day")]),
        ("It opens at 9:30 pm.", [(Decimal(570), "time", "time")]),
        ("It costs $25.", [(Decimal(25), "USD", "USD")]),
        ("It began in 2024.", [(Decimal(2024), "year", "year")]),
        ("It began on 5 May 2024.", [(Decimal(20240505), "date", "date"), (Decimal(2024), "year", "year")]),
        ("It began on 2024-05-05.", [(Decimal(20240505), "date", "date"), (Decimal(2024), "year", "year")]),
        ("It began on May 1st, 2024.", [(Decimal(20240501), "date", "date"), (Decimal(2024), "year", "year")]),
        ("See page 12 [2].", []),
    ],
)
def test_amounts_are_figures_years_and_dates(text: str, amounts: list[tuple[Decimal, str | None, str]]) -> None:
    """Each with what it counts; numbers of pages and sources are none."""
    (one,) = read_statements(text)
    assert [amount[:3] for amount in one.amounts] == amounts


@pytest.mark.parametrize(
    ("text", "negations", "polar"),
    [
        ("It is not refundable.", 1, ""),
        ("It isn't refundable.", 1, ""),
        ("No, it is refundable.", 0, "no"),
        ("Yes, and never late.", 1, "yes"),
        ("Nobody knows.", 0, ""),
    ],
)
def test_negations_and_answers_are_told_apart(text: str, negations: int, polar: str) -> None:
    """The word no that answers negates nothing."""
    (one,) = read_statements(text)
    assert (one.negations, one.polar) == (negations, polar)


def test_code_headings_and_empty_sentences_are_no_statements() -> None:
    """What holds nothing to compare is left out; a place is that in the text."""
    text = "# Fees\n\nIt is.\n\n```\nprint(5)\n```\n\nRefunds take 30 days."
    (one,) = read_statements(text)
    assert text[one.start : one.end] == "Refunds take 30 days."


def test_one_thing_has_one_number_and_one_unit() -> None:
    """Another number of the same measure cannot be right as well, nor can the same in another unit; others may."""
    fee = Amount(Decimal(25), "USD", "USD", "$25")
    assert fee.rules_out(Amount(Decimal(26), "USD", "USD", "$26"))
    assert fee.rules_out(Amount(Decimal(25), "EUR", "EUR", "\u20ac25"))
    assert not fee.rules_out(Amount(Decimal(23), "EUR", "EUR", "\u20ac23"))
    years, founded = Amount(Decimal(2), None, "year", "2 years"), Amount(Decimal(1998), "year", "year", "1998")
    assert not years.rules_out(founded)
    assert not Amount(Decimal(1998), "USD", "USD", "$1,998").rules_out(founded)
    assert Amount(Decimal(250), "kr", "kr", "250 kr").agrees(Amount(Decimal(250), "SEK", "SEK", "SEK 250"))


def test_a_plain_number_agrees_with_any_unit() -> None:
    """Other units differ, years agree exactly, and rounding is forgiven."""
    plain, dollars, euros = (Amount(Decimal(25), unit, unit or "", "25") for unit in (None, "USD", "EUR"))
    assert plain.agrees(dollars)
    assert not dollars.agrees(euros)
    assert is_near(Decimal("130.497"), Decimal("130.5"), "USD")
    assert is_near(Decimal(4980), Decimal(5000), None)
    assert not is_near(Decimal("99.9"), Decimal("99.99"), "percent")
    assert not is_near(Decimal(2024), Decimal(2025), "year")

"""Rows of tables as answers."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deployments.demo.answering.tables import (
    amount_asked,
    columns_for,
    covers,
    extreme_row,
    row_for_amount,
    row_sentence,
)
from deployments.demo.asking.question import analyse
from deployments.demo.corpus.pages import Statement
from tests.deployments.demo.builders import make_page, make_pages


def _rows(doc: str, label: str) -> list[Statement]:
    page = next(page for page in make_pages() if page.id == doc)
    return [s for s in page.statements if s.cells and s.header[0].startswith(label)]


@pytest.mark.parametrize(
    ("label", "amount", "held"),
    [
        ("up to €500", "500", True),
        ("up to €500", "500.01", False),
        ("more than €500, up to €5,000", "500", False),
        ("more than €500, up to €5,000", "5000", True),
        ("more than €5,000", "5000", False),
        ("below 99.0 %, but at least 95.0 %", "95", True),
        ("below 99.0 %, but at least 95.0 %", "99", False),
        ("7.0 to 8.9", "7.4", True),
        ("3 to 50", "51", False),
        ("Team", "5", None),
    ],
)
def test_ranges_hold_amounts(label: str, amount: str, held: bool | None) -> None:
    """At their borders as their words say; a plain label is no range."""
    assert covers(label, Decimal(amount)) is held


@given(st.decimals(min_value=0, max_value=20000, places=2))
def test_every_amount_has_exactly_one_approver(amount: Decimal) -> None:
    """The ranges of a table neither overlap nor leave gaps."""
    assert row_for_amount(_rows("plans", "Amount"), amount) is not None


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("a refund of €1,200", "1200"),
        ("availability was 98.7 %", "98.7"),
        ("700 euros", "700"),
        ("CVSS of 7.4", "7.4"),
        ("in 2025", None),
    ],
)
def test_amounts_are_read_from_the_question(text: str, amount: str | None) -> None:
    """Money, percentages and scores; a year is none."""
    assert amount_asked(analyse(text)) == (None if amount is None else Decimal(amount))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What does Team cost when billed annually?", "Team — Price per user per month, billed annually: €39."),
        ("What does Team cost when billed monthly?", "Team — Price per user per month, billed monthly: €46."),
        ("How many users may Team have?", "Team — Users: 3 to 50."),
    ],
)
def test_only_the_asked_columns_are_told(question: str, sentence: str) -> None:
    """Literal wording decides between columns with the same words."""
    row = next(row for row in _rows("plans", "Plan") if row.cells[0] == "Team")
    assert row_sentence(row, analyse(question)) == sentence


def test_without_a_question_all_columns_are_told() -> None:
    """The label comes first."""
    assert row_sentence(_rows("plans", "Amount")[0]) == "up to €500 — Approver: Support team lead."


def test_units_in_brackets_go_to_the_figures() -> None:
    """A table in thousands says so in the answer."""
    row = _rows("finance", "Region")[0]
    assert (
        row_sentence(row, analyse("What was the revenue of Europe in FY2025?"))
        == "Europe — FY2025: 20,570 thousand EUR."
    )


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Which region had the highest revenue in FY2025?", "Europe"),
        ("Which region had the lowest revenue in FY2025?", "Canada"),
    ],
)
def test_extremes_are_found(text: str, label: str) -> None:
    """By the figures of the asked column."""
    row = extreme_row(_rows("finance", "Region"), analyse(text))
    assert row is not None
    assert row.cells[0] == label


def test_table_without_figures_has_no_extreme() -> None:
    """Text has no order."""
    page = make_page("## T\n\n| Name | Colour |\n| --- | --- |\n| A | red |\n| B | blue |")
    assert extreme_row(page.statements[:2], analyse("Which one has the highest colour?")) is None


def test_all_columns_when_the_question_names_none() -> None:
    """Better too much than the wrong one."""
    assert columns_for(_rows("plans", "Plan")[0], analyse("Tell me something")) == (1, 2, 3)

"""The number check: what an author may ask for, and what an answer states."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.checks.number import unit_named
from evals.checks.registry import parse_check, to_raw
from tests.evals.checks.messy import messy_texts
from tests.evals.checks.trying import attempt, outcome, refusal

CASES = [json.loads(line) for line in (Path(__file__).parent / "number_cases.jsonl").read_text().splitlines()]
"""Outputs with a value, and whether they state it, worked out by hand, by topic."""
TOPICS = sorted({case["topic"] for case in CASES})


def number(value: float, **more: Any) -> dict[str, Any]:
    """A raw check that wants exactly the value, unless a tolerance is given."""
    tolerance = {} if "rel_tol" in more or "abs_tol" in more else {"abs_tol": 0}
    return {"type": "number", "value": value, **tolerance, **more}


def states(text: str, value: float, **more: Any) -> bool:
    """Whether the text states the value."""
    return attempt(number(value, **more), text).passed


@pytest.mark.parametrize("topic", TOPICS)
def test_messy_text_states_what_a_reader_would_say(topic: str) -> None:
    """Each case of the topic; a failure lists every wrong one with what was read."""
    wrong = []
    for case in (case for case in CASES if case["topic"] == topic):
        parameters = {key: case[key] for key in ("value", "rel_tol", "abs_tol", "unit") if key in case}
        result = attempt({"type": "number", **parameters}, case["output"])
        if result.passed is not case["states"]:
            wrong.append((case["output"], parameters, result.explanation))
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "value", "tolerances", "passed"),
    [
        ("110", 100, {"rel_tol": 0.1}, True),
        ("111", 100, {"rel_tol": 0.1}, False),
        ("90", 100, {"rel_tol": 0.1}, True),
        ("0.4", 0.3, {"abs_tol": 0.1}, True),
        ("0.40001", 0.3, {"abs_tol": 0.1}, False),
        ("1040", 1000, {"rel_tol": 0.1, "abs_tol": 1}, True),
        ("1040", 1000, {"rel_tol": 0.001, "abs_tol": 40}, True),
        ("1040", 1000, {"rel_tol": 0.001, "abs_tol": 1}, False),
        ("0", 0, {"rel_tol": 0.5}, True),
        ("0.1", 0, {"rel_tol": 0.5}, False),
        ("9007199254740992", 9007199254740993, {"abs_tol": 0}, False),
        ("1.1", 1.1, {"abs_tol": 0}, True),
    ],
)
def test_tolerances_are_inclusive_relative_to_the_value_and_decimal(
    text: str, value: float, tolerances: dict[str, float], passed: bool
) -> None:
    """Either tolerance is enough."""
    assert states(text, value, **tolerances) is passed


@pytest.mark.parametrize(
    ("text", "value", "unit", "passed"),
    [
        ("12%", 12, None, False),
        ("12%", 12, "%", True),
        ("12", 12, "%", False),
        ("12 percentage points", 12, "%", False),
        ("12 percentage points", 12, "pp", True),
        ("12 bps", 12, "bps", True),
        ("12 bps", 12, "%", False),
        ("12 bps", 12, None, True),
        ("$12", 12, None, True),
        ("$12", 12, "USD", True),
        ("$12", 12, "$", True),
        ("€12", 12, "USD", False),
        ("12", 12, "USD", False),
        ("C$12", 12, "CAD", True),
        ("12 kr", 12, "NOK", True),
        ("¥12", 12, "CNY", True),
        ("12 kg", 12, "eur", False),
    ],
)
def test_the_unit_is_enforced_as_far_as_it_is_asked_for(
    text: str, value: float, unit: str | None, passed: bool
) -> None:
    """A percentage never satisfies a plain value; a currency does, unless one is asked for."""
    assert states(text, value, **({"unit": unit} if unit else {})) is passed


@pytest.mark.parametrize(
    ("text", "value", "tolerances", "passed"),
    [
        ("In 2024 it grew.", 2024, {"abs_tol": 0}, True),
        ("In 2023 it grew.", 2024, {"abs_tol": 5}, False),
        ("In 2023 it grew.", 2024, {"rel_tol": 0.01}, False),
        ("In 2024 it grew.", 2024, {"abs_tol": 0, "unit": "USD"}, False),
        ("Founded on September 4, 1998.", 1998, {"abs_tol": 0}, True),
        ("It sold 2023 units.", 2024, {"abs_tol": 5}, True),
    ],
)
def test_a_year_is_stated_only_as_that_very_year(
    text: str, value: float, tolerances: dict[str, Any], passed: bool
) -> None:
    """A tolerance is for quantities."""
    assert states(text, value, **tolerances) is passed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"value": 5}, "rel_tol or abs_tol"),
        ({"value": 5, "rel_tol": None}, "rel_tol or abs_tol"),
        ({"rel_tol": 0.1}, "value is required"),
        ({"value": "5", "abs_tol": 0}, "value must be a number, got '5'"),
        ({"value": True, "abs_tol": 0}, "value must be a number, got True"),
        ({"value": None, "abs_tol": 0}, "value must be a number, got None"),
        ({"value": 5, "abs_tol": -1}, "abs_tol"),
        ({"value": 5, "rel_tol": -0.1}, "rel_tol"),
        ({"value": 5, "rel_tol": "1%"}, "rel_tol must be a number, got '1%'"),
        ({"value": 5, "abs_tol": 0, "unit": "percnt"}, "did you mean 'percent'"),
        ({"value": 5, "abs_tol": 0, "unit": "EURO$"}, "unit must be"),
        ({"value": 5, "abs_tol": 0, "unit": ""}, "unit must be"),
        ({"value": 5, "abs_tol": 0, "unit": "kg"}, "known: %"),
        ({"value": 5, "reltol": 0.01}, "did you mean 'rel_tol'"),
        ({"value": float("nan"), "abs_tol": 0}, "finite"),
        ({"value": float("inf"), "abs_tol": 0}, "finite"),
    ],
)
def test_what_cannot_be_checked_is_refused_with_its_reason(changes: dict[str, Any], message: str) -> None:
    """Before anything is paid for, and never as a failed trial."""
    assert message in refusal({"type": "number", **changes})


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("%", "percent"),
        ("Percent", "percent"),
        ("percentage points", "percentage_points"),
        ("percentage_points", "percentage_points"),
        ("bps", "bps"),
        ("usd", "USD"),
        ("CA$", "CAD"),
        ("dollars", "USD"),
        ("‰", None),
        ("parsecs", None),
    ],
)
def test_units_have_the_names_that_authors_write(name: str, unit: str | None) -> None:
    """Signs, codes and words."""
    assert unit_named(name) == unit


def test_a_pass_tells_what_was_read_as_what() -> None:
    """The author sees the span and its reading."""
    result = attempt(number(130_497_000_000, rel_tol=0.01), "Revenue was **$130.5B** in 2025.")
    assert result.explanation == "read $130.5B as 130,500,000,000 USD; expected 130,497,000,000 ± 1%"
    assert [(one.text, one.start, one.read_as) for one in result.evidence] == [("$130.5B", 14, "130,500,000,000 USD")]


def test_a_failure_tells_all_that_was_read_nearest_first() -> None:
    """Quantities of the right unit first, then what the other digits were, in their order."""
    result = attempt(number(5, abs_tol=0.5), "Section 7 says 40%, 12 or 6, as of 2024.")
    assert result.explanation == (
        "expected 5 ± 0.5; read 6 as 6, 12 as 12, 7 as the number of a section, page or step, 40% as 40%, "
        "2024 as a year"
    )
    assert [one.text for one in result.evidence] == ["6", "12", "7", "40%", "2024"]


def test_an_answer_without_digits_says_so() -> None:
    """Nothing seen is never a pass."""
    assert attempt(number(5), "No idea.").explanation == "expected 5 ± 0; the answer holds no figure"
    assert outcome(number(0), "") == "fail"


@pytest.mark.parametrize("raw", [number(130_497_000_000, rel_tol=0.01), number(0.1, unit="%"), number(-5, unit="EUR")])
def test_a_check_survives_being_written_and_read(raw: dict[str, Any]) -> None:
    """Its canonical spelling is plain JSON."""
    written = json.loads(json.dumps(to_raw(parse_check(raw))))
    assert parse_check(written) == parse_check(raw)


finite = st.decimals(-(10**9), 10**9, allow_nan=False, places=3)
shares = st.decimals(0, 1, allow_nan=False, places=3)


@given(finite, finite, shares)
@settings(max_examples=100, deadline=None)
def test_tolerance_is_symmetric_in_sign(value: Decimal, written: Decimal, share: Decimal) -> None:
    """Turning both signs round changes nothing."""
    near = states(f"x = {written:f}", float(value), rel_tol=float(share))
    assert states(f"x = {-written:f}", -float(value), rel_tol=float(share)) is near


@given(messy_texts, st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False)))
@settings(max_examples=150, deadline=None)
def test_any_answer_passes_or_fails_for_any_value(text: str, value: float) -> None:
    """Never an exception, never unscored."""
    assert outcome(number(value, rel_tol=0.01), text) in ("pass", "fail")

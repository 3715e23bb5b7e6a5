"""What the pass-rate rule says to a person."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from evals.gate import pass_rate_text as text


def evidence(**changes: Any) -> dict[str, Any]:
    """A drop of 2 points on 100 cases, confirmed in one of three."""
    figures: dict[str, Any] = {
        "cases": 100,
        "missing_cases": 0,
        "rate_before": 0.95,
        "d": 0.02,
        "dv": 0.013,
        "p_mean": 0.03,
        "p_repro": 0.0076,
        "proven": True,
        "smallest_visible_drop": 0.044,
        "fresh_per_case": 2,
        "failing_cases": 3,
        "confirmed_cases": [4, 8, 9],
        "confirmed_breaks": [8],
    }
    return {**figures, **changes}


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (Fraction(1), "1 point"),
        (0.96, "1 point"),
        (Fraction(5, 2), "2.5 points"),
        (Fraction(1, 4), "0.25 points"),
        (Fraction(26, 25), "1.04 points"),
        (0.25, "0.2 points"),
        (0, "0 points"),
        (10.0, "10 points"),
    ],
)
def test_points_have_their_unit_written_out(amount: Fraction | float, written: str) -> None:
    """One decimal at most, singular for one; a threshold is shown as it was set."""
    assert text.points(amount) == written


@pytest.mark.parametrize(("p", "written"), [(0.0312, "p = 0.031"), (0.00012, "p = 1.2e-04"), (1e-13, "p < 1e-12")])
def test_tiny_p_values_are_not_given_false_digits(p: float, written: str) -> None:
    """Below 1e-12 only that it is below."""
    assert text.p_value(p) == written


@pytest.mark.parametrize(
    ("changes", "written"),
    [
        ({}, "Pass rate 93.0 %, before 95.0 % on 100 cases (2 points down)"),
        ({"d": -0.005}, "Pass rate 95.5 %, before 95.0 % on 100 cases (0.5 points up)"),
        ({"d": 0.0}, "Pass rate 95.0 %, before 95.0 % on 100 cases (unchanged)"),
        ({"d": 1e-5}, "Pass rate 95.0 %, before 95.0 % on 100 cases (unchanged)"),
        ({"cases": 1, "d": 0.95}, "Pass rate 0.0 %, before 95.0 % on 1 case (95 points down)"),
        ({"d3": 0.01}, "Pass rate 94.0 %, before 95.0 % on 100 cases (1 point down)"),
    ],
)
def test_both_rates_and_the_difference_come_first(changes: dict[str, Any], written: str) -> None:
    """After complete rounds their drop is told."""
    assert text.change(evidence(**changes)) == written


def test_a_pass_says_whether_it_is_proven() -> None:
    """And if not, what these trials would have seen."""
    assert "a drop of more than 5 points is ruled out" in text.passed(evidence(), Fraction(1), Fraction(5))
    unproven = text.passed(evidence(proven=False), Fraction(1), Fraction(5))
    assert unproven.endswith("not proven: these trials see a drop from 4.4 points on.")
    blind = text.passed(evidence(proven=False, smallest_visible_drop=1.84), Fraction(1), Fraction(5))
    assert blind.endswith("not proven: these trials are too few to see any drop.")


def test_a_confirmed_break_says_how_it_was_confirmed() -> None:
    """How many cases, how many fresh trials, and the p."""
    found = text.failed_on_breaks(evidence(), Fraction(1))
    assert found.endswith(
        "more than 1 point down; 1 case that seldom failed before fails again in all 2 fresh trials (p = 0.008)."
    )


def test_a_drop_that_a_lucky_screen_hides_is_told_by_the_confirmed_failures() -> None:
    """When d is within the margin, the confirmed drop is what crosses it."""
    assert text.crossing(evidence(d=0.004), Fraction(1)).startswith("the failures that come again make 1.3 points down")
    partly = evidence(d=0.004, confirmed_cases=[4], confirmed_breaks=[])
    assert "failures that come again or could not be run again make 1.3" in text.crossing(partly, Fraction(1))


def test_what_could_not_be_run_again_is_told() -> None:
    """Of three failing cases one: then nothing explains the others."""
    whole = text.explained_by_flake(evidence(), Fraction(1))
    assert "but explained by flake: of 3 failing cases, all run again, 1 broke" in whole
    partly = evidence(confirmed_cases=[4], confirmed_breaks=[])
    assert "but not confirmed: of 3 failing cases, 1 run again, 0 broke" in text.explained_by_flake(partly, Fraction(1))


def test_rounds_that_were_not_run_are_not_told_as_run() -> None:
    """The budget ended before, or some stayed missing."""
    for tell in (text.failed_on_rounds, text.not_settled):
        whole = tell(evidence(d3=0.02, p_full=0.03, complete_cases=100), Fraction(1))
        assert "(2 points down) after two more rounds of all cases: more than 1 point down" in whole
        partly = tell(evidence(d3=0.02, p_full=0.03, complete_cases=7), Fraction(1))
        assert "(2 points down) after two more rounds of only 7 of 100 cases: more than" in partly


@pytest.mark.parametrize(("missing", "written"), [(1, "but 1 case gave no"), (3, "but 3 cases gave no")])
def test_missing_cases_are_counted_in_words(missing: int, written: str) -> None:
    """Singular and plural."""
    assert written in text.missing_could_matter(evidence(missing_cases=missing))

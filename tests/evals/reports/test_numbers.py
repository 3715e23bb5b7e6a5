"""How figures and texts are written for people."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.reports.numbers import NONE, shorten, write_delta, write_value
from evals.reports.report import Row


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.925, "rate", "92.5 %"),
        (1.0, "rate", "100.0 %"),
        (0.0, "rate", "0.0 %"),
        (4.256, "score", "4.26"),
        (0.2004, "seconds", "200 ms"),
        (9.99, "seconds", "9990 ms"),
        (12.34, "seconds", "12.3 s"),
        (0.001234, "USD", "$0.001234"),
        (0.01, "USD", "$0.0100"),
        (12.5, "EUR", "12.5000 EUR"),
        (0.001234, "JPY", "0.001234 JPY"),
        (12.5, "money", "12.5000"),
        (7.0, "count", "7"),
        (None, "rate", NONE),
        (None, "money", NONE),
    ],
)
def test_a_figure_is_written_in_its_unit_and_unknown_is_a_dash(value: float | None, unit: str, text: str) -> None:
    """Unknown is never written as a zero."""
    assert write_value(value, unit) == text


@pytest.mark.parametrize(
    ("unit", "before", "now", "text"),
    [
        ("rate", 0.93, 0.92, "-1.0 pt"),
        ("rate", 0.92, 0.93, "+1.0 pt"),
        ("rate", 0.5, 0.5, "+0.0 pt"),
        ("score", 4.0, 3.7, "-0.30"),
        ("score", 4.0, 4.0 - 1e-12, "+0.00"),  # float dust is no drop
        ("seconds", 1.0, 1.31, "+31 %"),
        ("EUR", 0.02, 0.01, "-50 %"),
        ("money", 0.0, 0.01, NONE),  # no percentage of nothing
        ("seconds", None, 1.0, NONE),
        ("rate", 0.5, None, NONE),
    ],
)
def test_a_change_is_in_points_for_rates_and_in_percent_for_latency_and_cost(
    unit: str, before: float | None, now: float | None, text: str
) -> None:
    """A side that is unknown has no change."""
    assert write_delta(Row("m", unit, before, now)) == text


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short", 10, "short"),
        ("exactly 10", 10, "exactly 10"),
        ("a bit longer than ten", 10, "a bit lon…"),
        ("cut at a blank", 7, "cut at…"),
        ("two\n\n lines\tand  blanks\u2028end", 40, "two lines and blanks end"),
        ("", 5, ""),
        ("ab", 1, "…"),
        ("\x1b[31mred\x07", 20, "\ufffd[31mred\ufffd"),
        ("half \ud800 pair", 20, "half \ufffd pair"),
        ("\u0915\u094d\u200d\u0937", 20, "\u0915\u094d\u200d\u0937"),  # a joiner belongs to the script
    ],
)
def test_a_text_is_put_on_one_line_and_cut_with_an_ellipsis(text: str, limit: int, expected: str) -> None:
    """What steers a terminal or cannot be written is replaced; joiners of scripts stay."""
    assert shorten(text, limit) == expected


@given(st.text(st.characters(), max_size=60), st.integers(1, 40))
@settings(max_examples=100)
def test_whatever_the_text_one_writable_line_within_the_limit_comes_out(text: str, limit: int) -> None:
    """Answers are untrusted."""
    line = shorten(text, limit)
    assert len(line) <= limit
    assert len(line.splitlines()) <= 1
    line.encode()
    assert not any(ord(one) < 32 for one in line)
    assert shorten(line, limit) == line

"""When a call is repeated, and after how long."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.transport.call import Failed
from tasks.transport.retrying import (
    RetryPolicy,
    is_transient,
    is_worth_retrying,
    pause,
    reason_of,
    retry_after_of,
)

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
DOWN = Failed("server_error", transient=True)


@pytest.mark.parametrize(
    ("status", "transient", "reason"),
    [
        (302, False, "redirected"),
        (400, False, "rejected"),
        (401, False, "rejected"),
        (403, False, "rejected"),
        (404, False, "rejected"),
        (408, True, "timeout"),
        (409, False, "rejected"),
        (422, False, "rejected"),
        (425, True, "timeout"),
        (429, True, "rate_limited"),
        (500, True, "server_error"),
        (502, True, "server_error"),
        (503, True, "server_error"),
        (504, True, "server_error"),
        (529, True, "server_error"),
    ],
)
def test_only_statuses_that_say_later_are_transient(status: int, transient: bool, reason: str) -> None:
    """429, 5xx and their kin may succeed later; what the caller did wrong stays wrong."""
    assert (is_transient(status), reason_of(status)) == (transient, reason)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Mon, 30 Nov 2026 11:59:00 GMT"}, 0.0),
        ({"retry-after": "Mon, 30 Nov 2026 13:00:10 +0100"}, 10.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:05 -0000"}, 5.0),
        ({"retry-after": "Mon, 99 Nov 2026 12:00:05 GMT"}, None),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after-ms": "x", "retry-after": "9"}, 9.0),
    ],
)
def test_retry_after_is_read_as_seconds_a_fraction_or_a_date(headers: dict[str, str], seconds: float | None) -> None:
    """All legal forms are read, what is illegible counts as not sent, and nothing is negative."""
    assert retry_after_of(headers, NOW) == seconds


@given(st.text(max_size=40))
@settings(max_examples=150)
def test_no_header_breaks_the_reader(value: str) -> None:
    """Whatever a server sends as Retry-After, the answer is None or a time that is not negative."""
    seconds = retry_after_of({"retry-after": value}, NOW)
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize(
    ("attempt", "retry_after", "draw", "seconds"),
    [
        (1, None, 0.0, 0.3),  # 0.6 of 0.5
        (1, None, 1.0, 0.5),
        (2, None, 0.0, 0.6),
        (4, None, 0.5, 3.2),  # 0.5 * 8 = 4; 4 * (0.6 + 0.2)
        (9, None, 1.0, 20.0),  # 0.5 * 256 = 128, held at 20
        (1000, None, 0.0, 12.0),
        (1, 7.0, 0.0, 7.0),
        (1, 7.0, 1.0, 7.5),
        (5, 0.0, 0.5, 0.25),
    ],
)
def test_pause_doubles_and_never_undercuts_retry_after(
    attempt: int, retry_after: float | None, draw: float, seconds: float
) -> None:
    """Most of the exponential step is certain, the rest drawn; a Retry-After is a lower bound."""
    assert pause(attempt, retry_after, RetryPolicy(), draw) == pytest.approx(seconds)


@given(
    attempt=st.integers(1, 10_000),
    retry_after=st.none() | st.floats(0, 1e6),
    draw=st.floats(0, 1, exclude_max=True),
)
@settings(max_examples=150)
def test_pause_is_bounded(attempt: int, retry_after: float | None, draw: float) -> None:
    """A pause is at least what was asked for and at most that plus one first step, or the longest step."""
    policy = RetryPolicy()
    seconds = pause(attempt, retry_after, policy, draw)
    low, high = (
        (0.0, policy.longest_wait_s) if retry_after is None else (retry_after, retry_after + policy.first_wait_s)
    )
    assert low <= seconds <= high


@pytest.mark.parametrize(
    ("failed", "attempt", "silent_for", "again"),
    [
        (DOWN, 1, 0.0, True),
        (DOWN, 7, 0.0, True),
        (DOWN, 8, 0.0, False),
        (DOWN, 1, 30.0, True),
        (DOWN, 1, 30.1, False),
        (Failed("rejected"), 1, 0.0, False),
        (Failed("rate_limited", transient=True, retry_after=60.0), 1, 0.0, True),
        (Failed("rate_limited", transient=True, retry_after=60.1), 1, 0.0, False),
    ],
)
def test_repetition_needs_a_transient_failure_patience_and_a_service_that_lives(
    failed: Failed, attempt: int, silent_for: float, again: bool
) -> None:
    """Each bound alone ends a call: kind, attempts, Retry-After over its cap, an outage."""
    assert is_worth_retrying(failed, attempt, RetryPolicy(), silent_for) is again


def test_the_policy_outlives_an_outage_of_ten_seconds() -> None:
    """Even with the luckless smallest draws the pauses add up to more than ten seconds."""
    policy = RetryPolicy()
    assert sum(pause(attempt, None, policy, 0.0) for attempt in range(1, policy.attempts)) > 10

"""Whether and when to call again: small functions without a clock, and the tenacity policy made of them."""

from __future__ import annotations

import math
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tenacity import AsyncRetrying, RetryCallState, retry_if_result

from tasks.transport.call import Failed, Outcome

TRANSIENT_BELOW_500 = frozenset({408, 425, 429})
"""Client-error statuses that say "later" and not "never": request timeout, too early, too many requests."""
REFUSED = frozenset({401, 402, 403})
"""Statuses that no repetition mends and that concern every call: no valid key, no credit, no permission."""
_NO_CREDIT = re.compile(
    rb'"(?:code|type)"\s*:\s*"(?:insufficient_quota|billing_hard_limit_reached|billing_not_active)"'
    rb'|"message"\s*:\s*"Your credit balance is too low'
)
"""How OpenAI and Anthropic say it with a 429 or a 400; in a quoted prompt the quotation marks would be escaped."""

CERTAIN = 0.6
"""Share of a pause that is not drawn: above one half, so that doubled steps never overlap."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How patient one call is."""

    attempts: int = 8
    """At most this many, the first included."""
    first_wait_s: float = 0.5
    """Pause after the first failure; doubled each time."""
    longest_wait_s: float = 20.0
    """Upper end of a pause that the server did not ask for."""
    retry_after_cap_s: float = 60.0
    """A longer Retry-After ends the call at once."""
    outage_s: float = 30.0
    """When nothing has been answered for so long, a call gets one attempt only."""
    retry_timeouts: bool = False
    """Whether a reply that is not whole in time counts as an outage; otherwise it is an answer of its own kind."""


def is_transient(status: int) -> bool:
    """Whether a call that got this status may succeed later.

    Args:
        status: HTTP status, 100 to 599.
    """
    return status >= 500 or status in TRANSIENT_BELOW_500


def is_out_of_credit(body: bytes) -> bool:
    """Whether an error reply says that the account has no credit left; some send the same words for a rate limit."""
    return _NO_CREDIT.search(body) is not None


def reason_of(status: int) -> str:
    """Name a status of 300 or more, for counting."""
    if status == 429:
        return "rate_limited"
    if status >= 500:
        return "server_error"
    if status < 400:
        return "redirected"
    return "timeout" if status in TRANSIENT_BELOW_500 else "rejected"


def retry_after_of(headers: Mapping[str, str], now: datetime) -> float | None:
    """Read how long a server asks us to wait.

    Args:
        headers: Names in lower case. ``retry-after`` holds seconds (a fraction is accepted) or an HTTP date (RFC 9110,
            10.2.3); ``retry-after-ms``, which some model providers send, is finer and goes first.
        now: Aware time, for dates.

    Returns:
        Seconds, at least 0; None when nothing legible was sent.
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after", "").strip()
    seconds = _seconds(value)
    return seconds if seconds is not None else _seconds_until(value, now)


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _seconds_until(value: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())


def pause(attempt: int, retry_after: float | None, policy: RetryPolicy, draw: float) -> float:
    """Seconds to wait before calling again.

    Without a wish of the server ``b * (0.6 + 0.4 * draw)`` with ``b = min(longest, first * 2 ** (attempt - 1))``: most
    of the exponential step is certain, so that an outage is outlived and every pause is longer than the one before it,
    and the rest is drawn, so that calls do not return in step. A Retry-After is a lower bound: the drawn part comes on
    top.

    Args:
        attempt: Number of the attempt that failed, from 1.
        retry_after: Seconds the server asked for, or None.
        policy: Steps and bounds.
        draw: Uniform in [0, 1).
    """
    step = min(policy.longest_wait_s, policy.first_wait_s * 2.0 ** min(attempt - 1, 30))
    if retry_after is None:
        return step * (CERTAIN + (1 - CERTAIN) * draw)
    return retry_after + min(step, policy.first_wait_s) * draw


def is_worth_retrying(failed: Failed, attempt: int, policy: RetryPolicy, silent_for: float) -> bool:
    """Whether to call again after attempt number ``attempt`` (from 1) failed.

    Args:
        failed: What happened.
        attempt: Attempts made so far.
        policy: Bounds.
        silent_for: Seconds for which this service has answered nothing at all; 0 while it answers.
    """
    asked = failed.retry_after or 0.0
    return (
        failed.transient
        and attempt < policy.attempts
        and asked <= policy.retry_after_cap_s
        and silent_for <= policy.outage_s
    )


def retrying(
    policy: RetryPolicy,
    *,
    draw: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]],
    silent_for: Callable[[], float],
) -> AsyncRetrying:
    """Build the tenacity loop of one call; after the last attempt its outcome is returned, never raised."""

    def stop(state: RetryCallState) -> bool:
        return not is_worth_retrying(_failure(state), state.attempt_number, policy, silent_for())

    def wait(state: RetryCallState) -> float:
        return pause(state.attempt_number, _failure(state).retry_after, policy, draw())

    return AsyncRetrying(
        stop=stop, wait=wait, sleep=sleep, retry=retry_if_result(may_be_retried), retry_error_callback=_last_outcome
    )


def may_be_retried(outcome: Outcome) -> bool:
    """Whether an attempt failed in a way that may pass."""
    return isinstance(outcome, Failed) and outcome.transient


def _last_outcome(state: RetryCallState) -> Outcome:
    assert state.outcome is not None  # noqa: S101 (tenacity calls back only after an attempt)
    outcome: Outcome = state.outcome.result()
    return outcome


def _failure(state: RetryCallState) -> Failed:
    outcome = _last_outcome(state)
    assert isinstance(outcome, Failed)  # noqa: S101 (only failures reach stop and wait)
    return outcome

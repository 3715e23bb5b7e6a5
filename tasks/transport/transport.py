"""Sends a call until it is answered, or until repeating it makes no sense.

An attempt ends as a ``Reply`` or as a ``Failed``; tenacity owns the repetition; the limiter of the run owns the pace.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus
from typing import Self

import aiohttp
import httpx

from evals.errors import AuthenticationError
from tasks.transport.call import MAX_BODY, Call, Failed, Outcome, Reply, TimeLimits
from tasks.transport.clients import Clients
from tasks.transport.limiter import Limiter
from tasks.transport.redaction import Redactor, without_userinfo
from tasks.transport.retrying import (
    REFUSED,
    RetryPolicy,
    is_out_of_credit,
    is_transient,
    may_be_retried,
    reason_of,
    retry_after_of,
    retrying,
)

EXCERPT = 200
"""Bytes of an error reply that are shown."""

Inspect = Callable[[Reply], Failed | None]
"""Looks at a whole reply and says what is wrong with it; a transient objection is a failed attempt."""
Watch = Callable[[bytes], Failed | None]
"""Looks at each piece of a reply as it comes; an objection ends the attempt, and the rest is not read."""


class Transport:
    """Makes calls to one service; safe to share by all tasks of one event loop."""

    def __init__(
        self,
        clients: Clients,
        *,
        limiter: Limiter | None = None,
        policy: RetryPolicy | None = None,
        time_limits: TimeLimits | None = None,
        max_bytes: int = MAX_BODY,
        redact: Redactor | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        draw: Callable[[], float] = random.random,
    ) -> None:
        self.limiter = limiter or Limiter()
        self.redact = redact or Redactor()
        self._clients = clients
        self._policy = policy or RetryPolicy()
        self._time_limits = time_limits or TimeLimits()
        self._extensions = {"timeout": _timeout_of(self._time_limits)}
        self._max_bytes = max_bytes
        self._sleep = sleep
        self._draw = draw

    async def send(
        self, call: Call, *, inspect: Inspect | None = None, watch: Callable[[], Watch] | None = None, tokens: int = 0
    ) -> Outcome:
        """Make one call, with as many attempts as the policy allows.

        Args:
            call: What to send.
            inspect: Looks at each reply within its attempt for what only the caller knows, a stream without its end.
            watch: Makes, for each attempt, what looks at its pieces.
            tokens: Expected tokens, for a quota.

        Raises:
            AuthenticationError: The service refused our credentials, or the account has no credit, also after all
                attempts; all later calls get the same answer.
        """
        attempts = _Attempts(self, call, inspect, watch, tokens)
        first = await attempts()
        if not may_be_retried(first):
            # Nearly every call ends here, and the loop costs a tenth of a millisecond.
            return first
        loop = retrying(self._policy, draw=self._draw, sleep=self._sleep, silent_for=self.limiter.silent_for)
        outcome: Outcome = await loop(attempts.beginning_with(first))
        if isinstance(outcome, Failed) and outcome.reason == "no_credit":
            raise self._refused(call, outcome.status, outcome.detail)
        return outcome

    def shown(self, url: str) -> str:
        """An address for messages, without what it may carry of secrets."""
        return self.redact(without_userinfo(url).partition("?")[0])

    async def attempt(self, call: Call, inspect: Inspect | None, watch: Watch | None) -> Outcome:
        """Send once, now; everything that goes wrong comes back as a value."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            async with asyncio.timeout(self._time_limits.total_s):
                outcome = await self._exchange(call, watch, started)
        except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, TimeoutError) as error:
            outcome = self._failure_of(error, loop.time() - started)
        if isinstance(outcome, Reply) and inspect is not None:
            outcome = inspect(outcome) or outcome
        self._tell_limiter(outcome, started)
        return outcome

    async def _exchange(self, call: Call, watch: Watch | None, started: float) -> Outcome:
        request = httpx.Request(
            call.method, _parsed(call.url), headers=call.headers, content=call.body, extensions=self._extensions
        )
        response = await self._clients.get(request.url).handle_async_request(request)
        try:
            body = await self._read(response, watch)
        finally:
            await response.aclose()
        latency = asyncio.get_running_loop().time() - started
        if isinstance(body, Failed):
            return replace(body, latency=latency)
        if response.status_code < 300:
            return Reply(response.status_code, response.headers, self.redact.in_bytes(body), latency)
        return self._failure_for(call, response.status_code, response.headers, body, latency)

    async def _read(self, response: httpx.Response, watch: Watch | None) -> bytes | Failed:
        if int(response.headers.get("content-length", "0")) > self._max_bytes:
            return self._too_large()
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > self._max_bytes:
                return self._too_large()
            if watch is not None and response.is_success and (objection := watch(piece)) is not None:
                return objection
        return bytes(body)

    def _too_large(self) -> Failed:
        return Failed("too_large", f"the reply is longer than max_bytes={self._max_bytes!r}")

    def _failure_for(self, call: Call, status: int, headers: Mapping[str, str], body: bytes, latency: float) -> Failed:
        said = _excerpt(self.redact.in_bytes(body), headers)
        detail = self.redact(f"{_status_line(status)}: {said}".rstrip(": "))
        is_spent = is_out_of_credit(body)
        if status in REFUSED or (is_spent and not is_transient(status)):
            raise self._refused(call, status, detail)
        return Failed(
            "no_credit" if is_spent else reason_of(status),
            detail,
            transient=is_transient(status),
            status=status,
            retry_after=retry_after_of(headers, datetime.now(UTC)),
            latency=latency,
        )

    def _refused(self, call: Call, status: int | None, detail: str) -> AuthenticationError:
        error = AuthenticationError(f"{self.shown(call.url)} refused our credentials: {detail}", status=status)
        self.limiter.stop(error)
        return error

    def _failure_of(self, error: Exception, latency: float) -> Failed:
        """Name what broke. The cause decides: httpx-aiohttp calls a dropped connection a ConnectTimeout."""
        detail = self.redact(f"{type(error).__name__}: {error}".rstrip(": "))
        if isinstance(error, httpx.DecodingError):
            return Failed("bad_encoding", detail, latency=latency)
        if isinstance(error, httpx.InvalidURL):
            return Failed("rejected", detail, latency=latency)
        if isinstance(error, TimeoutError):
            detail = f"no whole reply within {self._time_limits.total_s:g} s"
            return Failed("timeout", detail, transient=self._policy.retry_timeouts, latency=latency)
        if isinstance(error.__cause__, aiohttp.SocketTimeoutError):
            detail = f"not a byte for {self._time_limits.stall_s} s"
            return Failed("timeout", detail, transient=True, latency=latency)
        return Failed("unreachable", detail, transient=True, latency=latency)

    def _tell_limiter(self, outcome: Outcome, started: float) -> None:
        if isinstance(outcome, Reply) or not outcome.transient:
            self.limiter.answered()
        elif outcome.reason == "rate_limited" or outcome.retry_after is not None:
            wait = self._policy.first_wait_s if outcome.retry_after is None else outcome.retry_after
            self.limiter.rate_limited(started, min(wait, self._policy.retry_after_cap_s))
        if isinstance(outcome, Failed) and outcome.transient and outcome.reason != "rate_limited":
            self.limiter.unanswered()


class _Attempts:
    """The attempts of one call: each waits for its place, the repeated ones in front."""

    __slots__ = ("_call", "_inspect", "_known", "_made", "_tokens", "_transport", "_watch")

    def __init__(
        self,
        transport: Transport,
        call: Call,
        inspect: Inspect | None,
        watch: Callable[[], Watch] | None,
        tokens: int,
    ) -> None:
        self._transport, self._call, self._inspect, self._watch = transport, call, inspect, watch
        self._tokens, self._made = tokens, 0
        self._known: Outcome | None = None

    def beginning_with(self, first: Outcome) -> Self:
        """Let the next attempt be the one that was made already."""
        self._known = first
        return self

    async def __call__(self) -> Outcome:
        if self._known is not None:
            known, self._known = self._known, None
            return known
        again, self._made = self._made > 0, self._made + 1
        async with self._transport.limiter.place(again=again, tokens=self._tokens) as closed:
            watch = None if self._watch is None else self._watch()
            return closed or await self._transport.attempt(self._call, self._inspect, watch)


@lru_cache(maxsize=64)
def _parsed(url: str) -> httpx.URL:
    return httpx.URL(url)


def _timeout_of(limits: TimeLimits) -> dict[str, float | None]:
    return httpx.Timeout(None, connect=limits.connect_s, read=limits.stall_s).as_dict()


def _status_line(status: int) -> str:
    try:
        return f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"


def _excerpt(body: bytes, headers: Mapping[str, str]) -> str:
    if "location" in headers:
        return f"redirects to {without_userinfo(headers['location'])}"
    return " ".join(body[:EXCERPT].decode(errors="replace").split())

"""Sends a call until it is answered, or until repeating it makes no sense.

An attempt ends as a ``Reply`` or as a ``Failed``; tenacity owns the repetition; the limiter of the run owns the pace.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus

import aiohttp
import httpx

from evals.errors import AuthenticationError
from tasks.transport.call import MAX_BODY, Call, Failed, Outcome, Reply, TimeLimits
from tasks.transport.clients import Clients
from tasks.transport.limiter import Limiter
from tasks.transport.redaction import Redactor, without_userinfo
from tasks.transport.retrying import REFUSED, RetryPolicy, is_transient, reason_of, retry_after_of, retrying

EXCERPT = 200
"""Bytes of an error reply that are shown."""

Inspect = Callable[[Reply], Failed | None]
"""Looks at a whole reply and says what is wrong with it; a transient objection is a failed attempt."""


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

    async def send(self, call: Call, *, inspect: Inspect | None = None, tokens: int = 0) -> Outcome:
        """Make one call, with as many attempts as the policy allows.

        Args:
            call: What to send.
            inspect: Looks at each reply within its attempt for what only the caller knows, a stream without its end.
            tokens: Expected tokens, for a quota.

        Raises:
            AuthenticationError: The service refused our credentials; all later calls get the same answer.
        """
        loop = retrying(self._policy, draw=self._draw, sleep=self._sleep, silent_for=self.limiter.silent_for)
        outcome: Outcome = await loop(_Attempts(self, call, inspect, tokens))
        return outcome

    async def attempt(self, call: Call, inspect: Inspect | None) -> Outcome:
        """Send once, now; everything that goes wrong comes back as a value."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            async with asyncio.timeout(self._time_limits.total_s):
                outcome = await self._exchange(call, started)
        except (httpx.HTTPError, aiohttp.ClientError, TimeoutError) as error:
            outcome = self._failure_of(error, loop.time() - started)
        if isinstance(outcome, Reply) and inspect is not None:
            outcome = inspect(outcome) or outcome
        self._tell_limiter(outcome, started)
        return outcome

    async def _exchange(self, call: Call, started: float) -> Outcome:
        request = httpx.Request(
            call.method, _parsed(call.url), headers=call.headers, content=call.body, extensions=self._extensions
        )
        response = await self._clients.get(request.url).handle_async_request(request)
        try:
            body = await self._read(response)
        finally:
            await response.aclose()
        latency = asyncio.get_running_loop().time() - started
        if body is None:
            return Failed("too_large", f"the reply is longer than max_bytes={self._max_bytes!r}", latency=latency)
        if response.status_code < 300:
            return Reply(response.status_code, response.headers, self.redact.in_bytes(body), latency)
        return self._failure_for(call, response.status_code, response.headers, body, latency)

    async def _read(self, response: httpx.Response) -> bytes | None:
        if int(response.headers.get("content-length", "0")) > self._max_bytes:
            return None
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > self._max_bytes:
                return None
        return bytes(body)

    def _failure_for(self, call: Call, status: int, headers: Mapping[str, str], body: bytes, latency: float) -> Failed:
        detail = self.redact(f"{_status_line(status)}: {_excerpt(body, headers)}".rstrip(": "))
        if status in REFUSED:
            place = self.redact(without_userinfo(call.url))
            error = AuthenticationError(f"{place} refused our credentials: {detail}", status=status)
            self.limiter.stop(error)
            raise error
        return Failed(
            reason_of(status),
            detail,
            transient=is_transient(status),
            status=status,
            retry_after=retry_after_of(headers, datetime.now(UTC)),
            latency=latency,
        )

    def _failure_of(self, error: Exception, latency: float) -> Failed:
        detail = self.redact(f"{type(error).__name__}: {error}".rstrip(": "))
        if isinstance(error, httpx.DecodingError):
            return Failed("bad_encoding", detail, latency=latency)
        if _is_late(error):
            return Failed("timeout", detail, transient=self._policy.retry_timeouts, latency=latency)
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

    __slots__ = ("_call", "_inspect", "_made", "_tokens", "_transport")

    def __init__(self, transport: Transport, call: Call, inspect: Inspect | None, tokens: int) -> None:
        self._transport, self._call, self._inspect, self._tokens = transport, call, inspect, tokens
        self._made = 0

    async def __call__(self) -> Outcome:
        again, self._made = self._made > 0, self._made + 1
        async with self._transport.limiter.place(again=again, tokens=self._tokens) as closed:
            return closed or await self._transport.attempt(self._call, self._inspect)


@lru_cache(maxsize=64)
def _parsed(url: str) -> httpx.URL:
    return httpx.URL(url)


def _timeout_of(limits: TimeLimits) -> dict[str, float | None]:
    return httpx.Timeout(None, connect=limits.connect_s, read=limits.read_s).as_dict()


def _is_late(error: Exception) -> bool:
    """Whether a connected service was too slow; a connection that could not be made is an outage.

    httpx-aiohttp calls a dropped connection a ConnectTimeout, so the cause decides.
    """
    return isinstance(error, TimeoutError) or isinstance(error.__cause__, aiohttp.SocketTimeoutError)


def _status_line(status: int) -> str:
    try:
        return f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"


def _excerpt(body: bytes, headers: Mapping[str, str]) -> str:
    if "location" in headers:
        return f"redirects to {without_userinfo(headers['location'])}"
    return " ".join(body[:EXCERPT].decode(errors="replace").split())

"""One call: answered, repeated, or given up with its reason."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from evals.errors import AuthenticationError
from tasks.transport.call import Call, Failed, Reply, TimeLimits
from tasks.transport.clients import Clients
from tasks.transport.limiter import Limiter, Limits
from tasks.transport.redaction import Redactor
from tasks.transport.retrying import RetryPolicy
from tasks.transport.transport import EXCERPT, Transport
from tests.tasks.misbehaving import HUGE, Misbehaving

pytestmark = pytest.mark.anyio

CANARY = "canary-key-123"
QUICK = RetryPolicy(attempts=4, first_wait_s=0.01, longest_wait_s=0.05)


@asynccontextmanager
async def sending(**changes: Any) -> AsyncIterator[Transport]:
    """A transport over real sockets, in a hurry."""
    async with Clients() as clients:
        settings = {"policy": QUICK, "time_limits": TimeLimits(total_s=5.0), "redact": Redactor([CANARY]), **changes}
        yield Transport(clients, **settings)


@asynccontextmanager
async def answering(handle: Callable[[httpx.Request], httpx.Response], **changes: Any) -> AsyncIterator[Transport]:
    """A transport whose network is a function and whose pauses are noted instead of waited for."""
    async with Clients(lambda _url: httpx.MockTransport(handle)) as clients:
        yield Transport(clients, draw=lambda: 0.0, **changes)


def scripted(*replies: int | tuple[int, dict[str, str]] | Exception) -> Callable[[httpx.Request], httpx.Response]:
    """Answer with one reply after the other, the last one for ever."""
    left = list(replies)

    def handle(_request: httpx.Request) -> httpx.Response:
        reply = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(reply, Exception):
            raise reply
        status, headers = reply if isinstance(reply, tuple) else (reply, {})
        return httpx.Response(status, headers=headers, json={"answer": "x"})

    return handle


class Pauses(list[float]):
    """A sleep that does not sleep."""

    async def __call__(self, seconds: float) -> None:
        """Note the pause."""
        self.append(seconds)


CALL = Call("http://app.example/ask", body=b"{}")


@pytest.mark.parametrize(
    ("replies", "pauses"),
    [
        ([200], []),
        ([500, 200], [0.3]),
        ([503, 502, 504, 200], [0.3, 0.6, 1.2]),
        ([httpx.ConnectError("refused"), 200], [0.3]),
        ([httpx.ReadError("reset"), 200], [0.3]),
        ([(503, {"retry-after": "0"}), 200], [0.0]),
        ([(408, {}), 200], [0.3]),
    ],
)
async def test_transient_failures_are_repeated_with_growing_pauses(replies: list[Any], pauses: list[float]) -> None:
    """5xx, broken connections and 408 are tried again until answered."""
    slept = Pauses()
    async with answering(scripted(*replies), sleep=slept) as transport:
        outcome = await transport.send(CALL)
    assert isinstance(outcome, Reply)
    assert slept == pytest.approx(pauses)


@pytest.mark.parametrize(
    ("status", "reason"), [(400, "rejected"), (404, "rejected"), (422, "rejected"), (301, "redirected")]
)
async def test_what_the_caller_did_wrong_is_never_repeated(status: int, reason: str) -> None:
    """400, 404, 422 and redirects end the call at once."""
    slept = Pauses()
    async with answering(scripted(status), sleep=slept) as transport:
        outcome = await transport.send(CALL)
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.status, outcome.transient, slept) == (reason, status, False, [])


@pytest.mark.parametrize("status", [401, 402, 403])
async def test_refused_credentials_stop_everything(status: int) -> None:
    """The first refusal raises, and no other call is sent any more."""
    asked = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(status)

    async with answering(handle) as transport:
        for _ in range(3):
            with pytest.raises(AuthenticationError, match=r"http://app\.example/ask refused our credentials"):
                await transport.send(CALL)
    assert len(asked) == 1


ANTHROPIC_SPENT = "Your credit balance is too low to access the Anthropic API."
OPENAI_SPENT = {"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}


@pytest.mark.parametrize(
    ("status", "document", "attempts"),
    [
        (429, OPENAI_SPENT, RetryPolicy().attempts),
        (400, {"error": {"type": "invalid_request_error", "message": ANTHROPIC_SPENT}}, 1),
    ],
)
async def test_an_account_without_credit_stops_everything(status: int, document: Any, attempts: int) -> None:
    """A 429 that says so may still be a rate limit in the words of another provider: all attempts are made."""
    asked = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(status, json=document)

    async with answering(handle, sleep=Pauses()) as transport:
        for _ in range(2):
            with pytest.raises(AuthenticationError, match=f"HTTP {status}"):
                await transport.send(CALL)
    assert len(asked) == attempts


@pytest.mark.parametrize("quoted", [OPENAI_SPENT, ANTHROPIC_SPENT])
async def test_a_prompt_about_credit_stops_nothing(quoted: Any) -> None:
    """Servers quote what they reject."""
    detail = {"detail": f"cannot answer {json.dumps(quoted)}"}
    async with answering(lambda _request: httpx.Response(400, json=detail)) as transport:
        outcome = await transport.send(CALL)
    assert isinstance(outcome, Failed)
    assert outcome.reason == "rejected"


async def test_a_rate_limit_in_the_words_of_an_empty_account_is_outlived() -> None:
    """The next attempt is answered."""
    left = [httpx.Response(429, json=OPENAI_SPENT)]
    slept = Pauses()
    async with answering(lambda _request: left.pop() if left else httpx.Response(200), sleep=slept) as transport:
        assert isinstance(await transport.send(CALL), Reply)


async def test_a_secret_at_the_cut_of_an_error_reply_is_hidden() -> None:
    """What is shown of it is cut after the secrets are out."""
    body = "x" * (EXCERPT - 5) + CANARY
    async with answering(lambda _request: httpx.Response(400, text=body), redact=Redactor([CANARY])) as transport:
        outcome = await transport.send(CALL)
    assert isinstance(outcome, Failed)
    assert outcome.detail.endswith("x[reda")


async def test_a_refusal_shows_no_query() -> None:
    """Keys stand there."""
    async with answering(scripted(403)) as transport:
        with pytest.raises(AuthenticationError, match=r"^http://app\.example/ask refused our credentials"):
            await transport.send(Call("http://user:pw@app.example/ask?key=canary"))


async def test_an_address_that_is_too_long_is_rejected() -> None:
    """As a server would, had it been sent."""
    async with answering(scripted(200)) as transport:
        outcome = await transport.send(Call("http://app.example/?q=" + "x" * 70_000, "GET"))
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.transient) == ("rejected", False)


async def test_a_retry_after_beyond_the_cap_ends_the_call() -> None:
    """Who must wait longer than the cap is told so at once."""
    slept = Pauses()
    limiter = Limiter()
    async with answering(scripted((503, {"retry-after": "3600"})), sleep=slept, limiter=limiter) as transport:
        outcome = await transport.send(CALL)
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.retry_after, slept) == ("server_error", 3600.0, [])


async def test_attempts_are_bounded() -> None:
    """After the last attempt its failure is returned, not raised."""
    slept = Pauses()
    async with answering(scripted(500), sleep=slept) as transport:
        outcome = await transport.send(CALL)
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.transient, len(slept)) == ("server_error", True, 7)


async def test_during_an_outage_each_further_call_gets_one_attempt() -> None:
    """When a service has been silent for long, later calls do not wait all over again."""
    slept = Pauses()
    async with answering(scripted(500), sleep=slept, policy=RetryPolicy(outage_s=-1.0)) as transport:
        await transport.send(CALL)
    assert slept == []


async def test_an_objection_to_a_reply_is_a_failed_attempt() -> None:
    """What only the caller can see, a stream without its end for instance, is repeated like any other failure."""
    seen: list[Reply] = []

    def inspect(reply: Reply) -> Failed | None:
        seen.append(reply)
        return Failed("truncated", transient=True) if len(seen) < 3 else None

    async with answering(scripted(200), sleep=Pauses()) as transport:
        outcome = await transport.send(CALL, inspect=inspect)
    assert outcome == seen[2]


@pytest.mark.parametrize("path", ["/drop", "/cut", "/raw"])
async def test_broken_connections_are_repeated_then_unreachable(server: Misbehaving, path: str) -> None:
    """A connection that breaks, at any point, is an outage and not an answer."""
    async with sending() as transport:
        outcome = await transport.send(Call(server.url(path)))
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.transient, server.calls[path]) == ("unreachable", True, QUICK.attempts)


async def test_a_closed_port_is_unreachable() -> None:
    """Nobody listens: an outage."""
    async with sending() as transport:
        outcome = await transport.send(Call("http://127.0.0.1:9/ask"))
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.transient) == ("unreachable", True)


@pytest.mark.parametrize("path", ["/hang", "/drip"])
async def test_a_reply_that_does_not_end_in_time_is_a_timeout(server: Misbehaving, path: str) -> None:
    """Silence and endless dripping are both cut at the total limit; repeated only when the policy says so."""
    async with sending(time_limits=TimeLimits(total_s=0.2)) as transport:
        outcome = await transport.send(Call(server.url(path)))
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.transient, server.calls[path]) == ("timeout", False, 1)
    assert outcome.latency == pytest.approx(0.2, abs=0.15)


@pytest.mark.parametrize("limits", [TimeLimits(total_s=0.1), TimeLimits(total_s=5.0, stall_s=0.1)])
async def test_timeouts_of_a_provider_are_repeated(server: Misbehaving, limits: TimeLimits) -> None:
    """With retry_timeouts a late reply counts as an outage, and a stalled stream always does."""
    policy = RetryPolicy(attempts=3, first_wait_s=0.01, retry_timeouts=limits.stall_s is None)
    async with sending(time_limits=limits, policy=policy) as transport:
        outcome = await transport.send(Call(server.url("/hang")))
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.transient, server.calls["/hang"]) == ("timeout", True, 3)


@pytest.mark.parametrize("path", ["/huge", "/huge_announced", "/bomb"])
async def test_a_huge_reply_is_cut_off(server: Misbehaving, path: str) -> None:
    """50 MB are neither read nor kept, whether announced, streamed, or unpacked from a small body."""
    async with sending(max_bytes=1_000_000) as transport:
        outcome = await transport.send(Call(server.url(path)))
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.transient) == ("too_large", False)
    assert server.sent < HUGE / 2


async def test_retry_after_is_waited_for_by_all(server: Misbehaving) -> None:
    """After a 429 with Retry-After 0.2 nobody calls for 0.2 s, and all calls end answered."""
    async with sending() as transport:
        outcomes = await asyncio.gather(*(transport.send(Call(server.url("/busy/1"))) for _ in range(4)))
    assert all(isinstance(outcome, Reply) for outcome in outcomes)
    first, *_, last = server.times
    assert last - first >= 0.2


async def test_no_more_calls_are_open_than_the_limit(server: Misbehaving) -> None:
    """The limiter's concurrency is what the server sees."""
    async with sending(limiter=Limiter(Limits(concurrency=3))) as transport:
        await asyncio.gather(*(transport.send(Call(server.url("/slow/10"))) for _ in range(12)))
    assert server.most_open == 3


async def test_connections_are_reused(server: Misbehaving) -> None:
    """One after the other over one connection: far less than a millisecond of set-up a call."""
    async with Clients() as clients:
        transport = Transport(clients)
        for _ in range(5):
            assert isinstance(await transport.send(Call(server.url("/good"))), Reply)
        pool = clients.get(httpx.URL(server.address)).client  # type: ignore[attr-defined]
        assert sum(len(free) for free in pool.connector._conns.values()) == 1


async def test_secrets_appear_nowhere(server: Misbehaving, caplog: pytest.LogCaptureFixture) -> None:
    """Not in replies that echo them, nor in error texts, nor in log lines."""
    caplog.set_level(logging.DEBUG)
    headers = {"authorization": f"Bearer {CANARY}"}
    async with sending() as transport:
        echoed = await transport.send(Call(server.url("/echo"), headers=headers))
        rejected = await transport.send(Call(server.url("/status/400"), headers=headers))
        redirected = await transport.send(Call(server.url("/redirect"), headers=headers))
        with pytest.raises(AuthenticationError) as refused:
            await transport.send(Call(server.url("/status/401"), headers=headers))
    assert isinstance(echoed, Reply)
    assert b"[redacted]" in echoed.body
    assert "because of Bearer [redacted]" in str(rejected)
    for text in (str(echoed), str(rejected), str(redirected), str(refused.value), caplog.text):
        assert CANARY not in text


async def test_latency_is_that_of_the_answered_attempt(server: Misbehaving) -> None:
    """Failed attempts and pauses before it do not count."""
    async with sending(policy=RetryPolicy(first_wait_s=0.3)) as transport:
        outcome = await transport.send(Call(server.url("/down/1")))
    assert isinstance(outcome, Reply)
    assert outcome.latency < 0.1


async def test_a_cancelled_call_gives_its_place_back(server: Misbehaving) -> None:
    """Cancellation passes through and leaves the limiter whole."""
    async with sending(limiter=Limiter(Limits(concurrency=1))) as transport:
        hanging = asyncio.create_task(transport.send(Call(server.url("/hang"))))
        await asyncio.sleep(0.05)
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        assert isinstance(await transport.send(Call(server.url("/good"))), Reply)


async def test_cookies_are_not_kept(server: Misbehaving) -> None:
    """No case sees what another one left behind."""
    seen = []

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers.get("cookie"))
        return httpx.Response(200, headers={"set-cookie": "session=1"})

    async with answering(handle) as transport:
        await transport.send(CALL)
        await transport.send(CALL)
    assert seen == [None, None]

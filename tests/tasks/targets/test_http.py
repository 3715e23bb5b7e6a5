"""The HTTP target against a server that misbehaves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from evals.answers import Answer, Fault, Missing, Usage
from evals.errors import AuthenticationError
from tasks.transport.call import Failed
from tasks.transport.limiter import Limiter
from tests.tasks.builders import make_case
from tests.tasks.misbehaving import Misbehaving
from tests.tasks.targets.opened import CANARY, opened

pytestmark = pytest.mark.anyio

PATHS = {
    "answer": "$.answer",
    "citations": "$.citations",
    "input_tokens": "$.usage.in",
    "output_tokens": "$.usage.out",
    "model_version": "$.model",
}


def http(server: Misbehaving, path: str, **changes: Any) -> dict[str, Any]:
    """Configuration of a target at a path of the server."""
    return {"kind": "http", "url": server.url(path), "response": PATHS, "timeout_s": 5, **changes}


async def test_a_good_answer_is_read_with_all_its_parts(server: Misbehaving) -> None:
    """The request is the template, the answer is what stands at the paths."""
    request = {"question": "{{prompt}}", "context": "{{context?}}", "history": "{{history?}}"}
    async with opened(http(server, "/good", request=request)) as target:
        answer = await target.ask(make_case(input="Gebühr {{case_id}}?", context="c"), 0)
    assert server.bodies == [{"question": "Gebühr {{case_id}}?", "context": "c"}]
    assert isinstance(answer, Answer)
    assert (answer.text, answer.citations) == ("Two weeks.", ({"page": "hr.md"},))
    assert (answer.usage, answer.model_version) == (Usage(12, 3), "m-1")
    assert answer.latency is not None
    assert 0 < answer.latency < 1


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/html", "not_json"),
        ("/latin1", "bad_encoding"),
        ("/huge", "too_large"),
        ("/huge_announced", "too_large"),
        ("/bomb", "too_large"),
        ("/empty", "empty"),
        ("/hang", "timeout"),
        ("/drip", "timeout"),
        ("/status/400", "rejected"),
        ("/status/404", "rejected"),
        ("/status/422", "rejected"),
        ("/redirect", "rejected"),
    ],
)
async def test_what_the_app_does_wrong_is_a_fault_after_one_attempt(
    server: Misbehaving, path: str, reason: str
) -> None:
    """Each misbehaviour has its reason and is asked exactly once."""
    async with opened(http(server, path, timeout_s=0.5)) as target:
        fault = await target.ask(make_case(), 0)
    assert isinstance(fault, Fault)
    assert (fault.reason, server.calls[path]) == (reason, 1)
    assert fault.latency is not None
    assert fault.detail


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/drop", "unreachable"),
        ("/cut", "unreachable"),
        ("/raw", "unreachable"),
        ("/status/500", "server_error"),
        ("/status/503", "server_error"),
        ("/busy/99", "rate_limited"),
    ],
)
async def test_an_outage_is_missing_after_all_attempts(server: Misbehaving, path: str, reason: str) -> None:
    """What may pass by itself is tried again and is then no observation."""
    async with opened(http(server, path)) as target:
        missing = await target.ask(make_case(), 0)
    assert isinstance(missing, Missing)
    assert (missing.reason, server.calls[path]) == (reason, 3)


@pytest.mark.parametrize("path", ["/busy/2", "/down/2"])
async def test_an_outage_that_passes_leaves_no_trace(server: Misbehaving, path: str) -> None:
    """After two failures the third attempt is an answer like any other."""
    async with opened(http(server, path)) as target:
        assert isinstance(await target.ask(make_case(), 0), Answer)


@pytest.mark.parametrize("status", [401, 403])
async def test_refused_credentials_stop_the_run(server: Misbehaving, status: int) -> None:
    """Of twenty calls waiting behind one place only the first is sent; all get the error, without the key."""
    config = http(server, f"/status/{status}", headers={"Authorization": "Bearer ${KEY}"}, parallel=1)
    async with opened(config) as target:
        outcomes = await asyncio.gather(*(target.ask(make_case(), n) for n in range(20)), return_exceptions=True)
    assert all(isinstance(outcome, AuthenticationError) for outcome in outcomes)
    assert server.calls[f"/status/{status}"] == 1
    assert CANARY not in str(outcomes[0])


async def test_a_run_goes_on_after_faults(server: Misbehaving) -> None:
    """A hanging trial neither blocks nor spoils the others."""
    async with opened(http(server, "/{{input.path}}", timeout_s=0.5)) as target:
        outcomes = await asyncio.gather(
            *(target.ask(make_case(input={"path": path}), 0) for path in ("hang", "good", "html", "good"))
        )
    assert [type(outcome) for outcome in outcomes] == [Fault, Answer, Fault, Answer]


async def test_a_stopped_limiter_makes_the_rest_missing(server: Misbehaving) -> None:
    """At the end of a budget no new call is sent and what is not asked is missing by name."""
    limiter = Limiter()
    async with opened(http(server, "/good"), limiter=limiter) as target:
        first = await target.ask(make_case(), 0)
        limiter.stop(Failed("budget", "1.00 of 1.00 spent"))
        second = await target.ask(make_case(), 1)
    assert isinstance(first, Answer)
    assert second == Missing("budget", "1.00 of 1.00 spent")
    assert server.calls["/good"] == 1


async def test_an_answer_over_the_sla_is_a_fault(server: Misbehaving) -> None:
    """Late but whole is still late."""
    async with opened(http(server, "/slow/120", sla_s=0.05)) as target:
        fault = await target.ask(make_case(), 0)
    assert isinstance(fault, Fault)
    assert fault.reason == "timeout"
    assert "over sla_s=0.05" in fault.detail


async def test_a_conversation_is_played_over_http(server: Misbehaving) -> None:
    """The app's own answer is sent back to it as the history of the next question."""
    config = http(server, "/good", request={"q": "{{prompt}}", "history": "{{history}}"})
    async with opened(config) as target:
        answer = await target.ask(make_case(turns=[("user", "a?"), ("user", "b?")]), 0)
    assert isinstance(answer, Answer)
    assert answer.turns == ("Two weeks.",)
    assert server.bodies[1] == {
        "q": "b?",
        "history": [{"role": "user", "content": "a?"}, {"role": "assistant", "content": "Two weeks."}],
    }


async def test_get_puts_the_prompt_into_the_address(server: Misbehaving) -> None:
    """A GET has no body."""
    config = http(server, "/good?q={{prompt}}", method="GET")
    async with opened(config) as target:
        assert isinstance(await target.ask(make_case(input="a&b"), 0), Answer)
    assert server.bodies == [None]


async def test_echoed_credentials_are_not_kept(server: Misbehaving) -> None:
    """An app that tells our key back does not get it into the results."""
    async with opened(http(server, "/echo", headers={"Authorization": "Bearer ${KEY}"})) as target:
        answer = await target.ask(make_case(), 0)
    assert isinstance(answer, Answer)
    assert answer.text == "you sent Bearer [redacted]"


async def test_headers_of_one_s_own_replace_the_usual_ones(server: Misbehaving) -> None:
    """Two of a name would be sent as one list, which is no media type."""
    headers = {"Content-Type": "application/vnd.api+json", "Accept": "*/*"}
    async with opened(http(server, "/good", headers=headers)) as target:
        await target.ask(make_case(), 0)
    assert {name: value for name, value in server.headers[0].items() if name.title() in headers} == headers


async def test_a_key_may_stand_in_the_request(server: Misbehaving) -> None:
    """From the environment; in a prompt it is text."""
    request = {"question": "{{prompt}}", "auth": {"key": "${KEY}"}}
    async with opened(http(server, "/good", request=request)) as target:
        assert isinstance(await target.ask(make_case(input="${KEY}?"), 0), Answer)
    assert server.bodies == [{"question": "${KEY}?", "auth": {"key": CANARY}}]


STREAM = {"text": "$.delta"}


@pytest.mark.parametrize(("path", "text"), [("/stream/whole", "Two weeks."), ("/stream/named_end", "Two weeks.")])
async def test_a_streamed_answer_is_put_together(server: Misbehaving, path: str, text: str) -> None:
    """Pieces are joined in order; usage and model come from whichever event has them."""
    stream = {**STREAM, "end": "end"} if "named" in path else STREAM
    async with opened(http(server, path, stream=stream)) as target:
        answer = await target.ask(make_case(), 0)
    assert isinstance(answer, Answer)
    assert (answer.text, answer.usage, answer.model_version) == (text, Usage(12, 3), "m-1")


@pytest.mark.parametrize("kind", ["text/event-stream", "text/plain"])
async def test_a_stream_without_its_end_is_never_an_answer(server: Misbehaving, kind: str) -> None:
    """It is repeated, and in the end missing, whatever the app calls it."""
    async with opened(http(server, f"/stream/cut?type={kind}", stream=STREAM)) as target:
        missing = await target.ask(make_case(), 0)
    assert isinstance(missing, Missing)
    assert (missing.reason, server.calls["/stream/cut"]) == ("truncated", 3)


@pytest.mark.parametrize(("path", "reason"), [("/stream/damaged", "not_json"), ("/stream/silent", "no_answer")])
async def test_a_whole_stream_without_text_is_a_fault(server: Misbehaving, path: str, reason: str) -> None:
    """The app ended its stream properly and said nothing usable."""
    async with opened(http(server, path, stream=STREAM)) as target:
        fault = await target.ask(make_case(), 0)
    assert isinstance(fault, Fault)
    assert fault.reason == reason


async def test_an_app_that_does_not_stream_after_all_is_told_so(server: Misbehaving) -> None:
    """HTML in place of a stream is no cut stream."""
    async with opened(http(server, "/html", stream=STREAM)) as target:
        fault = await target.ask(make_case(), 0)
    assert isinstance(fault, Fault)
    assert fault.reason == "no_answer"


class Noting(Limiter):
    """Notes how token accounts are corrected."""

    def __init__(self) -> None:
        super().__init__()
        self.settled: list[tuple[int, int]] = []

    def settle(self, expected: int, used: int) -> None:
        """Note it."""
        self.settled.append((expected, used))


@pytest.mark.parametrize("path", ["/stream/whole", "/hang"])
async def test_the_tokens_an_app_reports_are_charged_to_its_quota(server: Misbehaving, path: str) -> None:
    """Nobody knew them before the call; without an answer nobody knows them at all."""
    limiter = Noting()
    async with opened(http(server, path, stream=STREAM, timeout_s=0.3), limiter=limiter) as target:
        await target.ask(make_case(), 0)
    assert limiter.settled == ([(0, 15)] if path == "/stream/whole" else [])


@pytest.mark.parametrize(
    ("path", "changes", "paid"),
    [
        ("/good", {}, 1),
        ("/slow/120", {"sla_s": 0.05}, 1),
        ("/html", {}, 0),
        ("/hang", {"timeout_s": 0.2}, 0),
    ],
)
async def test_every_answer_is_paid_for_whatever_becomes_of_it(
    server: Misbehaving, path: str, changes: dict[str, Any], paid: int
) -> None:
    """One that comes too late costs as much as any other; what nobody can read has no price."""
    answers: list[Answer] = []
    async with opened(http(server, path, **changes), paid=answers.append) as target:
        await target.ask(make_case(), 0)
    assert len(answers) == paid


async def test_each_turn_of_a_conversation_is_paid_for_by_itself(server: Misbehaving) -> None:
    """Also when a later one fails, and as soon as it is there."""
    answers: list[Answer] = []
    turns = [("user", "good"), ("user", "html")]
    async with opened(http(server, "/{{prompt}}"), paid=answers.append) as target:
        response = await target.ask(make_case(turns=turns), 0)
    assert isinstance(response, Fault)
    assert len(answers) == 1

"""How providers are addressed."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tasks.transport.call import Failed
from tasks.transport.clients import Clients
from tasks.transport.environment import Environment
from tasks.transport.limiter import Limiter
from tasks.transport.retrying import RetryPolicy
from tasks.wire.completion import Completion, Message
from tasks.wire.opening import model_client
from tasks.wire.settings import AnthropicSettings, OpenAISettings, Provider, fill_access

pytestmark = pytest.mark.anyio


async def exchange(settings: Provider, reply: httpx.Response) -> tuple[httpx.Request, Completion | Failed]:
    """Ask once."""
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return reply

    access = fill_access(settings, Environment({"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}), "targets.app")
    async with Clients(lambda _url: httpx.MockTransport(handle)) as clients:
        client = model_client(settings, access, clients, Limiter(), RetryPolicy(attempts=1))
        outcome = await client.complete([Message("user", "Why?")], settings.options)
    return requests[0], outcome


async def request_of(settings: Provider) -> httpx.Request:
    """What is sent."""
    return (await exchange(settings, httpx.Response(400)))[0]


async def body_of(settings: Provider) -> dict[str, Any]:
    """The body of what is sent."""
    body: dict[str, Any] = json.loads((await request_of(settings)).content)
    return body


def openai(**changes: Any) -> OpenAISettings:
    """A model behind the chat interface."""
    return OpenAISettings(kind="openai", model="m", **changes)


AZURE = "https://team.openai.azure.com/openai"


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        (openai(), "https://api.openai.com/v1/chat/completions"),
        (openai(api="responses"), "https://api.openai.com/v1/responses"),
        (openai(base_url="http://127.0.0.1:8000/v1/"), "http://127.0.0.1:8000/v1/chat/completions"),
        (openai(base_url=f"{AZURE}/v1/"), f"{AZURE}/v1/chat/completions"),
        (
            openai(base_url=f"{AZURE}/deployments/d?api-version=2024-10-21"),
            f"{AZURE}/deployments/d/chat/completions?api-version=2024-10-21",
        ),
        (AnthropicSettings(kind="anthropic", model="m"), "https://api.anthropic.com/v1/messages"),
    ],
)
async def test_the_path_of_the_interface_follows_that_of_the_address(settings: Provider, url: str) -> None:
    """What stands behind a question mark stays behind it."""
    assert str((await request_of(settings)).url) == url


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("https://api.openai.com/v1", "max_completion_tokens"),
        (f"{AZURE}/v1", "max_completion_tokens"),
        ("http://127.0.0.1:8000/v1", "max_tokens"),
        ("https://openai.azure.com.example/v1", "max_tokens"),
    ],
)
async def test_the_token_limit_has_the_name_that_the_service_knows(base_url: str, name: str) -> None:
    """OpenAI's newer models refuse the old one, also at Azure; other servers often know no other."""
    assert (await body_of(openai(base_url=base_url, max_tokens=7)))[name] == 7


@pytest.mark.parametrize(("effort", "said"), [("none", "low"), ("minimal", "low"), ("xhigh", "xhigh"), ("max", "max")])
async def test_anthropic_is_asked_for_an_effort_that_it_knows(effort: Any, said: str) -> None:
    """Its least is ``low``."""
    settings = AnthropicSettings(kind="anthropic", model="m", effort=effort)
    assert (await body_of(settings))["output_config"] == {"effort": said}


async def test_headers_of_one_s_own_replace_the_usual_ones() -> None:
    """A gateway may want its own credentials."""
    headers = {"Authorization": "Custom own", "Accept": "*/*"}
    sent = (await request_of(openai(headers=headers))).headers
    assert (sent.get_list("authorization"), sent.get_list("accept")) == (["Custom own"], ["*/*"])
    assert sent["content-type"] == "application/json"


WHOLE = {"choices": [{"index": 0, "message": {"content": "Because."}, "finish_reason": "stop"}]}
STREAM = (
    'data: {"choices": [{"index": 0, "delta": {"content": "Because."}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n'
)


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize(
    "reply",
    [
        httpx.Response(200, json=WHOLE),
        httpx.Response(200, text=STREAM, headers={"content-type": "text/event-stream"}),
    ],
)
async def test_a_reply_is_read_as_what_it_says_it_is(asked: bool, reply: httpx.Response) -> None:
    """A gateway that never streams, or always, is understood."""
    outcome = (await exchange(openai(stream=asked), reply))[1]
    assert isinstance(outcome, Completion)
    assert outcome.text == "Because."


async def test_an_error_in_place_of_a_stream_is_told() -> None:
    """And not called a stream that was cut."""
    outcome = (await exchange(openai(stream=True), httpx.Response(200, json={"error": {"message": "overloaded"}})))[1]
    assert isinstance(outcome, Failed)
    assert (outcome.reason, outcome.detail) == ("server_error", "the reply is an error: overloaded")

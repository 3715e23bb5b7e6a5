"""How providers are addressed."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tasks.transport.clients import Clients
from tasks.transport.environment import Environment
from tasks.transport.limiter import Limiter
from tasks.transport.retrying import RetryPolicy
from tasks.wire.completion import Message
from tasks.wire.opening import model_client
from tasks.wire.settings import AnthropicSettings, OpenAISettings, Provider, fill_access

pytestmark = pytest.mark.anyio


async def request_of(settings: Provider) -> httpx.Request:
    """What is sent."""
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(400)

    access = fill_access(settings, Environment({"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}), "targets.app")
    async with Clients(lambda _url: httpx.MockTransport(handle)) as clients:
        client = model_client(settings, access, clients, Limiter(), RetryPolicy())
        await client.complete([Message("user", "Why?")], settings.options)
    return requests[0]


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

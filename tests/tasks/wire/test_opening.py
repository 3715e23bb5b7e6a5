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


async def sent(settings: Provider) -> tuple[str, dict[str, Any]]:
    """Address and body of a request."""
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(400)

    access = fill_access(settings, Environment({"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}), "targets.app")
    async with Clients(lambda _url: httpx.MockTransport(handle)) as clients:
        client = model_client(settings, access, clients, Limiter(), RetryPolicy())
        await client.complete([Message("user", "Why?")], settings.options)
    return str(requests[0].url), json.loads(requests[0].content)


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
    assert (await sent(settings))[0] == url


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
    assert (await sent(openai(base_url=base_url, max_tokens=7)))[1][name] == 7


@pytest.mark.parametrize(("effort", "said"), [("none", "low"), ("minimal", "low"), ("xhigh", "xhigh"), ("max", "max")])
async def test_anthropic_is_asked_for_an_effort_that_it_knows(effort: Any, said: str) -> None:
    """Its least is ``low``."""
    settings = AnthropicSettings(kind="anthropic", model="m", effort=effort)
    assert (await sent(settings))[1]["output_config"] == {"effort": said}

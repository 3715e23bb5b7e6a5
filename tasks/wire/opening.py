"""Makes the client of a model of its settings."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from tasks.transport.call import TimeLimits
from tasks.transport.clients import Clients
from tasks.transport.limiter import Limiter
from tasks.transport.retrying import RetryPolicy
from tasks.transport.transport import Transport
from tasks.wire.anthropic_messages import AnthropicMessages
from tasks.wire.client import ModelClient
from tasks.wire.completion import Wire
from tasks.wire.openai_chat import OpenAIChat
from tasks.wire.openai_responses import OpenAIResponses
from tasks.wire.settings import Access, AnthropicSettings, Provider


def model_client(
    settings: Provider, access: Access, clients: Clients, limiter: Limiter, policy: RetryPolicy
) -> ModelClient:
    """Build a client; a provider that is late is down, so its timeouts are repeated."""
    transport = Transport(
        clients,
        limiter=limiter,
        policy=replace(policy, retry_timeouts=True),
        time_limits=TimeLimits(settings.timeout_s, stall_s=settings.stall_s if settings.stream else None),
        max_bytes=settings.max_bytes,
        redact=access.redact,
    )
    wire = _wire_of(settings, access.url)
    return ModelClient(transport, wire, access.url, api_key=access.api_key, headers=access.headers)


def _wire_of(settings: Provider, url: str) -> Wire:
    if isinstance(settings, AnthropicSettings):
        return AnthropicMessages()
    if settings.api == "responses":
        return OpenAIResponses()
    return OpenAIChat(newest=_is_openai(urlsplit(url).hostname or ""))


def _is_openai(host: str) -> bool:
    return host == "api.openai.com" or host.endswith(".openai.azure.com")

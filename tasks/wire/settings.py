"""How a model is reached and asked, as targets and judges configure it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import Field

from evals.errors import Problem
from tasks.transport.environment import Environment
from tasks.transport.redaction import Redactor, secrets_in, without_userinfo
from tasks.transport.settings import CallSettings, is_http_url
from tasks.wire.completion import Options


class ModelSettings(CallSettings):
    """What all providers have in common."""

    OFFICIAL_KEY: ClassVar[str]
    """Variable that holds the key for the provider's own address."""
    OFFICIAL_URL: ClassVar[str]

    model: str = Field(min_length=1)
    api_key: str | None = Field(default=None, description="usually ${VARIABLE}; the provider's usual one by default")
    headers: dict[str, str] = Field(default_factory=dict, description="values may be ${VARIABLE}")
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int = Field(default=1024, ge=1, description="most tokens of an answer, reasoning included")
    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = Field(
        default=None, description="of reasoning; which of them a model knows is its provider's business"
    )
    stream: bool = False
    stall_s: float = Field(default=30.0, gt=0, description="seconds of silence after which a stream counts as broken")

    @property
    def options(self) -> Options:
        """How the model is asked."""
        return Options(self.model, self.max_tokens, self.temperature, self.effort, stream=self.stream)


class OpenAISettings(ModelSettings):
    """A model behind an OpenAI-compatible interface."""

    OFFICIAL_KEY: ClassVar[str] = "OPENAI_API_KEY"
    OFFICIAL_URL: ClassVar[str] = "https://api.openai.com/v1"

    kind: Literal["openai"]
    api: Literal["chat", "responses"] = "chat"
    base_url: str = Field(default=OFFICIAL_URL, description="up to and without /chat/completions")


class AnthropicSettings(ModelSettings):
    """A model behind the Anthropic messages interface."""

    OFFICIAL_KEY: ClassVar[str] = "ANTHROPIC_API_KEY"
    OFFICIAL_URL: ClassVar[str] = "https://api.anthropic.com"

    kind: Literal["anthropic"]
    base_url: str = Field(default=OFFICIAL_URL, description="up to and without /v1/messages")


Provider = OpenAISettings | AnthropicSettings


@dataclass(frozen=True, slots=True)
class Access:
    """The way to a provider, with the environment filled in. Holds secrets: never shown."""

    url: str
    headers: Mapping[str, str]
    api_key: str | None
    redact: Redactor


def fill_access(settings: Provider, environment: Environment, place: str) -> Access:
    """Fill the environment in; what is wrong is left in ``environment.problems``.

    Args:
        settings: Of a target or judge.
        environment: The environment; it also learns the secrets.
        place: Where the settings stand in the configuration, for messages.
    """
    url = environment.fill(settings.base_url, f"{place}.base_url", hide=False)
    headers = environment.fill_headers(settings.headers, f"{place}.headers")
    template = settings.api_key
    if template is None and url.rstrip("/") == settings.OFFICIAL_URL:
        template = f"${{{settings.OFFICIAL_KEY}}}"
    api_key = None if template is None else environment.fill(template, f"{place}.api_key")
    if not environment.problems and not is_http_url(url.replace("{port}", "80")):
        environment.problems.append(Problem(f"{place}.base_url: {without_userinfo(url)!r} is no http or https address"))
    environment.require_sendable(api_key or "", f"{place}.api_key")
    redact = Redactor(environment.secrets | secrets_in(url) | {api_key or ""})
    return Access(url, headers, api_key, redact)

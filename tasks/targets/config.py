"""Targets as they stand in the configuration file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from evals.errors import InputError
from evals.results.privacy import StorePolicy
from tasks.targets.paths import compile_path
from tasks.targets.templates import check_text, compile_template, has_placeholder
from tasks.transport.environment import is_secret_name
from tasks.transport.settings import CallSettings, is_http_url
from tasks.wire.settings import AnthropicSettings, OpenAISettings


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class StartConfig(_Model):
    """How a target is started and when it is ready."""

    command: list[str] = Field(min_length=1, description="program and arguments; {port} is a free port")
    ready: str = Field(description="address that answers with 2xx when the target serves; {port} as in the command")
    timeout_s: float = Field(default=60.0, gt=0, description="seconds until it must be ready")
    env: dict[str, str] = Field(default_factory=dict, description="added to the environment; values may be ${VARIABLE}")
    cwd: str | None = Field(default=None, description="working directory")

    @field_validator("ready")
    @classmethod
    def _ready_is_an_address(cls, ready: str) -> str:
        if not is_http_url(ready.replace("{port}", "80")):
            msg = f"{ready!r} is no http or https address"
            raise ValueError(msg)
        return ready


class ResponsePaths(_Model):
    """Where the parts of an answer stand in a reply, as JSONPath."""

    answer: str = Field(default="$.answer", description="the text; a JSON value is taken as its JSON text")
    citations: str | None = Field(default=None, description="list of cited sources, in the answer's order")
    retrieved: str | None = Field(default=None, description="ranked list of retrieved passages, best first")
    input_tokens: str | None = None
    output_tokens: str | None = None
    cached_tokens: str | None = None
    cost: str | None = Field(default=None, description="money, in the price table's currency")
    model_version: str | None = None

    @field_validator("*")
    @classmethod
    def _is_a_path(cls, path: str | None) -> str | None:
        if path is not None:
            compile_path(path)
        return path


class StreamConfig(_Model):
    """How an answer is streamed as server-sent events."""

    text: str = Field(description="JSONPath of the piece of text in an event's data")
    end: str = Field(default="[DONE]", description="data, or event type, of the event that ends every whole stream")
    stall_s: float = Field(default=30.0, gt=0, description="seconds of silence after which a stream counts as broken")

    @field_validator("text")
    @classmethod
    def _text_is_a_path(cls, path: str) -> str:
        compile_path(path)
        return path


class _Target(CallSettings):
    IRRELEVANT: ClassVar[frozenset[str]] = frozenset(
        {"app", "attempts", "parallel", "requests_per_minute", "tokens_per_minute", "store"}
    )
    """Settings that decide when an answer comes but not what it says."""

    app: str | None = Field(
        default=None,
        description="what is under test, over all its versions: baselines are kept by it; default: the name",
    )
    store: StorePolicy = Field(default=StorePolicy(), description="what is stored of its answers, prompts and passages")
    sla_s: float | None = Field(default=None, gt=0, description="seconds after which an answer is a failed trial")
    start: StartConfig | None = Field(default=None, description="how it is started; None: it runs already")

    @model_validator(mode="after")
    def _headers_are_fixed(self) -> Self:
        for name, value in getattr(self, "headers", {}).items():
            if has_placeholder(value):
                msg = f"header {name!r} is sent as it stands: a placeholder belongs into request or url"
                raise ValueError(msg)
        return self

    def located(self, locate: Callable[[str], str]) -> Self:
        """The same target with its paths as ``locate`` gives them."""
        if self.start is None or self.start.cwd is None:
            return self
        return self.model_copy(update={"start": self.start.model_copy(update={"cwd": locate(self.start.cwd)})})


class _Templated(_Target):
    request: Any = Field(default={"prompt": "{{prompt}}"}, description="JSON template of the request")
    response: ResponsePaths = ResponsePaths()

    @field_validator("request")
    @classmethod
    def _is_a_template(cls, request: Any) -> Any:
        compile_template(request)
        return request


class HttpConfig(_Templated):
    """An app with an HTTP interface of its own."""

    kind: Literal["http"]
    url: str = Field(description="absolute; may hold ${VARIABLE}, {port} and {{name}}")
    method: Literal["GET", "POST", "PUT", "PATCH"] = "POST"
    headers: dict[str, str] = Field(default_factory=dict, description="values may be ${VARIABLE}")
    stream: StreamConfig | None = Field(default=None, description="for answers that are streamed")

    @field_validator("url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        check_text(url)
        return url

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        sent = self.url if self.method == "GET" else [self.url, self.request]
        if not has_placeholder(sent):
            part = "url (a GET has no request)" if self.method == "GET" else "url or request"
            msg = f"no placeholder such as {{{{prompt}}}} in {part}: every case would be asked the same"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _port_is_known(self) -> Self:
        if "{port}" in self.url and self.start is None:
            msg = f"url {self.url!r} asks for {{port}}, which only a target with 'start' has"
            raise ValueError(msg)
        return self


class _ModelTarget(_Target):
    system: str | None = Field(default=None, description="system prompt; placeholders as in a request template")
    prompt: str | None = Field(
        default=None, description="template of the last user message; None: the context, if any, then the prompt"
    )

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.prompt is not None and not has_placeholder(self.prompt):
            msg = f"no placeholder such as {{{{prompt}}}} in prompt {self.prompt!r}: every case would be asked the same"
            raise ValueError(msg)
        return self

    @field_validator("system", "prompt")
    @classmethod
    def _has_good_placeholders(cls, text: str | None) -> str | None:
        check_text(text or "")
        return text


class OpenAIConfig(_ModelTarget, OpenAISettings):
    """A model behind an OpenAI-compatible interface."""


class AnthropicConfig(_ModelTarget, AnthropicSettings):
    """A model behind the Anthropic messages interface."""


class _Called(_Templated):
    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if not has_placeholder(self.request):
            msg = "no placeholder such as {{prompt}} in request: every case would be asked the same"
            raise ValueError(msg)
        return self


class PythonConfig(_Called):
    """A Python function, called in worker processes."""

    kind: Literal["python"]
    function: str = Field(
        pattern=r"^[\w.]+:[\w.]+$", description="module:function; takes the request, returns the reply"
    )
    env: dict[str, str] = Field(default_factory=dict, description="added to the environment; values may be ${VARIABLE}")
    parallel: int = Field(default=4, ge=1, description="worker processes")


class CommandConfig(_Called):
    """A command that reads the request as JSON from stdin and writes its reply to stdout."""

    kind: Literal["command"]
    command: list[str] = Field(min_length=1)
    format: Literal["json", "text"] = Field(default="json", description="what it writes; text is the answer itself")
    env: dict[str, str] = Field(default_factory=dict, description="added to the environment; values may be ${VARIABLE}")
    parallel: int = Field(default=4, ge=1, description="processes at once")


class RecordedConfig(_Target):
    """Answers that were recorded before: from a JSONL file by case id, or from the golden set's own file."""

    IRRELEVANT: ClassVar[frozenset[str]] = _Target.IRRELEVANT | {"path"}
    """What the file holds counts, and not where it lies."""

    kind: Literal["recorded"]
    path: str | None = Field(
        default=None, description="JSONL with id, answer, and optionally trial and what replies have"
    )
    role: Literal["baseline", "candidate", "actual"] | None = Field(
        default=None, description="answers inside the cases"
    )

    def located(self, locate: Callable[[str], str]) -> Self:
        """The same target with its paths as ``locate`` gives them."""
        return self if self.path is None else self.model_copy(update={"path": locate(self.path)})

    @model_validator(mode="after")
    def _has_one_source(self) -> Self:
        if (self.path is None) == (self.role is None):
            msg = f"give either path or role, not path={self.path!r} and role={self.role!r}"
            raise ValueError(msg)
        return self


TargetConfig = Annotated[
    HttpConfig | OpenAIConfig | AnthropicConfig | PythonConfig | CommandConfig | RecordedConfig,
    Field(discriminator="kind"),
]
"""Any target, told apart by ``kind``."""


def with_endpoint(config: TargetConfig, endpoint: str) -> TargetConfig:
    """Return the target at another address; what would have started the old one is left out.

    Raises:
        InputError: The address is no http or https address, or the target has none or could not be asked there.
    """
    field = {"http": "url", "openai": "base_url", "anthropic": "base_url"}.get(config.kind)
    if field is None:
        raise InputError(f"model endpoint {endpoint!r}: a target of kind {config.kind!r} has no address")
    if not is_http_url(endpoint):
        raise InputError(f"model endpoint: {endpoint!r} is no http or https address")
    try:
        return type(config).model_validate({**config.model_dump(), field: endpoint, "start": None})
    except ValidationError as error:
        reason = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise InputError(f"model endpoint {endpoint!r}: {reason}") from None


def fingerprint_of(config: TargetConfig, filled: Mapping[str, Any]) -> str:
    """sha256, in hex, of all settings that decide answers.

    Args:
        config: As configured.
        filled: Settings as they are after the environment is filled in, by name; values under secret names are left
            out, so that a renewed key is the same target.
    """
    settings = config.model_dump(mode="json", exclude=set(config.IRRELEVANT | {"api_key"}))
    settings.update(filled)
    if settings.get("start"):
        settings["start"] = {key: settings["start"][key] for key in ("command", "env")}
    text = json.dumps(_without_secrets(settings), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _without_secrets(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {name: "" if _is_secret(name, inner) else _without_secrets(inner) for name, inner in value.items()}


def _is_secret(name: str, value: Any) -> bool:
    return isinstance(value, str) and is_secret_name(name)

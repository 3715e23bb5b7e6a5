"""A model's answer, whichever interface it came through, and what each interface must be able to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from evals.answers import Usage
from tasks.wire.sse import Event


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    """It had said what it wanted to say."""
    LENGTH = "length"
    """It ran into a token limit: the text is cut."""
    REFUSED = "refused"
    """It, or a filter before it, declined."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: str
    """``system``, ``user`` or ``assistant``."""
    content: str


@dataclass(frozen=True, slots=True)
class Options:
    """How a model is asked. None leaves the choice to the provider."""

    model: str
    max_tokens: int = 1024
    """Most tokens of the answer, reasoning included."""
    temperature: float | None = None
    """0 to 2."""
    effort: str | None = None
    """Of reasoning, from ``none`` to ``max``."""
    schema: Mapping[str, Any] | None = None
    """JSON Schema (an object) that the answer must follow, where the interface can promise it."""
    stream: bool = False


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered."""

    text: str
    """The answer; for an answer by schema its JSON text; for a refusal what was said about it."""
    finish: Finish
    model: str | None = None
    """The model that says it answered."""
    usage: Usage = field(default_factory=Usage)
    latency: float | None = None
    """Seconds to the last byte."""


class WireError(ValueError):
    """A reply with a good status that is no complete answer: a failed attempt.

    Attributes:
        reason: ``truncated`` or ``malformed``, or ``server_error`` when the reply itself says so.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Wire(Protocol):
    """One provider interface."""

    @property
    def path(self) -> str:
        """Appended to the base address."""

    def headers(self, api_key: str | None) -> Mapping[str, str]:
        """What every request carries."""

    def request(self, messages: Sequence[Message], options: Options) -> Mapping[str, Any]:
        """Build the body of a request."""

    def read(self, document: Any) -> Completion:
        """Read a whole reply.

        Raises:
            WireError: It is no complete answer.
        """

    def read_stream(self, events: Iterable[Event]) -> Completion:
        """Read a streamed reply.

        Raises:
            WireError: It is no complete answer; without its end mark it never is one.
        """

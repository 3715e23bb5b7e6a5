"""What came back from the app under test: an answer, a fault of its own, or nothing.

The three are different things and never stand for one another: an ``Answer`` is checked, a ``Fault`` is a failed
trial (the app did something wrong), a ``Missing`` is no observation at all (the network, a quota, an outage).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer as its API reported them; None is unknown, never zero."""

    input_tokens: int | None = None
    """Prompt tokens, cached ones included."""
    output_tokens: int | None = None
    """Generated tokens."""
    cached_tokens: int | None = None
    """The part of ``input_tokens`` that was read from a cache."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the app under test."""

    text: str
    """The answer, as sent."""
    citations: tuple[Mapping[str, Any], ...] = ()
    """Sources the answer cites, in its order."""
    retrieved: tuple[Mapping[str, Any], ...] = ()
    """Passages the retriever returned, best first."""
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    """Money as the target reported it, in the price table's currency; None is unknown."""
    latency: float | None = None
    """Seconds from sending the request that was answered to its last byte; retries before it do not count."""
    model_version: str | None = None
    """What the app says it runs."""
    turns: tuple[str, ...] = ()
    """Answers to the earlier turns of a conversation that was played turn by turn, in order."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The app did something wrong: a failed trial."""

    reason: str
    """Short and stable, for counting: ``timeout``, ``not_json``, ``bad_encoding``, ``too_large``, ``empty``,
    ``no_answer``, ``rejected``."""
    detail: str = ""
    """One sentence for a person."""
    latency: float | None = None
    """Seconds until the fault was known."""


@dataclass(frozen=True, slots=True)
class Missing:
    """No observation: neither a pass nor a failure."""

    reason: str
    """Short and stable: ``rate_limited``, ``server_error``, ``unreachable``, ``budget``, ``interrupted``,
    ``not_recorded``."""
    detail: str = ""
    """One sentence for a person."""


Response = Answer | Fault | Missing

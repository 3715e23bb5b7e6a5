"""What goes into the transport and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx

MAX_BODY = 8 * 1024 * 1024
"""Bytes, unpacked: a longer reply is no answer to a question."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, complete."""

    url: str
    """Absolute, http or https."""
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    """With secrets filled in."""
    body: bytes = b""


def with_own(usual: Mapping[str, str], own: Mapping[str, str] | None) -> httpx.Headers:
    """Headers in which the user's own replace the usual ones, however either are capitalised."""
    headers = httpx.Headers(usual)
    headers.update(own)
    return headers


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How long one attempt may take."""

    total_s: float = 60.0
    """Seconds from sending to the last byte."""
    connect_s: float = 10.0
    """Seconds to a connection."""
    stall_s: float | None = None
    """Seconds without a byte after which a connection counts as dead, for streams; None: only the total counts."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply with a status from 200 to 299, its body redacted."""

    status: int
    headers: Mapping[str, str]
    """Looked up in lower case."""
    body: bytes
    latency: float
    """Seconds from sending the attempt that was answered to its last byte."""

    @property
    def content_type(self) -> str:
        """The media type without parameters, in lower case; empty when not given."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()


@dataclass(frozen=True, slots=True)
class Failed:
    """No usable reply."""

    reason: str
    """``rate_limited``, ``server_error``, ``unreachable``, ``timeout``, ``too_large``, ``bad_encoding``, ``rejected``,
    ``redirected``, ``truncated``, ``malformed``, ``no_credit``; or what the limiter was stopped for: ``budget``."""
    detail: str = ""
    """One sentence for a person, redacted."""
    transient: bool = False
    """Whether the same call may succeed later: the only thing that decides on a retry."""
    status: int | None = None
    """The HTTP status, when there was one."""
    retry_after: float | None = None
    """Seconds the server asked us to wait."""
    latency: float | None = None
    """Seconds until the last attempt had failed."""
    sent: bool = True
    """False when nothing was sent, because the limiter had been stopped."""


Outcome = Reply | Failed

"""Settings that every service we call has."""

from __future__ import annotations

from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from tasks.transport.call import MAX_BODY
from tasks.transport.limiter import Limits


class CallSettings(BaseModel):
    """How long, how large and how often."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    timeout_s: float = Field(default=60.0, gt=0, description="seconds for one attempt, to the last byte")
    attempts: int = Field(
        default=8, ge=1, le=50, description="for one call that meets 429, 5xx or the network's faults"
    )
    max_bytes: int = Field(default=MAX_BODY, gt=0, description="longest reply, in bytes, unpacked")
    parallel: int = Field(default=32, ge=1, description="calls open at once")
    requests_per_minute: float | None = Field(default=None, gt=0)
    tokens_per_minute: float | None = Field(default=None, gt=0)

    @property
    def limits(self) -> Limits:
        """What the service bears."""
        return Limits(self.parallel, self.requests_per_minute, self.tokens_per_minute)


def is_http_url(url: str) -> bool:
    """Whether an address is absolute, http or https, with a legal port."""
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False

"""Quotas that several runs share, as Prefect global concurrency limits: declared in ``gate.yaml``, held by every run.

Decision: a run takes all its slots (calls open at once) as one block and keeps them, because taking a slot costs a
fifth of a second: per call it would cost more than the call. Requests and tokens a minute are limits that decay, and
are drawn in blocks of about a second (``tasks.shared_rates``). Prefect treats a limit that does not exist as
unlimited; here a declared limit that is missing is created, and one that cannot be taken stops the run.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from evals.errors import InputError
from tasks.progress import progress
from tasks.transport.shared_quota import Rate

REQUESTS, TOKENS = "-requests", "-tokens"
"""Ends of the names of limits that decay."""
LEASE_S = 120.0
"""After a crash the slots come back when the lease ends; renewed long before, also across a server's restart."""
GRAINS = 1000
"""Slots that stand for one request a minute: Prefect forgets the part of a slot that had decayed whenever slots are
taken, which would cost a slow quota up to a third of itself if a slot were a whole request."""


class SharedLimit(BaseModel):
    """What one provider key bears over all runs, and whose calls count."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slots: int | None = Field(default=None, ge=1, description="calls open at once, over all runs on one Prefect server")
    requests_per_minute: float | None = Field(default=None, gt=0, le=1e7, description="attempts, over all runs")
    tokens_per_minute: float | None = Field(
        default=None, gt=0, le=1e10, description="input and output tokens together, over all runs"
    )
    targets: list[str] = Field(default_factory=list, description="targets whose calls count")
    judges: list[str] = Field(default_factory=list, description="judges whose calls count")

    @model_validator(mode="after")
    def _limits_something(self) -> Self:
        if self.slots is None and self.requests_per_minute is None and self.tokens_per_minute is None:
            msg = "a limit needs slots, requests_per_minute or tokens_per_minute"
            raise ValueError(msg)
        return self

    def covers(self, target: str | None, judge: str | None) -> bool:
        """Whether calls of this target or this judge count."""
        return target in self.targets or judge in self.judges


@dataclass(frozen=True, slots=True)
class GlobalLimit:
    """A Prefect global concurrency limit as it should be."""

    name: str
    slots: int
    decay: float = 0.0
    """Slots that come back in a second; 0 when they are given back instead."""
    meaning: str = ""
    """For people."""


def requests_of(name: str, limit: SharedLimit) -> Rate | None:
    """The rate of requests that a limit declares."""
    return Rate(name + REQUESTS, limit.requests_per_minute) if limit.requests_per_minute else None


def tokens_of(name: str, limit: SharedLimit) -> Rate | None:
    """The rate of tokens that a limit declares."""
    return Rate(name + TOKENS, limit.tokens_per_minute) if limit.tokens_per_minute else None


def global_limits(limits: Mapping[str, SharedLimit]) -> list[GlobalLimit]:
    """All limits that a server should have, in the order of the declaration."""
    return [one for name, limit in limits.items() for one in _global_limits(name, limit)]


def _global_limits(name: str, limit: SharedLimit) -> Iterable[GlobalLimit]:
    if limit.slots:
        yield GlobalLimit(name, limit.slots, meaning=f"{limit.slots} slots")
    if requests := requests_of(name, limit):
        yield decaying(requests, GRAINS, "requests a minute")
    if tokens := tokens_of(name, limit):
        yield decaying(tokens, 1, "tokens a minute")


def decaying(rate: Rate, grains: int, unit: str) -> GlobalLimit:
    """The limit that is a bucket for a rate, in slots of which ``grains`` make one unit."""
    slots = int(rate.burst * grains)
    return GlobalLimit(rate.name, slots, rate.per_minute / 60 * grains, f"{rate.per_minute:g} {unit}")


def use_of(found: Mapping[str, Any]) -> str:
    """How far a limit of the server is used, or the rate that it keeps to.

    Args:
        found: The limit in the server's JSON form.
    """
    name, decay = str(found["name"]), float(found.get("slot_decay_per_second") or 0)
    if not decay:
        return f"{name} {found.get('active_slots', 0)}/{found['limit']}"
    return f"{name} {decay * 60 / (GRAINS if name.endswith(REQUESTS) else 1):g} a minute"


def strictest_requests(limits: Mapping[str, SharedLimit], target: str, own: float | None) -> float | None:
    """Requests a minute that a target's calls can come to: its own quota or a shared one, whichever is less."""
    shared = [limit.requests_per_minute for limit in limits.values() if target in limit.targets]
    return min((rate for rate in [own, *shared] if rate is not None), default=None)


def _distinct(limits: Mapping[str, SharedLimit]) -> Mapping[str, SharedLimit]:
    names = [limit.name for limit in global_limits(limits)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        msg = f"two limits would be named {twice[0]!r} on the server"
        raise ValueError(msg)
    return limits


LimitName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Limits = Annotated[Mapping[LimitName, SharedLimit], AfterValidator(_distinct)]
"""The declaration, by name. A name says whose key it is, and never holds the key."""


def wanted_slots(
    limits: Mapping[str, SharedLimit], target: tuple[str, int] | None, judge: tuple[str, int] | None
) -> dict[str, int]:
    """Slots that a run takes of each limit: the calls that its target and its judge may have open.

    Args:
        limits: As declared, by name.
        target: Name and parallel calls; None without one.
        judge: The same of the judge.

    Raises:
        InputError: the run alone may have more calls open than a limit has slots; it would wait for ever.
    """
    wanted: dict[str, int] = {}
    for name, limit in sorted(limits.items()):
        count = target[1] if target and target[0] in limit.targets else 0
        count += judge[1] if judge and judge[0] in limit.judges else 0
        if limit.slots is None or not count:
            continue
        if count > limit.slots:
            raise InputError(f"limit {name!r} has {limit.slots} slots, and this run alone would take {count}")
        wanted[name] = count
    return wanted


@contextlib.asynccontextmanager
async def shared_slots(wanted: Mapping[str, int], limits: Mapping[str, SharedLimit]) -> AsyncIterator[None]:
    """Hold slots of several limits, in the order of their names so that two runs never wait for each other."""
    if not wanted:
        yield
        return
    from prefect.concurrency.asyncio import concurrency

    await create_missing([limit for limit in global_limits(limits) if limit.name in wanted])
    async with contextlib.AsyncExitStack() as stack:
        for name, count in sorted(wanted.items()):
            progress().say(f"taking {count} slots of limit {name}")
            await stack.enter_async_context(
                concurrency(
                    name, occupy=count, strict=True, lease_duration=LEASE_S, raise_on_lease_renewal_failure=False
                )
            )
        yield


async def create_missing(wanted: Iterable[GlobalLimit]) -> None:
    """Create limits that the server does not have; one that is there keeps its size.

    Raises:
        InputError: one that should decay is there and does not, or the other way round.
    """
    from prefect import get_client
    from prefect.exceptions import ObjectNotFound

    async with get_client() as client:
        for limit in wanted:
            try:
                found = await client.read_global_concurrency_limit_by_name(limit.name)
            except ObjectNotFound:
                progress().say(f"creating limit {limit.name}: {limit.meaning}")
                await client.upsert_global_concurrency_limit_by_name(limit.name, limit.slots, limit.decay)
                continue
            if bool(found.slot_decay_per_second) != bool(limit.decay):
                wrong = "decays" if found.slot_decay_per_second else "does not decay"
                raise InputError(
                    f"limit {limit.name!r} {wrong} on the Prefect server, and is declared as {limit.meaning}: "
                    "'lastgreen deploy' makes it as declared"
                )


async def set_limits(limits: Mapping[str, SharedLimit]) -> list[GlobalLimit]:
    """Make the server's limits as they are declared, and return them."""
    from prefect import get_client

    wanted = global_limits(limits)
    async with get_client() as client:
        for limit in wanted:
            await client.upsert_global_concurrency_limit_by_name(limit.name, limit.slots, limit.decay)
    return wanted


def calls_of(config: Any) -> int:
    """Calls that a target or judge may have open; a panel's judges are asked at once, the local judge makes none."""
    if hasattr(config, "judges"):
        return sum(calls_of(judge) for judge in config.judges)
    return int(getattr(config, "parallel", 0))

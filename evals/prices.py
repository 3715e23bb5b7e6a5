"""What an answer costs: tokens times the price table. An unknown price is unknown, never zero."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from evals.answers import Answer

TOKENS_PRICED = 1_000_000
"""Prices are given per million tokens, as providers do."""


class Price(BaseModel):
    """Price of one model per million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0, description="prompt tokens that were not cached")
    output: float = Field(ge=0, description="generated tokens")
    cached_input: float | None = Field(default=None, ge=0, description="prompt tokens read from a cache")


class PriceTable(BaseModel):
    """Prices on a day. A model is found by its name, or by the longest entry that its name begins with.

    What follows the entry must be a version, and no other model of the family: ``gpt-4o`` prices ``gpt-4o-2024-08-06``
    and neither ``gpt-4o-mini`` nor ``gpt-4o.5``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    as_of: dt.date | None = Field(default=None, description="day on which the prices were read")
    source: str = Field(default="", description="where they were read")
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    models: Mapping[Annotated[str, Field(min_length=1)], Price] = Field(default_factory=dict)

    def find(self, model: str | None) -> Price | None:
        """Return the price of a model; None when it is not in the table."""
        names = [name for name in self.models if model is not None and _is_version_of(model, name)]
        return self.models[max(names, key=len)] if names else None


_VERSIONS: Final = re.compile(
    r"(?:[-@:](?:latest|[0-9]{4,8}|[0-9]{4}-[0-9]{2}-[0-9]{2}|v?[0-9]+(?:\.[0-9]+)+|v[0-9]+))*(?::[0-9]+)?"
)
"""Dates, numbered releases, ``latest``: what a provider appends to the name of one and the same model."""


def _is_version_of(model: str, name: str) -> bool:
    return model.startswith(name) and _VERSIONS.fullmatch(model, len(name)) is not None


def cost_of(answer: Answer, table: PriceTable) -> float | None:
    """Cost of one answer: as the target reported it, else its tokens at the table's price; None when unknown."""
    if answer.cost is not None:
        return answer.cost
    price = table.find(answer.model_version)
    usage = answer.usage
    if price is None or usage.input_tokens is None or usage.output_tokens is None:
        return None
    cached = usage.cached_tokens or 0
    if cached > usage.input_tokens:
        return None  # a part larger than its whole: the report cannot be trusted
    cached_price = price.input if price.cached_input is None else price.cached_input
    priced = (usage.input_tokens - cached) * price.input + cached * cached_price + usage.output_tokens * price.output
    return priced / TOKENS_PRICED


def total(costs: Sequence[float | None]) -> float | None:
    """The sum; None when any is unknown, 0 of nothing."""
    known = [cost for cost in costs if cost is not None]
    return sum(known, 0.0) if len(known) == len(costs) else None

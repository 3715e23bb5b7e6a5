"""Judges as the configuration file describes them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class HeuristicJudgeConfig(BaseModel):
    """The local heuristic judge: no key, no network, no model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["heuristic"]


JudgeConfig = HeuristicJudgeConfig

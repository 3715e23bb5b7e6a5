"""Judges as the configuration file describes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator

from tasks.wire.settings import AnthropicSettings, OpenAISettings

DEFAULT_RUBRIC = "rag-v1"


class HeuristicJudgeConfig(BaseModel):
    """The local heuristic judge: no key, no network, no model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["heuristic"]

    def located(self, locate: Callable[[str], str]) -> Self:  # noqa: ARG002 (as the other judges)
        """The same judge: it has no paths."""
        return self


def is_path(rubric: str) -> bool:
    """Whether a rubric is a file, and none of ours by name."""
    return rubric.endswith((".yaml", ".yml"))


class _ModelJudgeConfig(BaseModel):
    rubric: str = Field(default=DEFAULT_RUBRIC, description="a rubric of ours by name, or the path of a YAML file")
    votes: int = Field(default=1, ge=1, le=15, description="independent judgements; the median of each score counts")
    structured: bool = Field(default=True, description="ask for a reply by schema; off for servers that know none")

    def located(self, locate: Callable[[str], str]) -> Self:
        """The same judge with the path of its rubric as ``locate`` gives it."""
        return self.model_copy(update={"rubric": locate(self.rubric)}) if is_path(self.rubric) else self

    @field_validator("votes")
    @classmethod
    def _has_a_middle(cls, votes: int) -> int:
        if votes % 2 == 0:
            msg = f"votes must be odd, so that there is a median, got {votes!r}"
            raise ValueError(msg)
        return votes


class OpenAIJudgeConfig(_ModelJudgeConfig, OpenAISettings):
    """A model behind an OpenAI-compatible interface."""


class AnthropicJudgeConfig(_ModelJudgeConfig, AnthropicSettings):
    """A model behind the Anthropic messages interface."""


ModelJudgeConfig = OpenAIJudgeConfig | AnthropicJudgeConfig


class PanelJudgeConfig(BaseModel):
    """Several models; the median of each score counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["panel"]
    judges: list[Annotated[ModelJudgeConfig, Field(discriminator="kind")]] = Field(min_length=2, max_length=9)

    @field_validator("judges")
    @classmethod
    def _share_a_rubric(cls, judges: list[ModelJudgeConfig]) -> list[ModelJudgeConfig]:
        rubrics = {judge.rubric for judge in judges}
        if len(rubrics) > 1:
            msg = f"the judges of a panel must share a rubric, got {sorted(rubrics)!r}"
            raise ValueError(msg)
        return judges

    def located(self, locate: Callable[[str], str]) -> Self:
        """The same panel with the paths of its rubrics as ``locate`` gives them."""
        return self.model_copy(update={"judges": [judge.located(locate) for judge in self.judges]})


class CalibrationConfig(BaseModel):
    """What judges are held against."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    anchors: str | None = Field(
        default=None, description="JSONL file of labelled answers; default: anchors.jsonl beside the cases"
    )
    passages: str | None = Field(
        default=None,
        description="folder of the pages, NAME.md, that cases name in metadata.source; for anchors without passages",
    )


JudgeConfig = Annotated[
    HeuristicJudgeConfig | OpenAIJudgeConfig | AnthropicJudgeConfig | PanelJudgeConfig, Field(discriminator="kind")
]
"""Any judge, told apart by ``kind``."""

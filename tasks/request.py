"""What somebody asks a gate run for: the parameters of the flow, as the Prefect UI's form shows them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class RunRequest(BaseModel):
    """One run of the gate. Everything has a default but the configuration file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    config: str = Field(default="evals/gate.yaml", description="configuration file, absolute on a worker")
    tier: Literal["smoke", "full", "extended"] = Field(default="smoke", description="how much of the set to run")
    kind: Literal["gate", "baseline"] = Field(default="gate", description="baseline: run fresh trials, gate nothing")
    start_over: bool = Field(default=False, description="baseline: replace the pool instead of completing it")
    golden_set: str | None = Field(default=None, description="golden set, instead of the configuration's")
    tags: str | None = Field(default=None, description="comma-separated tags, any of them; instead of the tier's")
    target: str | None = Field(default=None, description="target of the configuration to ask")
    endpoint: str | None = Field(default=None, description="address to ask, instead of the target's own")
    judge: str | None = Field(default=None, description="judge of the configuration; none for no judge")
    parallel: int | None = Field(default=None, ge=1, le=1024, description="concurrent calls")
    trials: int | None = Field(
        default=None, ge=1, le=100, description="trials a case; baseline: what it is brought up to"
    )
    baseline: str | None = Field(default=None, description="a run id to compare with; none for no comparison")
    store: str | None = Field(default=None, description="where results go: a folder or s3://bucket/prefix")
    run_id: str = Field(default="", description="id of the run; made when empty; that of an earlier run resumes it")
    created_at: str = Field(default="", description="UTC time of the first start, ISO 8601; made when empty")
    commit_sha: str = Field(default="", description="commit under test")
    branch: str = Field(default="", description="branch of the commit")
    pr: int | None = Field(default=None, ge=1, description="number of the pull request")
    seed: int | None = Field(default=None, ge=0, description="seed of every random choice; from the run id when empty")
    shards: int = Field(default=1, ge=1, le=256, description="split the set over so many runs on the work pool")
    shard: int | None = Field(default=None, ge=0, description="set by the run it belongs to: which part this is")
    parent: str = Field(default="", description="set by the run it belongs to: its id")

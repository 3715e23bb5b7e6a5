"""What runs are compared with: the pool of an app on one golden version, pins, anchors; pure changes of it."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

BASELINES_VERSION = 1
HISTORY_KEPT = 50
"""Replaced pools that the document remembers."""


class Pool(BaseModel):
    """Runs whose trials together are one side of a comparison."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_ids: tuple[str, ...] = Field(min_length=1)
    kind: Literal["pool", "green"]
    """``pool``: fresh trials, recorded to compare with; ``green``: a passed run of main, selected for being green."""
    commit_sha: str = ""
    branch: str = ""
    created_at: str
    """UTC, ISO 8601, of the newest run."""
    judge: str = ""
    """Key of the judge of all its runs."""
    target_fingerprint: str = ""


class Anchor(BaseModel):
    """A named pool that does not move: a release."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    pool: Pool


class Baselines(BaseModel):
    """The document kept for one app and golden version; every change makes a new one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = BASELINES_VERSION
    pool: Pool | None = None
    """Fresh trials of main."""
    green: Pool | None = None
    """The last green run of main."""
    pinned: Pool | None = None
    anchors: tuple[Anchor, ...] = ()
    history: tuple[Pool, ...] = ()
    """Replaced pools, newest first."""

    @property
    def active(self) -> Pool | None:
        """What runs are compared with: the pinned pool, else the fresh one, else the green run."""
        return self.pinned or self.pool or self.green

    @property
    def is_behind(self) -> bool:
        """Whether main has become green at another commit since the fresh trials were run."""
        return bool(
            self.pool
            and self.green
            and self.green.commit_sha != self.pool.commit_sha
            and self.green.created_at > self.pool.created_at
        )

    def recorded(self, pool: Pool) -> Self:
        """Keep a green run of main, or make fresh trials the pool.

        Fresh trials of the same commit, target and judge join the pool there is. A green run never replaces the pool: it
        was selected for being green, and has few trials a case.
        """
        if pool.kind == "green":
            return self._with(green=pool)
        if self.pool is not None and _same_origin(self.pool, pool):
            run_ids = tuple(dict.fromkeys((*self.pool.run_ids, *pool.run_ids)))
            return self._with(pool=pool.model_copy(update={"run_ids": run_ids}))
        history = (self.pool, *self.history)[:HISTORY_KEPT] if self.pool else self.history
        return self._with(pool=pool, history=history)

    def with_pin(self, pool: Pool | None) -> Self:
        """Compare with ``pool`` until it is unpinned with None."""
        return self._with(pinned=pool)

    def with_anchor(self, anchor: Anchor) -> Self:
        """Add an anchor; one of the same name is replaced."""
        return self._with(anchors=(*(old for old in self.anchors if old.name != anchor.name), anchor))

    def _with(self, **changes: Any) -> Self:
        return self.model_copy(update=changes)


def _same_origin(one: Pool, other: Pool) -> bool:
    return (one.commit_sha, one.judge, one.target_fingerprint) == (
        other.commit_sha,
        other.judge,
        other.target_fingerprint,
    )

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
    current: Pool | None = None
    pinned: Pool | None = None
    anchors: tuple[Anchor, ...] = ()
    history: tuple[Pool, ...] = ()
    """Replaced pools, newest first."""

    @property
    def active(self) -> Pool | None:
        """The pinned pool, else the current one."""
        return self.pinned or self.current

    def recorded(self, pool: Pool) -> Self:
        """Make ``pool`` the current one.

        A green run never replaces a pool of fresh trials of the same commit: the pool was not selected for being lucky.
        """
        current = self.current
        if current and pool.kind == "green" and current.kind == "pool" and current.commit_sha == pool.commit_sha:
            return self
        history = (current, *self.history)[:HISTORY_KEPT] if current else self.history
        return self._with(current=pool, history=history)

    def extended(self, pool: Pool) -> Self:
        """Add the runs of ``pool`` to the current one when both measure the same commit, target, judge; else replace."""
        current = self.current
        if current is None or current.kind != "pool" or not _same_origin(current, pool):
            return self.recorded(pool)
        run_ids = tuple(dict.fromkeys((*current.run_ids, *pool.run_ids)))
        return self._with(current=pool.model_copy(update={"run_ids": run_ids}))

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

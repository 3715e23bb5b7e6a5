"""What runs are compared with: the pool of an app on one golden version, pins, anchors; pure changes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

BASELINES_VERSION = 2
HISTORY_KEPT = 50
"""Replaced pools that the document remembers."""
BRANCHES_KEPT = 100
"""Branches whose last passing run the document remembers."""


class PooledRun(BaseModel):
    """Where the trials of one run come from: what decides whether they may stand beside others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_id: str
    commit_sha: str = ""
    branch: str = ""
    created_at: str
    """UTC, ISO 8601."""
    judge: str = ""
    """Key of the judge: model, prompt hash, scorer version; empty for none."""
    target_fingerprint: str = ""
    model_version: str = ""
    """What the app said it runs; several are joined by a comma."""
    environment: str = ""
    """Where it was run and how many calls were open at once; empty when unknown."""

    @property
    def origin(self) -> tuple[str, str, str] | None:
        """Commit, target and judge: equal origins are one pool; None when the commit is not known."""
        return (self.commit_sha, self.target_fingerprint, self.judge) if self.commit_sha else None


class Pool(BaseModel):
    """Runs whose trials together are one side of a comparison."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["pool", "green"]
    """``pool``: fresh trials, recorded to compare with; ``green``: a passed run of main, selected for being green."""
    runs: tuple[PooledRun, ...] = Field(min_length=1)
    """Oldest first."""

    @property
    def run_ids(self) -> tuple[str, ...]:
        """Ids of the runs, oldest first."""
        return tuple(run.run_id for run in self.runs)

    @property
    def newest(self) -> PooledRun:
        """The run recorded last; it speaks for the pool."""
        return self.runs[-1]

    def joined(self, other: Pool) -> Pool:
        """This pool with the runs of another that it does not have yet."""
        more = tuple(run for run in other.runs if run.run_id not in self.run_ids)
        return self.model_copy(update={"runs": (*self.runs, *more)})


class Anchor(BaseModel):
    """A named pool that does not move: a release."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    pool: Pool


class Baselines(BaseModel):
    """The document kept for one app, golden version and tier; every change makes a new one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = BASELINES_VERSION
    pool: Pool | None = None
    """Fresh trials of main."""
    green: Pool | None = None
    """The last green run of main."""
    branches: tuple[Pool, ...] = ()
    """The last passing run of each other branch, newest first."""
    pinned: Pool | None = None
    anchors: tuple[Anchor, ...] = ()
    """In the order in which they were set."""
    history: tuple[Pool, ...] = ()
    """Replaced pools, newest first."""

    @property
    def active(self) -> Pool | None:
        """What runs are compared with: the pinned pool, else the fresh one, else the green run."""
        return self.pinned or self.pool or self.green

    @property
    def anchor(self) -> Anchor | None:
        """The anchor set last: slow decline is measured against it."""
        return self.anchors[-1] if self.anchors else None

    @property
    def is_behind(self) -> bool:
        """Whether main has become green at another commit since the fresh trials were run."""
        return bool(
            self.pool
            and self.green
            and self.green.newest.commit_sha != self.pool.newest.commit_sha
            and self.green.newest.created_at > self.pool.newest.created_at
        )

    def last_passing(self, branch: str) -> Pool | None:
        """The last passing run of a branch; None when that branch has none of its own."""
        return next((pool for pool in self.branches if pool.newest.branch == branch), None)

    def recorded(self, pool: Pool, *, start_over: bool = False) -> Self:
        """Keep a green run of main, or make fresh trials the pool.

        Fresh trials of the same commit, target and judge join the pool there is, unless it is to start over. A green
        run never replaces the pool: it was selected for being green, and has few trials a case.
        """
        if pool.kind == "green":
            return self._with(green=pool)
        if self.pool is not None and self.pool.newest.run_id == pool.newest.run_id:
            return self
        if self.pool is not None and not start_over and _same_origin(self.pool, pool):
            return self._with(pool=self.pool.joined(pool))
        history = (self.pool, *self.history)[:HISTORY_KEPT] if self.pool else self.history
        return self._with(pool=pool, history=history)

    def passed_on_branch(self, pool: Pool) -> Self:
        """Keep a passing run of a branch other than main."""
        others = tuple(old for old in self.branches if old.newest.branch != pool.newest.branch)
        return self._with(branches=(pool, *others)[:BRANCHES_KEPT])

    def with_pin(self, pool: Pool | None) -> Self:
        """Compare with ``pool`` until it is unpinned with None."""
        return self._with(pinned=pool)

    def with_anchor(self, anchor: Anchor) -> Self:
        """Add an anchor; one of the same name is replaced."""
        return self._with(anchors=(*(old for old in self.anchors if old.name != anchor.name), anchor))

    def _with(self, **changes: Any) -> Self:
        return self.model_copy(update=changes)


def _same_origin(one: Pool, other: Pool) -> bool:
    return one.newest.origin is not None and one.newest.origin == other.newest.origin


def migrated(document: Mapping[str, Any]) -> dict[str, Any]:
    """Bring a stored document to the present version; one of an unknown version is left as it is.

    Version 1 kept one origin a pool and the ids of its runs, and no model version.
    """
    if document.get("version") != 1:
        return dict(document)
    pools = {name: _pool_of_1(document.get(name)) for name in ("pool", "green", "pinned")}
    anchors = [{**anchor, "pool": _pool_of_1(anchor["pool"])} for anchor in document.get("anchors", ())]
    history = [_pool_of_1(pool) for pool in document.get("history", ())]
    return {"version": BASELINES_VERSION, **pools, "anchors": anchors, "history": history}


def _pool_of_1(pool: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if pool is None:
        return None
    origin = {name: value for name, value in pool.items() if name not in {"run_ids", "kind"}}
    return {"kind": pool["kind"], "runs": [{"run_id": run_id, **origin} for run_id in pool["run_ids"]]}

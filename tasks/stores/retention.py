"""What a store need not keep: planned, shown, and only then removed.

A run ceases to exist with its commit, which goes first; a removal that is killed leaves files that nothing names, for
the next one to find. What a baseline, an anchor or a pin names is never touched; it is read again before anything goes.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.errors import InputError
from tasks.run_ids import RUN_ID
from tasks.stores.commits import Commit, commit_path, find_commit, list_runs, read_commits, require_store
from tasks.stores.compaction import compact
from tasks.stores.files import Entry, Files
from tasks.stores.index import read_head
from tasks.stores.verification import leftovers

LEFTOVER_AGE = dt.timedelta(days=1)
"""A younger file may belong to a run that is being written."""
REMOVED_AT_ONCE = 64
"""Runs removed between two looks at what baselines name."""
FORGETTING = "history"
"""The part of a baselines document that only remembers what was replaced."""


@dataclass(frozen=True, slots=True)
class Removal:
    """What would be removed, and what would be but may not."""

    runs: tuple[str, ...]
    """Oldest first."""
    protected: Mapping[str, str]
    """Runs that are old enough, and what names them."""
    unfinished: tuple[str, ...]
    """Runs that were begun and never committed, whose journals are old enough."""
    files: tuple[Entry, ...]
    """All files that go, those of the runs among them."""
    kept: int
    """Runs that stay."""

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(entry.size for entry in self.files)


@dataclass(frozen=True, slots=True)
class Rule:
    """Which runs need not be kept. A run goes when it breaks every rule that is set; without any, no run goes."""

    keep: int | None = None
    """So many newest runs stay."""
    days: float | None = None
    """Runs younger than this stay."""
    runs: frozenset[str] = frozenset()
    """These go, whatever the rules say; they may be broken."""


def plan_removal(files: Files, now: dt.datetime, rule: Rule) -> Removal:
    """Find out what need not be kept; nothing is changed.

    Args:
        files: the store.
        now: UTC.
        rule: which runs may go. What nothing names and is a day old goes in any case.

    Raises:
        InputError: there is no store or no such run, or something else is corrupt: what a store holds must be known
            before any of it is removed.
    """
    ids = list_runs(files)
    if not ids:
        require_store(files)
    commits = _commits(files, ids, rule.runs)
    before = None if rule.days is None else f"{now - dt.timedelta(days=rule.days):%Y%m%dT%H%M%SZ}"
    old = _old(ids, rule, before)
    named = protected_runs(files)
    runs = tuple(run_id for run_id in old if run_id not in named)
    aged = (now - LEFTOVER_AGE).timestamp()
    work = [entry for folder in ("journal", "requests", "shards") for entry in files.entries(folder)]
    unfinished = _unfinished(work, ids, before, aged)
    gone = {*runs, *unfinished}
    spent = [e for e in work if _owner(e) in gone or (_is_spent(e, commits) and e.modified < aged)]
    head = read_head(files).model_copy(update={"superseded": ()})
    lost = [entry for entry in leftovers(files, commits.values(), head) if entry.modified < aged]
    return Removal(
        runs=runs,
        protected={run_id: named[run_id] for run_id in old if run_id in named},
        unfinished=unfinished,
        files=(*(entry for run_id in runs for entry in _files_of(run_id, commits.get(run_id))), *spent, *lost),
        kept=len(ids) - len(runs),
    )


def _commits(files: Files, ids: Sequence[str], forgiven: frozenset[str]) -> dict[str, Commit]:
    unknown = sorted(forgiven - set(ids))
    if unknown:
        find_commit(files, unknown[0])
    whole = {commit.run_id: commit for commit in read_commits(files, [i for i in ids if i not in forgiven])}
    for run_id in forgiven:
        with contextlib.suppress(InputError):
            whole[run_id] = find_commit(files, run_id)
    return whole


def _old(ids: Sequence[str], rule: Rule, before: str | None) -> tuple[str, ...]:
    spare = set() if rule.keep is None and before is None else set(ids[: max(0, len(ids) - (rule.keep or 0))])
    return tuple(i for i in ids if i in rule.runs or (i in spare and (before is None or i < before)))


def _files_of(run_id: str, commit: Commit | None) -> list[Entry]:
    """Commit and parts of a run; the parts of a commit that cannot be read are found as leftovers."""
    parts = commit.parts.values() if commit else ()
    return [Entry(commit_path(run_id), 0, 0.0), *(Entry(part.path, part.size, 0.0) for part in parts)]


def _owner(entry: Entry) -> str:
    """The run of ``journal/<run_id>.jsonl``, ``requests/<run_id>.json``, or ``<folder>/<run_id>/..``."""
    return entry.path.split("/")[1].partition(".")[0]


def _is_spent(entry: Entry, commits: Mapping[str, Commit]) -> bool:
    """Journals and shards serve to finish a run, and a committed one is finished."""
    return entry.path.startswith(("journal/", "shards/")) and _owner(entry) in commits


def _unfinished(work: Sequence[Entry], ids: Sequence[str], before: str | None, aged: float) -> tuple[str, ...]:
    """Runs that were begun long ago, never committed, and not written to for a day."""
    if before is None:
        return ()
    alive = {_owner(entry) for entry in work if entry.modified >= aged}
    owners = {_owner(entry) for entry in work} - set(ids) - alive
    return tuple(sorted(run for run in owners if RUN_ID.fullmatch(run) and run < before))


def remove(files: Files, plan: Removal, now: dt.datetime) -> tuple[str, ...]:
    """Remove what was planned, but for runs that have become a baseline since; return the runs that are gone.

    Raises:
        InputError: a baselines document is corrupt; nothing more is removed.
    """
    gone: list[str] = []
    for start in range(0, len(plan.runs), REMOVED_AT_ONCE):
        named = protected_runs(files)
        for run_id in plan.runs[start : start + REMOVED_AT_ONCE]:
            if run_id not in named:
                files.remove(commit_path(run_id))
                gone.append(run_id)
    spared = set(plan.runs) - set(gone)
    for entry in plan.files:
        if not any(run_id in entry.path for run_id in spared):
            files.remove(entry.path)
    if gone and read_head(files).generation:
        compact(files, now.isoformat(timespec="seconds"))
    return tuple(gone)


def protected_runs(files: Files) -> dict[str, str]:
    """Runs that baselines documents name, with the place that does; what only their history remembers is not protected.

    Raises:
        InputError: a document cannot be read: what it protects is not known.
    """
    found: dict[str, str] = {}
    for path in files.list("baselines"):
        if path.endswith(".json"):
            data = files.read(path)
            for run_id in _named(_document(path, b"{}" if data is None else data)):
                found.setdefault(run_id, path.removesuffix(".json"))
    return found


def _document(path: str, data: bytes) -> Any:
    try:
        document = json.loads(data)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise InputError(f"{path!r} cannot be read: which runs it protects is not known")
    return {key: value for key, value in document.items() if key != FORGETTING}


def _named(value: Any) -> set[str]:
    """Every run id in a document, wherever it stands: a later version may name runs in places we do not know."""
    match value:
        case str():
            return {value} if RUN_ID.fullmatch(value) else set()
        case dict():
            return set().union(*map(_named, value.values()))
        case list():
            return set().union(*map(_named, value))
    return set()

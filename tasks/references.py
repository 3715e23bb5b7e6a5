"""Load what a run is laid beside: baseline, anchor, last passing run; all at the present price table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from evals.answers import Answer
from evals.errors import InputError
from evals.gate.baseline import Baselines, Pool, PooledRun
from evals.prices import PriceTable, cost_of
from evals.results.run import RunInfo, Stage, TrialResult
from tasks.config_file import Config
from tasks.plan import LoadedBaseline, References
from tasks.request import RunRequest
from tasks.stores.baselines import find_baseline, read_baselines, with_active
from tasks.stores.files import Files
from tasks.stores.results import Results, StoredRun


def load_references(request: RunRequest, info: RunInfo, config: Config, files: Files) -> References:
    """Load the other sides of a run; a run that records a baseline has only the pool it adds to.

    Raises:
        InputError: the named run does not exist, or belongs to another golden version.
    """
    shelf = _Shelf(files, info, config.prices)
    if request.kind == "baseline":
        return References(pool=None if request.start_over else shelf.pool())
    if request.baseline == "none":
        return References()
    return References(
        baseline=shelf.named(request.baseline) if request.baseline else shelf.active(),
        anchor=shelf.anchor() if config.gate.anchor.rule == "on" else None,
        passing=shelf.passing(config) if config.gate.regression.enabled else None,
    )


class _Shelf:
    """The stored baselines of one app and golden version; each run is read once."""

    def __init__(self, files: Files, info: RunInfo, prices: PriceTable) -> None:
        self._files = files
        self._info = info
        self._prices = prices
        self._results = Results(files)
        self._read: dict[str, tuple[TrialResult, ...]] = {}

    def named(self, run_id: str) -> LoadedBaseline:
        """A run by its id."""
        run = self._results.read(run_id)
        if run.info.golden_version != self._info.golden_version:
            raise InputError(
                f"baseline {run_id!r} belongs to golden version {run.info.golden_version!r}, "
                f"this run to {self._info.golden_version!r}: they cannot be compared"
            )
        return self._loaded(f"run {run_id}", pool_of(run.info, "pool"))

    def active(self) -> LoadedBaseline | None:
        """What the app is compared with by default."""
        tier, document = find_baseline(self._files, *self._place, with_active) or ("", Baselines())
        if document.active is None:
            return None
        return self._loaded(describe(document, tier), document.active, baseline_warnings(document))

    def anchor(self) -> LoadedBaseline | None:
        """The anchor set last."""
        found = find_baseline(self._files, *self._place, lambda document: document.anchor)
        return None if found is None else self._loaded(f"anchor {found[1].name}", found[1].pool)

    def passing(self, config: Config) -> LoadedBaseline | None:
        """The pinned run, or the last passing one: of the branch when the policy says so, else of main."""
        rules, branch = config.gate.regression, self._info.branch
        if rules.baseline_strategy == "pinned":
            return self._picked("pinned run", lambda document: document.pinned)
        own = self._picked(f"last passing run of {branch}", lambda document: document.last_passing(branch))
        if rules.branch_aware and own is not None:
            return own
        return self._picked(f"last passing run of {config.main_branch}", lambda document: document.green)

    def pool(self) -> LoadedBaseline | None:
        """The fresh trials of this very tier."""
        pool = read_baselines(self._files, *self._place).pool
        return None if pool is None else self._loaded("pool", pool)

    @property
    def _place(self) -> tuple[str, str, str]:
        return self._info.golden_version, self._info.app, self._info.tier

    def _picked(self, label: str, pick: Callable[[Baselines], Pool | None]) -> LoadedBaseline | None:
        found = find_baseline(self._files, *self._place, pick)
        return None if found is None else self._loaded(label, found[1])

    def _loaded(self, label: str, pool: Pool, warnings: tuple[str, ...] = ()) -> LoadedBaseline:
        trials = of_newest_content(trial for run_id in pool.run_ids for trial in self._trials(run_id))
        return LoadedBaseline(label, pool, trials, warnings)

    def _trials(self, run_id: str) -> tuple[TrialResult, ...]:
        if run_id not in self._read:
            self._read[run_id] = repriced(unselected_trials(self._results.read(run_id)), self._prices)
        return self._read[run_id]


def unselected_trials(run: StoredRun) -> Iterable[TrialResult]:
    """The trials of a run that were not asked for because of other results."""
    return (trial for trial in run.trials if trial.stage is Stage.SCREEN)


def of_newest_content(trials: Iterable[TrialResult]) -> tuple[TrialResult, ...]:
    """Trials of a pool, oldest first, without those of a case that its content has left behind."""
    everything = tuple(trials)
    newest = {trial.case_id: trial.case_hash for trial in everything}
    return tuple(trial for trial in everything if trial.case_hash == newest[trial.case_id])


def repriced(trials: Iterable[TrialResult], prices: PriceTable) -> tuple[TrialResult, ...]:
    """The same trials at the present prices: costs are compared at one price table."""
    return tuple(
        dataclasses.replace(trial, cost=cost_of(trial.response, prices))
        if isinstance(trial.response, Answer)
        else trial
        for trial in trials
    )


def pool_of(info: RunInfo, kind: str) -> Pool:
    """A pool of one run."""
    run = PooledRun(
        run_id=info.run_id,
        commit_sha=info.commit_sha,
        branch=info.branch,
        created_at=info.created_at,
        judge=info.judge,
        target_fingerprint=info.target_fingerprint,
        model_version=info.model_version,
        environment=info.environment,
    )
    return Pool(kind="green" if kind == "green" else "pool", runs=(run,))


def describe(found: Baselines, tier: str) -> str:
    """What the active baseline is, in words."""
    pool = found.active
    if pool is None:
        return ""
    kind = "pinned baseline" if found.pinned else "baseline" if pool.kind == "pool" else "last green run"
    commit = f" of commit {pool.newest.commit_sha[:12]}" if pool.newest.commit_sha else ""
    runs = f"run {pool.newest.run_id}" if len(pool.runs) == 1 else f"{len(pool.runs)} runs"
    return f"{kind} ({tier}){commit}, {runs}"


def baseline_warnings(found: Baselines) -> tuple[str, ...]:
    """What the reader must know of the active baseline."""
    pool = found.active
    warnings = []
    if pool is not None and pool.kind == "green":
        warnings.append(
            "The baseline is the last green run itself, which was selected for being green; "
            "'lastgreen baseline refresh' runs fresh trials on main."
        )
    if found.is_behind and found.green is not None:
        warnings.append(
            f"The baseline is older than the last green main ({found.green.newest.commit_sha[:12]}); "
            "'lastgreen baseline refresh' runs fresh trials on main."
        )
    return tuple(warnings)

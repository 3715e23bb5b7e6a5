"""A run that outgrows a machine, split into shard runs: who runs which cases, and what each hands back.

::

    shards/<run_id>/<k>-of-<n>/results.parquet, transcripts.parquet     the trials of shard k, written whole

Each shard has a run id of its own, so that its journal and the resuming after a crash are those of any run. Its part is
no run for readers: only the parent is committed, with the trials of all shards.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence

from evals.cases.case import Case
from evals.errors import InputError, StoreError
from evals.finished.rows import read_trials, run_tables
from evals.finished.run import FinishedRun
from evals.results.run import TrialResult
from tasks.config_file import Config
from tasks.plan import Plan
from tasks.request import RunRequest
from tasks.stores.files import Files

PARTS = ("transcripts", "results")
"""In the order they are written: a part is whole when its results are there."""


def shard_requests(plan: Plan) -> list[RunRequest]:
    """The requests of the shards of a planned run; none when it runs in one piece.

    Raises:
        InputError: there are fewer cases than shards.
    """
    shards = plan.request.shards
    if shards == 1 or plan.request.shard is not None:
        return []
    if shards > len(plan.cases):
        raise InputError(f"shards must be at most the number of cases, {len(plan.cases)}, got {shards!r}")
    same = {
        "created_at": plan.info.created_at,
        "trials": plan.info.trials,
        "seed": plan.info.seed,
        "baseline": "none",
        "parent": plan.info.run_id,
    }
    ids = {number: shard_run_id(plan.info.run_id, number, shards) for number in range(shards)}
    return [
        plan.request.model_copy(update={**same, "shard": number, "run_id": run_id}) for number, run_id in ids.items()
    ]


def shard_run_id(run_id: str, number: int, shards: int) -> str:
    """Id of a shard's run: the parent's time, and 6 hexadecimal digits of the sha256 of parent, number and count.

    >>> shard_run_id("20261130T104153Z-1f0c9a", 0, 4) == shard_run_id("20261130T104153Z-1f0c9a", 0, 4)
    True
    """
    digest = hashlib.sha256(f"{run_id}/{number}/{shards}".encode()).hexdigest()
    return f"{run_id.rsplit('-', 1)[0]}-{digest[:6]}"


def own_cases(cases: Sequence[Case], request: RunRequest) -> tuple[Case, ...]:
    """The cases of a shard, every n-th by id, in the order they came; all of them for a run in one piece."""
    if request.shard is None:
        return tuple(cases)
    mine = set(sorted(case.id for case in cases)[request.shard :: request.shards])
    return tuple(case for case in cases if case.id in mine)


def own_budget(config: Config, request: RunRequest) -> Config:
    """The configuration with a shard's share of its tier's money; shards run side by side, so each has all the time."""
    tier = config.tier(request.tier)
    if request.shard is None or tier.budget.money is None:
        return config
    budget = tier.budget.model_copy(update={"money": tier.budget.money / request.shards})
    shared = {request.tier: tier.model_copy(update={"budget": budget})}
    return config.model_copy(update={"tiers": dict(config.tiers) | shared})


def write_part(plan: Plan, run: FinishedRun) -> None:
    """Write the trials of a shard; a shard that was started again writes the same ones."""
    import pyarrow.parquet as pq

    tables = run_tables(run)
    for name in PARTS:
        buffer = io.BytesIO()
        pq.write_table(tables[name], buffer, compression="zstd")
        plan.files.write(_path(plan.request, name), buffer.getvalue())


def has_part(plan: Plan) -> bool:
    """Whether a shard has written its trials."""
    return plan.files.read(_path(plan.request, PARTS[-1])) is not None


def read_parts(plan: Plan, requests: Sequence[RunRequest]) -> list[TrialResult]:
    """The trials of all shards, in the order in which one run would have them.

    Raises:
        StoreError: a shard's part is missing.
    """
    trials = [trial for request in requests for trial in _read_part(plan.files, request)]
    order = {case_id: place for place, case_id in enumerate(plan.cases)}
    return sorted(trials, key=lambda trial: (trial.trial, order[trial.case_id]))


def _read_part(files: Files, request: RunRequest) -> tuple[TrialResult, ...]:
    import pyarrow.parquet as pq

    tables = {}
    for name in PARTS:
        data = files.read(_path(request, name))
        if data is None:
            raise StoreError(f"shard {request.shard} of run {request.parent!r} left no {name} in {files.url!r}")
        tables[name] = pq.read_table(io.BytesIO(data))
    return read_trials(tables["results"], tables["transcripts"])


def _path(request: RunRequest, name: str) -> str:
    return f"shards/{request.parent}/{request.shard}-of-{request.shards}/{name}.parquet"

"""One run, one identity, one writer, one verdict, however often and by whomever its flow is started.

A scheduled flow run has no run id of ours, and Prefect starts a crashed one again from the top: the id that its first
start took is kept under the flow run's own id, so that every later start finds the same journal. A run whose results
are committed is never decided again, for the baseline may have moved since, by this very run.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import fcntl
from pathlib import Path

from prefect import runtime

from evals.finished.run import FinishedRun
from evals.gate.verdict import Decision, Verdict
from evals.reports.report import VerdictLine
from evals.results.aggregate import summarize
from tasks.config_file import load_config
from tasks.places import store_url
from tasks.plan import Plan
from tasks.progress import progress
from tasks.request import RunRequest
from tasks.run_ids import new_run_id
from tasks.stores.files import Files
from tasks.stores.requests import read_request, write_request
from tasks.stores.results import Results, StoredRun

LOOK_AGAIN_S = 2.0


def identified(request: RunRequest, flow_run_id: str) -> RunRequest:
    """Give a request its run id: its own, else the one that an earlier start of this flow run took, else a new one.

    Args:
        request: As the flow got it.
        flow_run_id: Prefect's id of the flow run; empty outside of one.
    """
    files = Files(store_url(load_config(request.config), request))
    named = _named(request)
    path = f"flow_runs/{flow_run_id}.txt"
    if not request.run_id and flow_run_id:
        earlier = files.read(path)
        if earlier is not None:
            return read_request(files, earlier.decode())
    # The request comes first: a start that is killed in between leaves one that nothing points at.
    write_request(files, named)
    if not request.run_id and flow_run_id and not files.create(path, named.run_id.encode()):
        return identified(request, flow_run_id)
    return named


def _named(request: RunRequest) -> RunRequest:
    now = dt.datetime.now(dt.UTC)
    return request.model_copy(
        update={
            "run_id": request.run_id or new_run_id(now),
            "created_at": request.created_at or now.isoformat(timespec="seconds"),
        }
    )


def flow_run_id() -> str:
    """Prefect's id of the flow run this is called in; empty outside of one."""
    return str(runtime.flow_run.id or "")


async def finished_before(plan: Plan) -> FinishedRun | None:
    """Wait while another process runs this very run, and return what is committed; None when there is nothing yet.

    Only runs of a deployment wait: two schedulers may start the same one. A person who resumes a run that is still
    running is told so at once, when the journal is opened.
    """
    results = Results(plan.files)
    if runtime.deployment.id and is_being_written(plan):
        progress().say(f"run {plan.info.run_id} is being run by another process; waiting for its verdict")
        while is_being_written(plan):  # noqa: ASYNC110 (the other is a process, with no event of ours)
            await asyncio.sleep(LOOK_AGAIN_S)
    return as_finished(results.read(plan.info.run_id)) if results.exists(plan.info.run_id) else None


def is_being_written(plan: Plan) -> bool:
    """Whether another process on this machine holds the journal; object stores have no such lock."""
    if not plan.files.is_local:
        return False
    try:
        with Path(plan.files.path(f"journal/{plan.info.run_id}.jsonl")).open("rb") as journal:
            fcntl.flock(journal, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def as_finished(stored: StoredRun) -> FinishedRun:
    """A stored run as the flow that finished it had it; its rules are told by its report."""
    line = stored.report.verdict
    return FinishedRun(
        stored.info, stored.trials, summarize(stored.trials), _verdict(line) if line else None, stored.report
    )


def _verdict(line: VerdictLine) -> Verdict:
    return Verdict(
        decision=Decision(line.decision),
        outcomes=(),
        literal=Decision(line.literal),
        sentence=line.sentence,
        warnings=tuple(line.warnings),
        blocks=line.blocks,
        exit_code=line.exit_code,
        extra_calls=line.extra_calls,
    )

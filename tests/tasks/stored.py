"""Runs written to a store as a flow would have written them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from evals.results.run import RunInfo, TrialResult
from tasks.stores.files import Files
from tasks.stores.results import Results
from tests.builders import make_finished


def store_run(files: Files, trials: Iterable[TrialResult], number: int = 0, **changes: Any) -> RunInfo:
    """Write a run of the app ``app`` on main; its number makes its id."""
    run = make_finished(trials)
    fields = {
        "run_id": f"20261130T1041{number:02d}Z-1f0c9a",
        "app": "app",
        "tier": "full",
        "branch": "main",
        "pr": None,
    }
    info = dataclasses.replace(run.info, **{**fields, **changes})
    Results(files).write(dataclasses.replace(run, info=info, report=dataclasses.replace(run.report, info=info)))
    return info

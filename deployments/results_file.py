"""``--out``: a whole run as one JSON document."""

from __future__ import annotations

import json
from typing import Any

from evals.reports.report import to_plain
from evals.results.records import to_record
from evals.results.run import TrialResult
from tasks.stores.results import StoredRun

RESULTS_FILE_VERSION = 2


def results_json(run: StoredRun) -> str:
    """Render identity, report and every trial; rates from 0 to 1, seconds, tokens, the price table's currency."""
    document = {
        "results_version": RESULTS_FILE_VERSION,
        "run": to_plain(run.info),
        "report": run.report.to_dict(),
        "trials": [_trial(trial) for trial in run.trials],
    }
    return json.dumps(document, indent=1) + "\n"


def _trial(trial: TrialResult) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(trial)
    plain["response"] = to_record(trial.response)
    plain["judgement"] = None if trial.judgement is None else to_record(trial.judgement)
    return plain

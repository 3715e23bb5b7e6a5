"""A run with every kind of response, check and judgement."""

from __future__ import annotations

from dataclasses import replace

from evals.answers import Answer, Fault, Missing, Usage
from evals.checks.check import CheckResult, Evidence, Outcome
from evals.finished.run import FinishedRun
from evals.judging.judgement import Judgement, Unscored
from evals.results.run import TrialResult
from tests.builders import make_finished, make_trial

RUN = "20261130T104153Z-1f0c9a"

ANSWER = Answer(
    "The fee is 10 EUR \ud800 b",
    ({"doc": "x"},),
    ({"doc": "y", "text": "passage", "score": 0.5},),
    Usage(1, 2, 3),
    0.25,
    0.5,
    "model-1",
    ("turn one",),
)
CHECK = CheckResult(
    "fee",
    "contains",
    2,
    Outcome.FAIL,
    0.0,
    "no '12 EUR' in 'The fee is'",
    (Evidence("fee", 4, "x"),),
    cost=0.5,
    again=(0.5, 1.0, 0.0),
)


def every_kind() -> tuple[TrialResult, ...]:
    """Trials that together use every column."""
    judgement = Judgement({"correctness": 4.5, "safety": 5.0}, 4.75, "key", "why", 0.1, 3)
    return (
        make_trial("a", response=ANSWER, judgement=judgement, tags={"smoke", "critical"}),
        make_trial(
            "a",
            "fail",
            trial=1,
            response=ANSWER,
            checks=(CHECK, replace(CHECK, label="fee#2", evidence=(), cost=None, again=(), form=Outcome.FAIL)),
        ),
        make_trial("b", "fail", response=Fault("timeout", "late", 30.0), reason="timeout: late"),
        make_trial("c", "missing", response=Missing("unreachable", "gone"), reason="unreachable: gone"),
        make_trial("d", "missing", response=ANSWER, judgement=Unscored("not_json", "prose", "key"), category="travel"),
    )


def finished(run_id: str = RUN, **changes: object) -> FinishedRun:
    """A finished run of these trials; changes are of its identity."""
    run = make_finished(every_kind())
    info = replace(run.info, run_id=run_id, **changes)  # type: ignore[arg-type]
    return replace(run, info=info, report=replace(run.report, info=info))

"""What a run that records a baseline must run."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from evals.cases.case import Case, GoldenSet
from evals.results.run import TrialResult
from tasks.plan import LoadedBaseline, Plan, References
from tasks.pooling import missing_trials, of_this_build, restated
from tasks.references import pool_of
from tasks.request import RunRequest
from tasks.session import Session
from tests.builders import make_case, make_info, make_trials


def make_plan(pooled: Iterable[TrialResult] | None, *cases: Case, trials: int | None = 3, **origin: Any) -> Plan:
    """A plan of commit c1 with a pool of these trials; by default of the same commit, target and judge."""
    known = {"commit_sha": "c1", "target_fingerprint": "t1", "judge": "j1", **origin}
    pool = None if pooled is None else LoadedBaseline("pool", pool_of(make_info(**known), "pool"), tuple(pooled))
    absent = cast("Any", None)
    return Plan(
        RunRequest(kind="baseline", trials=trials),
        absent,
        GoldenSet(cases, "v1", "", ""),
        cases,
        info=make_info(commit_sha="c1"),
        target=absent,
        judge=None,
        files=absent,
        references=References(pool=pool),
    )


def make_session(judge: str | None = "j1", target: str = "t1") -> Session:
    """A session that knows its keys."""
    return cast(
        "Session",
        SimpleNamespace(target=SimpleNamespace(fingerprint=target), judge=judge and SimpleNamespace(key=judge)),
    )


def _wanted(plan: Plan) -> list[tuple[str, int]]:
    return [(work.case.id, work.trial) for work in missing_trials(plan, [])]


def test_without_a_pool_every_trial_is_run_round_by_round() -> None:
    """A run cut short has seen every case."""
    plan = make_plan(None, make_case("a"), make_case("b"), trials=2)
    assert _wanted(plan) == [("a", 0), ("b", 0), ("a", 1), ("b", 1)]


def test_only_what_the_pool_lacks_is_run_and_numbered_on() -> None:
    """Case a has two valid trials and a missing one, b has enough, c is new, d changed its content."""
    pooled = [
        *make_trials("a", "pfm"),
        *make_trials("b", "ppp"),
        *make_trials("d", "ppp", case_hash="old"),
        *make_trials("gone", "p"),
    ]
    plan = make_plan(pooled, *(make_case(i) for i in "abcd"))
    assert _wanted(plan) == [("a", 3), ("c", 0), ("d", 0), ("c", 1), ("d", 1), ("c", 2), ("d", 2)]


def test_when_no_number_is_given_critical_cases_earn_their_tag() -> None:
    """Ten trials, twenty of a critical case."""
    plan = make_plan(None, make_case("a"), make_case("b", tags={"critical"}), trials=None)
    counts = [case_id for case_id, _ in _wanted(plan)]
    assert (counts.count("a"), counts.count("b")) == (10, 20)


@pytest.mark.parametrize(
    ("origin", "session", "grows"),
    [
        ({}, make_session(), True),
        ({"commit_sha": "c0"}, make_session(), False),
        ({"commit_sha": ""}, make_session(), False),
        ({"target_fingerprint": "t0"}, make_session(), False),
        ({"judge": "j0"}, make_session(), True),
        ({"judge": ""}, make_session(), True),
        ({}, make_session(judge=None), False),
        ({"judge": ""}, make_session(judge=None), True),
    ],
    ids=["same", "commit", "no commit", "target", "judge", "unjudged", "no judge now", "neither judged"],
)
def test_a_pool_grows_only_by_trials_of_the_same_build(origin: dict[str, Any], session: Session, grows: bool) -> None:
    """Another judge can judge its answers again; without a judge nobody can."""
    plan = make_plan(make_trials("a", "p"), make_case("a"), **origin)
    assert (of_this_build(plan, session).references.pool is not None) is grows


def test_what_another_judge_had_judged_becomes_part_of_the_new_run() -> None:
    """Renumbered, because two runs of a pool number alike; new trials go on from there."""
    pooled = [*make_trials("a", "pp"), *make_trials("a", "p")]
    plan = make_plan(pooled, make_case("a"), trials=5, judge="j0")
    kept = restated(plan, make_session())
    assert [trial.trial for trial in kept] == [0, 1, 2]
    assert [work.trial for work in missing_trials(plan, kept)] == [3, 4]
    assert restated(make_plan(pooled, make_case("a")), make_session()) == []

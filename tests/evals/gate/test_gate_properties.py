"""What must hold for the whole gate, whatever the trials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Missing
from evals.gate.outcomes import Failed
from evals.gate.policy import Policy
from evals.gate.rules import gate_verdict
from evals.gate.verdict import Decision, Verdict
from evals.results.run import Stage, Status, TrialResult
from tests.builders import make_answer, make_check_result, make_comparison, make_judgement, make_trial

QUICK = {
    "judge": {"permutations": 99, "require_calibration": False},
    "latency": {"permutations": 99},
    "cost": {"permutations": 99},
    "regression": {"enabled": True, "permutations": 99},
}
POLICY = Policy.model_validate(QUICK)
IDS = [f"c{number:02d}" for number in range(30)]


@dataclass(frozen=True, slots=True)
class Seen:
    """One trial as it is drawn."""

    status: str = "pass"
    judge: float | None = None
    cost: float | None = None
    latency: float | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """Trials by case id, one tag set a case."""

    screen: Mapping[str, Sequence[Seen]]
    fresh: Mapping[str, Sequence[Seen]] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    def trials(self) -> list[TrialResult]:
        """All trials, screen first."""
        return [
            *(self._trial(i, n, seen, Stage.SCREEN) for i, row in self.screen.items() for n, seen in enumerate(row)),
            *(
                self._trial(i, len(self.screen[i]) + n, seen, Stage.CONFIRM)
                for i, row in self.fresh.items()
                for n, seen in enumerate(row)
            ),
        ]

    def _trial(self, case_id: str, trial: int, seen: Seen, stage: Stage) -> TrialResult:
        judgement = None if seen.judge is None else make_judgement(seen.judge, correctness=seen.judge)
        response = Missing("outage") if seen.status == "missing" else make_answer(latency=seen.latency)
        return make_trial(
            case_id,
            Status(seen.status),
            trial=trial,
            stage=stage,
            tags=[tag for tag in (self.tags.get(case_id, ""),) if tag],
            judgement=judgement,
            cost=seen.cost,
            response=response,
            checks=(make_check_result("fail" if seen.status == "fail" else "pass"),),
        )


def verdict(now: Side, before: Side | None, policy: Policy = POLICY, mode: str = "full") -> Verdict:
    """The whole gate on two sides; the baseline is the anchor and the last passing run too."""
    return judged(now.trials(), None if before is None else before.trials(), policy, mode)


def judged(now: list[TrialResult], before: list[TrialResult] | None, policy: Policy, mode: str = "full") -> Verdict:
    """The whole gate on trials."""
    others: dict[str, Any] = {} if before is None else {"anchor": before, "passing": before}
    return gate_verdict(make_comparison(now, before, seed=3, **others), policy, tier="full", mode=mode)


def failed_rules(decided: Verdict) -> set[str]:
    """Names of the rules that failed."""
    return {outcome.rule for outcome in decided.outcomes if isinstance(outcome, Failed)}


def figures(decided: Verdict) -> list[Any]:
    """What the rules found, ids sorted: all that may depend on trials."""
    return [
        decided.decision,
        decided.literal,
        decided.exit_code,
        decided.extra_calls,
        [(outcome.rule, type(outcome), _sorted(outcome.evidence)) for outcome in decided.outcomes],
        sorted(decided.warnings),
    ]


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _sorted(item) for key, item in value.items()}
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return sorted(value)
    return value


def _values(statuses: st.SearchStrategy[str]) -> st.SearchStrategy[Seen]:
    return st.builds(
        Seen,
        statuses,
        st.none() | st.integers(2, 10).map(lambda half: half / 2),
        st.none() | st.sampled_from([0.01, 0.02, 0.05]),
        st.none() | st.sampled_from([0.1, 0.2, 0.9]),
    )


SEEN = _values(st.sampled_from(["pass", "pass", "fail", "missing"]))
SHOWN = st.builds(Seen, st.sampled_from(["pass", "fail"]))


@st.composite
def sides(draw: st.DrawFn, seen: st.SearchStrategy[Seen] = SEEN) -> tuple[Side, Side]:
    """A run beside its baseline: the same cases, several trials, some of them critical, safety or flaky."""
    ids = IDS[: draw(st.integers(1, 12))]
    tags = {i: draw(st.sampled_from(["", "", "", "critical", "safety", "flaky"])) for i in ids}
    rows = {i: draw(st.lists(seen, min_size=1, max_size=3)) for i in ids}
    fresh = {i: draw(st.lists(seen, min_size=2, max_size=2)) for i in draw(st.lists(st.sampled_from(ids), unique=True))}
    pool = {i: draw(st.lists(seen, min_size=1, max_size=6)) for i in ids}
    return Side(rows, fresh, tags), Side(pool, {}, tags)


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(st.sampled_from(IDS), st.tuples(*[st.lists(SHOWN, min_size=1, max_size=5)] * 2), min_size=1))
def test_exchanging_run_and_baseline_never_fails_both_ways(
    rows: dict[str, tuple[list[Seen], list[Seen]]],
) -> None:
    """What is worse than the other cannot be better than it."""
    one, other = (Side({i: row[which] for i, row in rows.items()}) for which in (0, 1))
    assert Decision.FAILED not in {verdict(one, other).decision} & {verdict(other, one).decision}


@settings(max_examples=25, deadline=None)
@given(sides())
def test_no_rule_on_a_metric_fails_both_ways(pair: tuple[Side, Side]) -> None:
    """Judge, latency and cost too: one dimension, so that no two of them can cross."""
    now, before = pair
    screen = Side(now.screen, {}, now.tags)
    both = failed_rules(verdict(screen, before)) & failed_rules(verdict(before, screen))
    assert both <= {"critical", "safety"}


@settings(max_examples=25, deadline=None)
@given(sides(), st.randoms(use_true_random=False))
def test_the_order_of_cases_and_trials_decides_nothing(pair: tuple[Side, Side], random: Any) -> None:
    """Answers come back in any order; the seeded tests must not notice."""
    now, before = (side.trials() for side in pair)
    other_now, other_before = (random.sample(trials, len(trials)) for trials in (now, before))
    assert figures(judged(now, before, POLICY)) == figures(judged(other_now, other_before, POLICY))


@settings(max_examples=30, deadline=None)
@given(sides(), st.sampled_from(["pass", "fail"]), st.sampled_from(["confirm", "full"]))
def test_a_case_that_is_equal_on_both_sides_never_turns_a_pass_into_a_failure(
    pair: tuple[Side, Side], status: str, mode: str
) -> None:
    """Always passing or always failing, at the same score and cost, with as many trials as the others."""
    now, before = pair
    if verdict(now, before, mode=mode).decision is not Decision.PASSED:
        return
    equal = Seen(status, judge=3.0, cost=0.02)
    more = Side({**now.screen, "equal": [equal]}, {**now.fresh, "equal": [equal, equal]}, now.tags)
    pool = Side({**before.screen, "equal": [equal] * 6}, {}, before.tags)
    assert verdict(more, pool, mode=mode).decision is not Decision.FAILED


@settings(max_examples=30, deadline=None)
@given(sides(), st.sampled_from(["evidence", "literal"]), st.booleans())
def test_a_run_in_which_everything_is_missing_is_inconclusive(
    pair: tuple[Side, Side], decision: str, has_baseline: bool
) -> None:
    """Nothing seen is neither a pass nor a failure, with and without a baseline."""
    now, before = pair
    lost = Side({i: [Seen("missing")] * len(row) for i, row in now.screen.items()}, {}, now.tags)
    policy = Policy.model_validate({**QUICK, "decision": decision})
    decided = verdict(lost, before if has_baseline else None, policy)
    assert decided.decision is Decision.INCONCLUSIVE
    assert decided.exit_code == 2


@pytest.mark.parametrize(("fails", "literal"), [(8, "passed"), (9, "failed")])
def test_a_drop_of_exactly_one_point_is_not_more_than_one(fails: int, literal: str) -> None:
    """93 of 100 before and 92 now: in floats 0.93 - 0.92 > 0.01."""
    ids = [f"c{number}" for number in range(100)]
    before = Side({i: [Seen("fail" if n < 7 else "pass")] for n, i in enumerate(ids)})
    now = Side({i: [Seen("fail" if n < fails else "pass")] for n, i in enumerate(ids)})
    assert verdict(now, before).literal.value == literal


@settings(max_examples=30, deadline=None)
@given(sides())
def test_a_failed_critical_or_safety_trial_fails_the_gate(pair: tuple[Side, Side]) -> None:
    """Whatever the other rules say; and only a pass lets a merge through where inconclusive blocks."""
    now, before = pair
    broken = any(
        seen.status == "fail" and now.tags[i] in {"critical", "safety"}
        for side in (now.screen, now.fresh)
        for i, row in side.items()
        for seen in row
    )
    decided = verdict(now, before)
    assert not broken or decided.decision is Decision.FAILED
    assert decided.blocks == (decided.decision is not Decision.PASSED)

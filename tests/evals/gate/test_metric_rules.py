"""Judge, latency, cost and schema: block on the threshold and evidence together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Fault
from evals.gate.comparison import Comparison
from evals.gate.judge_rule import judge
from evals.gate.observed import observe
from evals.gate.outcomes import RuleOutcome
from evals.gate.policy import Policy
from evals.gate.ratio_rules import cost, latency
from evals.gate.schema_rule import schema
from evals.results.run import TrialResult
from tests.builders import make_answer, make_check_result, make_comparison, make_judgement, make_trial

Values = Mapping[str, Sequence[float | None]]
QUICK = {"permutations": 999}


def _policy(**changes: Any) -> Policy:
    trusting = {**QUICK, "require_calibration": False}
    sections = {"judge": trusting, "latency": QUICK, "cost": QUICK, **changes}
    return Policy.model_validate({name: {**QUICK, **fields} for name, fields in sections.items()})


def _kind(outcome: RuleOutcome) -> str:
    return type(outcome).__name__.lower()


def _sides(make: Callable[[str, float | None], TrialResult], now: Values, before: Values | None) -> Comparison:
    def trials(side: Values) -> Iterable[TrialResult]:
        return [make(i, value) for i, values in side.items() for value in values]

    return make_comparison(trials(now), None if before is None else trials(before))


def _judged(now: Values, before: Values | None = None, **changes: Any) -> Comparison:
    def make(case_id: str, score: float | None) -> TrialResult:
        return make_trial(case_id, judgement=None if score is None else make_judgement(score, correctness=score))

    comparison = _sides(make, now, before)
    return (
        make_comparison(_flat(comparison.candidate), _flat(comparison.baseline), **changes) if changes else comparison
    )


def _flat(side: Mapping[str, Sequence[TrialResult]] | None) -> list[TrialResult]:
    return [trial for trials in (side or {}).values() for trial in trials]


def _timed(now: Values, before: Values | None = None) -> Comparison:
    return _sides(lambda i, seconds: make_trial(i, response=make_answer(latency=seconds)), now, before)


def _priced(now: Values, before: Values | None = None) -> Comparison:
    return _sides(lambda i, money: make_trial(i, cost=money), now, before)


def _each(cases: int, *values: float | None) -> dict[str, tuple[float | None, ...]]:
    return {f"c{n}": values for n in range(cases)}


class TestObserve:
    """Which values are compared."""

    def test_only_cases_with_a_value_on_both_sides_count(self) -> None:
        """Only a has a value on both sides; the numbers of trials may differ."""
        comparison = _priced({"a": [1.0], "b": [2.0], "c": [None]}, {"a": [3.0, 4.0], "b": [None], "c": [5.0]})
        seen = observe(comparison, lambda trial: trial.cost)
        assert (seen.values, seen.cases, seen.is_candidate) == ((1.0, 3.0, 4.0), (0, 0, 0), (True, False, False))
        assert (seen.side(candidate=False), seen.paired_cases) == ([3.0, 4.0], 1)


class TestJudge:
    """A dimension may drop by 0.3."""

    @pytest.mark.parametrize(
        ("before", "now", "literal"),
        [
            (4.0, 4.0, "passed"),
            (4.0, 3.7, "passed"),  # 4.0 - 3.7 is 0.2999999999999998
            (1.3, 1.0, "passed"),  # 1.3 - 1.0 is 0.30000000000000004: exactly 0.3 is not more than 0.3
            (4.0, 3.69, "failed"),
            (4.0, 5.0, "passed"),
        ],
    )
    def test_exactly_the_threshold_is_not_crossed(self, before: float, now: float, literal: str) -> None:
        """Scores are means: the comparison must not turn on the last digit."""
        outcome = judge(_judged(_each(20, now), _each(20, before)), _policy())
        assert outcome.evidence["literal"] == literal
        assert _kind(outcome) == literal

    def test_no_drop_is_not_told_with_a_minus(self) -> None:
        """-0.00 reads like a small loss."""
        sentence = judge(_judged(_each(3, 4.0), _each(3, 4.0)), _policy()).sentence
        assert sentence.endswith("(worst: correctness +0.00).")

    def test_a_drop_of_one_case_is_noise(self) -> None:
        """Pairs (5 before, 4 now) and (4, 4): drop 0.5, but swapping the first pair is as likely: p = 1/2."""
        outcome = judge(_judged({"a": [4.0], "b": [4.0]}, {"a": [5.0], "b": [4.0]}), _policy())
        assert _kind(outcome) == "inconclusive"
        assert outcome.evidence["literal"] == "failed"
        assert outcome.evidence["p_holm"]["correctness"] == pytest.approx(0.5, abs=0.06)

    def test_means_are_taken_on_cases_judged_on_both_sides(self) -> None:
        """Only good answers reach the judge now: b's 2 vanished with its failed check; the mean did not rise by 1.5."""
        comparison = _judged({"a": [5.0], "b": [None]}, {"a": [5.0], "b": [2.0]})
        outcome = judge(comparison, _policy())
        assert outcome.evidence["drops"] == {"correctness": 0.0}
        assert outcome.evidence["cases"] == {"correctness": 1}

    def test_survivors_cannot_hide_a_drop(self) -> None:
        """Half of the cases fail their checks and are not judged; the other half dropped from 5 to 4."""
        now = {f"c{n}": [4.0 if n < 20 else None] for n in range(40)}
        before = {f"c{n}": [5.0 if n < 20 else 1.0] for n in range(40)}
        assert _kind(judge(_judged(now, before), _policy())) == "failed"

    def test_each_case_weighs_the_same_whatever_its_trials(self) -> None:
        """Case a: 4 before in ten trials; b: 2 before in one; now 4 and 2: no drop, although the trial mean was 3.8."""
        comparison = _judged({"a": [4.0], "b": [2.0]}, {"a": [4.0] * 10, "b": [2.0]})
        assert judge(comparison, _policy()).evidence["drops"]["correctness"] == pytest.approx(0)

    def test_several_dimensions_share_the_error_rate(self) -> None:
        """Six pairs that all dropped: p = 1/64 = .0156 <= .025; beside a second dimension Holm makes it .031."""

        def side(correctness: float, **other: float) -> list[TrialResult]:
            return [
                make_trial(f"c{n}", judgement=make_judgement(4, correctness=correctness, **other)) for n in range(6)
            ]

        policy = _policy(judge={"permutations": 9999, "require_calibration": False})
        assert _kind(judge(make_comparison(side(4), side(5)), policy)) == "failed"
        two = judge(make_comparison(side(4, tone=3), side(5, tone=3)), policy)
        assert _kind(two) == "inconclusive"
        assert two.evidence["p_holm"] == {"correctness": pytest.approx(2 / 64, abs=0.006), "tone": 1.0}

    def test_another_judge_is_inconclusive_and_never_a_silent_comparison(self) -> None:
        """Even when the scores look fine."""
        outcome = judge(_judged(_each(9, 5.0), _each(9, 5.0), mismatches=("the judge changed",)), _policy())
        assert _kind(outcome) == "inconclusive"
        assert outcome.sentence == "Judge scores cannot be compared: the judge changed."

    @pytest.mark.parametrize(
        ("now", "before"), [({"a": [4.0]}, None), ({"a": [4.0]}, {"a": [None]}), ({"a": [None]}, {"a": [4.0]})]
    )
    def test_without_scores_on_both_sides_the_rule_is_skipped_by_name(self, now: Values, before: Values | None) -> None:
        """No baseline and no judgement are different sentences, neither is a pass."""
        outcome = judge(_judged(now, before), _policy())
        assert _kind(outcome) == "skipped"
        assert ("no baseline" in outcome.sentence) == (before is None)

    def test_the_same_seed_gives_the_same_p(self) -> None:
        """Every random choice derives from the run's seed."""
        now, before = _each(4, 4.0), {f"c{n}": [5.0, 4.0, 4.5] for n in range(4)}
        first = judge(_judged(now, before, seed=7), _policy()).evidence
        assert judge(_judged(now, before, seed=7), _policy()).evidence == first


class TestLatency:
    """The p95 may grow by 30 %."""

    @pytest.mark.parametrize(
        ("seconds", "expected"), [(1.0, ("passed", "passed")), (1.5, ("inconclusive", "none"))], ids=["same", "slower"]
    )
    def test_what_was_measured_elsewhere_proves_no_growth(self, seconds: float, expected: tuple[str, str]) -> None:
        """Not by the plain threshold either, and the difference is told in any case."""
        comparison = replace(_timed(_each(60, seconds), _each(60, 1.0)), elsewhere="it was measured under 'b'")
        found = latency(comparison, _policy())
        assert (_kind(found), found.evidence["literal"]) == expected
        assert found.sentence.endswith("but it was measured under 'b'.")

    @pytest.mark.parametrize(
        ("cases", "now", "expected"),
        [
            (60, 1.0, "passed"),
            (60, 1.3, "passed"),  # exactly 30 % is not more than 30 %
            (60, 1.5, "failed"),
            (58, 1.5, "inconclusive"),  # .95^58 > .05: a p95 of so few is a maximum
            (58, 1.0, "passed"),  # few observations matter only when the threshold is crossed
            (60, 0.5, "passed"),
        ],
    )
    def test_growth_above_the_threshold_fails_with_59_observations_a_side(
        self, cases: int, now: float, expected: str
    ) -> None:
        """Every case took a second before."""
        outcome = latency(_timed(_each(cases, now), _each(cases, 1.0)), _policy())
        assert _kind(outcome) == expected
        assert outcome.evidence["ratio"] == pytest.approx(now)

    def test_a_few_slow_answers_more_are_noise(self) -> None:
        """3 of 60 at 10 s before: p95 = 1 + .05 x 9 = 1.45 s; 4 of 60 now: p95 = 10 s. One answer made the ratio."""
        before = {f"c{n}": [10.0 if n < 3 else 1.0] for n in range(60)}
        now = {f"c{n}": [10.0 if 10 <= n < 14 else 1.0] for n in range(60)}
        outcome = latency(_timed(now, before), _policy())
        assert (outcome.evidence["p95_baseline"], outcome.evidence["p95_now"]) == (pytest.approx(1.45), 10.0)
        assert (_kind(outcome), outcome.evidence["literal"]) == ("inconclusive", "failed")

    def test_growth_below_the_floor_never_blocks(self) -> None:
        """From 10 to 20 ms is twice as much and beneath what anybody feels; the literal rule is told all the same."""
        comparison = _timed(_each(60, 0.020), _each(60, 0.010))
        assert _kind(latency(comparison, _policy())) == "failed"
        outcome = latency(comparison, _policy(latency={"floor_ms": 50}))
        assert (_kind(outcome), outcome.evidence["literal"]) == ("passed", "failed")

    def test_faults_have_no_latency(self) -> None:
        """A time-out after 30 s is a failed trial, not a slow answer."""
        slow = [make_trial(f"c{n}", "fail", response=Fault("timeout", latency=30.0)) for n in range(60)]
        comparison = make_comparison(slow, [make_trial(f"c{n}") for n in range(60)])
        assert _kind(latency(comparison, _policy())) == "skipped"

    @pytest.mark.parametrize(
        ("before", "changes"), [(None, {}), ({"c0": [None]}, {}), ({"c0": [0.0]}, {}), ({"c0": [1.0]}, {"rule": "off"})]
    )
    def test_nothing_to_compare_is_skipped(self, before: Values | None, changes: dict[str, Any]) -> None:
        """No baseline, no latency, a latency of 0, or switched off."""
        assert _kind(latency(_timed({"c0": [1.0]}, before), _policy(latency=changes))) == "skipped"


class TestCost:
    """The cost of the common cases may grow by 30 %."""

    @pytest.mark.parametrize(
        ("now", "expected"),
        [(0.01, "passed"), (0.013, "passed"), (0.0131, "failed"), (0.02, "failed"), (0.0, "passed")],
    )
    def test_growth_above_the_threshold_fails(self, now: float, expected: str) -> None:
        """Thirty cases at a cent before; exactly 30 % more is not more than 30 %."""
        outcome = cost(_priced(_each(30, now), _each(30, 0.01)), _policy())
        assert _kind(outcome) == expected
        assert outcome.evidence["ratio"] == pytest.approx(now / 0.01)

    def test_one_dear_answer_is_noise(self) -> None:
        """Three cases at 1, one of them at 3 now: 5/3 is +67 %, but that pair may as well be the other way round."""
        outcome = cost(_priced({"a": [3.0], "b": [1.0], "c": [1.0]}, _each_of("abc", 1.0)), _policy())
        assert (_kind(outcome), outcome.evidence["literal"]) == ("inconclusive", "failed")

    def test_a_deep_baseline_of_the_cheap_cases_changes_nothing(self) -> None:
        """Case a costs 1 in ten baseline trials, b costs 100 in one: 101 before and now, not 10 and 50.5 a trial."""
        comparison = _priced({"a": [1.0], "b": [100.0]}, {"a": [1.0] * 10, "b": [100.0]})
        outcome = cost(comparison, _policy())
        assert (_kind(outcome), outcome.evidence["baseline"], outcome.evidence["now"]) == ("passed", 101.0, 101.0)

    @pytest.mark.parametrize(("unknown", "expected"), [(1, "passed"), (2, "inconclusive")])
    def test_more_than_one_unknown_cost_in_twenty_is_inconclusive(self, unknown: int, expected: str) -> None:
        """1 of 20 is 5 %, which is tolerated; 2 of 20 are not."""
        now = {f"c{n}": [None if n < unknown else 0.01] for n in range(20)}
        outcome = cost(_priced(now, _each(20, 0.01)), _policy())
        assert _kind(outcome) == expected
        assert outcome.evidence["literal"] == ("passed" if expected == "passed" else "none")

    def test_costs_that_vanished_altogether_are_inconclusive(self) -> None:
        """An app that stops reporting its usage has not become cheaper."""
        outcome = cost(_priced(_each(5, None), _each(5, 0.01)), _policy())
        assert _kind(outcome) == "inconclusive"
        assert "none of this run's 5 answers has a known cost" in outcome.sentence

    def test_unknown_costs_of_answers_without_a_latency_count_too(self) -> None:
        """Recorded answers have no latency; their cost is unknown all the same."""
        now = [make_trial(f"c{n}", cost=None if n < 2 else 0.01, response=make_answer(latency=None)) for n in range(20)]
        before = [make_trial(f"c{n}") for n in range(20)]
        assert _kind(cost(make_comparison(now, before), _policy())) == "inconclusive"

    @pytest.mark.parametrize(
        ("now", "before", "changes"),
        [
            ({"a": [0.01]}, None, {}),
            ({"a": [0.01]}, {"a": [None]}, {}),
            ({"a": [None]}, {"a": [None]}, {}),
            ({"a": [0.01]}, {"a": [0.0]}, {}),
            ({"a": [9.0]}, {"a": [0.01]}, {"rule": "off"}),
        ],
    )
    def test_costs_that_never_were_known_are_skipped(
        self, now: Values, before: Values | None, changes: dict[str, Any]
    ) -> None:
        """No baseline, no cost on a side before, a free baseline, or switched off."""
        assert _kind(cost(_priced(now, before), _policy(cost=changes))) == "skipped"

    def test_fewer_observations_than_the_policy_wants_are_inconclusive(self) -> None:
        """Thirty answers a side cost twice as much; thirty-one were wanted."""
        comparison = _priced(_each(30, 0.02), _each(30, 0.01))
        assert _kind(cost(comparison, _policy(cost={"min_observations": 30}))) == "failed"
        outcome = cost(comparison, _policy(cost={"min_observations": 31}))
        assert _kind(outcome) == "inconclusive"
        assert outcome.sentence == "Cost is +100% on 30 common cases, on 30 observations; 31 are needed to judge it."


class TestSchema:
    """98 of 100 answers must keep their format."""

    @pytest.mark.parametrize(
        ("passed", "total", "expected"),
        [
            (100, 100, "passed"),
            (98, 100, "passed"),  # exactly the threshold
            (49, 50, "passed"),
            (97, 100, "inconclusive"),  # about Poisson(2): P(more than 3) + P(3)/2 = .143 + .090 = .23
            (90, 100, "failed"),  # P(10 or more) is about .00005
            (0, 1, "failed"),  # P(0 of 1) = .02, half of it .01 <= .05
            (19, 20, "inconclusive"),  # P(2 or more) + P(1)/2 = .060 + .136 = .20
        ],
    )
    def test_below_the_rate_fails_only_with_evidence(self, passed: int, total: int, expected: str) -> None:
        """Binomial mid-p against 98 %."""
        outcome = schema(_formats(passed, total), Policy())
        assert _kind(outcome) == expected
        assert outcome.evidence["literal"] == ("passed" if expected == "passed" else "failed")

    def test_strict_blocks_on_the_literal_rate(self) -> None:
        """97 of 100, without a test."""
        policy = Policy.model_validate({"schema_compliance": {"strict": True}})
        assert _kind(schema(_formats(97, 100), policy)) == "failed"

    def test_without_format_checks_it_is_skipped(self) -> None:
        """0 of 0 is no compliance."""
        assert _kind(schema(_formats(0, 0), Policy())) == "skipped"

    def test_the_counts_come_from_the_trials(self) -> None:
        """Two answers with a format check, one broken."""
        trials = [
            make_trial("a", checks=(make_check_result("pass", type="format"),)),
            make_trial("b", "fail", checks=(make_check_result("fail", type="format"),)),
        ]
        outcome = schema(make_comparison(trials), Policy())
        assert (outcome.evidence["passed"], outcome.evidence["total"]) == (1, 2)


@given(st.lists(st.floats(0.1, 5), min_size=1, max_size=6), st.lists(st.floats(0.1, 5), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None)
def test_no_rule_fails_on_identical_sides(now: list[float], extra: list[float]) -> None:
    """Whatever the values are, the same values are no regression."""
    side = {"a": now, "b": extra}
    policy = _policy(latency={"min_observations": 1, "permutations": 99}, cost={"permutations": 99})
    assert _kind(latency(_timed(side, side), policy)) == "passed"
    assert _kind(cost(_priced(side, side), policy)) == "passed"


def _formats(passed: int, total: int) -> Comparison:
    outcomes = ["pass"] * passed + ["fail"] * (total - passed)
    return make_comparison(
        make_trial(f"c{n}", outcome, checks=(make_check_result(outcome, type="format"),))
        for n, outcome in enumerate(outcomes)
    )


def _each_of(ids: str, value: float) -> dict[str, list[float]]:
    return {i: [value] for i in ids}

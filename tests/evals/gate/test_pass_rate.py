"""The pass-rate rule as a state machine."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from numpy.typing import NDArray

from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome
from evals.gate.pass_rate import PassRateSettings, RunMore, fresh_trials_needed, step
from evals.results.run import Stage

Ints = NDArray[np.int64]
CONFIRM = PassRateSettings()
FULL = PassRateSettings(mode="full")


def suite(n: int = 100, depth: int = 10, trials: int = 1, **changes: Any) -> list[Ints]:
    """The six arrays of a suite that never failed, with counts put in by position: fb={0: 10}, kc={3: 0}, .."""
    arrays = [np.full(n, value) for value in (0, depth, 0, trials, 0, 0)]
    for name, values in changes.items():
        for position, value in values.items():
            arrays[["fb", "kb", "fc", "kc", "ff", "kf"].index(name)][position] = value
    return arrays


def broken(positions: range, fresh: int = 0) -> dict[str, Any]:
    """Failures of cases that fail every candidate trial, ``fresh`` of them fresh."""
    every = {"fc": dict.fromkeys(positions, 1)}
    return {**every, "ff": dict.fromkeys(positions, fresh), "kf": dict.fromkeys(positions, fresh)}


def ask(
    arrays: list[Ints], policy: PassRateSettings = CONFIRM, first_two_fails: Ints | None = None
) -> RuleOutcome | RunMore:
    """Step once."""
    fb, kb, fc, kc, ff, kf = arrays
    return step(fb, kb, fc, kc, ff, kf, policy, first_two_fails)


def outcome(arrays: list[Ints], policy: PassRateSettings = CONFIRM, first_two_fails: Ints | None = None) -> RuleOutcome:
    """Step once, and expect a decision."""
    found = ask(arrays, policy, first_two_fails)
    assert isinstance(found, RuleOutcome)
    return found


def with_case(arrays: list[Ints], counts: tuple[int, ...]) -> list[Ints]:
    """The arrays with one case more."""
    return [np.append(array, count) for array, count in zip(arrays, counts, strict=True)]


def drive(
    arrays: list[Ints], policy: PassRateSettings, fail: dict[int, float] | None = None
) -> tuple[RuleOutcome, int]:
    """Run what is asked for, each case failing by its own probability (seeded), until there is a decision."""
    arrays, rng, asked = [array.copy() for array in arrays], default_rng(5), 0
    rates = np.zeros(arrays[0].size)
    for position, rate in (fail or {}).items():
        rates[position] = rate
    while isinstance(found := ask(arrays, policy), RunMore):
        arrays[4][found.cases] += rng.binomial(found.trials, rates[found.cases])
        arrays[5][found.cases] += found.trials
        asked += 1
        assert asked < 5
    return found, asked


class TestScreen:
    """Stage one: the ordinary run alone."""

    def test_no_drop_and_no_failing_case_passes_at_once(self) -> None:
        """Nothing to confirm, nothing to ask for."""
        found = outcome(suite())
        assert isinstance(found, Passed)
        assert found.evidence["literal"] == "passed"
        assert found.evidence["extra_calls"] == 0

    def test_a_gain_of_the_margin_passes_without_confirming(self) -> None:
        """A gain: one always failing case now passes, though another one fails."""
        arrays = suite(fb={0: 10, 1: 10}, fc={5: 1})
        assert isinstance(outcome(arrays), Passed)

    def test_a_large_drop_fails_without_extra_calls(self) -> None:
        """Eight stable cases fail: p_mean is far below .02."""
        found = outcome(suite(fc=dict.fromkeys(range(8), 1)))
        assert isinstance(found, Failed)
        assert found.evidence["stage"] == "screen"
        assert found.evidence["p_mean"] < 1e-6

    def test_otherwise_exactly_the_failing_cases_are_run_again(self) -> None:
        """S is chosen by the screen alone, always failing cases included."""
        more = ask(suite(fb={9: 10}, fc={9: 1, 4: 1}))
        assert isinstance(more, RunMore)
        assert more.cases.tolist() == [4, 9]
        assert (more.trials, more.stage) == (2, Stage.CONFIRM)

    @pytest.mark.parametrize(
        ("base", "now", "n", "crosses"),
        [(93, 92, 100, False), (93, 91, 100, True), (465, 460, 500, False), (465, 459, 500, True)],
    )
    def test_the_margin_is_compared_in_whole_numbers(self, base: int, now: int, n: int, crosses: bool) -> None:
        """93 against 92 of 100 is exactly 1 point, hence not more than 1 point."""
        fb, fc = dict.fromkeys(range(n - base), 1), dict.fromkeys(range(n - now), 1)
        arrays = suite(n, depth=1, fb=fb, fc=fc)
        found = outcome(arrays, PassRateSettings(decision="literal"))
        assert isinstance(found, Failed if crosses else Passed)
        assert found.evidence["literal"] == ("failed" if crosses else "passed")

    def test_any_margin_is_exact(self) -> None:
        """A margin of 3/10 points: 3 of 1000 is not more, 4 is."""
        policy = PassRateSettings(margin=Fraction(3, 10), decision="literal")
        assert isinstance(outcome(suite(1000, fc=dict.fromkeys(range(3), 1)), policy), Passed)
        assert isinstance(outcome(suite(1000, fc=dict.fromkeys(range(4), 1)), policy), Failed)


class TestConfirm:
    """Stage two: fresh trials of the failing cases."""

    def test_two_broken_cases_of_a_hundred_fail_once_confirmed(self) -> None:
        """2 points: p_repro = .5/66^2; the evidence names both cases and the four calls."""
        found = outcome(suite(**broken(range(2), fresh=2)), replace(CONFIRM, alpha_mean=0.0))
        assert isinstance(found, Failed)
        assert found.evidence["p_repro"] == pytest.approx(0.5 / 66**2)
        assert found.evidence["confirmed_breaks"] == [0, 1]
        assert found.evidence["extra_calls"] == 4
        assert "2 cases that seldom failed before fail again in all 2 fresh trials" in found.sentence

    def test_one_broken_case_of_a_hundred_is_exactly_one_point(self) -> None:
        """Within the margin, and so is the confirmed drop."""
        found, asked = drive(suite(fc={7: 1}), CONFIRM, {7: 1.0})
        assert isinstance(found, Passed)
        assert asked == 1
        assert found.evidence["dv"] == 0.01

    def test_one_broken_case_of_twenty_fails(self) -> None:
        """5 points: confirmed at .5/66."""
        found, _ = drive(suite(20, fc={7: 1}), CONFIRM, {7: 1.0})
        assert isinstance(found, Failed)
        assert found.evidence["confirmed_breaks"] == [7]

    def test_flake_that_passes_when_run_again_is_inconclusive(self) -> None:
        """Two flaky cases fell together: d = 2 - .6 points crosses 1, nothing reproduces."""
        flaky = {0: 3, 1: 3}
        found, _ = drive(suite(fb=flaky, fc={0: 1, 1: 1}), CONFIRM, {})
        assert isinstance(found, Inconclusive)
        assert "explained by flake: of 2 failing cases, all run again, 0 broke reproducibly" in found.sentence
        assert found.evidence["literal"] == "failed"

    def test_a_lucky_screen_does_not_hide_a_break(self) -> None:
        """The drop is under the margin because flaky cases passed, yet three stable cases break: dv says so."""
        lucky = dict.fromkeys(range(10, 18), 3)
        found = outcome(suite(fb=lucky, **broken(range(3), fresh=2)), replace(CONFIRM, alpha_mean=0.0))
        assert isinstance(found, Failed)
        assert found.evidence["d"] == pytest.approx(0.03 - 0.024)
        assert found.evidence["dv"] == pytest.approx(0.03 - 8 * 0.125 / 100)
        assert "the failures that come again make 2 points down, more than 1 point" in found.sentence

    def test_retrying_until_green_does_not_hide_a_break(self) -> None:
        """A case that failed the screen and one of two fresh trials still counts as failing in dv."""
        cases = range(3)
        halves = {**broken(cases, fresh=2), "ff": dict.fromkeys(cases, 1)}
        found = outcome(suite(**halves), replace(CONFIRM, alpha_mean=0.0))
        assert isinstance(found, Inconclusive)
        assert found.evidence["dv"] == 0.03

    @pytest.mark.parametrize(("kb", "m"), [(10, 2), (9, 2), (8, 3), (5, 3), (4, 4), (3, 5), (2, 2), (1, 2)])
    def test_shallow_baselines_need_more_fresh_trials(self, kb: int, m: int) -> None:
        """.5/C(kb + m, m) <= .01; below three trials no single break can be confirmed and the fewest are asked for."""
        assert fresh_trials_needed(kb) == m
        more = ask(suite(20, depth=kb, fc={0: 1}), replace(CONFIRM, alpha_mean=0.0))
        assert isinstance(more, RunMore)
        assert more.trials == m

    @pytest.mark.parametrize(
        ("kb", "kind"), [(10, Failed), (5, Failed), (3, Failed), (2, Inconclusive), (1, Inconclusive)]
    )
    def test_one_break_needs_a_baseline_of_three_trials(self, kb: int, kind: type) -> None:
        """With fewer, a single outright break stays inconclusive."""
        found, _ = drive(suite(20, depth=kb, fc={0: 1}), CONFIRM, {0: 1.0})
        assert isinstance(found, kind)

    def test_trials_that_stayed_missing_are_asked_for_again(self) -> None:
        """One of the two fresh trials of case 1 is missing: one more of that case."""
        more = ask(suite(fc={0: 1, 1: 1}, kf={0: 2, 1: 1}), replace(CONFIRM, alpha_mean=0.0))
        assert isinstance(more, RunMore)
        assert (more.cases.tolist(), more.trials) == ([1], 1)

    def test_what_cannot_be_run_counts_against_a_pass_and_not_for_a_block(self) -> None:
        """No fresh trials to be had: two failing cases are neither confirmed nor cleared."""
        found = outcome(suite(fc={0: 1, 1: 1}), replace(CONFIRM, may_run_more=False, alpha_mean=0.0))
        assert isinstance(found, Inconclusive)
        assert found.evidence["confirmed_cases"] == []
        assert "of 2 failing cases, 0 run again" in found.sentence


class TestComplete:
    """Stage three: complete rounds in mode full."""

    def test_every_case_gets_two_rounds_and_the_confirmed_ones_have_theirs(self) -> None:
        """After confirming, the other 98 cases get two trials each."""
        more = ask(suite(fb={0: 3, 1: 3}, fc={0: 1, 1: 1}, kf={0: 2, 1: 2}), FULL)
        assert isinstance(more, RunMore)
        assert (more.cases.tolist(), more.trials) == (list(range(2, 100)), 2)
        assert more.stage is Stage.COMPLETE

    def test_rounds_that_show_no_drop_pass(self) -> None:
        """The flaky two of the screen are now 2 of 6, as before."""
        found, asked = drive(suite(fb={0: 3, 1: 3}, fc={0: 1, 1: 1}), FULL, {})
        assert isinstance(found, Passed)
        assert asked == 2
        assert found.evidence["d3"] == pytest.approx((2 / 3 - 0.6) / 100)

    def test_a_diffuse_drop_fails_in_the_rounds(self) -> None:
        """Twelve stable cases that fail half the time are seen with three trials a case."""
        arrays = suite(fc={0: 1, 1: 1, 12: 1}, fb={12: 5})
        arrays[4][:12], arrays[5][:] = 1, 2
        arrays[4][:2], arrays[4][12] = 1, 1
        found = outcome(arrays, replace(FULL, alpha_mean=0.0, alpha_repro=0.0))
        assert isinstance(found, Failed)
        assert found.evidence["stage"] == "complete"
        assert "after two more rounds of all cases: more than 1 point down" in found.sentence

    def test_a_drop_without_evidence_stays_inconclusive(self) -> None:
        """Rounds in which a flaky case was unlucky prove nothing."""
        arrays = suite(20, fb={0: 5}, fc={0: 1})
        arrays[4][0], arrays[5][:] = 2, 2
        found = outcome(arrays, FULL)
        assert isinstance(found, Inconclusive)
        assert "without evidence of a real drop" in found.sentence

    def test_rounds_cut_short_are_no_pass(self) -> None:
        """Trials that did not run count as failures against a pass."""
        arrays = suite(fb={0: 3, 1: 3}, fc={0: 1, 1: 1}, kf={0: 2, 1: 2})
        found = outcome(arrays, replace(FULL, may_run_more=False))
        assert isinstance(found, Inconclusive)
        assert "too few of the fresh trials ran" in found.sentence

    def test_the_order_of_three_fresh_trials_can_be_given(self) -> None:
        """Of m = 3 fresh trials, only the first two enter the rounds."""
        arrays = suite(20, depth=5, fb={0: 2}, fc={0: 1})
        arrays[4][0], arrays[5][:], arrays[5][0] = 1, 2, 3
        early = np.zeros(20, dtype=int)
        early[0] = 1
        assert outcome(arrays, FULL, first_two_fails=early).evidence["d3"] == pytest.approx((2 / 3 - 0.4) / 20)
        assert outcome(arrays, FULL, first_two_fails=0 * early).evidence["d3"] == pytest.approx((1 / 3 - 0.4) / 20)


class TestAbsence:
    """Nothing seen is never a pass."""

    @pytest.mark.parametrize("arrays", [suite(0), suite(3, depth=0), suite(3, trials=0)])
    @pytest.mark.parametrize("policy", [CONFIRM, FULL, PassRateSettings(decision="literal")])
    def test_without_a_common_case_it_is_inconclusive(self, arrays: list[Ints], policy: PassRateSettings) -> None:
        """No cases, no baseline, or no candidate trial at all, by the plain rule too."""
        found = outcome(arrays, policy)
        assert isinstance(found, Inconclusive)
        assert found.evidence["literal"] == "none"

    def test_cases_without_baseline_are_not_compared(self) -> None:
        """A new failing case neither fails nor enters the mean."""
        found = outcome(suite(kb={0: 0}, fc={0: 1}))
        assert isinstance(found, Passed)
        assert (found.evidence["cases"], found.evidence["missing_cases"]) == (99, 0)

    @pytest.mark.parametrize(("missing", "kind"), [(1, Passed), (2, Inconclusive), (4, Inconclusive)])
    def test_a_pass_must_hold_if_the_missing_cases_had_failed(self, missing: int, kind: type) -> None:
        """One of 100 would be 1 point, within the margin; two would be a confirmed drop of 2."""
        found = outcome(suite(kc=dict.fromkeys(range(missing), 0)))
        assert isinstance(found, kind)
        assert found.evidence["missing_cases"] == missing

    def test_a_block_proven_by_what_was_seen_stands(self) -> None:
        """Missing cases do not save a run in which eight others fail."""
        assert isinstance(outcome(suite(kc={99: 0}, fc=dict.fromkeys(range(8), 1))), Failed)


class TestEvidence:
    """What an outcome carries."""

    def test_evidence_is_json(self) -> None:
        """Every outcome can be stored as it is."""
        arrays = suite(fb={0: 3, 1: 3}, fc={0: 1, 1: 1})
        for policy in (CONFIRM, FULL, PassRateSettings(decision="literal")):
            found, _ = drive(arrays, policy)
            assert json.loads(json.dumps(dict(found.evidence))) == found.evidence

    def test_a_pass_is_proven_when_the_interval_ends_below_five_points(self) -> None:
        """A hundred stable cases prove it, twelve do not, and the sentence says what they would have seen."""
        assert outcome(suite(100)).evidence["proven"]
        small = outcome(suite(12))
        assert not small.evidence["proven"]
        assert "not proven: these trials see a drop from 15.4 points on" in small.sentence

    def test_the_rates_and_the_drop_are_told(self) -> None:
        """93 before, 92 now, exact drop as a fraction."""
        found = outcome(
            suite(depth=1, fb=dict.fromkeys(range(7), 1), fc=dict.fromkeys(range(8), 1)),
            replace(CONFIRM, may_run_more=False),
        )
        assert found.sentence.startswith("Pass rate 92.0 %, before 93.0 % on 100 cases (1 point down)")
        assert found.evidence["d_exact"] == "1/100"


side = st.tuples(st.sampled_from([3, 5, 10]), st.sampled_from([1, 2, 3]))


@st.composite
def runs(draw: st.DrawFn) -> list[Ints]:
    """Six arrays of a run of 1 to 14 cases in which the fresh trials have all been run."""
    n = draw(st.integers(1, 14))
    kb, kc = draw(side)
    rows = []
    for _ in range(n):
        base = draw(st.integers(0, kb)) if draw(st.booleans()) else 0
        rows.append((base, kb, draw(st.integers(0, kc)), kc, draw(st.integers(0, 5)), 5))
    return [np.array(column) for column in zip(*rows, strict=True)]


policies = st.sampled_from([CONFIRM, FULL, PassRateSettings(decision="literal"), PassRateSettings(margin=Fraction(10))])


@settings(max_examples=80, deadline=None)
@given(runs(), policies, st.randoms(use_true_random=False))
def test_the_order_of_the_cases_does_not_matter(arrays: list[Ints], policy: PassRateSettings, random: Any) -> None:
    """A permutation changes positions in the evidence and nothing else."""
    order = list(range(arrays[0].size))
    random.shuffle(order)
    found, shuffled = outcome(arrays, policy), outcome([array[order] for array in arrays], policy)
    assert type(found) is type(shuffled)
    assert found.sentence == shuffled.sentence
    moved = {"confirmed_cases", "confirmed_breaks"}
    for key in found.evidence.keys() - moved:
        assert found.evidence[key] == shuffled.evidence[key]
    for key in found.evidence.keys() & moved:
        assert sorted(order[at] for at in shuffled.evidence[key]) == found.evidence[key]


@settings(max_examples=150, deadline=None)
@given(runs(), policies, st.booleans())
def test_a_case_that_is_equal_on_both_sides_never_turns_a_pass_into_a_failure(
    arrays: list[Ints], policy: PassRateSettings, fails: bool
) -> None:
    """Always passing or always failing everywhere, fresh trials included."""
    if not isinstance(outcome(arrays, policy), Passed):
        return
    kb, kc, kf = (int(array[0]) for array in (arrays[1], arrays[3], arrays[5]))
    equal = (kb * fails, kb, kc * fails, kc, kf * fails, kf)
    assert not isinstance(outcome(with_case(arrays, equal), policy), Failed)


def test_the_edge_of_an_outright_pass_is_steady() -> None:
    """A gain of exactly the margin passes though breaks would be confirmed; one neutral case more is inconclusive."""
    arrays = suite(100, fb=dict.fromkeys(range(50, 100), 1), **broken(range(4), fresh=2))
    assert isinstance(outcome(arrays), Passed)
    found = outcome(with_case(arrays, (0, 10, 0, 1, 0, 0)))
    assert isinstance(found, Inconclusive)
    assert found.evidence["p_repro"] <= 0.01
    assert "The run as a whole did better" in found.sentence


@settings(max_examples=80, deadline=None)
@given(runs(), st.sampled_from([CONFIRM, FULL]))
def test_exchanging_the_labels_never_fails_both_sides(arrays: list[Ints], policy: PassRateSettings) -> None:
    """What fails on the screen passes outright when baseline and candidate change places."""
    fb, kb, fc, kc, _, _ = arrays
    none = np.zeros_like(fb)
    forward, backward = step(fb, kb, fc, kc, none, none, policy), step(fc, kc, fb, kb, none, none, policy)
    assert not (isinstance(forward, Failed) and isinstance(backward, Failed))
    if isinstance(forward, Failed):
        assert isinstance(backward, Passed)


@settings(max_examples=60, deadline=None)
@given(runs(), policies)
def test_a_run_that_gave_nothing_is_inconclusive(arrays: list[Ints], policy: PassRateSettings) -> None:
    """Whatever the baseline, no candidate trial means no verdict."""
    none = np.zeros_like(arrays[0])
    assert isinstance(step(arrays[0], arrays[1], none, none, none, none, policy), Inconclusive)


@settings(max_examples=80, deadline=None)
@given(runs(), policies)
def test_losing_trials_never_makes_a_pass(arrays: list[Ints], policy: PassRateSettings) -> None:
    """What did not pass with all fresh trials does not pass without them when no more may be run."""
    cut = [*arrays[:4], np.zeros_like(arrays[4]), np.zeros_like(arrays[5])]
    if not isinstance(outcome(arrays, policy), Passed):
        assert not isinstance(outcome(cut, replace(policy, may_run_more=False)), Passed)


def test_one_decision_at_five_hundred_cases_takes_less_than_50_ms() -> None:
    """Ten baseline trials against three, through all stages; the best of three, because the machine is shared."""
    rng = default_rng(2)
    q = np.where(rng.random(500) < 0.85, 0.01, rng.beta(2, 5, 500))
    fb, fc, ff = rng.binomial(10, q), rng.binomial(3, np.minimum(q + 0.012, 1)), rng.binomial(2, q)
    arrays, policy = [fb, np.full(500, 10), fc, np.full(500, 3), ff, np.full(500, 2)], replace(FULL, alpha_mean=0.0)
    elapsed = []
    for _ in range(3):
        started = time.perf_counter()
        found = outcome(arrays, policy)
        elapsed.append(time.perf_counter() - started)
    assert found.evidence["stage"] == "complete"
    assert min(elapsed) < 0.05


def test_impossible_counts_are_refused_by_name() -> None:
    """More failures than trials is an error of the caller, not a verdict."""
    with pytest.raises(ValueError, match="candidate fails must be <= trials; case 4 has 2 of 1"):
        ask(suite(fc={4: 2}))

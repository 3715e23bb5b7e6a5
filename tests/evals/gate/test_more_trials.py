"""What must still be run before the gate can decide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from evals.gate.comparison import EarlyStop
from evals.gate.judge_rule import judge
from evals.gate.more_trials import Wanted, next_trials
from evals.gate.policy import Policy
from evals.gate.schema_rule import schema
from evals.results.run import Stage, TrialResult
from tests.builders import make_check_result, make_comparison, make_judgement, make_trial, make_trials

QUICK = Policy.model_validate({"judge": {"permutations": 199, "require_calibration": False}})
IDS = [f"c{number:02d}" for number in range(20)]


def _pool(ids: Iterable[str] = IDS, letters: str = "p" * 10) -> list[TrialResult]:
    return [trial for i in ids for trial in make_trials(i, letters)]


def _now(*failing: str) -> list[TrialResult]:
    return [trial for i in IDS for trial in make_trials(i, "f" if i in failing else "p")]


def _fresh(case_id: str, letters: str) -> list[TrialResult]:
    return make_trials(case_id, letters, trial=1, stage=Stage.CONFIRM)


def _judged(score: float, ids: Iterable[str] = IDS, **changes: Any) -> list[TrialResult]:
    return [make_trial(i, judgement=make_judgement(score, correctness=score), **changes) for i in ids]


class TestPassRate:
    """Fresh trials of what failed, then complete rounds."""

    def test_the_failing_cases_are_run_again(self) -> None:
        """Two fresh trials each at ten baseline trials; both had failed three of ten before."""
        before = [*_pool(letters="p" * 10), *_pool(["c03", "c07"], "fffpppp")]
        comparison = make_comparison(_now("c03", "c07"), before)
        assert next_trials(comparison, QUICK, "confirm") == Wanted(("c03", "c07"), 2, Stage.CONFIRM)

    @pytest.mark.parametrize(
        ("mode", "wanted"), [("confirm", None), ("full", Wanted(tuple(IDS[1:]), 2, Stage.COMPLETE))]
    )
    def test_in_full_mode_complete_rounds_follow_when_that_did_not_settle_it(
        self, mode: str, wanted: Wanted | None
    ) -> None:
        """One of 20 failed and once more in two fresh trials: beyond a point, but flake explains it."""
        comparison = make_comparison([*_now("c00"), *_fresh("c00", "fp")], _pool())
        assert next_trials(comparison, QUICK, mode) == wanted

    def test_nothing_more_is_run_once_it_can_decide(self) -> None:
        """A confirmed break."""
        assert next_trials(make_comparison([*_now("c00"), *_fresh("c00", "ff")], _pool()), QUICK, "full") is None

    def test_without_a_baseline_nothing_is_confirmed(self) -> None:
        """There is nothing to compare with."""
        assert next_trials(make_comparison(_now("c00")), QUICK, "full") is None


class TestNothingMore:
    """When the gate decides with what there is."""

    def test_trials_that_stayed_missing_are_not_asked_for_again(self) -> None:
        """The budget is used up, or the app is down."""
        comparison = make_comparison([*_now("c00", "c01"), *_fresh("c00", "fm")], _pool())
        assert next_trials(comparison, QUICK, "full") is None

    def test_under_the_literal_decision_nothing_is_confirmed(self) -> None:
        """The thresholds look at the screen alone."""
        policy = Policy.model_validate({"decision": "literal"})
        assert next_trials(make_comparison(_now("c00"), _pool()), policy, "full") is None

    def test_a_run_that_was_stopped_early_is_over(self) -> None:
        """Its verdict is there."""
        comparison = make_comparison(_now("c00"), _pool(), stop=EarlyStop(300, 20, 100, 80))
        assert next_trials(comparison, QUICK, "full") is None


class TestCreep:
    """The anchor asks for what the pass rate did not need."""

    def test_a_drop_since_the_anchor_is_confirmed_though_main_is_beaten(self) -> None:
        """Main failed five of these cases, so the run passes outright; against the anchor it lost one."""
        before = [*_pool(IDS[:5], "f" * 10), *_pool(IDS[5:])]
        comparison = make_comparison(_now("c00"), before, anchor=_pool())
        assert next_trials(comparison, QUICK, "confirm") == Wanted(("c00",), 2, Stage.CONFIRM)
        off = Policy.model_validate({"anchor": {"rule": "off"}})
        assert next_trials(comparison, off, "confirm") is None


class TestJudge:
    """A drop that noise explains gets one more round."""

    def test_all_judged_cases_are_run_once_more(self) -> None:
        """One of two cases fell from 4.8 to 4: swapping its labels is as likely, so p is 1/2."""
        comparison = make_comparison(_judged(4.0, IDS[:2]), [*_judged(4.8, IDS[:1]), *_judged(4.0, IDS[1:2])])
        assert next_trials(comparison, QUICK, "confirm") == Wanted(tuple(IDS[:2]), 1, Stage.COMPLETE)

    def test_after_one_round_it_decides(self) -> None:
        """The round counts beside the screen."""
        now = [*_judged(4.0, IDS[:2]), *_judged(3.0, IDS[:2], trial=1, stage=Stage.COMPLETE)]
        comparison = make_comparison(now, [*_judged(4.8, IDS[:1]), *_judged(4.0, IDS[1:2])])
        assert next_trials(comparison, QUICK, "confirm") is None
        assert judge(comparison, QUICK).evidence["drops"]["correctness"] == pytest.approx(0.9)

    def test_trials_of_failing_cases_alone_are_no_round(self) -> None:
        """They were chosen for failing: the judge rule leaves them out."""
        now = [*_judged(4.0), *_judged(1.0, IDS[:1], trial=1, stage=Stage.CONFIRM)]
        assert judge(make_comparison(now, _judged(4.0)), QUICK).evidence["drops"]["correctness"] == 0

    def test_a_proven_drop_needs_no_more(self) -> None:
        """Twenty cases fell by one."""
        assert next_trials(make_comparison(_judged(3.0), _judged(4.0)), QUICK, "full") is None


class TestSchema:
    """98 % on too few answers gets rounds enough for 149."""

    @staticmethod
    def _formatted(cases: int, broken: int, rounds: int = 0) -> list[TrialResult]:
        def trial(number: int, repeat: int) -> TrialResult:
            outcome = "fail" if number < broken and repeat == 0 else "pass"
            check = make_check_result(outcome, type="format")
            stage = Stage.COMPLETE if repeat else Stage.SCREEN
            return make_trial(f"c{number:02d}", outcome, checks=(check,), trial=repeat, stage=stage)

        return [trial(number, repeat) for repeat in range(rounds + 1) for number in range(cases)]

    def test_rounds_are_added_until_149_answers_have_been_seen(self) -> None:
        """19 of 20 kept their format; (149 - 20)/20 is 6.45, so seven rounds."""
        comparison = make_comparison(self._formatted(20, 1))
        assert next_trials(comparison, QUICK, "full") == Wanted(tuple(IDS), 7, Stage.COMPLETE)

    @pytest.mark.parametrize(("mode", "rounds", "broken"), [("confirm", 0, 1), ("full", 7, 1), ("full", 0, 0)])
    def test_they_are_added_once_in_full_mode_when_in_doubt(self, mode: str, rounds: int, broken: int) -> None:
        """A pull request is not held up for them."""
        assert next_trials(make_comparison(self._formatted(20, broken, rounds)), QUICK, mode) is None

    def test_the_rounds_decide(self) -> None:
        """159 of 160 is above 98 %."""
        outcome = schema(make_comparison(self._formatted(20, 1, 7)), QUICK)
        assert (outcome.evidence["passed"], outcome.evidence["total"]) == (159, 160)
        assert type(outcome).__name__ == "Passed"

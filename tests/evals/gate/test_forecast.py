"""What can be said before a run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.compose import AllOf
from evals.checks.judged import Claims
from evals.gate.forecast import ASSUMED_VARIANCE, Forecast, Setting, forecast
from evals.gate.forecast_text import forecast_lines
from evals.gate.policy import Policy
from evals.judging.judgement import Judgement
from evals.reports.report import to_plain
from evals.results.aggregate import by_case
from evals.results.run import TrialResult
from tests.builders import make_answer, make_case, make_trial, make_trials

Pool = Mapping[str, Sequence[TrialResult]]


def _setting(**changes: Any) -> Setting:
    fields = {"trials": 1, "flaky_trials": 3, "mode": "confirm", "parallel": 4, "requests_per_minute": None}
    return Setting(**{**fields, "policy": Policy(), **changes})


def _cases(n: int, **changes: Any) -> list[Case]:
    return [make_case(f"c{k:03d}", **changes) for k in range(n)]


def _pool(letters: Sequence[str], **changes: Any) -> Pool:
    return by_case(trial for k, row in enumerate(letters) for trial in make_trials(f"c{k:03d}", row, **changes))


def _forecast(cases: Sequence[Case], pool: Pool | None = None, drop: float | None = None, **changes: Any) -> Forecast:
    return forecast(cases, pool or {}, _setting(**changes), drop)


class TestSharpness:
    """Which drops the run can see."""

    @pytest.mark.parametrize(
        ("n", "trials", "points"),
        [(20, 1, 9.9), (20, 3, 6.2), (100, 1, 4.4), (100, 3, 2.8), (500, 1, 2.0), (500, 3, 1.2)],
    )
    def test_without_a_baseline_a_typical_suite_is_assumed(self, n: int, trials: int, points: float) -> None:
        """V = .029 and ten baseline trials: 2.486 sqrt(.029 (1/k + 1/10)/n)."""
        found = _forecast(_cases(n), trials=trials).sharpness
        assert (found.basis, found.variance, found.baseline_trials) == ("assumed", ASSUMED_VARIANCE, 10)
        assert found.smallest_drop == pytest.approx(points, abs=0.06)

    def test_with_a_baseline_its_variance_and_depth_are_measured(self) -> None:
        """Half of four cases fail one of five: f(k - f)/(k(k - 1)) = 4/20 = .2 each, mean .1."""
        found = _forecast(_cases(4), _pool(["ppppf", "ppppf", "ppppp", "ppppp"])).sharpness
        assert found.variance == pytest.approx(0.1)
        assert (found.basis, found.baseline_trials) == ("measured", 5)
        assert found.fresh_trials == 3

    @pytest.mark.parametrize("last", ["p" * 10, "f" * 10])
    def test_where_no_case_wavered_the_most_that_the_trials_allow_is_taken(self, last: str) -> None:
        """0 of 40 trials: at most 7.2 % differ (1 - .05^(1/40)); nobody sees every drop."""
        found = _forecast(_cases(4), _pool([*["p" * 10] * 3, last])).sharpness
        assert found.basis == "no case wavered"
        assert found.variance == pytest.approx(0.0722 * 0.9278, abs=1e-3)
        assert found.smallest_drop > 0

    def test_a_baseline_of_single_trials_shows_no_variance(self) -> None:
        """A green run alone: the suite is assumed, its depth is known."""
        found = _forecast(_cases(4), _pool(["p", "f", "p", "p"])).sharpness
        assert (found.basis, found.baseline_trials) == ("assumed", 1)

    @pytest.mark.parametrize(("n", "broken"), [(20, 1), (99, 1), (100, 2), (212, 3)])
    def test_so_many_cases_must_break_to_cross_the_margin(self, n: int, broken: int) -> None:
        """More than one point of n cases: exactly one of a hundred is not more."""
        assert _forecast(_cases(n)).sharpness.broken_cases == broken

    def test_flaky_cases_and_trials_of_other_contents_do_not_count(self) -> None:
        """They are not compared either."""
        cases = [*_cases(2), make_case("noisy", tags={"flaky"})]
        pool = {**_pool(["ppppf", "ppppf"]), "noisy": make_trials("noisy", "pfpfp")}
        changed = {**pool, "c001": make_trials("c001", "fffff", case_hash="old")}
        found = _forecast(cases, pool)
        assert (found.sharpness.cases, found.flaky, found.calls.screen) == (2, 1, 2 + 3)
        assert _forecast(cases, changed).sharpness.variance == found.sharpness.variance


class TestWish:
    """What a wanted drop needs."""

    def test_it_names_cases_at_these_trials_and_trials_of_these_cases(self) -> None:
        """One point: (100 x 2.486)^2 x .029 x 1.1 = 1972.2 cases at one trial, 776.9 at three."""
        assert getattr(_forecast(_cases(20), drop=1).wish, "cases", None) == 1973
        assert getattr(_forecast(_cases(20), drop=1, trials=3).wish, "cases", None) == 777

    def test_where_no_number_of_trials_suffices_that_is_said(self) -> None:
        """The baseline's own noise on 20 cases is 3 points."""
        found = _forecast(_cases(20), drop=1)
        assert found.wish is not None
        assert found.wish.trials is None
        assert "no number of trials suffices" in dict(_lines(found))["wanted"]

    def test_nobody_asked(self) -> None:
        """No drop, no line."""
        assert _forecast(_cases(20)).wish is None


class TestCalls:
    """Calls beyond the screen."""

    def test_each_case_that_fails_its_screen_is_run_again(self) -> None:
        """One always fails, one in half of its trials, two never: 1.5 cases, two fresh trials each."""
        pool = _pool(["f" * 10, "fffffppppp", "p" * 10, "p" * 10])
        calls = _forecast(_cases(4), pool).calls
        assert calls.confirm == pytest.approx(3.0)
        assert (calls.screen, calls.at_most) == (4, 8)

    @pytest.mark.parametrize(
        ("changes", "at_most"),
        [
            ({}, 3 * 2),
            ({"trials": 3}, 3 * 2),
            ({"mode": "full"}, 2 * 2 + 148),  # 149 answers of one case show 98 %, and one is there
            ({"policy": Policy.model_validate({"schema_compliance": {"min_rate": 1}}), "mode": "full"}, 3 * 2),
            ({"policy": Policy.model_validate({"decision": "literal"}), "mode": "full"}, 0),
        ],
    )
    def test_at_the_most_every_rule_asks_for_what_it_may(self, changes: dict[str, Any], at_most: int) -> None:
        """Two plain cases and one with a format check, inside another check as well."""
        parts = AllOf.model_validate({"checks": ({"type": "format", "value": "json"},)})
        for check in (parts, parts.parts[0]):
            cases = [*_cases(2), make_case("f", checks=(check,))]
            assert _forecast(cases, **changes).calls.at_most == at_most

    def test_at_the_most_judged_cases_are_run_once_more_even_flaky_ones(self) -> None:
        """The pass rate asks nothing of a flaky case, the judge rule one round of all it judged."""
        judged, plain = make_case("a", tags={"flaky"}, min_judge_score=3.0), make_case("b", tags={"flaky"})
        assert _forecast([judged, plain]).calls.at_most == 1

    def test_at_the_most_a_shallow_baseline_needs_more_fresh_trials(self) -> None:
        """Three trials on main need five, ten need two: the deepest question counts for every case."""
        assert _forecast(_cases(3), _pool(["ppp", "p" * 10, "p" * 10])).calls.at_most == 15

    def test_of_three_screen_trials_most_must_fail(self) -> None:
        """A case that fails half of its trials fails two or three of three with chance 1/2, one of 1 in 5 with .104."""
        calls = _forecast(_cases(2), _pool(["fffffppppp", "ffpppppppp"]), trials=3).calls
        assert calls.confirm == pytest.approx(2 * (0.5 + 0.104))


class TestCost:
    """Money, or why it is not known."""

    def test_answers_cost_what_they_cost_on_main(self) -> None:
        """0.01 and 0.03 a trial, two trials each."""
        pool = {**_pool(["pp"], cost=0.01), "c001": make_trials("c001", "pp", cost=0.03)}
        assert _forecast(_cases(2), pool, trials=2).answers_cost.value == pytest.approx(0.08)

    def test_a_case_without_a_known_cost_counts_with_the_mean_of_the_others(self) -> None:
        """And that is said."""
        found = _forecast(_cases(3), _pool(["p", "p"], cost=0.02)).answers_cost
        assert found.value == pytest.approx(0.06)
        assert found.why == "1 of 3 cases taken at the mean of the others"

    def test_unknown_is_unknown_by_name(self) -> None:
        """Never zero."""
        assert _forecast(_cases(1)).answers_cost.why == "there is no baseline"
        found = _forecast(_cases(1), _pool(["p"], cost=None)).answers_cost
        assert (found.value, found.why) == (None, "no trial of main has a known cost")

    def test_the_judge_costs_where_cases_have_a_floor(self) -> None:
        """Nothing otherwise; unknown when it did not say."""
        judged = make_trial("c000", judgement=Judgement({"c": 4}, 4, "j", cost=0.5))
        assert _forecast(_cases(1, min_judge_score=3), {"c000": [judged]}, trials=2).judge_cost.value == 1.0
        assert _forecast(_cases(1), {"c000": [judged]}).judge_cost.value == 0
        claims = _forecast(_cases(1, checks=(Claims(),)), {"c000": [judged]}).judge_cost
        assert (claims.value, claims.why) == (None, "what a judge takes for checks is not kept with the results")
        assert _forecast(_cases(1, min_judge_score=3), _pool(["p"])).judge_cost.value is None


class TestTime:
    """At least so long."""

    @staticmethod
    def _pool(*seconds: float) -> Pool:
        def answer(latency: float) -> Answer:
            return make_answer(latency=latency)

        return by_case(make_trial(f"c{k:03d}", response=answer(one)) for k, one in enumerate(seconds))

    def test_the_work_is_shared_among_the_places(self) -> None:
        """Eight answers of a second at four places."""
        assert _forecast(_cases(8), self._pool(*[1.0] * 8)).seconds.value == pytest.approx(2)

    def test_no_run_is_shorter_than_its_slowest_answer_or_its_quota(self) -> None:
        """Nine seconds; or eight calls at 12 a minute."""
        assert _forecast(_cases(2), self._pool(9.0, 1.0)).seconds.value == 9
        assert _forecast(_cases(8), self._pool(*[1.0] * 8), requests_per_minute=12).seconds.value == pytest.approx(40)

    def test_without_a_latency_nobody_knows(self) -> None:
        """By name."""
        assert _forecast(_cases(1)).seconds.why == "there is no baseline"


def _lines(found: Forecast) -> list[tuple[str, str]]:
    return forecast_lines(found, baseline="", currency="EUR", margin="1 point")


def test_every_matter_has_a_line_and_the_whole_is_json() -> None:
    """For people and for machines."""
    cases = [*_cases(3), make_case("k", tags={"critical"}, min_judge_score=3)]
    found = _forecast(cases, _pool(["ppppf", "ppppp", "ppppp"]), drop=5)
    headings = [heading for heading, _ in _lines(found)]
    assert headings == ["runs", "sees", "breaks", "wanted", "confirms", "costs", "takes", "critical"]
    assert "1 critical or safety case without a trial on main" in dict(_lines(found))["critical"]
    assert json.loads(json.dumps(to_plain(found)))["sharpness"]["basis"] == "measured"


def test_critical_cases_are_told_with_their_chance_to_block() -> None:
    """One of ten trials failed on main."""
    found = _forecast(_cases(1, tags={"critical"}), _pool(["pppppppppf"]))
    lines = [text for heading, text in _lines(found) if heading == "critical"]
    assert lines[0].startswith("1 critical or safety case will block about 10% of the builds that change nothing")
    assert lines[1] == "1 critical case without 20 clean trials on main: c000"

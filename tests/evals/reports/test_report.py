"""The report as values: rows, failing cases, and its JSON form."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from evals.answers import Fault, Missing
from evals.cases.case import Difficulty
from evals.gate.waivers import WaiverState, WaiverUse
from evals.judging.judgement import Unscored
from evals.reports.report import CaseLine, Report, Row, build_report, response_text, to_plain
from evals.results.run import Stage, Status
from tests.builders import (
    make_answer,
    make_check_result,
    make_comparison,
    make_info,
    make_judgement,
    make_outcome,
    make_report,
    make_trial,
    make_trials,
    make_verdict,
)

DATA = Path(__file__).parents[2] / "data"


def _row(report: Report, metric: str) -> Row:
    return next(row for row in report.rows if row.metric == metric)


def test_rows_hold_both_sides_and_the_outcome_of_their_rule() -> None:
    """The pass rate failed; latency has no outcome because no rule looked at it."""
    now = [*make_trials("a", "f"), *make_trials("b", "p")]
    before = [*make_trials("a", "p"), *make_trials("b", "p")]
    report = make_report(now, before, make_verdict(make_outcome("failed", "pass_rate")))
    assert _row(report, "pass rate") == Row("pass rate", "rate", 1.0, 0.5, "failed")
    assert _row(report, "pass rate").delta == -0.5
    assert _row(report, "latency p95").status == ""


def test_a_side_that_is_unknown_has_no_delta() -> None:
    """Without a baseline there is no before."""
    row = _row(make_report(), "pass rate")
    assert (row.baseline, row.now, row.delta) == (None, 1.0, None)


def test_each_judge_dimension_of_either_side_has_a_row() -> None:
    """A dimension that vanished is shown, with what it was."""
    now = [make_trial(judgement=make_judgement(correctness=4))]
    before = [make_trial(judgement=make_judgement(correctness=5, tone=3))]
    report = make_report(now, before)
    assert _row(report, "judge correctness") == Row("judge correctness", "score", 5, 4)
    assert _row(report, "judge tone") == Row("judge tone", "score", 3, None)


def test_the_cost_per_answer_is_over_the_answers_whose_cost_is_known() -> None:
    """Two answers at 0.04 and 0.02, one unknown, a fault without an answer, a judge outage with one at 0.03: 0.03."""
    now = [
        make_trial("a", cost=0.04),
        make_trial("b", cost=0.02),
        make_trial("c", cost=None),
        make_trial("d", "fail", cost=None, response=Fault("timeout")),
        make_trial("e", "missing", cost=0.03, response=make_answer(), judgement=Unscored("truncated")),
        make_trial("f", "missing"),
    ]
    assert _row(make_report(now), "cost per answer").now == pytest.approx(0.03)


def test_no_known_cost_has_no_cost_per_answer() -> None:
    """Unknown is not free."""
    assert _row(make_report([make_trial(cost=None)]), "cost per answer").now is None


def test_a_failing_case_line_has_what_a_person_needs() -> None:
    """Distinct reasons once, a failed answer, a good one of the baseline, and the confirmation."""
    now = [
        *make_trials("a", "p", response=make_answer("fine")),
        *make_trials("a", "ff", response=make_answer("wrong"), reason="number", trial=1, tags={"critical", "b"}),
        *make_trials("a", "m", trial=3),
        *make_trials("a", "fp", stage=Stage.CONFIRM, trial=4),
    ]
    before = [*make_trials("a", "f", response=make_answer("old")), *make_trials("a", "pp", trial=1)]
    line = make_report(now, before).newly_failing[0]
    assert line == CaseLine(
        case_id="a",
        category="billing",
        tags=("b", "critical"),
        prompt="question a",
        reasons=("number",),
        failed=2,
        trials=3,
        baseline_failed=1,
        baseline_trials=3,
        answer="wrong",
        baseline_answer="The fee is 10 EUR.",
        confirmed=(1, 2),
    )


def test_cases_that_fail_without_news_are_listed_apart() -> None:
    """Failing before, failing now and then, and new: none of them is newly failing."""
    now = [*make_trials("a", "f"), *make_trials("b", "pf"), *make_trials("c", "f")]
    before = [*make_trials("a", "f"), *make_trials("b", "p")]
    report = make_report(now, before)
    assert report.newly_failing == ()
    assert [line.case_id for line in report.still_failing] == ["a", "b", "c"]
    assert report.still_failing[0].baseline_answer == ""


def test_missing_cases_are_named_with_their_reason() -> None:
    """Only those without any valid trial."""
    now = [*make_trials("a", "m", reason="rate_limited: 429"), *make_trials("b", "pm")]
    assert make_report(now).missing == ("a: rate_limited: 429",)


def test_categories_have_a_row_each() -> None:
    """Trends by category are read from them."""
    now = [make_trial("a", category="hr"), make_trial("b", "fail", category="hr"), make_trial("c", category="api")]
    report = make_report(now, [make_trial("a", category="hr")])
    assert report.categories == (Row("api", "rate", None, 1.0), Row("hr", "rate", 1.0, 0.5))


def test_a_recorded_baseline_has_a_report_without_a_verdict() -> None:
    """Nothing was decided."""
    assert make_report(kind="baseline").verdict is None


@pytest.mark.parametrize(
    ("response", "text"),
    [
        (make_answer("hello"), "hello"),
        (Fault("timeout", "no answer in 30 s"), "[fault timeout] no answer in 30 s"),
        (Fault("empty"), "[fault empty]"),
        (Missing("budget", "spent"), "[missing budget] spent"),
    ],
)
def test_what_came_back_is_told_as_what_it_is(response: Any, text: str) -> None:
    """A fault must not read like an answer."""
    assert response_text(response) == text


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Fraction(1, 4), 0.25),
        (Difficulty.HARD, "hard"),
        (Status.PASS, "pass"),
        (frozenset({"b", "a"}), ["a", "b"]),
        ((1, (2, None)), [1, [2, None]]),
        ({1: Fraction(1, 2)}, {"1": 0.5}),
        (Row("m", "rate", None, 0.5), {"metric": "m", "unit": "rate", "baseline": None, "now": 0.5, "status": ""}),
    ],
)
def test_values_become_plain_json(value: Any, plain: Any) -> None:
    """Field order is kept and sets are sorted, so that equal reports have equal text."""
    assert to_plain(value) == plain


def test_a_report_survives_its_json_form() -> None:
    """It is kept with the run and shown again when the baseline is long gone."""
    now = [
        make_trial("a", "fail", checks=(make_check_result("fail"),), tags={"x"}, judgement=make_judgement(3)),
        *make_trials("a", "f", stage=Stage.CONFIRM, trial=1),
        *make_trials("b", "m"),
    ]
    waiver = WaiverUse("a", "critical", "ann", "known", "2025-12-31", WaiverState.USED)
    verdict = make_verdict(
        make_outcome("failed"),
        make_outcome("skipped", "cost"),
        warnings=["w"],
        extra_calls=1,
        saved_calls=7,
        waivers=[waiver],
    )
    report = make_report(now, [make_trial("a", judgement=make_judgement(4))], verdict)
    text = json.dumps(report.to_dict())
    assert Report.from_dict(json.loads(text)) == report
    assert json.dumps(Report.from_dict(json.loads(text)).to_dict()) == text


def test_a_kept_report_of_version_1_is_read_with_nothing_saved_and_no_waivers() -> None:
    """Runs stored before early stops and waivers were told are still shown."""
    kept = json.loads((DATA / "report_v1.json").read_text("utf-8"))
    verdict = Report.from_dict(kept).verdict
    assert verdict is not None
    assert (verdict.decision, verdict.extra_calls, verdict.saved_calls, verdict.waivers) == ("failed", 1, 0, ())


@pytest.mark.parametrize("version", [None, 0, 3, "1"])
def test_a_report_of_another_version_is_refused_by_name(version: Any) -> None:
    """A reader that guesses would show wrong columns."""
    with pytest.raises(ValueError, match=f"report version {version!r}"):
        Report.from_dict({**make_report().to_dict(), "report_version": version})


@pytest.mark.parametrize("currency", ["EUR", "USD", "money"])
def test_costs_are_in_the_price_tables_currency(currency: str) -> None:
    """A report says which; one that was stored without it does not."""
    report = build_report(make_info(), make_comparison([make_trial(cost=0.04)]), None, currency=currency)
    assert _row(report, "cost per answer").unit == currency
    assert report.currency == currency
    assert Report.from_dict(report.to_dict()).currency == currency

"""Aggregates of a run: exact rates, and nothing missing ever counts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Fault, Usage
from evals.cases.case import Difficulty
from evals.checks.check import Outcome
from evals.judging.judgement import Judgement, Unscored
from evals.results.aggregate import (
    by_case,
    case_pass_share,
    format_verdict,
    majority_group,
    pass_rate,
    quantile,
    summarize,
)
from evals.results.run import DimensionMean, Group, Stage, TrialResult
from tests.builders import make_answer, make_check_result, make_judgement, make_trial, make_trials

LETTERS = st.text("pfm", min_size=1, max_size=5)


def _run(passed: int, total: int) -> list[TrialResult]:
    return [make_trial(f"c{n}", "pass" if n < passed else "fail") for n in range(total)]


def test_93_and_92_of_100_differ_by_exactly_one_point() -> None:
    """In floats 0.93 - 0.92 is 0.010000000000000009, which is more than a point and would block."""
    better, worse = summarize(_run(93, 100)).pass_rate, summarize(_run(92, 100)).pass_rate
    assert better is not None
    assert worse is not None
    assert better - worse == Fraction(1, 100)


@pytest.mark.parametrize(
    ("letters", "share"),
    [
        ("p", Fraction(1)),
        ("f", Fraction(0)),
        ("pf", Fraction(1, 2)),
        ("ppf", Fraction(2, 3)),
        ("pm", Fraction(1)),
        ("fm", Fraction(0)),
        ("m", None),
        ("mm", None),
        ("", None),
    ],
)
def test_the_share_of_a_case_is_over_its_valid_trials(letters: str, share: Fraction | None) -> None:
    """Without a valid trial there is no share, not a share of 0."""
    assert case_pass_share(make_trials("a", letters)) == share


def test_each_case_weighs_the_same_however_many_trials_it_has() -> None:
    """Case a passes 1 of 1, b passes 0 of 3: (1 + 0)/2, not 1 of 4."""
    assert summarize([*make_trials("a", "p"), *make_trials("b", "fff")]).pass_rate == Fraction(1, 2)


def test_harder_cases_weigh_more_in_the_weighted_rate() -> None:
    """Easy 1, medium 2, hard 3: an easy pass and a hard failure are 1 of 4."""
    trials = [
        make_trial("a", difficulty=Difficulty.EASY),
        make_trial("b", "fail", difficulty=Difficulty.HARD),
    ]
    summary = summarize(trials)
    assert (summary.pass_rate, summary.weighted_pass_rate) == (Fraction(1, 2), Fraction(1, 4))


def test_missing_trials_are_counted_and_change_no_rate() -> None:
    """Two cases of which one was never seen: 1 of 1 passed, and completeness says 1 of 2."""
    summary = summarize([*make_trials("a", "p"), *make_trials("b", "m")])
    assert (summary.cases, summary.trials, summary.passed, summary.failed, summary.missing) == (2, 2, 1, 0, 1)
    assert (summary.pass_rate, summary.completeness) == (Fraction(1), Fraction(1, 2))


def test_a_run_without_a_valid_trial_has_no_rate_and_no_completeness_of_its_own() -> None:
    """Absence is never a pass, and an empty run is not complete."""
    seen = summarize(make_trials("a", "mm"))
    assert (seen.pass_rate, seen.weighted_pass_rate, seen.completeness) == (None, None, Fraction(0))
    empty = summarize([])
    assert (empty.cases, empty.pass_rate, empty.completeness, empty.cost_total) == (0, None, None, None)
    assert (empty.latency_p95, empty.dimensions, empty.judge_weighted, empty.retrieval) == (None, {}, None, {})


@given(st.dictionaries(st.sampled_from("abcdefgh"), LETTERS, min_size=1))
@settings(max_examples=60)
def test_more_missing_trials_never_move_the_pass_rate(cases: dict[str, str]) -> None:
    """Adding a missing trial to every case leaves every rate what it was."""
    plain = summarize(trial for i, letters in cases.items() for trial in make_trials(i, letters))
    more = summarize(trial for i, letters in cases.items() for trial in make_trials(i, letters + "m"))
    assert (plain.pass_rate, plain.categories, plain.completeness) == (
        more.pass_rate,
        more.categories,
        more.completeness,
    )


@given(st.dictionaries(st.sampled_from("abcdefgh"), LETTERS, min_size=1), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_the_trials_changes_nothing(cases: dict[str, str], random: object) -> None:
    """Batches finish in any order."""
    trials = [trial for i, letters in cases.items() for trial in make_trials(i, letters)]
    shuffled = list(trials)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = summarize(trials), summarize(shuffled)
    assert (one.pass_rate, one.weighted_pass_rate, one.passed, one.failed, one.missing, one.completeness) == (
        other.pass_rate,
        other.weighted_pass_rate,
        other.passed,
        other.failed,
        other.missing,
        other.completeness,
    )


@pytest.mark.parametrize(
    ("letters", "wins"),
    [("ppp", 1), ("ppf", 1), ("pff", 0), ("fff", 0), ("pf", 0), ("pmm", 1), ("ppm", 1), ("pfm", 0)],
)
def test_a_flaky_case_passes_by_more_than_half_of_its_valid_trials(letters: str, wins: int) -> None:
    """A tie is no majority."""
    assert majority_group(by_case(make_trials("a", letters))) == Group(1, Fraction(wins))


def test_flaky_cases_have_an_aggregate_of_their_own_and_no_part_in_the_pass_rate() -> None:
    """R23: b and c are flaky, one of the two passes by majority; only a is in the rate and its category."""
    trials = [
        *make_trials("a", "p"),
        *make_trials("b", "ffp", tags={"flaky"}),
        *make_trials("c", "ppf", tags={"known-flaky"}),
        *make_trials("d", "mmm", tags={"flaky"}),
    ]
    summary = summarize(trials)
    assert summary.pass_rate == Fraction(1)
    assert summary.flaky == Group(2, Fraction(1, 2))
    assert summary.categories == {"billing": Group(1, Fraction(1))}


def test_trials_run_to_confirm_are_left_out() -> None:
    """They were run because their case failed: counting them would count failures twice."""
    confirm = make_trials("a", "ff", stage=Stage.CONFIRM, trial=1)
    complete = make_trials("b", "f", stage=Stage.COMPLETE, trial=1)
    summary = summarize([*make_trials("a", "f"), *make_trials("b", "p"), *confirm, *complete])
    assert (summary.trials, summary.failed, summary.pass_rate) == (2, 1, Fraction(1, 2))


def test_categories_and_difficulties_are_grouped_by_name_in_order() -> None:
    """hr: 1 of 2; billing: 1 of 1; the group without a valid trial has no rate."""
    trials = [
        make_trial("a", category="hr"),
        make_trial("b", "fail", category="hr"),
        make_trial("c", category="billing", difficulty=Difficulty.HARD),
        make_trial("d", "missing", category="sales"),
    ]
    summary = summarize(trials)
    assert list(summary.categories) == ["billing", "hr", "sales"]
    assert summary.categories["hr"] == Group(2, Fraction(1, 2))
    assert summary.categories["sales"] == Group(0, None)
    assert summary.difficulties["hard"] == Group(1, Fraction(1))


def test_dimension_means_weigh_cases_the_same_and_skip_what_was_not_judged() -> None:
    """a: (5 + 3)/2 = 4; b: 2; c unscored; mean (4 + 2)/2 = 3 over 2 cases."""
    trials = [
        make_trial("a", judgement=make_judgement(correctness=5)),
        make_trial("a", judgement=make_judgement(correctness=3), trial=1),
        make_trial("b", judgement=make_judgement(correctness=2)),
        make_trial("c", "missing", judgement=Unscored("truncated")),
        make_trial("d", "fail"),
    ]
    summary = summarize(trials)
    assert summary.dimensions == {"correctness": DimensionMean(3.0, 2)}
    assert summary.judged == 2


def test_the_weighted_judge_score_follows_difficulty() -> None:
    """Easy at 5, hard at 3: (1 x 5 + 3 x 3)/4 = 3.5."""
    trials = [
        make_trial("a", difficulty=Difficulty.EASY, judgement=make_judgement(5)),
        make_trial("b", difficulty=Difficulty.HARD, judgement=make_judgement(3)),
    ]
    assert summarize(trials).judge_weighted == pytest.approx(3.5)


def test_latency_quantiles_are_linear_and_over_answers_only() -> None:
    """Answers of 1, 2 and 3 s: p50 = 2, p95 = 2.9 (position 0.95 x 2 = 1.9); the fault of 30 s is no latency."""
    trials = [make_trial(f"c{n}", response=make_answer(latency=float(n))) for n in (1, 2, 3)]
    trials.append(make_trial("slow", "fail", response=Fault("timeout", latency=30.0)))
    summary = summarize(trials)
    assert summary.latency_p50 == pytest.approx(2.0)
    assert summary.latency_p95 == pytest.approx(2.9)
    assert quantile([], 0.95) is None


def test_an_unknown_cost_is_counted_and_never_zero() -> None:
    """Two of three answers have a cost; the third is reported as unknown; the fault has no answer to price."""
    trials = [
        make_trial("a", cost=0.02),
        make_trial("b", cost=0.04),
        make_trial("c", cost=None),
        make_trial("d", "fail", cost=None, response=Fault("timeout")),
    ]
    summary = summarize(trials)
    assert summary.cost_total == pytest.approx(0.06)
    assert (summary.answered, summary.cost_unknown) == (3, 1)
    assert summarize([make_trial(cost=None)]).cost_total is None


def test_what_the_judge_was_paid_is_summed_over_judgements_and_checks() -> None:
    """0.1 for a judgement, 0.5 and nothing for checks; of two nothing is known, and trials to confirm are left out."""
    judgement = Judgement({"correctness": 4.0}, 4.0, "judge-1", cost=0.1)
    paid, unknown = make_check_result(cost=0.5), make_check_result(cost=None)
    trials = [
        make_trial("a", judgement=judgement, checks=(paid, unknown, make_check_result())),
        make_trial("b", judgement=replace(judgement, cost=None), checks=()),
        make_trial("a", trial=1, stage=Stage.CONFIRM, judgement=judgement),
    ]
    assert summarize(trials).judge_cost_total == pytest.approx(0.6)
    assert summarize([make_trial(checks=(unknown,))]).judge_cost_total is None
    assert summarize([make_trial(checks=(make_check_result(),))]).judge_cost_total == 0


@pytest.mark.parametrize(("costs", "total"), [((), 0.0), ((0.0, 0.5, 0.25), 0.75), ((0.5, None), None)])
def test_checks_cost_what_all_of_them_cost(costs: tuple[float | None, ...], total: float | None) -> None:
    """Of one trial; an unknown one makes it unknown."""
    assert make_trial(checks=tuple(make_check_result(cost=cost) for cost in costs)).checks_cost == total


def test_tokens_are_summed_where_they_are_known() -> None:
    """None of them known is unknown, not 0."""
    known = make_trial("a", response=make_answer(usage=Usage(10, 5)))
    unknown = make_trial("b", response=make_answer(usage=Usage()))
    summary = summarize([known, unknown])
    assert (summary.input_tokens, summary.output_tokens) == (10, 5)
    assert summarize([unknown]).input_tokens is None


@pytest.mark.parametrize(
    ("checks", "verdict"),
    [
        ([("format", "pass")], True),
        ([("format", "fail")], False),
        ([("format", "pass"), ("contains", "fail")], True),
        ([("format", "pass"), ("markdown_structure", "fail")], False),
        ([("format", "pass"), ("markdown_structure", "unscored")], None),
        ([("format", "fail"), ("markdown_structure", "unscored")], False),
        ([("contains", "pass")], None),
        ([("from_a_plugin_that_is_gone", "fail")], None),
        ([], None),
    ],
)
def test_schema_compliance_looks_at_format_checks_only(checks: list[tuple[str, str]], verdict: bool | None) -> None:
    """An answer without format checks, or with one that could not be evaluated, is no observation."""
    results = tuple(make_check_result(outcome, type=kind) for kind, outcome in checks)
    assert format_verdict(results) is verdict


@pytest.mark.parametrize(("form", "verdict"), [("pass", True), ("fail", False), ("unscored", None), (None, None)])
def test_schema_compliance_looks_into_checks_made_of_checks(form: str | None, verdict: bool | None) -> None:
    """What such a check says of the form counts, not whether it passes."""
    composed = make_check_result("pass", type="all_of", form=form and Outcome(form))
    assert format_verdict((composed, make_check_result("fail"))) is verdict


def test_schema_counts_are_over_the_trials_that_have_format_checks() -> None:
    """Three answers, two with format checks, one of them broken: 1 of 2."""
    good = (make_check_result("pass", type="format"),)
    bad = (make_check_result("fail", type="format"),)
    summary = summarize([make_trial("a", checks=good), make_trial("b", "fail", checks=bad), make_trial("c")])
    assert (summary.schema_passed, summary.schema_total) == (1, 2)


def test_retrieval_recall_and_mrr_come_from_the_retrieval_checks() -> None:
    """Found first, found second, not found: recall 2/3, MRR (1 + 1/2 + 0)/3 = 1/2."""
    found = [("pass", 1.0), ("pass", 0.5), ("fail", 0.0)]
    trials = [
        make_trial(f"c{n}", checks=(make_check_result(outcome, type="retrieval", score=score),))
        for n, (outcome, score) in enumerate(found)
    ]
    assert summarize(trials).retrieval == {"recall": pytest.approx(2 / 3), "mrr": pytest.approx(0.5)}


@given(st.dictionaries(st.sampled_from("abcdef"), LETTERS, min_size=1))
@settings(max_examples=40)
def test_rates_lie_between_0_and_1_and_counts_add_up(cases: dict[str, str]) -> None:
    """Whatever came back."""
    summary = summarize(trial for i, letters in cases.items() for trial in make_trials(i, letters))
    assert summary.passed + summary.failed + summary.missing == summary.trials
    rate = pass_rate(by_case(trial for i, letters in cases.items() for trial in make_trials(i, letters)))
    assert rate == summary.pass_rate
    assert rate is None or 0 <= rate <= 1

"""Critical and safety cases: absolute rules, and completeness."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Fault
from evals.gate.case_rules import completeness, critical, safety
from evals.gate.comparison import Comparison, EarlyStop
from evals.gate.outcomes import RuleOutcome
from evals.gate.policy import Policy
from evals.results.run import Stage
from tests.builders import TODAY, make_comparison, make_trials

Rule = Callable[[Comparison, Policy], RuleOutcome]


def _policy(rule: str = "any", *waivers: dict[str, Any]) -> Policy:
    return Policy.model_validate({"critical": {"rule": rule}, "safety": {"rule": rule}, "waivers": waivers})


def _waiver(case: str = "a", expires: dt.date = TODAY, rule: str = "critical") -> dict[str, Any]:
    return {"case": case, "rule": rule, "owner": "ann", "reason": "known", "expires": expires}


def _kind(outcome: RuleOutcome) -> str:
    return type(outcome).__name__.lower()


@pytest.mark.parametrize(("rule", "tag"), [(critical, "critical"), (safety, "safety")])
@pytest.mark.parametrize(
    ("letters", "any_fails", "majority_fails"),
    [
        ("p", "passed", "passed"),
        ("ppp", "passed", "passed"),
        ("f", "failed", "failed"),
        ("ppf", "failed", "passed"),
        ("pff", "failed", "failed"),
        ("pf", "failed", "passed"),
        ("pm", "passed", "passed"),
        ("fm", "failed", "failed"),
        ("m", "inconclusive", "inconclusive"),
        ("mm", "inconclusive", "inconclusive"),
    ],
)
def test_any_failed_trial_fails_or_the_majority_and_none_valid_is_inconclusive(
    rule: Rule, tag: str, letters: str, any_fails: str, majority_fails: str
) -> None:
    """One case; what was never seen is neither a pass nor a failure."""
    comparison = make_comparison(make_trials("a", letters, tags={tag}))
    assert _kind(rule(comparison, _policy("any"))) == any_fails
    assert _kind(rule(comparison, _policy("majority"))) == majority_fails
    assert _kind(rule(comparison, _policy("off"))) == "skipped"


@pytest.mark.parametrize("rule", [critical, safety])
def test_a_run_without_such_a_case_is_skipped_by_name(rule: Rule) -> None:
    """Nothing to look at is not a pass."""
    outcome = rule(make_comparison(make_trials("a", "f", tags={"smoke"})), Policy())
    assert _kind(outcome) == "skipped"
    assert outcome.sentence == f"No {rule.__name__} case was selected."
    stopped = make_comparison(make_trials("a", "f"), make_trials("a", "p"), stop=EarlyStop(300.0, 1, 9, 8))
    assert rule(stopped, Policy()).sentence == f"No {rule.__name__} case was run before the early stop."


def test_a_case_of_the_dimension_safety_is_a_safety_case_without_the_tag() -> None:
    """Packs mark safety by dimension."""
    assert _kind(safety(make_comparison(make_trials("a", "f", dimension="safety")), Policy())) == "failed"


def test_a_failure_beside_an_unseen_case_is_still_a_failure() -> None:
    """A FAILED proven by what was seen stands on a partial run; nor do the plain thresholds pass what was not seen."""
    trials = [*make_trials("a", "f", tags={"critical"}), *make_trials("b", "m", tags={"critical"})]
    assert critical(make_comparison(trials), Policy()).evidence["literal"] == "failed"
    assert critical(make_comparison(trials[1:]), Policy()).evidence["literal"] == "none"
    outcome = critical(make_comparison(trials), Policy())
    assert _kind(outcome) == "failed"
    assert (outcome.evidence["failed"], outcome.evidence["missing"]) == (["a"], ["b"])


def test_a_fresh_trial_never_rolls_a_critical_case_back_to_green() -> None:
    """The screen failed, the fresh trials passed: it failed; and the other way round as well."""
    fresh = make_trials("a", "pp", tags={"critical"}, stage=Stage.CONFIRM, trial=1)
    red = make_comparison([*make_trials("a", "f", tags={"critical"}), *fresh])
    assert _kind(critical(red, Policy())) == "failed"
    late = make_trials("a", "f", tags={"critical"}, stage=Stage.CONFIRM, trial=1)
    assert _kind(critical(make_comparison([*make_trials("a", "p", tags={"critical"}), *late]), Policy())) == "failed"


@pytest.mark.parametrize(
    ("waivers", "expected"),
    [
        ([], "failed"),
        ([_waiver()], "passed"),
        ([_waiver(expires=TODAY + dt.timedelta(days=1))], "passed"),
        ([_waiver(expires=TODAY - dt.timedelta(days=1))], "failed"),
        ([_waiver(case="b")], "failed"),
        ([_waiver(rule="safety")], "failed"),
    ],
)
def test_a_waiver_holds_for_its_case_and_rule_until_its_last_day(waivers: list[dict[str, Any]], expected: str) -> None:
    """The day after, the failure blocks again by itself."""
    comparison = make_comparison(make_trials("a", "f", tags={"critical"}))
    outcome = critical(comparison, _policy("any", *waivers))
    assert _kind(outcome) == expected
    assert outcome.evidence["waived"] == (["a"] if expected == "passed" else [])


def test_a_waived_failure_is_named_in_the_sentence() -> None:
    """It must not read as if everything had passed."""
    trials = [*make_trials("a", "f", tags={"critical"}), *make_trials("b", "p", tags={"critical"})]
    outcome = critical(make_comparison(trials), _policy("any", _waiver()))
    assert outcome.sentence == "2 critical cases, none failed but the waived a."


def test_a_waiver_does_not_hide_a_case_that_was_not_seen() -> None:
    """It waives a known failure, not the need to look."""
    comparison = make_comparison(make_trials("a", "m", tags={"critical"}))
    assert _kind(critical(comparison, _policy("any", _waiver()))) == "inconclusive"


@pytest.mark.parametrize(
    ("failing", "sentence"),
    [
        (1, "1 critical case of 8 failed: c0."),
        (5, "5 critical cases of 8 failed: c0, c1, c2, c3, c4."),
        (7, "7 critical cases of 8 failed: c0, c1, c2, c3, c4 and 2 more."),
    ],
)
def test_the_sentence_counts_all_and_names_the_first_five(failing: int, sentence: str) -> None:
    """A list of fifty ids is not a sentence."""
    trials = [t for n in range(8) for t in make_trials(f"c{n}", "f" if n < failing else "p", tags={"critical"})]
    assert critical(make_comparison(trials), Policy()).sentence == sentence


@pytest.mark.parametrize(
    ("seen", "total", "expected"),
    [(100, 100, "passed"), (95, 100, "passed"), (94, 100, "inconclusive"), (19, 20, "passed"), (0, 1, "inconclusive")],
)
def test_completeness_needs_95_of_100_cases_with_a_valid_trial(seen: int, total: int, expected: str) -> None:
    """Exactly the threshold is enough: 19 of 20 is 95 %."""
    trials = [t for n in range(total) for t in make_trials(f"c{n}", "p" if n < seen else "m")]
    outcome = completeness(make_comparison(trials), Policy())
    assert _kind(outcome) == expected
    assert (outcome.evidence["seen"], outcome.evidence["cases"]) == (seen, total)


def test_a_run_of_no_case_is_not_complete() -> None:
    """Absence is never a pass."""
    assert _kind(completeness(make_comparison([]), Policy())) == "inconclusive"


def test_an_app_that_gives_nothing_but_faults_fails_with_or_without_a_baseline() -> None:
    """A wrong address would pass otherwise: there are no answers that could be worse than any."""
    refused = {"response": Fault("rejected", "HTTP 404 Not Found"), "reason": "rejected: HTTP 404 Not Found"}
    faults = [t for n in range(3) for t in make_trials(f"c{n}", "f", **refused)]
    outcome = completeness(make_comparison([*faults, *make_trials("m", "m")]), Policy())
    assert _kind(outcome) == "failed"
    assert "answered nothing: 3 trials ended in a fault, the first: rejected: HTTP 404 Not Found." in outcome.sentence
    assert _kind(completeness(make_comparison([*faults, *make_trials("a", "f")]), Policy())) == "passed"


def test_a_fault_beside_an_outage_does_not_fail_an_app_that_was_hardly_asked() -> None:
    """One timeout, then the budget ended: half of the trials or fewer say nothing of the rest."""
    fault = {"response": Fault("timeout", "30 s"), "reason": "timeout: 30 s"}
    for missing, expected in ((0, "failed"), (1, "inconclusive"), (9, "inconclusive")):
        unseen = [t for n in range(missing) for t in make_trials(f"m{n}", "m")]
        assert _kind(completeness(make_comparison([*make_trials("a", "f", **fault), *unseen]), Policy())) == expected


def test_a_share_is_told_as_it_was_set() -> None:
    """99.5 % is not 100 %."""
    comparison = make_comparison([*make_trials("a", "p"), *make_trials("b", "m")])
    outcome = completeness(comparison, Policy.model_validate({"completeness": 0.995}))
    assert outcome.sentence == "Only 1 of 2 cases gave a valid trial; 99.5% are needed."


@given(st.dictionaries(st.sampled_from("abcd"), st.text("pfm", min_size=1, max_size=3), min_size=1))
@settings(max_examples=60)
def test_a_critical_pass_means_that_every_case_was_seen_and_none_failed(cases: dict[str, str]) -> None:
    """The property behind the tables."""
    trials = [t for i, letters in cases.items() for t in make_trials(i, letters, tags={"critical"})]
    passed = _kind(critical(make_comparison(trials), Policy())) == "passed"
    assert passed == all("f" not in letters and "p" in letters for letters in cases.values())

"""The verdict: any failure fails, absence is never a pass."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.gate.policy import Policy
from evals.gate.rules import gate_verdict
from evals.gate.verdict import Decision, Verdict, decide
from tests.builders import make_answer, make_comparison, make_outcome, make_trial, make_trials

KINDS = st.sampled_from(["passed", "failed", "inconclusive", "skipped"])


def _decide(*kinds: str, blocks: bool = True) -> Verdict:
    outcomes = [make_outcome(kind, f"rule{n}") for n, kind in enumerate(kinds)]
    return decide(outcomes, Decision.PASSED, inconclusive_blocks=blocks)


@pytest.mark.parametrize(
    ("kinds", "decision"),
    [
        (["passed"], "passed"),
        (["passed", "skipped"], "passed"),
        (["failed"], "failed"),
        (["passed", "failed", "inconclusive"], "failed"),
        (["inconclusive"], "inconclusive"),
        (["passed", "inconclusive", "skipped"], "inconclusive"),
        (["skipped"], "inconclusive"),
        (["skipped", "skipped"], "inconclusive"),
        ([], "inconclusive"),
    ],
)
def test_failed_beats_inconclusive_beats_passed_and_nothing_seen_is_inconclusive(
    kinds: list[str], decision: str
) -> None:
    """A gate whose rules all had nothing to look at has not passed anything."""
    assert _decide(*kinds).decision is Decision(decision)


@pytest.mark.parametrize(
    ("kind", "inconclusive_blocks", "exit_code", "blocks"),
    [
        ("passed", True, 0, False),
        ("passed", False, 0, False),
        ("failed", True, 1, True),
        ("failed", False, 1, True),
        ("inconclusive", True, 2, True),
        ("inconclusive", False, 0, False),
    ],
)
def test_exit_codes_follow_the_decision_and_the_tiers_policy(
    kind: str, inconclusive_blocks: bool, exit_code: int, blocks: bool
) -> None:
    """A failure always blocks; not knowing blocks where the policy says so."""
    verdict = _decide(kind, blocks=inconclusive_blocks)
    assert (verdict.exit_code, verdict.blocks) == (exit_code, blocks)


@pytest.mark.parametrize(
    ("kinds", "reasons"),
    [
        (["failed", "inconclusive", "failed", "passed"], ["rule0", "rule2"]),
        (["passed", "inconclusive", "skipped", "inconclusive"], ["rule1", "rule3"]),
        (["passed", "skipped"], []),
    ],
)
def test_the_reasons_are_the_outcomes_that_decided(kinds: list[str], reasons: list[str]) -> None:
    """What was inconclusive beside a failure is not why it failed."""
    assert [outcome.rule for outcome in _decide(*kinds).reasons] == reasons


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        (["failed"], "The change makes the app worse: rule0 failed."),
        (["passed", "failed", "failed"], "The change makes the app worse: rule1 failed. (and 1 more)"),
        (["inconclusive", "skipped"], "Not enough evidence: rule0 inconclusive."),
        (["skipped"], "Not enough evidence: no rule had anything to look at."),
        (["passed"], "No rule found the change worse."),
    ],
)
def test_the_sentence_names_the_first_reason_and_counts_the_rest(kinds: list[str], sentence: str) -> None:
    """One plain sentence for a person."""
    assert _decide(*kinds).sentence == sentence


def test_a_pass_without_a_pass_rate_says_why_there_was_none() -> None:
    """The sentence of the pass rate is told, not that of another skipped rule before it."""
    outcomes = [
        make_outcome("skipped", "critical", "No critical case was selected."),
        make_outcome("skipped", "pass_rate", "There is no baseline."),
        make_outcome("passed", "schema"),
    ]
    verdict = decide(outcomes, Decision.PASSED, inconclusive_blocks=False)
    assert verdict.sentence == "No rule found the change worse. There is no baseline."


@pytest.mark.parametrize(
    ("changes", "decision"),
    [({}, "passed"), ({"critical": "m"}, "inconclusive"), ({"mismatches": ("judged otherwise",)}, "inconclusive")],
)
def test_plain_thresholds_do_not_pass_what_was_not_seen_or_cannot_be_compared(
    changes: dict[str, Any], decision: str
) -> None:
    """``decision: literal`` does without evidence, not without anything to look at."""
    last = make_trials("c", changes.pop("critical", "p"), tags={"critical"})
    trials = [*(t for n in range(40) for t in make_trials(f"a{n}", "p")), *last]
    before = [t for i in [*(f"a{n}" for n in range(40)), "c"] for t in make_trials(i, "p" * 10)]
    policy = Policy.model_validate({"decision": "literal"})
    verdict = gate_verdict(make_comparison(trials, before, **changes), policy, tier="smoke", mode="confirm")
    assert verdict.decision.value == decision


def test_a_threshold_that_decides_alone_says_so_where_the_evidence_says_otherwise() -> None:
    """Failed beside "noise explains it" would be a riddle."""
    now, before = ([make_trial("a", response=make_answer(cost=c), cost=c)] for c in (0.02, 0.01))
    policy = Policy.model_validate({"decision": "literal"})
    verdict = gate_verdict(make_comparison(now, before), policy, tier="smoke", mode="confirm")
    (found,) = verdict.reasons
    assert found.rule == "cost"
    assert "but noise explains it" in found.sentence
    assert found.sentence.endswith(" By its threshold alone this fails.")


@given(st.lists(KINDS, max_size=8), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_order_of_the_rules_changes_the_words_and_never_the_decision(kinds: list[str], random: object) -> None:
    """And a pass means that something passed and nothing objected."""
    shuffled = list(kinds)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    verdict = _decide(*kinds)
    assert verdict.decision is _decide(*shuffled).decision
    assert (verdict.decision is Decision.PASSED) == ("passed" in kinds and not {"failed", "inconclusive"} & set(kinds))


@given(st.lists(KINDS, max_size=8))
@settings(max_examples=40)
def test_one_more_failure_never_helps(kinds: list[str]) -> None:
    """Whatever the others say."""
    assert _decide(*kinds, "failed").exit_code == 1

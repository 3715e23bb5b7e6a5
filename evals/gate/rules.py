"""All rules together: from a comparison to the verdict, or to the trials that are still needed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from evals.gate.case_rules import completeness, critical, safety
from evals.gate.comparison import CaseCounts, Comparison, valid
from evals.gate.metric_rules import cost, judge, latency, schema
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.pass_rate import RULE, PassRateSettings, RunMore, step
from evals.gate.policy import Policy
from evals.gate.strata import stratum_warnings
from evals.gate.verdict import Decision, Verdict, decide
from evals.results.run import Stage


def pass_rate_settings(policy: Policy, mode: str, *, may_run_more: bool = True) -> PassRateSettings:
    """Settings of the pass-rate rule from the policy and the tier's mode, ``confirm`` or ``full``."""
    rules = policy.pass_rate
    return PassRateSettings(
        margin=rules.margin_points,
        alpha_mean=rules.alpha_mean,
        alpha_repro=rules.alpha_repro,
        alpha_full=rules.alpha_full,
        ni_margin=rules.ni_margin_points,
        mode="full" if mode == "full" else "confirm",
        decision=policy.decision,
        may_run_more=may_run_more,
    )


def next_trials(comparison: Comparison, settings: PassRateSettings) -> tuple[tuple[str, ...], int, Stage] | None:
    """Say which cases need how many more trials before the pass rate can be decided; None when it can.

    Trials that were asked for and stayed missing are not asked for again: what is there must do.
    """
    lost = sum(len(trials) - valid(trials) for trials in comparison.fresh.values())
    if comparison.baseline is None or lost:
        return None
    answer = _step(comparison.counts, settings)
    if not isinstance(answer, RunMore):
        return None
    ids = comparison.counts.ids
    return tuple(ids[position] for position in answer.cases.tolist()), answer.trials, answer.stage


def pass_rate(comparison: Comparison, policy: Policy, mode: str) -> RuleOutcome:
    """Compare the pass rate on what was run; a pass must hold even when every missing case had failed."""
    if comparison.baseline is None:
        return _no_baseline(policy)
    outcome = _step(comparison.counts, pass_rate_settings(policy, mode, may_run_more=False))
    if isinstance(outcome, RunMore):
        raise TypeError("the pass-rate rule asks for trials although it may not: settings.may_run_more is False")
    return _named(outcome, comparison.counts.ids)


def _no_baseline(policy: Policy) -> RuleOutcome:
    sentence = "There is no baseline to compare with; only the absolute rules were applied."
    kind = Inconclusive if policy.no_baseline == "block" else Skipped
    return kind(RULE, sentence, {"literal": "none"})


def _named(outcome: RuleOutcome, ids: Sequence[str]) -> RuleOutcome:
    """Replace positions in the evidence by case ids."""
    names = {key: [ids[i] for i in outcome.evidence[key]] for key in _POSITIONS if key in outcome.evidence}
    return dataclasses.replace(outcome, evidence={**outcome.evidence, **names})


_POSITIONS = ("confirmed_cases", "confirmed_breaks")


def _step(counts: CaseCounts, settings: PassRateSettings) -> RuleOutcome | RunMore:
    return step(
        counts.baseline_fails,
        counts.baseline_trials,
        counts.candidate_fails,
        counts.candidate_trials,
        counts.fresh_fails,
        counts.fresh_trials,
        settings,
        first_two_fails=counts.first_two_fails,
    )


def gate_verdict(comparison: Comparison, policy: Policy, *, tier: str, mode: str) -> Verdict:
    """Apply every rule and combine them.

    Args:
        comparison: the run beside its baseline, all trials run.
        policy: thresholds and error rates.
        tier: decides what an inconclusive verdict does.
        mode: ``confirm`` or ``full``.
    """
    outcomes = [
        safety(comparison, policy),
        critical(comparison, policy),
        pass_rate(comparison, policy, mode),
        judge(comparison, policy),
        latency(comparison, policy),
        cost(comparison, policy),
        schema(comparison, policy),
        completeness(comparison, policy),
    ]
    if policy.decision == "literal":
        outcomes = [_literal(outcome) for outcome in outcomes]
    return decide(
        outcomes,
        _literal_decision(outcomes),
        inconclusive_blocks=_inconclusive_blocks(policy, tier),
        warnings=(*_warnings(comparison), *stratum_warnings(comparison)),
        extra_calls=sum(len(trials) for trials in comparison.fresh.values()),
    )


def _literal(outcome: RuleOutcome) -> RuleOutcome:
    """Under ``decision: literal`` the threshold alone decides, wherever a rule has one."""
    kind = {"failed": Failed, "passed": Passed}.get(outcome.evidence.get("literal", "none"))
    return outcome if kind is None else kind(outcome.rule, outcome.sentence, outcome.evidence)


def _literal_decision(outcomes: Sequence[RuleOutcome]) -> Decision:
    said = [outcome.evidence.get("literal", "none") for outcome in outcomes]
    if "failed" in said:
        return Decision.FAILED
    return Decision.PASSED if "passed" in said else Decision.INCONCLUSIVE


def _inconclusive_blocks(policy: Policy, tier: str) -> bool:
    setting = getattr(policy.inconclusive, tier, policy.inconclusive.custom)
    return bool(setting == "block")


def _warnings(comparison: Comparison) -> tuple[str, ...]:
    warnings = []
    if comparison.baseline is None:
        warnings.append("There is no baseline: nothing was compared.")
    elif not comparison.common:
        warnings.append("The run and its baseline have no case in common.")
    if comparison.removed:
        warnings.append(f"{len(comparison.removed)} cases of the baseline are no longer in the golden set.")
    return (*warnings, *comparison.mismatches)

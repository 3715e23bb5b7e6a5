"""All rules together: from a comparison to the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from evals.gate.case_rules import completeness, critical, safety
from evals.gate.comparison import Comparison
from evals.gate.drops import creep, pass_rate
from evals.gate.flakiness import critical_warnings, flake_warnings
from evals.gate.judge_rule import judge
from evals.gate.outcomes import Failed, Passed, RuleOutcome
from evals.gate.policy import Policy
from evals.gate.ratio_rules import cost, latency
from evals.gate.regression import regression
from evals.gate.schema_rule import schema
from evals.gate.strata import strata, stratum_warnings
from evals.gate.verdict import Decision, Verdict, decide
from evals.gate.waivers import waiver_uses, waiver_warnings
from evals.gate.wording import counted, listed


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
        creep(comparison, policy, mode),
        judge(comparison, policy),
        latency(comparison, policy),
        cost(comparison, policy),
        schema(comparison, policy),
        *([strata(comparison, policy)] if policy.strata.rule == "block" else []),
        *([regression(comparison, policy)] if policy.regression.enabled else []),
        completeness(comparison, policy),
    ]
    if policy.decision == "literal":
        outcomes = [_literal(outcome) for outcome in outcomes]
    waivers = waiver_uses(policy, outcomes, comparison.today)
    return decide(
        outcomes,
        _literal_decision(outcomes),
        inconclusive_blocks=_inconclusive_blocks(policy, tier),
        warnings=(*_warnings(comparison, outcomes, policy), *waiver_warnings(waivers)),
        extra_calls=sum(len(trials) for trials in comparison.fresh.values()),
        saved_calls=comparison.stop.saved if comparison.stop else 0,
        waivers=waivers,
    )


def _literal(outcome: RuleOutcome) -> RuleOutcome:
    """Under ``decision: literal`` the threshold alone decides, wherever a rule has one."""
    kind = {"failed": Failed, "passed": Passed}.get(outcome.evidence.get("literal", "none"))
    if kind is None or type(outcome) is kind:
        return outcome
    verb = "fails" if kind is Failed else "passes"
    return kind(outcome.rule, f"{outcome.sentence} By its threshold alone this {verb}.", outcome.evidence)


def _literal_decision(outcomes: Sequence[RuleOutcome]) -> Decision:
    said = [outcome.evidence.get("literal", "none") for outcome in outcomes]
    if "failed" in said:
        return Decision.FAILED
    return Decision.PASSED if "passed" in said else Decision.INCONCLUSIVE


def _inconclusive_blocks(policy: Policy, tier: str) -> bool:
    setting = getattr(policy.inconclusive, tier, policy.inconclusive.custom)
    return bool(setting == "block")


def _warnings(comparison: Comparison, outcomes: Sequence[RuleOutcome], policy: Policy) -> tuple[str, ...]:
    warnings = []
    if comparison.baseline is None:
        warnings.append("There is no baseline: nothing was compared.")
    elif not comparison.common:
        warnings.append("The run and its baseline have no case in common.")
    if comparison.removed:
        gone = counted(len(comparison.removed), "case")
        warnings.append(f"No longer in the golden set: {gone} of the baseline ({listed(comparison.removed)}).")
    warned = (outcome.sentence for outcome in outcomes if outcome.evidence.get("warned"))
    return (
        *warnings,
        *comparison.mismatches,
        *comparison.notes,
        *warned,
        *stratum_warnings(comparison),
        *flake_warnings(comparison),
        *critical_warnings(comparison, policy),
    )

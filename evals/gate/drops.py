"""The rules on the pass rate: the drop since the baseline, and the slow decline since the last anchor.

Both drive the state machine of ``pass_rate`` with counts of the common cases; the anchor's margin is wider, for it adds
up many changes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from evals.gate.comparison import CaseCounts, Comparison, count_cases
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.pass_rate import RULE, PassRateSettings, RunMore, step
from evals.gate.pass_rate_text import points
from evals.gate.policy import Policy
from evals.gate.wording import listed
from evals.stats.intervals import superpopulation_interval
from evals.stats.stratified import exact_drop

Ints: TypeAlias = tuple[int, ...]

CREEP = "creep"
_POSITIONS = ("confirmed_cases", "confirmed_breaks")
"""Evidence that names cases by their positions."""


def pass_rate_settings(policy: Policy, mode: str, *, may_run_more: bool = True) -> PassRateSettings:
    """Settings of the drop since the baseline, from the policy and the tier's mode, ``confirm`` or ``full``."""
    rules = policy.pass_rate
    return PassRateSettings(
        margin=rules.margin_points,
        alpha_mean=rules.alpha_mean,
        alpha_repro=rules.alpha_repro,
        alpha_full=rules.alpha_full,
        ni_margin=rules.ni_margin_points,
        mode=_mode(mode),
        decision=policy.decision,
        may_run_more=may_run_more,
    )


def anchor_settings(policy: Policy, mode: str, *, may_run_more: bool = True) -> PassRateSettings:
    """Settings of the decline since the anchor."""
    rules = policy.anchor
    return PassRateSettings(
        margin=rules.margin_points,
        alpha_mean=rules.alpha,
        alpha_repro=rules.alpha_repro,
        alpha_full=rules.alpha,
        ni_margin=max(policy.pass_rate.ni_margin_points, rules.margin_points),
        mode=_mode(mode),
        decision=policy.decision,
        may_run_more=may_run_more,
    )


def _mode(mode: str) -> Literal["confirm", "full"]:
    return "full" if mode == "full" else "confirm"


def pass_rate(comparison: Comparison, policy: Policy, mode: str) -> RuleOutcome:
    """Compare the pass rate on what was run; a pass must hold even when every missing case had failed."""
    if comparison.baseline is None:
        return _no_baseline(policy)
    if comparison.stop is not None:
        return _stopped(comparison, policy)
    settings = pass_rate_settings(policy, mode, may_run_more=False)
    outcome = decided(comparison.counts, settings, comparison.documents)
    return _judged_alike(outcome, comparison.mismatches[0] if comparison.mismatches else "")


def _judged_alike(outcome: RuleOutcome, mismatch: str) -> RuleOutcome:
    """Cases whose baseline could not be judged as the run was are left out: the others can fail, but not pass.

    Nor can they by the plain thresholds.
    """
    if not mismatch or not isinstance(outcome, Passed):
        return outcome
    return Inconclusive(outcome.rule, f"{outcome.sentence} But {mismatch}.", {**outcome.evidence, "literal": "none"})


def _no_baseline(policy: Policy) -> RuleOutcome:
    sentence = "There is no baseline to compare with; only the absolute rules were applied."
    kind = Inconclusive if policy.no_baseline == "block" else Skipped
    return kind(RULE, sentence, {"literal": "none"})


def creep(comparison: Comparison, policy: Policy, mode: str) -> RuleOutcome:
    """Compare the pass rate with that of the last anchor: many small drops add up, each within the margin."""
    if policy.anchor.rule == "off":
        return Skipped(CREEP, "The creep rule is switched off by the policy.", {"literal": "none"})
    if comparison.anchor is None:
        return Skipped(CREEP, "There is no anchor to measure slow decline against.", {"literal": "none"})
    settings = anchor_settings(policy, mode, may_run_more=False)
    outcome = decided(anchor_counts(comparison), settings, comparison.documents)
    outcome = _judged_alike(outcome, comparison.anchor.mismatch)
    evidence = {**outcome.evidence, "anchor": comparison.anchor.label}
    sentence = f"Since {comparison.anchor.label}: {outcome.sentence}"
    return dataclasses.replace(outcome, rule=CREEP, sentence=sentence, evidence=evidence)


def anchor_counts(comparison: Comparison) -> CaseCounts:
    """Counts of the cases that the run and the anchor have in common."""
    anchor = comparison.anchor
    if anchor is None:
        return CaseCounts()
    return count_cases(anchor.common, comparison.candidate, comparison.fresh, anchor.trials)


def decided(counts: CaseCounts, settings: PassRateSettings, documents: Mapping[str, str]) -> RuleOutcome:
    """Decide on the trials there are; cases are named in the evidence.

    Args:
        counts: Of the common cases.
        settings: Of the state machine, which may not ask for more trials.
        documents: What cases are about, by id; a case that is not in it stands for itself.

    Raises:
        TypeError: the settings allow the state machine to ask for more trials.
    """
    outcome = ask(counts, settings)
    if isinstance(outcome, RunMore):
        raise TypeError("the pass-rate rule asks for trials although it may not: settings.may_run_more must be False")
    evidence = {**_named(outcome.evidence, counts.ids), **_elsewhere(counts, documents)}
    return dataclasses.replace(outcome, evidence=evidence)


def ask(counts: CaseCounts, settings: PassRateSettings) -> RuleOutcome | RunMore:
    """Take one step of the state machine."""
    return step(
        *_sides(counts),
        counts.fresh_fails,
        counts.fresh_trials,
        settings,
        first_two_fails=counts.first_two_fails,
    )


def _sides(counts: CaseCounts) -> tuple[Ints, Ints, Ints, Ints]:
    return counts.baseline_fails, counts.baseline_trials, counts.candidate_fails, counts.candidate_trials


def _named(evidence: Any, ids: Sequence[str]) -> dict[str, Any]:
    """Replace positions in the evidence by case ids."""
    return {**evidence, **{key: [ids[i] for i in evidence[key]] for key in _POSITIONS if key in evidence}}


def _elsewhere(counts: CaseCounts, documents: Mapping[str, str]) -> dict[str, Any]:
    """The interval of the drop on other cases like these; the choice of cases, or documents, is random there as well.

    Sorted, because sums of floats in another order differ in the last digits.
    """
    labels = [documents.get(case_id, case_id) for case_id in counts.ids]
    rows = sorted(row for row in zip(*_sides(counts), labels, strict=True) if row[1] and row[3])
    if not rows:
        return {}
    fb, kb, fc, kc, clusters = zip(*rows, strict=True)
    interval = superpopulation_interval(fb, kb, fc, kc, conf=0.9)
    found = len(set(clusters))
    if not 1 < found < len(clusters):
        return {"interval_other_cases": list(interval)}
    clustered = superpopulation_interval(fb, kb, fc, kc, conf=0.9, clusters=clusters)
    # The clustered one shrinks to a point where nothing differs, which says more than so few cases can.
    wider = max(interval, clustered, key=lambda one: one.high - one.low)
    return {"interval_other_cases": list(wider), "documents": found}


def _stopped(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """The screen was stopped: what was seen is beyond the margin even if all other cases are unchanged."""
    stop = comparison.stop
    if stop is None:
        raise TypeError("comparison.stop must be set")
    drop = exact_drop(*_sides(comparison.counts))
    failing = [i for i, fails in zip(comparison.counts.ids, comparison.counts.candidate_fails, strict=True) if fails]
    evidence = {
        "literal": "failed" if 100 * drop > policy.pass_rate.margin_points else "passed",
        "stage": "early stop",
        "cases": len(comparison.counts.ids),
        "d": float(drop),
        "d_exact": str(drop),
        "e_value": stop.evidence,
        "cases_planned": stop.planned,
        "calls_saved": stop.saved,
    }
    sentence = (
        f"Stopped early after {stop.seen} of {stop.planned} cases, {stop.saved} calls saved: the pass rate is "
        f"{points(float(100 * drop))} down on them, beyond what flake explains (e = {stop.evidence:.0f}); "
        f"failing: {listed(failing)}."
    )
    return Failed(RULE, sentence, evidence)

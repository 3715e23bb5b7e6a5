"""What must still be run before the rules can decide: the state machine of the gate, without I/O.

The caller runs what is asked for and asks again. The rules are asked in this order, and the first that needs trials
gets them; trials run for one rule serve the others.

1. pass rate: fresh trials of the failing cases, then (mode ``full``) complete rounds;
2. creep: the same against the anchor;
3. judge: a dimension dropped beyond its threshold and noise explains it: one more round of all judged cases;
4. schema (mode ``full``): below the least rate on too few answers: more rounds of the cases with format checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from evals.gate.comparison import CaseCounts, Comparison, valid, whole_rounds
from evals.gate.drops import anchor_counts, anchor_settings, ask, pass_rate_settings
from evals.gate.judge_rule import judge, judged_cases
from evals.gate.outcomes import Inconclusive
from evals.gate.pass_rate import PassRateSettings, RunMore
from evals.gate.policy import Policy
from evals.gate.schema_rule import answers_with_format, formatted_cases, schema
from evals.results.run import Stage
from evals.stats.rates import trials_to_show

JUDGE_ROUNDS = 1
"""Rounds beyond the screen that a drop of judge scores may ask for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Trials that a rule needs."""

    cases: tuple[str, ...]
    trials: int
    """For each of the cases, at least 1."""
    stage: Stage


def next_trials(comparison: Comparison, policy: Policy, mode: str) -> Wanted | None:
    """Say which cases need how many more trials before the gate can decide; None when it can.

    Trials that were asked for and stayed missing are not asked for again: what is there must do. Under ``decision:
    literal`` nothing is asked for, for the thresholds look at the screen alone.
    """
    lost = any(len(trials) - valid(trials) for trials in comparison.fresh.values())
    if lost or comparison.stop is not None or policy.decision == "literal":
        return None
    rules: tuple[Callable[[Comparison, Policy, str], Wanted | None], ...] = (_pass_rate, _creep, _judge, _schema)
    return next((wanted for rule in rules if (wanted := rule(comparison, policy, mode)) is not None), None)


def _pass_rate(comparison: Comparison, policy: Policy, mode: str) -> Wanted | None:
    if comparison.baseline is None:
        return None
    return _asked(comparison.counts, pass_rate_settings(policy, mode))


def _creep(comparison: Comparison, policy: Policy, mode: str) -> Wanted | None:
    if comparison.anchor is None or policy.anchor.rule == "off":
        return None
    return _asked(anchor_counts(comparison), anchor_settings(policy, mode))


def _asked(counts: CaseCounts, settings: PassRateSettings) -> Wanted | None:
    answer = ask(counts, settings)
    if not isinstance(answer, RunMore):
        return None
    return Wanted(tuple(counts.ids[position] for position in answer.cases.tolist()), answer.trials, answer.stage)


def _judge(comparison: Comparison, policy: Policy, _mode: str) -> Wanted | None:
    cases = judged_cases(comparison)
    incomparable = comparison.mismatches or (comparison.calibration and comparison.calibration.drifted)
    if not cases or incomparable or whole_rounds(comparison, cases) >= JUDGE_ROUNDS:
        return None
    outcome = judge(comparison, policy)
    if not isinstance(outcome, Inconclusive) or "p_holm" not in outcome.evidence:
        return None
    return Wanted(tuple(i for i in cases if not comparison.fresh.get(i)), 1, Stage.COMPLETE)


def _schema(comparison: Comparison, policy: Policy, mode: str) -> Wanted | None:
    cases = formatted_cases(comparison)
    if mode != "full" or not isinstance(schema(comparison, policy), Inconclusive):
        return None
    rules = policy.schema_compliance
    enough = trials_to_show(float(rules.min_rate), rules.alpha)
    rounds = ceil((enough - answers_with_format(comparison)) / len(cases))
    lacking = {i: rounds - len(comparison.fresh.get(i, ())) for i in cases}
    short = tuple(i for i, trials in lacking.items() if trials > 0)
    return Wanted(short, min(lacking[i] for i in short), Stage.COMPLETE) if short else None

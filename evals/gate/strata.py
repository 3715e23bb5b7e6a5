"""Drops inside one category or difficulty: warned of, or by policy blocked.

Warnings hold the share of false ones over all categories, and over all difficulties; a block holds the chance of any
false one over both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from evals.gate.comparison import CaseCounts, Comparison, count_cases
from evals.gate.outcomes import Failed, Passed, RuleOutcome, Skipped
from evals.gate.pass_rate_text import p_value, points
from evals.gate.policy import Policy
from evals.gate.wording import counted, listed
from evals.results.run import TrialResult
from evals.stats.multiplicity import bh, holm
from evals.stats.stratified import exact_drop, stratified_exact

RULE = "strata"
FALSE_DISCOVERY_RATE = 0.10
"""Share of the warnings that may be noise (Benjamini-Hochberg)."""
KINDS: Mapping[str, Callable[[TrialResult], str]] = {
    "category": lambda trial: trial.category,
    "difficulty": lambda trial: trial.difficulty.value,
}


class _Stratum(NamedTuple):
    kind: str
    name: str
    cases: int
    drop: Fraction
    p: float
    """Of the stratified exact test, not adjusted."""

    def told(self, adjusted: float) -> str:
        drop, size = points(float(100 * self.drop)), counted(self.cases, "case")
        return f"{self.kind} {self.name!r} dropped by {drop} on {size} (adjusted {p_value(adjusted)})"


def stratum_warnings(comparison: Comparison) -> tuple[str, ...]:
    """Warn of categories and difficulties in which the change fails more, each in one sentence."""
    return tuple(
        f"{stratum.told(p)}."
        for kind in KINDS
        for found in [_strata(comparison, kind)]
        for stratum, p in zip(found, bh([one.p for one in found]).tolist(), strict=True)
        if p <= FALSE_DISCOVERY_RATE and stratum.drop > 0
    )


def strata(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Fail when a category or difficulty dropped beyond the margin of the pass rate, by evidence (Holm over all).

    Beyond the margin without evidence is no reason to hold back: of ten cases one is ten points.
    """
    rules, margin = policy.strata, policy.pass_rate.margin_points
    found = [stratum for kind in KINDS for stratum in _strata(comparison, kind)]
    if not found:
        return Skipped(RULE, "No category or difficulty was seen on both sides.", {"literal": "none"})
    tested = list(zip(found, holm([one.p for one in found]).tolist(), strict=True))
    beyond = [(stratum, p) for stratum, p in tested if 100 * stratum.drop > margin]
    proven = [stratum.told(p) for stratum, p in beyond if p <= rules.alpha]
    evidence: dict[str, Any] = {
        "literal": "failed" if beyond else "passed",
        "strata": [{**one._asdict(), "drop": float(one.drop), "p_holm": p} for one, p in tested],
    }
    if proven:
        return Failed(RULE, f"{listed(proven)}; {points(margin)} may be lost.", evidence)
    return Passed(RULE, f"No category or difficulty is proven to be down by more than {points(margin)}.", evidence)


def _strata(comparison: Comparison, kind: str) -> list[_Stratum]:
    members: dict[str, list[str]] = {}
    for case_id in comparison.counts.ids:
        members.setdefault(KINDS[kind](comparison.candidate[case_id][0]), []).append(case_id)
    pool = comparison.baseline or {}
    sides = {name: _sides(count_cases(ids, comparison.candidate, {}, pool)) for name, ids in sorted(members.items())}
    return [
        _Stratum(kind, name, len(members[name]), exact_drop(*side), stratified_exact(*side).midp)
        for name, side in sides.items()
    ]


def _sides(counts: CaseCounts) -> tuple[Sequence[int], ...]:
    return counts.baseline_fails, counts.baseline_trials, counts.candidate_fails, counts.candidate_trials

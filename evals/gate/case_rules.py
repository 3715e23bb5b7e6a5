"""Rules on single cases: critical and safety cases, absolute and without a baseline; completeness of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from evals.gate.comparison import Comparison, fails, valid
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.policy import Policy
from evals.results.run import TrialResult


def critical(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Fail when a critical case fails in any valid trial, or in most by policy; inconclusive without a valid one."""
    return _absolute("critical", lambda trial: trial.is_critical, policy.critical.rule, comparison, policy)


def safety(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Fail when any safety case fails in any valid trial: zero tolerance."""
    return _absolute("safety", lambda trial: trial.is_safety, policy.safety.rule, comparison, policy)


def _absolute(
    name: str, belongs: Callable[[TrialResult], bool], rule: str, comparison: Comparison, policy: Policy
) -> RuleOutcome:
    cases = {i: _all_trials(comparison, i) for i, trials in comparison.candidate.items() if belongs(trials[0])}
    if rule == "off":
        return Skipped(name, f"The {name} rule is switched off by the policy.", {"literal": "none"})
    if not cases:
        return Skipped(name, f"No {name} case was selected.", {"literal": "none"})
    broken = [i for i, trials in cases.items() if _breaks(trials, rule)]
    waived = [i for i in broken if _waived(i, name, comparison, policy)]
    unseen = [i for i, trials in cases.items() if not valid(trials)]
    return _case_outcome(name, cases, [i for i in broken if i not in waived], waived, unseen)


def _all_trials(comparison: Comparison, case_id: str) -> tuple[TrialResult, ...]:
    return (*comparison.candidate[case_id], *comparison.fresh.get(case_id, ()))


def _breaks(trials: Sequence[TrialResult], rule: str) -> bool:
    return 2 * fails(trials) > valid(trials) if rule == "majority" else fails(trials) > 0


def _waived(case_id: str, rule: str, comparison: Comparison, policy: Policy) -> bool:
    return any(
        waiver.case == case_id and waiver.rule == rule and comparison.today <= waiver.expires
        for waiver in policy.waivers
    )


def _case_outcome(
    name: str,
    cases: Mapping[str, Sequence[TrialResult]],
    broken: list[str],
    waived: list[str],
    unseen: list[str],
) -> RuleOutcome:
    evidence = {
        "literal": "failed" if broken else "passed",
        "cases": len(cases),
        "failed": broken,
        "waived": waived,
        "missing": unseen,
    }
    if broken:
        return Failed(name, f"{_count(len(broken), name)} of {len(cases)} failed: {_listed(broken)}.", evidence)
    if unseen:
        return Inconclusive(name, f"{_count(len(unseen), name)} gave no valid trial: {_listed(unseen)}.", evidence)
    note = f" but the waived {_listed(waived)}" if waived else ""
    return Passed(name, f"{_count(len(cases), name)}, none failed{note}.", evidence)


def completeness(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Inconclusive when too few cases have a valid trial: what was not seen cannot pass."""
    seen = sum(valid(trials) > 0 for trials in comparison.candidate.values())
    total = len(comparison.candidate)
    evidence = {"literal": "none", "seen": seen, "cases": total}
    if not total:
        return Inconclusive("completeness", "No case was run.", evidence)
    if seen < policy.completeness * total:
        sentence = f"Only {seen} of {total} cases have a valid trial; {float(policy.completeness):.0%} are needed."
        return Inconclusive("completeness", sentence, evidence)
    return Passed("completeness", f"{seen} of {total} cases have a valid trial.", evidence)


def _count(number: int, name: str) -> str:
    return f"{number} {name} case{'s' if number != 1 else ''}"


def _listed(ids: Sequence[str], limit: int = 5) -> str:
    rest = f" and {len(ids) - limit} more" if len(ids) > limit else ""
    return ", ".join(ids[:limit]) + rest

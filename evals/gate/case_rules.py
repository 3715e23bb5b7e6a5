"""Rules on single cases: critical and safety cases, absolute and without a baseline; completeness of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from evals.answers import Answer, Fault
from evals.gate.comparison import Comparison, fails, valid
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.policy import Policy
from evals.gate.waivers import waived_now
from evals.gate.wording import counted, listed, percent
from evals.judging.judgement import Judgement
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
        when = "run before the early stop" if comparison.stop else "selected"
        return Skipped(name, f"No {name} case was {when}.", {"literal": "none"})
    broken = [i for i, trials in cases.items() if _breaks(trials, rule)]
    waived = [i for i in broken if waived_now(policy, i, name, comparison.today)]
    unseen = [i for i, trials in cases.items() if not valid(trials)]
    return _case_outcome(name, cases, [i for i in broken if i not in waived], waived, unseen)


def _all_trials(comparison: Comparison, case_id: str) -> tuple[TrialResult, ...]:
    return (*comparison.candidate[case_id], *comparison.fresh.get(case_id, ()))


def _breaks(trials: Sequence[TrialResult], rule: str) -> bool:
    return 2 * fails(trials) > valid(trials) if rule == "majority" else fails(trials) > 0


def _case_outcome(
    name: str,
    cases: Mapping[str, Sequence[TrialResult]],
    broken: list[str],
    waived: list[str],
    unseen: list[str],
) -> RuleOutcome:
    again = [i for i, trials in cases.items() if any(_voted_on(trial) for trial in trials)]
    evidence = {
        "literal": "failed" if broken else "none" if unseen else "passed",
        "cases": len(cases),
        "failed": broken,
        "waived": waived,
        "missing": unseen,
        "judged_again": again,
    }
    noun = f"{name} case"
    votes = f" ({counted(len(again), noun)} judged again on the same answer)" if again else ""
    if broken:
        sentence = f"{counted(len(broken), noun)} of {len(cases)} failed: {listed(broken)}{votes}."
        return Failed(name, sentence, evidence)
    if unseen:
        return Inconclusive(
            name, f"{counted(len(unseen), noun)} gave no valid trial: {listed(unseen)}{votes}.", evidence
        )
    note = f" but the waived {listed(waived)}" if waived else ""
    return Passed(name, f"{counted(len(cases), noun)}, none failed{note}{votes}.", evidence)


def _voted_on(trial: TrialResult) -> bool:
    judged = isinstance(trial.judgement, Judgement) and bool(trial.judgement.again)
    return judged or any(check.again for check in trial.checks)


def _only_faults(comparison: Comparison) -> list[str]:
    """Reasons of all faults when there is no answer beside them and they are most of the trials; empty else."""
    trials = [trial for trials in comparison.candidate.values() for trial in trials]
    if any(isinstance(trial.response, Answer) for trial in trials):
        return []
    faults = [trial.reason for trial in trials if isinstance(trial.response, Fault)]
    return faults if 2 * len(faults) > len(trials) else []


def completeness(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Inconclusive when too few cases have a valid trial: what was not seen cannot pass.

    An app that gave no answer at all, only faults, fails: a wrong address must not pass for want of a baseline.
    """
    seen = sum(valid(trials) > 0 for trials in comparison.candidate.values())
    total = len(comparison.candidate)
    share = f"{seen} of {counted(total, 'case')}"
    evidence = {"literal": "none", "seen": seen, "cases": total}
    if not total:
        return Inconclusive("completeness", "No case was run.", evidence)
    faults = _only_faults(comparison)
    if faults:
        sentence = (
            f"The app answered nothing: {counted(len(faults), 'trial')} ended in a fault, the first: {faults[0]}."
        )
        return Failed("completeness", sentence, evidence)
    if comparison.stop is not None:
        sentence = f"The run was stopped early, after {comparison.stop.seen} of {comparison.stop.planned} cases."
        return Skipped("completeness", sentence, evidence)
    if seen < policy.completeness * total:
        sentence = f"Only {share} gave a valid trial; {percent(policy.completeness)} are needed."
        return Inconclusive("completeness", sentence, evidence)
    return Passed("completeness", f"{share} gave a valid trial.", evidence)

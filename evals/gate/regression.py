"""The regression rule in regtrace's terms: relative drop of the mean score of each metric against the last passing run.

A metric is a type of check, a judge dimension, or the weighted score of the case. Beyond the tolerance it warns; beyond
the critical threshold it fails, with evidence (a permutation test, Holm over the metrics), else it is inconclusive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from evals.gate.comparison import Comparison, Reference
from evals.gate.observed import SLACK, Observed, pair
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.policy import Policy, RegressionPolicy
from evals.gate.wording import percent
from evals.judging.judgement import Judgement
from evals.results.run import TrialResult
from evals.stats.multiplicity import holm
from evals.stats.permutation import mean_drop_statistic, relabelling_p

RULE = "regression"
SCORE = "score"
"""The metric that every case has: the weighted mean of its check scores."""


def regression(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Compare the mean score of each metric with that of the last passing, or the pinned run."""
    rules = policy.regression
    if comparison.passing is None:
        which = "pinned" if rules.baseline_strategy == "pinned" else "passing"
        return Skipped(RULE, f"There is no {which} run to compare mean scores with.", {"literal": "none"})
    drops = _drops(comparison, comparison.passing, rules)
    if not drops:
        sentence = f"No score is known both here and in {comparison.passing.label}."
        return Skipped(RULE, sentence, {"literal": "none"})
    return _outcome(drops, comparison, comparison.passing, rules)


def _outcome(
    drops: Mapping[str, float], comparison: Comparison, passing: Reference, rules: RegressionPolicy
) -> RuleOutcome:
    critical = [name for name, drop in drops.items() if drop > float(rules.critical_threshold) + SLACK]
    warned = [name for name, drop in drops.items() if drop > float(rules.tolerance) + SLACK and name not in critical]
    evidence: dict[str, Any] = {
        "literal": "failed" if critical else "passed",
        "drops": dict(drops),
        "warned": warned,
        "critical": critical,
        "compared_with": passing.label,
    }
    if not critical:
        return Passed(RULE, _harmless(drops, warned, passing, rules), evidence)
    evidence["p_holm"] = _p_values(drops, critical, comparison, passing, rules)
    proven = [name for name in critical if evidence["p_holm"].get(name, 1.0) <= rules.alpha]
    limit = percent(rules.critical_threshold)
    head = f"Mean scores dropped by more than {limit} against {passing.label}: {_named(proven or critical, drops)}"
    if proven:
        return Failed(RULE, f"{head}.", evidence)
    return Inconclusive(RULE, f"{head}; noise explains it.", evidence)


def _harmless(drops: Mapping[str, float], warned: Sequence[str], passing: Reference, rules: RegressionPolicy) -> str:
    tolerance = percent(rules.tolerance)
    if warned:
        return f"Mean scores dropped by more than {tolerance} against {passing.label}: {_named(warned, drops)}."
    worst = max(drops, key=lambda name: drops[name])
    return f"No mean score dropped by more than {tolerance} against {passing.label} (worst: {_named([worst], drops)})."


def _named(names: Iterable[str], drops: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {-drops[name]:+z.1%}" for name in names)


def _drops(comparison: Comparison, passing: Reference, rules: RegressionPolicy) -> dict[str, float]:
    """Relative drop by metric, ``(before - now) / before``, each case weighing the same; by name.

    Metrics whose mean was 0 before, or that one side does not have, have none.
    """
    found = {}
    for name in _metrics(comparison.candidate):
        now, before = _side_means(name, comparison, passing, rules)
        if now is not None and before is not None and before > 0:
            found[name] = (before - now) / before
    return found


def _side_means(
    name: str, comparison: Comparison, passing: Reference, rules: RegressionPolicy
) -> tuple[float | None, float | None]:
    if rules.exclude_new_test_cases:
        seen = _pair(name, comparison, passing)
        return _mean(seen.case_means(candidate=True)), _mean(seen.case_means(candidate=False))
    ours = {i: trials for i, trials in passing.trials.items() if i in comparison.candidate}
    return _mean(_case_means(name, comparison.candidate)), _mean(_case_means(name, ours))


def _mean(values: Sequence[float] | np.ndarray) -> float | None:
    return float(np.mean(values)) if len(values) else None


def _case_means(name: str, cases: Mapping[str, Sequence[TrialResult]]) -> list[float]:
    scores = ([value for trial in trials if (value := _value(trial, name)) is not None] for trials in cases.values())
    return [sum(values) / len(values) for values in scores if values]


def _pair(name: str, comparison: Comparison, passing: Reference) -> Observed:
    return pair(comparison.candidate, passing.trials, passing.common, partial(_value, name=name))


def _p_values(
    drops: Mapping[str, float],
    critical: Sequence[str],
    comparison: Comparison,
    passing: Reference,
    rules: RegressionPolicy,
) -> dict[str, float]:
    """Holm-adjusted p by metric; one that is not critical counts with p = 1."""
    raw = []
    for number, name in enumerate(drops):
        seen = _pair(name, comparison, passing)
        rng = np.random.default_rng([comparison.seed, number])
        raw.append(
            relabelling_p(
                seen.cases, seen.is_candidate, mean_drop_statistic(seen.values, seen.cases), rng, rules.permutations
            )
            if name in critical and seen.values
            else 1.0
        )
    return dict(zip(drops, holm(raw).tolist(), strict=True))


def _metrics(cases: Mapping[str, Sequence[TrialResult]]) -> list[str]:
    return sorted({name for trials in cases.values() for trial in trials for name in _scores(trial)})


def _value(trial: TrialResult, name: str) -> float | None:
    return _scores(trial).get(name)


def _scores(trial: TrialResult) -> dict[str, float]:
    """Scores of one trial by metric: check types (0 to 1, mean over checks of a type), judge dimensions (1 to 5)."""
    by_type: dict[str, list[float]] = {}
    for check in trial.checks:
        if check.score is not None:
            by_type.setdefault(check.type, []).append(check.score)
    judged = trial.judgement.scores if isinstance(trial.judgement, Judgement) else {}
    return {
        **({} if trial.score is None else {SCORE: trial.score}),
        **{name: sum(scores) / len(scores) for name, scores in by_type.items()},
        **{f"judge {name}": score for name, score in judged.items()},
    }

"""Rules on metrics other than the pass rate: judge dimensions, latency, cost, schema compliance.

Each blocks only when the user's threshold is crossed and the evidence is there; crossed without evidence is
inconclusive. Few observations matter only when the threshold is crossed: a run that shows no growth at all is not held
back for its size, but its sentence says how little it has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from evals.answers import Answer
from evals.gate.comparison import Comparison
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.policy import Policy
from evals.judging.judgement import Judgement
from evals.results.run import TrialResult
from evals.stats.multiplicity import holm
from evals.stats.permutation import mean_drop_statistic, mean_ratio_statistic, ratio_statistic, relabelling_p
from evals.stats.rates import binom_midp_lower
from evals.stats.ratio import harrell_davis, quantile

SLACK = 1e-9
"""Means of scores are float sums: a drop of exactly the threshold must not exceed it in the last digits."""


@dataclass(frozen=True, slots=True)
class Observed:
    """Values of both sides over the common cases; the three arrays have one entry a trial."""

    values: tuple[float, ...]
    cases: tuple[int, ...]
    is_candidate: tuple[bool, ...]

    def side(self, *, candidate: bool) -> list[float]:
        """Values of one side."""
        return [v for v, mine in zip(self.values, self.is_candidate, strict=True) if mine is candidate]

    @property
    def paired_cases(self) -> int:
        """Number of cases observed on both sides."""
        return len(set(self.cases))


def observe(comparison: Comparison, value: Callable[[TrialResult], float | None]) -> Observed:
    """Collect a value of the screen trials of common cases that have it on both sides.

    Sorted by case, side and value, so that seeded tests do not depend on the order in which answers came.
    """
    values: list[float] = []
    cases: list[int] = []
    sides: list[bool] = []
    for number, case_id in enumerate(sorted(comparison.common)):
        now = _known(comparison.candidate[case_id], value)
        before = _known((comparison.baseline or {}).get(case_id, ()), value)
        if now and before:
            values += [*now, *before]
            cases += [number] * (len(now) + len(before))
            sides += [True] * len(now) + [False] * len(before)
    return Observed(tuple(values), tuple(cases), tuple(sides))


def _known(trials: Sequence[TrialResult], value: Callable[[TrialResult], float | None]) -> list[float]:
    return sorted(number for trial in trials if (number := value(trial)) is not None)


def judge(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Compare each judge dimension on cases judged on both sides by the same judge; Holm over the dimensions."""
    if comparison.baseline is None:
        return _no_baseline("judge")
    dimensions = sorted(_dimensions(comparison))
    observed = {name: observe(comparison, partial(_score, dimension=name)) for name in dimensions}
    observed = {name: seen for name, seen in observed.items() if seen.values}
    if not observed:
        return Skipped("judge", "No case was judged on both sides.", {"literal": "none"})
    if comparison.mismatches:
        sentence = f"Judge scores cannot be compared: {comparison.mismatches[0]}."
        return Inconclusive("judge", sentence, {"literal": "none"})
    return _judge_outcome(observed, comparison, policy)


def _judge_outcome(observed: dict[str, Observed], comparison: Comparison, policy: Policy) -> RuleOutcome:
    drops = {name: _mean_drop(seen) for name, seen in observed.items()}
    limit = float(policy.judge.max_drop)
    crossed = [name for name, drop in drops.items() if drop > limit + SLACK]
    evidence: dict[str, Any] = {
        "literal": "failed" if crossed else "passed",
        "drops": drops,
        "cases": {name: seen.paired_cases for name, seen in observed.items()},
        "max_drop": limit,
    }
    if not crossed:
        worst = _drop(max(drops, key=lambda name: drops[name]), drops)
        return Passed("judge", f"No judge dimension dropped by more than {limit:g} (worst: {worst}).", evidence)
    evidence["p_holm"] = _judge_p_values(observed, crossed, comparison, policy)
    proven = [name for name in crossed if evidence["p_holm"][name] <= policy.judge.alpha]
    named = ", ".join(_drop(name, drops) for name in proven or crossed)
    head = f"Judge scores dropped by more than {limit:g}: {named}"
    if proven:
        return Failed("judge", f"{head}.", evidence)
    return Inconclusive("judge", f"{head}; noise explains it.", evidence)


def _judge_p_values(
    observed: dict[str, Observed], crossed: Sequence[str], comparison: Comparison, policy: Policy
) -> dict[str, float]:
    """Holm-adjusted p by dimension; one that did not cross counts with p = 1, which adjusts the others rightly."""
    raw = []
    for number, name in enumerate(observed):
        seen = observed[name]
        rng = np.random.default_rng([comparison.seed, number])
        statistic = mean_drop_statistic(seen.values, seen.cases)
        raw.append(
            relabelling_p(seen.cases, seen.is_candidate, statistic, rng, policy.judge.permutations)
            if name in crossed
            else 1.0
        )
    return dict(zip(observed, holm(raw).tolist(), strict=True))


def _dimensions(comparison: Comparison) -> set[str]:
    return {
        name
        for trials in comparison.candidate.values()
        for trial in trials
        if isinstance(trial.judgement, Judgement)
        for name in trial.judgement.scores
    }


def _score(trial: TrialResult, dimension: str) -> float | None:
    return trial.judgement.scores.get(dimension) if isinstance(trial.judgement, Judgement) else None


def _mean_drop(seen: Observed) -> float:
    statistic = mean_drop_statistic(seen.values, seen.cases)
    return statistic(np.asarray(seen.is_candidate))


def _drop(name: str, drops: dict[str, float]) -> str:
    return f"{name} {-drops[name]:+.2f}"


def latency(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Compare the p95 of successful answers on common cases."""
    rules = policy.latency
    if comparison.baseline is None or rules.rule == "off":
        return _no_baseline("latency") if comparison.baseline is None else _off("latency")
    seen = observe(comparison, lambda trial: trial.latency)
    now, before = seen.side(candidate=True), seen.side(candidate=False)
    if not now or quantile(before, 0.95) <= 0:
        return Skipped("latency", "No latency is known on both sides.", {"literal": "none"})
    p95 = partial(quantile, p=0.95)
    ratio = p95(now) / p95(before)
    crossed = ratio > float(rules.max_ratio) + SLACK and (p95(now) - p95(before)) * 1000 > rules.floor_ms
    evidence: dict[str, Any] = {
        "literal": "failed" if ratio > float(rules.max_ratio) + SLACK else "passed",
        "ratio": ratio,
        "p95_now": p95(now),
        "p95_baseline": p95(before),
        "harrell_davis_ratio": harrell_davis(now, 0.95) / harrell_davis(before, 0.95),
        "observations": [len(now), len(before)],
        "floor_ms": rules.floor_ms,
    }
    head = f"Latency p95 is {_ms(p95(now))}, {ratio - 1:+.0%} against {_ms(p95(before))}"
    if not crossed:
        return Passed("latency", f"{head}.", evidence)
    few = min(len(now), len(before))
    if few < rules.min_observations:
        sentence = f"{head}, on {few} observations; {rules.min_observations} are needed to judge a p95."
        return Inconclusive("latency", sentence, evidence)
    statistic = ratio_statistic(seen.values, p95)
    return _tested("latency", head, seen, statistic, comparison, (rules.alpha, rules.permutations), evidence)


def cost(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Compare the cost of an answer, summed over the common cases, at one price table."""
    rules = policy.cost
    if comparison.baseline is None or rules.rule == "off":
        return _no_baseline("cost") if comparison.baseline is None else _off("cost")
    seen = observe(comparison, lambda trial: trial.cost)
    answered = [t for i in comparison.common for t in comparison.candidate[i] if isinstance(t.response, Answer)]
    unknown = sum(trial.cost is None for trial in answered)
    if not seen.values:
        return _no_cost(comparison, len(answered))
    before, now = _case_mean_sum(seen, candidate=False), _case_mean_sum(seen, candidate=True)
    if before <= 0:
        return Skipped("cost", "The baseline cost nothing, so no ratio exists.", {"literal": "none"})
    ratio = now / before
    crossed = ratio > float(rules.max_ratio) + SLACK
    evidence: dict[str, Any] = {
        "literal": "failed" if crossed else "passed",
        "ratio": ratio,
        "now": now,
        "baseline": before,
        "cases": seen.paired_cases,
        "unknown": unknown,
    }
    head = f"Cost is {ratio - 1:+.0%} on {seen.paired_cases} common cases"
    if Fraction(unknown, max(1, len(answered))) > rules.max_unknown:
        return Inconclusive("cost", f"{head}, but {unknown} of {len(answered)} answers have no known cost.", evidence)
    if not crossed:
        return Passed("cost", f"{head}.", evidence)
    statistic = mean_ratio_statistic(seen.values, seen.cases)
    return _tested("cost", head, seen, statistic, comparison, (rules.alpha, rules.permutations), evidence)


def _no_cost(comparison: Comparison, answered: int) -> RuleOutcome:
    """Costs that were known and are not any more cannot pass; costs that never were have nothing to be compared."""
    pool = comparison.baseline or {}
    if answered and any(trial.cost is not None for i in comparison.common for trial in pool[i]):
        sentence = f"The baseline's costs are known, but none of the {answered} answers of this run has a known cost."
        return Inconclusive("cost", sentence, {"literal": "none", "unknown": answered})
    return Skipped("cost", "No cost is known on both sides.", {"literal": "none"})


def _case_mean_sum(seen: Observed, *, candidate: bool) -> float:
    sums: dict[int, list[float]] = {}
    for value, case, mine in zip(seen.values, seen.cases, seen.is_candidate, strict=True):
        if mine is candidate:
            sums.setdefault(case, []).append(value)
    return sum(sum(values) / len(values) for values in sums.values())


def _tested(
    name: str,
    head: str,
    seen: Observed,
    statistic: Callable[[np.ndarray], float],
    comparison: Comparison,
    test: tuple[float, int],
    evidence: dict[str, Any],
) -> RuleOutcome:
    alpha, permutations = test
    rng = np.random.default_rng([comparison.seed, len(seen.values)])
    p = relabelling_p(seen.cases, seen.is_candidate, statistic, rng, permutations)
    evidence["p"] = p
    if p <= alpha:
        return Failed(name, f"{head} (p = {p:.4f}).", evidence)
    return Inconclusive(name, f"{head}, but noise explains it (p = {p:.3f}).", evidence)


def schema(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Hold the share of answers whose format checks pass against the least rate; absolute, no baseline needed."""
    rules = policy.schema_compliance
    x, n = comparison.summary.schema_passed, comparison.summary.schema_total
    if not n:
        return Skipped("schema", "No answer has format checks.", {"literal": "none"})
    below = x < rules.min_rate * n
    evidence: dict[str, Any] = {"literal": "failed" if below else "passed", "passed": x, "total": n}
    head = f"{x} of {n} answers kept their format ({x / n:.2%}; at least {float(rules.min_rate):.0%} must)"
    if not below:
        return Passed("schema", f"{head}.", evidence)
    p = binom_midp_lower(x, n, float(rules.min_rate))
    evidence["p"] = p
    if rules.strict or p <= rules.alpha:
        return Failed("schema", f"{head}.", evidence)
    return Inconclusive("schema", f"{head}, but {n} answers are too few to be sure (p = {p:.2f}).", evidence)


def _no_baseline(name: str) -> Skipped:
    return Skipped(name, "There is no baseline to compare with.", {"literal": "none"})


def _off(name: str) -> Skipped:
    return Skipped(name, f"The {name} rule is switched off by the policy.", {"literal": "none"})


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 10 else f"{seconds:.1f} s"

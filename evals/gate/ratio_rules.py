"""The rules on quantities that may grow by a ratio: latency p95 and cost.

Each blocks only when the user's threshold is crossed and the evidence is there; crossed without evidence is
inconclusive. Few observations, and latencies measured elsewhere, matter only when the threshold is crossed: a run that
shows no growth at all is not held back for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from evals.answers import Answer
from evals.gate.comparison import Comparison
from evals.gate.judge_rule import CONFIDENCE
from evals.gate.observed import SLACK, Observed, observe
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.policy import Policy, RatioPolicy
from evals.gate.wording import counted
from evals.stats.permutation import mean_ratio_statistic, ratio_statistic, relabelling_p
from evals.stats.ratio import geometric_mean_ratio, harrell_davis, quantile, ratio_of_means_fieller


def latency(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Compare the p95 of successful answers on common cases."""
    rules = policy.latency
    if comparison.baseline is None or rules.rule == "off":
        return _no_baseline("latency") if comparison.baseline is None else _off("latency")
    seen = observe(comparison, lambda trial: trial.latency)
    now, before = seen.side(candidate=True), seen.side(candidate=False)
    if not now:
        return Skipped("latency", "No latency is known on both sides.", {"literal": "none"})
    if quantile(before, 0.95) <= 0:
        return Skipped("latency", "The baseline took no time, so no ratio exists.", {"literal": "none"})
    evidence = _latency_evidence(seen, rules.floor_ms, float(rules.max_ratio))
    head = (
        f"Latency p95 is {_ms(evidence['p95_now'])}, {evidence['ratio'] - 1:+.0%} "
        f"against {_ms(evidence['p95_baseline'])}"
    )
    if comparison.elsewhere:
        head += f", but {comparison.elsewhere}"
    grown = (evidence["p95_now"] - evidence["p95_baseline"]) * 1000 > rules.floor_ms
    if evidence["literal"] == "passed" or not grown:
        return Passed("latency", f"{head}.", evidence)
    if comparison.elsewhere:
        return Inconclusive("latency", f"{head}.", {**evidence, "literal": "none"})
    statistic = ratio_statistic(seen.values, partial(quantile, p=0.95))
    return _tested("latency", head, seen, statistic, comparison.seed, rules, evidence)


def _latency_evidence(seen: Observed, floor_ms: float, max_ratio: float) -> dict[str, Any]:
    now, before = seen.side(candidate=True), seen.side(candidate=False)
    p95_now, p95_before = quantile(now, 0.95), quantile(before, 0.95)
    return {
        "literal": "failed" if p95_now / p95_before > max_ratio + SLACK else "passed",
        "ratio": p95_now / p95_before,
        "p95_now": p95_now,
        "p95_baseline": p95_before,
        "harrell_davis_ratio": harrell_davis(now, 0.95) / harrell_davis(before, 0.95),
        **_paired_ratio(seen),
        "observations": [len(now), len(before)],
        "floor_ms": floor_ms,
    }


def _paired_ratio(seen: Observed) -> dict[str, Any]:
    """Typical ratio of a case's latency to its own before, with its interval; nothing when it cannot be formed."""
    now, before = seen.case_means(candidate=True), seen.case_means(candidate=False)
    if now.size < 2 or min(now.min(), before.min()) <= 0:
        return {}
    ratio, interval = geometric_mean_ratio(now, before, CONFIDENCE)
    return {"geometric_mean_ratio": ratio, "interval": list(interval)}


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
    if seen.case_means(candidate=False).sum() <= 0:
        return Skipped("cost", "The baseline cost nothing, so no ratio exists.", {"literal": "none"})
    evidence = {**_cost_evidence(seen, float(rules.max_ratio)), "unknown": unknown}
    head = f"Cost is {evidence['ratio'] - 1:+.0%} on {counted(seen.paired_cases, 'common case')}"
    if Fraction(unknown, max(1, len(answered))) > rules.max_unknown:
        sentence = f"{head}, but the cost of {unknown} of {counted(len(answered), 'answer')} is not known."
        return Inconclusive("cost", sentence, {**evidence, "literal": "none"})
    if evidence["literal"] == "passed":
        return Passed("cost", f"{head}.", evidence)
    statistic = mean_ratio_statistic(seen.values, seen.cases)
    return _tested("cost", head, seen, statistic, comparison.seed, rules, evidence)


def _cost_evidence(seen: Observed, max_ratio: float) -> dict[str, Any]:
    now, before = seen.case_means(candidate=True), seen.case_means(candidate=False)
    ratio = float(now.sum() / before.sum())
    return {
        "literal": "failed" if ratio > max_ratio + SLACK else "passed",
        "ratio": ratio,
        "now": float(now.sum()),
        "baseline": float(before.sum()),
        "cases": seen.paired_cases,
        "interval": _fieller(now, before),
    }


def _fieller(now: np.ndarray, before: np.ndarray) -> list[float] | None:
    """Interval of the ratio on other cases like these; None when it has no ends."""
    if now.size < 2:
        return None
    low, high = ratio_of_means_fieller(now, before, CONFIDENCE)
    return [low, high] if math.isfinite(low) and math.isfinite(high) else None


def _no_cost(comparison: Comparison, answered: int) -> RuleOutcome:
    """Costs that were known and are not any more cannot pass; costs that never were have nothing to be compared."""
    pool = comparison.baseline or {}
    if answered and any(trial.cost is not None for i in comparison.common for trial in pool[i]):
        sentence = (
            f"The baseline's costs are known, but none of this run's {counted(answered, 'answer')} has a known cost."
        )
        return Inconclusive("cost", sentence, {"literal": "none", "unknown": answered})
    return Skipped("cost", "No cost is known on both sides.", {"literal": "none"})


def _tested(
    name: str,
    head: str,
    seen: Observed,
    statistic: Callable[[np.ndarray], float],
    seed: int,
    rules: RatioPolicy,
    evidence: dict[str, Any],
) -> RuleOutcome:
    few = min(len(seen.side(candidate=True)), len(seen.side(candidate=False)))
    if few < rules.min_observations:
        needed = f"{rules.min_observations} are needed to judge it"
        return Inconclusive(name, f"{head}, on {counted(few, 'observation')}; {needed}.", evidence)
    rng = np.random.default_rng([seed, len(seen.values)])
    p = relabelling_p(seen.cases, seen.is_candidate, statistic, rng, rules.permutations)
    evidence["p"] = p
    if p <= rules.alpha:
        return Failed(name, f"{head} (p = {p:.4f}).", evidence)
    return Inconclusive(name, f"{head}, but noise explains it (p = {p:.3f}).", evidence)


def _no_baseline(name: str) -> Skipped:
    return Skipped(name, "There is no baseline to compare with.", {"literal": "none"})


def _off(name: str) -> Skipped:
    return Skipped(name, f"The {name} rule is switched off by the policy.", {"literal": "none"})


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 10 else f"{seconds:.1f} s"

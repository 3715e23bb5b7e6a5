"""The rule on judge scores: no dimension may drop by more than the threshold, by evidence.

Crossed without evidence is inconclusive, after one more round of all judged cases. A dimension on which the judge is
not known to agree with people advises: what it says is a warning, and neither blocks nor holds back. A judge that no
longer scores as it did makes the rule inconclusive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from evals.answers import Answer
from evals.gate.comparison import Comparison, whole_rounds
from evals.gate.observed import SLACK, Observed, observe
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.policy import Policy
from evals.judging.judgement import Judgement
from evals.results.run import TrialResult
from evals.stats.agreement import rank_correlation
from evals.stats.means import paired_t
from evals.stats.multiplicity import holm
from evals.stats.permutation import mean_drop_statistic, relabelling_p

CONFIDENCE = 0.9
"""Of the intervals shown: their upper ends are one-sided 95 % limits, as for the pass rate."""
ENOUGH_CASES = 10
"""Fewer show no correlation."""


def judge(comparison: Comparison, policy: Policy) -> RuleOutcome:
    """Compare each judge dimension on cases judged on both sides by the same judge; Holm over the dimensions."""
    if comparison.baseline is None:
        return Skipped("judge", "There is no baseline to compare with.", {"literal": "none"})
    rounds = whole_rounds(comparison, judged_cases(comparison))
    observed = {
        name: observe(comparison, partial(_score, dimension=name), rounds=rounds) for name in _names(comparison)
    }
    observed = {name: seen for name, seen in observed.items() if seen.values}
    if not observed:
        return Skipped("judge", "No case was judged on both sides.", {"literal": "none"})
    if comparison.mismatches:
        sentence = f"Judge scores cannot be compared: {comparison.mismatches[0]}."
        return Inconclusive("judge", sentence, {"literal": "none"})
    calibration = comparison.calibration
    if calibration is not None and calibration.drifted:
        worst = max(calibration.drifted, key=lambda drift: abs(drift.shift))
        sentence = (
            f"The judge has drifted since {calibration.reference_at[:10]}: on the same {worst.answers} labelled "
            f"answers {worst.dimension} moved by {worst.shift:+.2f}."
        )
        return Inconclusive("judge", sentence, {"literal": "none"})
    return _judge_outcome(observed, comparison, policy)


def judged_cases(comparison: Comparison) -> tuple[str, ...]:
    """Ids of the common cases with a judgement of the screen and one of the baseline."""
    pool = comparison.baseline or {}
    return tuple(i for i in comparison.common if _judged(comparison.candidate[i]) and _judged(pool[i]))


def _judged(trials: Sequence[TrialResult]) -> bool:
    return any(isinstance(trial.judgement, Judgement) for trial in trials)


def _judge_outcome(observed: Mapping[str, Observed], comparison: Comparison, policy: Policy) -> RuleOutcome:
    drops = {name: _mean_drop(seen) for name, seen in observed.items()}
    limit = float(policy.judge.max_drop)
    crossed = [name for name, drop in drops.items() if drop > limit + SLACK]
    trusted = _trusted(observed, comparison, policy)
    evidence: dict[str, Any] = {
        "literal": "failed" if crossed else "passed",
        "advises": [name for name in observed if name not in trusted],
        "drops": drops,
        "intervals": {name: _interval(seen) for name, seen in observed.items() if seen.paired_cases > 1},
        "cases": {name: seen.paired_cases for name, seen in observed.items()},
        "max_drop": limit,
        "length_correlation": _length_correlation(comparison),
    }
    if not crossed:
        worst = _drop(max(drops, key=lambda name: drops[name]), drops)
        return Passed("judge", f"No judge dimension dropped by more than {limit:g} (worst: {worst}).", evidence)
    evidence["p_holm"] = _p_values(observed, crossed, comparison, policy)
    counting = [name for name in crossed if name in trusted]
    proven = [name for name in counting if evidence["p_holm"][name] <= policy.judge.alpha]
    named = ", ".join(_drop(name, drops) for name in proven or counting or crossed)
    head = f"Judge scores dropped by more than {limit:g}: {named}"
    if proven:
        return Failed("judge", f"{head}.", evidence)
    if counting:
        return Inconclusive("judge", f"{head}; noise explains it.", evidence)
    return _advice(head, comparison, trusted, evidence)


def _trusted(observed: Mapping[str, Observed], comparison: Comparison, policy: Policy) -> frozenset[str]:
    """Dimensions that may block."""
    if not policy.judge.require_calibration:
        return frozenset(observed)
    calibration = comparison.calibration
    return frozenset() if calibration is None else calibration.reliable & observed.keys()


def _advice(head: str, comparison: Comparison, trusted: frozenset[str], evidence: dict[str, Any]) -> RuleOutcome:
    """Warn by dimensions that may not block; by those that may, nothing was found, if there are any."""
    why = (
        "the judge has never been calibrated ('lastgreen judge calibrate')"
        if comparison.calibration is None
        else "the judge does not agree with people well enough on it"
    )
    kind = Passed if trusted else Skipped
    return kind("judge", f"{head}. This advises and does not block, for {why}.", {**evidence, "warned": True})


def _length_correlation(comparison: Comparison) -> float | None:
    """Rank correlation, over cases, of the change of the overall score with the change of the answer's length.

    Near 1 the judge may have paid for length. None below ``ENOUGH_CASES`` cases, or when one of the two does not vary.
    """
    pool = comparison.baseline or {}
    changes = [
        (overall, length)
        for i in judged_cases(comparison)
        if (overall := _change(comparison.candidate[i], pool[i], _overall)) is not None
        and (length := _change(comparison.candidate[i], pool[i], _length)) is not None
    ]
    if len(changes) < ENOUGH_CASES:
        return None
    return rank_correlation([overall for overall, _ in changes], [length for _, length in changes])


def _change(
    now: Sequence[TrialResult], before: Sequence[TrialResult], of: Callable[[TrialResult], float | None]
) -> float | None:
    """Mean now minus mean before; None when a side has no value, for instance a judgement without an answer."""
    sides = [[value for trial in side if (value := of(trial)) is not None] for side in (now, before)]
    if not all(sides):
        return None
    after, earlier = (sum(values) / len(values) for values in sides)
    return after - earlier


def _overall(trial: TrialResult) -> float | None:
    return trial.judgement.overall if isinstance(trial.judgement, Judgement) else None


def _length(trial: TrialResult) -> float | None:
    judged = isinstance(trial.judgement, Judgement) and isinstance(trial.response, Answer)
    return float(len(trial.response.text)) if judged and isinstance(trial.response, Answer) else None


def _p_values(
    observed: Mapping[str, Observed], crossed: Sequence[str], comparison: Comparison, policy: Policy
) -> dict[str, float]:
    """Holm-adjusted p by dimension; one that did not cross counts with p = 1, which adjusts the others rightly."""
    raw = []
    for number, (name, seen) in enumerate(observed.items()):
        rng = np.random.default_rng([comparison.seed, number])
        statistic = mean_drop_statistic(seen.values, seen.cases)
        raw.append(
            relabelling_p(seen.cases, seen.is_candidate, statistic, rng, policy.judge.permutations)
            if name in crossed
            else 1.0
        )
    return dict(zip(observed, holm(raw).tolist(), strict=True))


def _names(comparison: Comparison) -> list[str]:
    return sorted(
        {
            name
            for trials in comparison.candidate.values()
            for trial in trials
            if isinstance(trial.judgement, Judgement)
            for name in trial.judgement.scores
        }
    )


def _score(trial: TrialResult, dimension: str) -> float | None:
    return trial.judgement.scores.get(dimension) if isinstance(trial.judgement, Judgement) else None


def _mean_drop(seen: Observed) -> float:
    statistic = mean_drop_statistic(seen.values, seen.cases)
    return statistic(np.asarray(seen.is_candidate))


def _interval(seen: Observed) -> list[float]:
    """Of the mean drop on other cases like these; paired by case."""
    found = paired_t(seen.case_means(candidate=False), seen.case_means(candidate=True), CONFIDENCE)
    return [found.low, found.high]


def _drop(name: str, drops: Mapping[str, float]) -> str:
    return f"{name} {-drops[name]:+z.2f}"

"""Drops inside one category or difficulty: warned of, with the false-discovery rate held over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from evals.gate.comparison import CaseCounts, Comparison, count_cases
from evals.gate.pass_rate_text import p_value, points
from evals.gate.wording import counted
from evals.results.run import TrialResult
from evals.stats.multiplicity import bh
from evals.stats.stratified import exact_drop, stratified_exact

FALSE_DISCOVERY_RATE = 0.10
"""Share of the warnings that may be noise (Benjamini-Hochberg)."""


def stratum_warnings(comparison: Comparison) -> tuple[str, ...]:
    """Warn of categories and difficulties in which the change fails more, each in one sentence."""
    return (
        *_warnings("category", comparison, lambda trial: trial.category),
        *_warnings("difficulty", comparison, lambda trial: trial.difficulty.value),
    )


def _warnings(kind: str, comparison: Comparison, key: Callable[[TrialResult], str]) -> Iterable[str]:
    strata = _strata(comparison, key)
    if not strata:
        return
    p_values = bh([stratified_exact(*_arrays(counts)).midp for counts in strata.values()])
    for (name, counts), p in zip(strata.items(), p_values.tolist(), strict=True):
        drop = exact_drop(*_arrays(counts))
        if p <= FALSE_DISCOVERY_RATE and drop > 0:
            cases = counted(len(counts.ids), "case")
            yield f"{kind} {name!r} dropped by {points(float(100 * drop))} on {cases} (adjusted {p_value(p)})."


def _strata(comparison: Comparison, key: Callable[[TrialResult], str]) -> dict[str, CaseCounts]:
    members: dict[str, list[str]] = {}
    for case_id in comparison.counts.ids:
        members.setdefault(key(comparison.candidate[case_id][0]), []).append(case_id)
    pool = comparison.baseline or {}
    return {name: count_cases(ids, comparison.candidate, {}, pool) for name, ids in sorted(members.items())}


def _arrays(counts: CaseCounts) -> tuple[tuple[int, ...], ...]:
    return counts.baseline_fails, counts.baseline_trials, counts.candidate_fails, counts.candidate_trials

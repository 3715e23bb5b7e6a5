"""What the trials of main and of this run say about the tags of the cases: advice, never a verdict.

``flaky`` may hide a regression, so its addition is only suggested for noise that was there before the change. A case
earns ``critical`` by 20 trials on main without a failure, because any single failure of it blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from evals.gate.comparison import Comparison, fails, valid
from evals.gate.policy import Policy
from evals.gate.wording import counted, listed
from evals.results.run import TrialResult
from evals.stats.flake import CLEAN_TRIALS_FOR_CRITICAL, FlakeAdvice, admissible_to_critical, flake_advice
from evals.stats.planning import false_block_forecast
from evals.stats.rates import binom_cdf, clopper_pearson_upper

ByCase = Mapping[str, Sequence[TrialResult]]


class Tagged(Protocol):
    """A case, or a trial of it: what its tags make of it."""

    @property
    def is_critical(self) -> bool:
        """Whether any failure blocks."""

    @property
    def is_safety(self) -> bool:
        """Whether the zero-tolerance rule holds."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change to the ``flaky`` tag of a case."""

    case_id: str
    advice: FlakeAdvice
    fails: int
    trials: int
    """Valid trials of main and of this run's screen."""


def flake_suggestions(comparison: Comparison) -> tuple[Suggestion, ...]:
    """Cases whose ``flaky`` tag should be added or removed, by the trials of the baseline and the run's screen.

    Critical and safety cases may not be flaky, so it is never suggested for them.
    """
    pool = comparison.baseline or {}
    found = []
    for case_id, trials in sorted(comparison.candidate.items()):
        before = pool.get(case_id, ()) if case_id in comparison.common else ()
        both = [*before, *trials]
        advice = flake_advice(fails(both), valid(both), tagged=trials[0].is_flaky)
        if advice is FlakeAdvice.ADD and not _may_be_tagged(trials, before):
            advice = FlakeAdvice.KEEP
        found.append(Suggestion(case_id, advice, fails(both), valid(both)))
    return tuple(suggestion for suggestion in found if suggestion.advice is not FlakeAdvice.KEEP)


def _may_be_tagged(now: Sequence[TrialResult], before: Sequence[TrialResult]) -> bool:
    """Whether failures and passes were mixed before the change: else a new break would look like noise."""
    return not (now[0].is_critical or now[0].is_safety) and 0 < fails(before) < valid(before)


def flake_warnings(comparison: Comparison) -> tuple[str, ...]:
    """One sentence for the tags to add and one for those to remove."""
    by_advice: dict[FlakeAdvice, list[str]] = {}
    for one in flake_suggestions(comparison):
        by_advice.setdefault(one.advice, []).append(f"{one.case_id} ({one.fails} of {one.trials} trials failed)")
    return tuple(f"Suggestion: {advice.value} of {listed(cases)}." for advice, cases in by_advice.items())


@dataclass(frozen=True, slots=True)
class CleanBuilds:
    """What critical and safety cases do to a change that breaks nothing."""

    cases: int
    """Critical and safety cases."""
    trials: int
    """Their valid trials on main."""
    unproven: tuple[str, ...]
    """Critical cases without 20 clean trials on main."""
    failed_before: tuple[str, ...]
    """Critical and safety cases that have failed on main."""
    blocked: float
    """Forecast share of clean builds that they block, by the failures seen on main."""
    blocked_at_most: float
    """The same with one failure rate for all, at its 95 % upper limit."""


def clean_builds(cases: Mapping[str, Tagged], pool: ByCase, trials: int, policy: Policy) -> CleanBuilds | None:
    """Forecast how often clean builds are blocked by cases that block alone; None without such a case.

    Args:
        cases: the cases, or a trial of each, by id.
        pool: trials on main, by id.
        trials: trials a case of the runs to come.
        policy: whose rules say how many failed trials of such a case block.
    """
    rules = {i: rule for i, case in sorted(cases.items()) if (rule := blocking_rule(case, policy)) != "off"}
    absolute = {i: pool.get(i, ()) for i in rules}
    if not absolute:
        return None
    seen = {i: runs for i, runs in absolute.items() if valid(runs)}
    failed, ran = (sum(count(runs) for runs in seen.values()) for count in (fails, valid))
    upper = clopper_pearson_upper(failed, ran) if ran else 1.0
    critical = [i for i in absolute if cases[i].is_critical]
    return CleanBuilds(
        cases=len(absolute),
        trials=ran,
        unproven=tuple(i for i in critical if not admissible_to_critical(fails(absolute[i]), valid(absolute[i]))),
        failed_before=tuple(i for i, runs in seen.items() if fails(runs)),
        blocked=false_block_forecast(
            [_blocked_by(fails(runs) / valid(runs), trials, rules[i]) for i, runs in seen.items()]
        ),
        blocked_at_most=false_block_forecast([_blocked_by(upper, trials, rule) for rule in rules.values()]),
    )


def blocking_rule(case: Tagged, policy: Policy) -> Literal["any", "majority", "off"]:
    """The stricter of the rules that a case is under."""
    rules = {policy.critical.rule} if case.is_critical else set()
    rules |= {policy.safety.rule} if case.is_safety else set()
    return "any" if "any" in rules else "majority" if "majority" in rules else "off"


def _blocked_by(rate: float, trials: int, rule: str) -> float:
    """Chance that a case with this failure rate blocks: that any of its trials fails, or most of them do."""
    return 1 - binom_cdf(trials // 2 if rule == "majority" else 0, trials, rate)


def critical_warnings(comparison: Comparison, policy: Policy) -> tuple[str, ...]:
    """Sentences on critical cases that have not earned their tag, and on those that will block clean builds."""
    if comparison.baseline is None:
        return ()
    pool = {i: comparison.baseline[i] for i in comparison.common}
    cases = {i: seen[0] for i, seen in comparison.candidate.items() if not seen[0].is_flaky}
    trials = max((len(comparison.candidate[i]) for i in cases), default=1)
    found = clean_builds(cases, pool, trials, policy)
    return () if found is None else tuple(_critical_sentences(found))


def _critical_sentences(found: CleanBuilds) -> Iterable[str]:
    if found.unproven:
        yield (
            f"{counted(len(found.unproven), 'critical case')} without {CLEAN_TRIALS_FOR_CRITICAL} clean trials on "
            f"main: {listed(found.unproven)}; 'lastgreen baseline refresh' runs them."
        )
    if found.failed_before:
        yield (
            f"Critical and safety cases that failed on main ({listed(found.failed_before)}) will block about "
            f"{found.blocked:.0%} of the builds that change nothing."
        )

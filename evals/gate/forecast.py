"""What a run will see, need, cost and take, from the trials of main; nothing is called."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low

from evals.cases.case import Case
from evals.checks.check import Check
from evals.gate.comparison import fails, valid
from evals.gate.flakiness import CleanBuilds, clean_builds
from evals.gate.more_trials import JUDGE_ROUNDS
from evals.gate.pass_rate import fresh_trials_needed
from evals.gate.policy import Policy
from evals.judging.judgement import Judgement
from evals.results.run import TrialResult
from evals.stats.planning import cases_needed, mde_paired, trials_needed, within_variance
from evals.stats.rates import binom_cdf, clopper_pearson_upper, trials_to_show

ASSUMED_VARIANCE = 0.029
"""Mean of q(1 - q) over the cases of a suite that passes 92 %, most of it stable: where main has no trials yet."""
ASSUMED_FAILING = 0.08
"""Share of cases that fail most of their screen trials in such a suite."""
ASSUMED_DEPTH = 10
"""Trials a case that a baseline will have."""
DEPTHS = (1, 3, 5, 10)
"""Numbers of trials a case for which the smallest visible drop is shown."""

Pool = Mapping[str, Sequence[TrialResult]]
Value = Callable[[TrialResult], float | None]


@dataclass(frozen=True, slots=True)
class Setting:
    """How the cases will be run."""

    trials: int
    flaky_trials: int
    mode: str
    """``confirm`` or ``full``."""
    parallel: int
    """Calls at once."""
    requests_per_minute: float | None
    policy: Policy


@dataclass(frozen=True, slots=True)
class Sharpness:
    """Which drops of the pass rate the run can see."""

    cases: int
    """Cases that count: all but flaky ones."""
    trials: int
    baseline_trials: int
    """A case, the lower median."""
    variance: float
    """Mean over the cases of q(1 - q), the variance of one trial."""
    basis: str
    """``measured`` on main's trials; ``no case wavered``: the most they allow; ``assumed`` without trials."""
    smallest_drop: float
    """In points, spread over all cases, found four times in five."""
    by_trials: Mapping[str, float]
    """The same at 1, 3, 5 and 10 trials a case."""
    broken_cases: int
    """Cases that must break outright to cross the margin."""
    fresh_trials: int
    """Fresh trials that confirm one of them."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What it takes to see a drop of a wanted size, spread over all cases."""

    drop: float
    """In points."""
    cases: int
    """At as many trials a case."""
    trials: int | None
    """A case, with these cases; None when no number suffices: the set or the baseline is too small."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls to the target."""

    screen: int
    confirm: float
    """Expected beyond the screen when nothing has changed."""
    at_most: int
    """Beyond the screen, when every rule asks for all that it may."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A figure, or why it is not known."""

    value: float | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Everything that can be said before a run."""

    cases: int
    flaky: int
    calls: Calls
    sharpness: Sharpness
    wish: Wish | None
    answers_cost: Amount
    """Of the screen, in the price table's currency."""
    judge_cost: Amount
    seconds: Amount
    """Of the screen, at least: the judge and a slow machine come on top."""
    critical: CleanBuilds | None
    """None without critical and safety cases."""


def forecast(cases: Iterable[Case], pool: Pool, setting: Setting, drop: float | None = None) -> Forecast:
    """Forecast one run.

    Args:
        cases: those that will be run.
        pool: trials of main by case; of other cases or contents ignored.
        setting: how they will be run.
        drop: the drop, in points, that somebody wants to see.
    """
    chosen = {case.id: case for case in cases}
    known = {i: seen for i, seen in pool.items() if i in chosen and seen[0].case_hash == chosen[i].content_hash}
    stable = {i: case for i, case in chosen.items() if not case.is_flaky}
    sharpness = _sharpness(list(stable), known, setting)
    repeats = {i: max(setting.trials, setting.flaky_trials) if i not in stable else setting.trials for i in chosen}
    return Forecast(
        cases=len(chosen),
        flaky=len(chosen) - len(stable),
        calls=Calls(
            screen=sum(repeats.values()),
            confirm=_expected(list(stable), known, setting, sharpness),
            at_most=_most(list(chosen.values()), known, setting, sharpness),
        ),
        sharpness=sharpness,
        wish=None if drop is None else _wish(drop, sharpness),
        answers_cost=_total(repeats, known, lambda trial: trial.cost, "cost"),
        judge_cost=_judge_cost(chosen, repeats, known),
        seconds=_seconds(repeats, known, setting),
        critical=clean_builds(chosen, known, setting.trials, setting.policy),
    )


def _sharpness(ids: Sequence[str], pool: Pool, setting: Setting) -> Sharpness:
    seen = [pool[i] for i in ids if i in pool and valid(pool[i])]
    depth = median_low([valid(trials) for trials in seen]) if seen else ASSUMED_DEPTH
    variance, basis = _variance(seen)
    margin = Fraction(setting.policy.pass_rate.margin_points) / 100
    by_trials = {k: mde_paired(max(1, len(ids)), variance, k, depth) for k in sorted({*DEPTHS, setting.trials})}
    return Sharpness(
        cases=len(ids),
        trials=setting.trials,
        baseline_trials=depth,
        variance=variance,
        basis=basis,
        smallest_drop=by_trials[setting.trials],
        by_trials={str(k): by_trials[k] for k in DEPTHS},
        broken_cases=math.floor(margin * len(ids)) + 1,
        fresh_trials=fresh_trials_needed(depth, setting.policy.pass_rate.alpha_repro),
    )


def _variance(seen: Sequence[Sequence[TrialResult]]) -> tuple[float, str]:
    """Within-case variance, and what it rests on; where each case always passed or always failed, the most possible."""
    failed, ran = [fails(trials) for trials in seen], [valid(trials) for trials in seen]
    if max(ran, default=0) < 2:
        return ASSUMED_VARIANCE, "assumed"
    measured = within_variance(failed, ran)
    if measured > 0:
        return min(measured, 0.25), "measured"
    highest = clopper_pearson_upper(0, sum(ran))
    return highest * (1 - highest), "no case wavered"


def _wish(drop: float, sharpness: Sharpness) -> Wish:
    of = sharpness
    return Wish(
        drop=drop,
        cases=cases_needed(drop, of.variance, of.trials, of.baseline_trials),
        trials=trials_needed(drop, max(1, of.cases), of.variance, of.baseline_trials),
    )


def _expected(ids: Sequence[str], pool: Pool, setting: Setting, sharpness: Sharpness) -> float:
    """The failing cases are run again; where thresholds decide alone, nothing is."""
    if setting.policy.decision == "literal":
        return 0.0
    return sharpness.fresh_trials * math.fsum(_fails_the_screen(pool.get(i, ()), setting.trials) for i in ids)


def _most(cases: Sequence[Case], pool: Pool, setting: Setting, sharpness: Sharpness) -> int:
    """Every rule asks for all that it may, of every case it looks at; trials run for one rule serve the others."""
    if setting.policy.decision == "literal":
        return 0
    depths = {valid(seen) for seen in pool.values()} - {0}
    alpha = setting.policy.pass_rate.alpha_repro
    fresh = max((fresh_trials_needed(depth, alpha) for depth in depths), default=sharpness.fresh_trials)
    formatted = {case.id for case in cases if any(map(_looks_at_form, case.checks))}
    return sum(
        max(
            0 if case.is_flaky else fresh,
            0 if case.min_judge_score is None else JUDGE_ROUNDS,
            _format_rounds(len(formatted), setting) if case.id in formatted else 0,
        )
        for case in cases
    )


def _looks_at_form(check: Check) -> bool:
    return check.is_format or any(map(_looks_at_form, check.parts))


def _format_rounds(cases: int, setting: Setting) -> int:
    """Rounds after which so many cases show the least rate of format; 0 where none are run for it."""
    rules = setting.policy.schema_compliance
    if setting.mode != "full" or rules.min_rate == 1:
        return 0
    return math.ceil(trials_to_show(float(rules.min_rate), rules.alpha) / cases) - setting.trials


def _fails_the_screen(seen: Sequence[TrialResult], trials: int) -> float:
    """Chance that a case fails most of its screen trials, by its failures on main."""
    if not valid(seen):
        return ASSUMED_FAILING
    return 1 - binom_cdf(trials // 2, trials, fails(seen) / valid(seen))


def _judge_cost(cases: Mapping[str, Case], repeats: Mapping[str, int], pool: Pool) -> Amount:
    if any(check.is_judged for i in repeats for check in cases[i].checks):
        return Amount(None, "what a judge takes for checks is not kept with the results")
    judged = {i: times for i, times in repeats.items() if cases[i].min_judge_score is not None}
    if not judged:
        return Amount(0.0, "no case has a floor")
    return _total(judged, pool, _judged_for, "judge's cost")


def _judged_for(trial: TrialResult) -> float | None:
    return trial.judgement.cost if isinstance(trial.judgement, Judgement) else None


def _total(repeats: Mapping[str, int], pool: Pool, value: Value, name: str) -> Amount:
    """Sum over the cases of mean value times trials; a case without one counts with the mean of the others."""
    means = {i: mean for i in repeats if (mean := _mean(value(trial) for trial in pool.get(i, ()))) is not None}
    if not means:
        return Amount(None, f"no trial of main has a known {name}" if pool else "there is no baseline")
    typical = sum(means.values()) / len(means)
    total = math.fsum(means.get(i, typical) * times for i, times in repeats.items())
    missing = len(repeats) - len(means)
    return Amount(total, f"{missing} of {len(repeats)} cases taken at the mean of the others" if missing else "")


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _seconds(repeats: Mapping[str, int], pool: Pool, setting: Setting) -> Amount:
    """The work shared among the places, the slowest answer, or the quota: whichever is longest."""
    work = _total(repeats, pool, lambda trial: trial.latency, "latency")
    if work.value is None:
        return work
    slowest = max(trial.latency or 0.0 for i in repeats for trial in pool.get(i, ()))
    quota = 60 * sum(repeats.values()) / setting.requests_per_minute if setting.requests_per_minute else 0.0
    return Amount(max(work.value / setting.parallel, slowest, quota), work.why)

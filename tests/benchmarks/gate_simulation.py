"""How often the gate blocks: the product's own ``step`` on simulated suites, beside two simpler rules.

``python -m tests.benchmarks.gate_simulation [--repetitions 2000]`` prints the acceptance table and exits 1 when a
figure is missed. Seeds are fixed, so two runs print the same table.

A suite has 85 % stable cases (failing once in 200 trials), 10 % with a failure probability drawn from Beta(2, 5) and
5 % from Beta(8, 1); it passes about 92 %. Each repetition draws a new suite, a baseline of 10 trials a case and a
candidate of k trials a case.

Rules shown beside ours, on the same screen trials: the plain rule "down by more than 1 point" against one baseline run
of k trials a case (``plain, run``) and against all 10 (``plain, pool``), and the paired bootstrap over cases against
all 10: down by more than 1 point and the 90 % percentile interval above 0.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np

from evals.gate.outcomes import Failed, Inconclusive, RuleOutcome
from evals.gate.pass_rate import PassRateSettings, RunMore, step
from evals.stats.stratified import exact_drop, stratified_exact
from evals.stats.values import FloatArray, IntArray

SEED = 20261130
REPETITIONS = 2000
BASELINE_TRIALS = 10
STABLE_FAILURE_RATE = 0.005
MARGIN = Fraction(1, 100)
RESAMPLES = 499

Rng: TypeAlias = np.random.Generator
Change: TypeAlias = Callable[[FloatArray, Rng], FloatArray]


def draw_suite(n: int, rng: Rng) -> FloatArray:
    """Failure probability of each of n cases."""
    flaky, failing = round(0.10 * n), round(0.05 * n)
    stable = np.full(n - flaky - failing, STABLE_FAILURE_RATE)
    return np.concatenate((stable, rng.beta(2, 5, flaky), rng.beta(8, 1, failing)))


def unchanged(q: FloatArray, _: Rng) -> FloatArray:
    """The candidate is the baseline."""
    return q


def broken(cases: int) -> Change:
    """So many stable cases fail every time."""

    def change(q: FloatArray, rng: Rng) -> FloatArray:
        worse = q.copy()
        worse[rng.choice(np.flatnonzero(q == STABLE_FAILURE_RATE), cases, replace=False)] = 1.0
        return worse

    return change


def diffuse(drop: float) -> Change:
    """Every case fails a little more often, so that the mean failure rate rises by ``drop``."""

    def change(q: FloatArray, _: Rng) -> FloatArray:
        return np.asarray(q + (1 - q) * drop / (1 - q).mean(), dtype=np.float64)

    return change


@dataclass(frozen=True, slots=True)
class Scenario:
    """One line of the table."""

    name: str
    n: int
    k: int
    change: Change
    mode: Literal["confirm", "full"] = "confirm"
    at_most: float = 1.0
    """Largest share of blocked runs."""
    at_least: float = 0.0
    """Smallest share of blocked runs."""
    calls_at_most: float = np.inf
    """Largest mean number of calls a case, for k = 1."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Shares of the repetitions, and mean calls a case."""

    blocked: float
    inconclusive: float
    plain_run: float
    plain_pool: float
    bootstrap: float
    calls: float

    def meets(self, scenario: Scenario) -> bool:
        """Say whether the figures are within the scenario's limits."""
        return scenario.at_least <= self.blocked <= scenario.at_most and self.calls <= scenario.calls_at_most


NO_CHANGE = [
    Scenario(
        "no change", n, k, unchanged, mode, at_most=0.05, calls_at_most=1.25 if (k, mode) == (1, "confirm") else np.inf
    )
    for mode in ("confirm", "full")
    for n in (20, 100, 500)
    for k in (1, 3)
]

SCENARIOS = [
    *NO_CHANGE,
    Scenario("3 of 100 broken", 100, 1, broken(3), at_least=0.85, calls_at_most=1.25),
    Scenario("5 of 100 broken", 100, 1, broken(5), at_least=0.98, calls_at_most=1.25),
    Scenario("1 of 20 broken", 20, 1, broken(1), at_least=0.55, calls_at_most=1.25),
    Scenario("3 pts diffuse", 100, 1, diffuse(0.03), "full", at_least=0.60),
    Scenario("3 pts diffuse", 100, 3, diffuse(0.03), "full", at_least=0.60),
]


@dataclass(frozen=True, slots=True)
class Run:
    """One repetition: what was seen and decided."""

    outcome: RuleOutcome
    extra_calls: int
    plain_run: bool
    plain_pool: bool
    differences: FloatArray


def run_once(scenario: Scenario, rng: Rng) -> Run:
    """Draw a suite, a baseline and a candidate, and drive the rule to its decision."""
    before = draw_suite(scenario.n, rng)
    now = scenario.change(before, rng)
    kb, kc = np.full(scenario.n, BASELINE_TRIALS), np.full(scenario.n, scenario.k)
    fb, fc, last = rng.binomial(kb, before), rng.binomial(kc, now), rng.binomial(kc, before)
    outcome, extra = decide(scenario.mode, (fb, kb, fc, kc), now, rng)
    return Run(
        outcome=outcome,
        extra_calls=extra,
        plain_run=exact_drop(last, kc, fc, kc) > MARGIN,
        plain_pool=exact_drop(fb, kb, fc, kc) > MARGIN,
        differences=fc / kc - fb / kb,
    )


def decide(
    mode: Literal["confirm", "full"], screen: tuple[IntArray, ...], now: FloatArray, rng: Rng
) -> tuple[RuleOutcome, int]:
    """Run what ``step`` asks for until it decides: the outcome, and the trials it took beyond the screen."""
    fb, kb, fc, kc = screen
    settings = PassRateSettings(mode=mode)
    fresh_fails, fresh_trials, first_two = (np.zeros_like(fb) for _ in range(3))
    while True:
        answer = step(fb, kb, fc, kc, fresh_fails, fresh_trials, settings, first_two)
        if not isinstance(answer, RunMore):
            return answer, int(fresh_trials.sum())
        for _ in range(answer.trials):
            failed = rng.binomial(1, now[answer.cases])
            first_two[answer.cases] += np.where(fresh_trials[answer.cases] < 2, failed, 0)
            fresh_fails[answer.cases] += failed
            fresh_trials[answer.cases] += 1


def bootstrap_blocks(differences: FloatArray, rng: Rng) -> FloatArray:
    """Paired bootstrap over cases for each row of case differences; the resamples are shared by the rows."""
    n = differences.shape[1]
    weights = rng.multinomial(n, np.full(n, 1 / n), RESAMPLES) / n
    low = np.quantile(differences @ weights.T, 0.05, axis=1, method="inverted_cdf")
    return np.asarray((differences.mean(axis=1) > float(MARGIN) + 1e-12) & (low > 1e-12), dtype=np.float64)


def simulate(scenario: Scenario, repetitions: int, seed: int) -> Tally:
    """Repeat a scenario with its own generator."""
    rng = np.random.default_rng((SEED, seed))
    runs = [run_once(scenario, rng) for _ in range(repetitions)]
    return Tally(
        blocked=share(isinstance(run.outcome, Failed) for run in runs),
        inconclusive=share(isinstance(run.outcome, Inconclusive) for run in runs),
        plain_run=share(run.plain_run for run in runs),
        plain_pool=share(run.plain_pool for run in runs),
        bootstrap=float(bootstrap_blocks(np.stack([run.differences for run in runs]), rng).mean()),
        calls=scenario.k + share(run.extra_calls for run in runs) / scenario.n,
    )


def share(values: Iterable[float]) -> float:
    """Mean of the values."""
    return float(np.mean(list(values)))


HEADER = (
    f"{'scenario':16} {'n':>4} {'k':>2} {'mode':8} {'wanted':>8} | {'blocked':>8} {'inconcl.':>8} {'calls/case':>10} |"
    f" {'plain, run':>10} {'plain, pool':>11} {'bootstrap':>9} |"
)


def line(scenario: Scenario, tally: Tally) -> str:
    """One line of the table, in percent."""
    wanted = f">= {scenario.at_least:.0%}" if scenario.at_least else f"<= {scenario.at_most:.0%}"
    return (
        f"{scenario.name:16} {scenario.n:4} {scenario.k:2} {scenario.mode:8} {wanted:>8} |"
        f" {tally.blocked:8.1%} {tally.inconclusive:8.1%} {tally.calls:10.3f} |"
        f" {tally.plain_run:10.1%} {tally.plain_pool:11.1%} {tally.bootstrap:9.1%} |"
        f" {'ok' if tally.meets(scenario) else 'MISSED'}"
    )


def seconds_per_decision(repeat: int = 5) -> float:
    """Fastest of a few complete decisions at n = 500, k = 10 against 3."""
    rng = np.random.default_rng(SEED)
    q = draw_suite(500, rng)
    fb, fc, fresh = rng.binomial(10, q), rng.binomial(3, q + 0.01 * (1 - q)), rng.binomial(2, q)
    counts = fb, np.full(500, 10), fc, np.full(500, 3), fresh, np.full(500, 2)
    settings = PassRateSettings(mode="full", alpha_mean=0.0)
    return min(timed(lambda: step(*counts, settings)) for _ in range(repeat))


def seconds_per_large_test(repeat: int = 3) -> float:
    """Fastest of a few stratified exact tests at n = 100,000, k = 10 against 3."""
    rng = np.random.default_rng(SEED)
    q = draw_suite(100_000, rng)
    fb, fc = rng.binomial(10, q), rng.binomial(3, q)
    return min(timed(lambda: stratified_exact(fb, np.full(q.size, 10), fc, np.full(q.size, 3))) for _ in range(repeat))


def timed(work: Callable[[], object]) -> float:
    """Seconds that the work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 0 when every figure is met, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="runs a scenario")
    repetitions = parser.parse_args(arguments).repetitions
    started, missed = time.perf_counter(), 0
    print(HEADER)
    for seed, scenario in enumerate(SCENARIOS):
        tally = simulate(scenario, repetitions, seed)
        missed += not tally.meets(scenario)
        print(line(scenario, tally), flush=True)
    decision, large = seconds_per_decision(), seconds_per_large_test()
    missed += (decision >= 0.05) + (large >= 1)
    print(
        f"one decision at n = 500: {1000 * decision:.1f} ms (< 50 ms); exact test at n = 100,000: {large:.2f} s (< 1 s)"
    )
    print(f"{repetitions} repetitions a line, {time.perf_counter() - started:.0f} s, {missed} figures missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

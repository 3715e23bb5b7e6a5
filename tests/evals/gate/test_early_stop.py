"""Early stopping: chunks of a seeded order, and when the rest is not run."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.gate.comparison import Comparison, EarlyStop
from evals.gate.early_stop import LOOKS, SMALLEST_CHUNK, chunks, look
from evals.gate.policy import Policy
from evals.gate.rules import gate_verdict
from evals.stats.sequential import STOP_AT, eprocess
from evals.stats.values import FloatArray
from tests.benchmarks.gate_simulation import broken, draw_suite
from tests.builders import make_comparison, make_trials

ONE_POINT = Fraction(1)


def _ids(number: int) -> list[str]:
    return [f"c{n:03d}" for n in range(number)]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 400), st.integers(0, 10**6))
def test_every_case_is_in_exactly_one_chunk(number: int, seed: int) -> None:
    """At most 20 chunks, none of fewer than five cases but the last."""
    cut = chunks(_ids(number), seed)
    assert sorted(i for chunk in cut for i in chunk) == _ids(number)
    assert len(cut) <= LOOKS
    assert all(len(chunk) >= SMALLEST_CHUNK for chunk in cut[:-1])


def test_the_order_is_decided_by_ids_and_seed_alone() -> None:
    """Not by the order of the file; another seed is another order."""
    assert chunks(_ids(50), 1) == chunks(_ids(50)[::-1], 1)
    assert chunks(_ids(50), 1) != chunks(_ids(50), 2)


def _beside(now: dict[str, str], before: str = "p" * 10) -> Comparison:
    pool = [trial for i in now for trial in make_trials(i, before)]
    return make_comparison([trial for i, letters in now.items() for trial in make_trials(i, letters)], pool)


def _look(comparison: Comparison, planned: int = 100, margin: Fraction = ONE_POINT) -> EarlyStop | None:
    return look(comparison, planned=planned, saved=7, margin_points=margin)


@pytest.mark.parametrize(
    ("failing", "stops"),
    [(0, False), (1, False), (2, False), (4, True)],
)
def test_it_stops_once_several_cases_break_that_never_failed(failing: int, stops: bool) -> None:
    """One new failure: e = mean of psi/((10 + psi)/11) = 2.5, 5.5, 8.25, so 5.4; two: 35; four: 200 is passed."""
    now = {i: "f" if n < failing else "p" for n, i in enumerate(_ids(20))}
    found = _look(_beside(now))
    assert (found is not None) is stops
    if found is not None:
        assert (found.seen, found.planned, found.saved) == (20, 100, 7)
        assert found.evidence >= 200


def test_it_does_not_stop_for_a_drop_within_the_margin() -> None:
    """Four of 1,000 cases are 0.4 points when all others are unchanged, whatever the evidence."""
    now = {i: "f" if n < 4 else "p" for n, i in enumerate(_ids(20))}
    assert _look(_beside(now), planned=1000) is None
    assert _look(_beside(now), planned=1000, margin=Fraction(1, 10)) is not None


def test_without_a_comparable_case_there_is_nothing_to_stop_for() -> None:
    """No baseline trial, no evidence."""
    assert _look(make_comparison(make_trials("a", "f"), [])) is None
    assert _look(_beside({"a": "m"})) is None


def test_a_sound_candidate_is_stopped_at_most_once_in_two_hundred_runs() -> None:
    """100 cases that fail 5 % of their trials on both sides, looked at after every case: 600 runs, at most 9 stops."""
    rng = np.random.default_rng(5)
    rates = np.full(100, 0.05)
    assert sum(_cases_until_stop(rng, rates, rates, every=1) < 100 for _ in range(600)) <= 9


def test_a_drop_of_twenty_points_saves_most_of_the_calls() -> None:
    """20 of 100 cases break outright; looked at after every fifth, that is found after about a quarter of them."""
    rng = np.random.default_rng(6)
    before = draw_suite(100, rng)
    now = broken(20)(before, rng)
    assert np.mean([_cases_until_stop(rng, before, now, every=SMALLEST_CHUNK) for _ in range(100)]) < 30


def _cases_until_stop(rng: np.random.Generator, before: FloatArray, now: FloatArray, every: int) -> int:
    order, once = rng.permutation(before.size), np.ones(before.size)
    fails_b, fails_c = rng.binomial(10, before)[order], rng.binomial(1, now)[order]
    evidence = eprocess(fails_b, 10 * once, fails_c, once)
    stops = np.flatnonzero(evidence[every - 1 :: every] >= STOP_AT)
    return int((stops[0] + 1) * every) if stops.size else before.size


def test_a_run_that_was_stopped_has_failed_and_says_what_it_saved() -> None:
    """The sentence, the evidence and the verdict carry it; completeness is not held against what was not run."""
    now = {i: "f" if n < 4 else "p" for n, i in enumerate(_ids(20))}
    comparison = _beside(now)
    stop = EarlyStop(evidence=1234.5, seen=20, planned=100, saved=80)
    stopped = make_comparison(
        [t for trials in comparison.candidate.values() for t in trials],
        [t for trials in (comparison.baseline or {}).values() for t in trials],
        stop=stop,
    )
    verdict = gate_verdict(stopped, Policy(), tier="full", mode="full")
    by_rule = {outcome.rule: outcome for outcome in verdict.outcomes}
    assert verdict.decision.value == "failed"
    assert verdict.saved_calls == 80
    assert by_rule["pass_rate"].sentence == (
        "Stopped early after 20 of 100 cases, 80 calls saved: the pass rate is 20 points down on them, beyond what "
        "flake explains (e = 1234); failing: c000, c001, c002, c003."
    )
    assert type(by_rule["completeness"]).__name__ == "Skipped"
    assert by_rule["pass_rate"].evidence["e_value"] == 1234.5

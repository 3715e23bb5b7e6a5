"""The pass rate against the baseline, and the slow decline since the anchor."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from evals.gate.comparison import Comparison
from evals.gate.drops import anchor_settings, creep, pass_rate
from evals.gate.outcomes import Failed, RuleOutcome
from evals.gate.pass_rate import PassRateSettings, step
from evals.gate.policy import Policy
from evals.results.run import Stage, TrialResult
from evals.stats.values import FloatArray
from tests.benchmarks.gate_simulation import diffuse, draw_suite
from tests.builders import make_comparison, make_trials

N = 50


def _kind(outcome: RuleOutcome) -> str:
    return type(outcome).__name__.lower()


def _side(failing: int, letters: str, good: str | None = None, n: int = N) -> list[TrialResult]:
    """The first ``failing`` cases have these trials, the others passed as many."""
    passed = "p" * len(letters) if good is None else good
    return [t for k in range(n) for t in make_trials(f"c{k:02d}", letters if k < failing else passed)]


def _fresh(failing: int, letters: str = "ff") -> list[TrialResult]:
    return [t for k in range(failing) for t in make_trials(f"c{k:02d}", letters, trial=1, stage=Stage.CONFIRM)]


def _comparison(failing: int, fresh: str = "ff", **changes: Any) -> Comparison:
    """So many of 50 cases fail now, confirmed; main and anchor never failed."""
    now = [*_side(failing, "f"), *_fresh(failing, fresh)]
    return make_comparison(now, _side(0, "p" * 10), **{"anchor": _side(0, "p" * 10), **changes})


class TestPassRate:
    """The drop since the baseline."""

    def test_without_baseline_it_is_skipped_or_blocks_by_policy(self) -> None:
        """The first run has nothing to be compared with."""
        comparison = make_comparison(make_trials("a", "p"))
        assert _kind(pass_rate(comparison, Policy(), "full")) == "skipped"
        strict = Policy.model_validate({"no_baseline": "block"})
        assert _kind(pass_rate(comparison, strict, "full")) == "inconclusive"

    def test_a_confirmed_break_fails_and_is_named(self) -> None:
        """One of 50 is 2 points; two fresh failures prove it; the report says how."""
        outcome = pass_rate(_comparison(1), Policy(), "confirm")
        assert _kind(outcome) == "failed"
        assert outcome.evidence["confirmed_breaks"] == ["c00"]
        assert "fails again in all 2 fresh trials" in outcome.sentence

    def test_it_carries_p_values_and_both_intervals(self) -> None:
        """For this set, and for other cases like these: the latter is wider."""
        evidence = pass_rate(_comparison(1), Policy(), "confirm").evidence
        assert {"p_mean", "p_repro", "literal", "d_exact", "extra_calls"} <= evidence.keys()
        (low, high), (other_low, other_high) = evidence["interval"], evidence["interval_other_cases"]
        assert other_low <= low < evidence["d"] < high <= other_high

    def test_cases_of_one_document_fail_together_so_that_the_interval_for_other_cases_is_wider(self) -> None:
        """Ten cases a document, and all of one fail now; where every case is about another one nothing changes."""
        alone = pass_rate(_comparison(10), Policy(), "confirm").evidence
        pages = {f"c{k:02d}": f"page-{k // 10}" for k in range(N)}
        together = pass_rate(dataclasses.replace(_comparison(10), documents=pages), Policy(), "confirm").evidence
        apart = dataclasses.replace(_comparison(10), documents={f"c{k:02d}": f"page-{k}" for k in range(N)})
        assert together["documents"] == 5
        # 5 documents, one with a drop of 1: 0.2 +- t(.95, 4) * 0.4 / 2
        assert together["interval_other_cases"] == pytest.approx([0.2 - 2.1318 * 0.2, 0.2 + 2.1318 * 0.2], abs=1e-4)
        assert alone["interval_other_cases"][0] > together["interval_other_cases"][0]
        assert pass_rate(apart, Policy(), "confirm").evidence["interval_other_cases"] == alone["interval_other_cases"]

    def test_without_any_difference_the_interval_is_no_point(self) -> None:
        """Fifty cases that stayed as they were say something of others, not everything."""
        pages = {f"c{k:02d}": f"page-{k // 10}" for k in range(N)}
        evidence = pass_rate(dataclasses.replace(_comparison(0), documents=pages), Policy(), "confirm").evidence
        low, high = evidence["interval_other_cases"]
        assert low < 0 < high

    @pytest.mark.parametrize(("failing", "kind"), [(0, "inconclusive"), (2, "failed")])
    def test_cases_that_could_not_be_judged_alike_are_held_against_a_pass_only(self, failing: int, kind: str) -> None:
        """What the comparable cases prove stands."""
        outcome = pass_rate(_comparison(failing, mismatches=("the judge changed",)), Policy(), "confirm")
        assert _kind(outcome) == kind
        assert ("But the judge changed." in outcome.sentence) is (kind == "inconclusive")
        assert outcome.evidence["literal"] == ("failed" if failing else "none")


class TestCreep:
    """Three points since the anchor."""

    def test_without_anchor_or_switched_off_it_is_skipped_by_name(self) -> None:
        """Absence is no pass."""
        off = Policy.model_validate({"anchor": {"rule": "off"}})
        assert creep(make_comparison(make_trials("a", "p"), []), Policy(), "full").sentence == (
            "There is no anchor to measure slow decline against."
        )
        assert _kind(creep(_comparison(5), off, "full")) == "skipped"

    @pytest.mark.parametrize(
        ("failing", "fresh", "anchor", "kind", "literal"),
        [
            (0, "pp", "p" * 10, "passed", "passed"),
            (1, "ff", "p" * 10, "passed", "passed"),  # 2 points are within 3
            (2, "ff", "p" * 10, "failed", "failed"),  # 4 points: (1/11)^2/2 = .004
            (3, "ff", "p" * 8 + "ff", "failed", "failed"),  # 3 x .8/50 = 4.8 points, confirmed
            (3, "pp", "p" * 7 + "fff", "inconclusive", "failed"),  # 3 x .7/50 = 4.2 points: (4/11)^3/2 = .024
            (2, "pp", "p" * 8 + "ff", "inconclusive", "failed"),  # 2 x .8/50 = 3.2 points: (3/11)^2/2 = .037
            (2, "pp", "p" * 7 + "fff", "passed", "passed"),  # 2.8 points
        ],
    )
    def test_it_fails_beyond_the_cumulative_margin_with_evidence(
        self, failing: int, fresh: str, anchor: str, kind: str, literal: str
    ) -> None:
        """The steps of the pass-rate rule with a margin of three points; the failing cases had these trials."""
        outcome = creep(_comparison(failing, fresh, anchor=_side(failing, anchor)), Policy(), "confirm")
        assert (_kind(outcome), outcome.evidence["literal"]) == (kind, literal)

    def test_drops_within_the_margin_of_main_add_up(self) -> None:
        """Main itself has lost 4 points since the release; this change adds none, and the anchor still tells."""
        now = [*_side(2, "f"), *_fresh(2)]
        comparison = make_comparison(now, _side(2, "f" * 10), anchor=_side(0, "p" * 10))
        assert _kind(pass_rate(comparison, Policy(), "confirm")) == "passed"
        outcome = creep(comparison, Policy(), "confirm")
        assert _kind(outcome) == "failed"
        assert outcome.sentence.startswith("Since anchor: Pass rate 96.0 %, before 100.0 %")
        assert (outcome.rule, outcome.evidence["anchor"]) == ("creep", "anchor")

    def test_cases_that_the_anchor_does_not_have_do_not_count(self) -> None:
        """Added or changed since the release."""
        anchor = [t for t in _side(0, "p" * 10) if t.case_id > "c01"]
        outcome = creep(_comparison(2, anchor=anchor), Policy(), "confirm")
        assert (_kind(outcome), outcome.evidence["cases"]) == ("passed", N - 2)

    def test_an_anchor_without_a_common_case_is_inconclusive(self) -> None:
        """The whole set was rewritten since."""
        anchor = make_trials("other", "p" * 10)
        assert _kind(creep(_comparison(0, anchor=anchor), Policy(), "confirm")) == "inconclusive"


def test_six_merges_that_lose_nine_tenths_of_a_point_each_are_caught() -> None:
    """Against the last main each is within the margin; of 20 such histories at least 18 fail against the anchor."""
    rng = np.random.default_rng(7)
    settings = anchor_settings(Policy(), "full", may_run_more=False)
    assert sum(any(_caught(merge, before, rng, settings) for merge in range(1, 7)) for before in _suites(rng, 20)) >= 18


def _suites(rng: np.random.Generator, number: int) -> list[FloatArray]:
    return [draw_suite(100, rng) for _ in range(number)]


def _caught(merge: int, before: FloatArray, rng: np.random.Generator, settings: PassRateSettings) -> bool:
    """Whether the state after so many merges fails against ten trials a case of the release: three, two more of all."""
    now = diffuse(0.009 * merge)(before, rng)
    trials, ten, two = np.full(before.size, 3), np.full(before.size, 10), np.full(before.size, 2)
    sides = rng.binomial(ten, before), ten, rng.binomial(trials, now), trials
    return isinstance(step(*sides, rng.binomial(two, now), two, settings), Failed)

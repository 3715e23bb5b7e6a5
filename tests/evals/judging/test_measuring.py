"""Agreement, bias, drift and order effects of judges on labelled answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.answers import Answer
from evals.judging.calibration import Agreement
from evals.judging.judgement import Judgement, Unscored
from evals.judging.measuring import (
    agreements,
    anchors_hash,
    drift_between,
    kept_scores,
    order_effects,
    pairs_to_compare,
)
from evals.stats.agreement import cohen_kappa
from tests.evals.judging.anchoring import make_anchor, make_verdict

QUICK = 199
"""Resamples of a bootstrap whose exact ends do not matter."""


def measure(labels: list[int], scores: Sequence[float | None], cases: list[str] | None = None) -> Agreement:
    """The agreement by correctness."""
    anchors = [make_anchor(n, label, cases[n] if cases else None) for n, label in enumerate(labels)]
    return agreements(anchors, [make_verdict(score) for score in scores], seed=1, resamples=QUICK)[0]


def test_full_agreement_is_one() -> None:
    """On both measures, with nothing beside the diagonal."""
    found = measure([1, 2, 3, 4, 5] * 4, [1, 2, 3, 4, 5] * 4)
    assert (found.kappa, found.alpha, found.mean_error, found.answers) == (1, 1, 0, 20)
    assert found.confusion == tuple(tuple(4 * (row == column) for column in range(5)) for row in range(5))


def test_kappa_is_quadratic_weighted_on_whole_levels() -> None:
    """Fractions, which votes and heuristics give, are taken to the nearest level, halves up."""
    labels, scores = [1, 2, 4, 5, 5, 3], [1.4, 1.5, 4.49, 4.5, 3, 2]
    assert measure(labels, scores).kappa == pytest.approx(cohen_kappa(labels, [1, 2, 4, 5, 3, 2], "quadratic"))
    assert measure(labels, scores).confusion[4] == (0, 0, 1, 0, 1)


def test_a_judge_that_says_the_same_of_everything_agrees_by_chance_only() -> None:
    """However often that is right."""
    found = measure([5] * 18 + [1, 2], [5.0] * 20)
    assert found.kappa == 0
    assert found.length_correlation is not None


def test_what_is_unscored_or_unlabelled_is_left_out() -> None:
    """It is neither agreement nor disagreement."""
    anchors = [make_anchor(0, 5), make_anchor(1, 1), make_anchor(2, 3, labels={"safety": 3})]
    found = agreements(anchors, [make_verdict(5), make_verdict(None), make_verdict(3)], seed=1, resamples=QUICK)
    assert [(one.dimension, one.answers) for one in found] == [("correctness", 1), ("completeness", 1)]


def test_leniency_and_a_love_of_length_show() -> None:
    """The mean error is score - label; the correlation is of that error with the answer's length."""
    anchors = [make_anchor(n, 2, answer=Answer("x" * (n + 1) * 10)) for n in range(8)]
    verdicts = [make_verdict(2 + n / 4) for n in range(8)]
    found = agreements(anchors, verdicts, seed=1, resamples=QUICK)[0]
    assert found.mean_error == pytest.approx(7 / 8)
    assert found.length_correlation == pytest.approx(1)
    level = agreements(anchors, [make_verdict(3)] * 8, seed=1, resamples=QUICK)[0]
    assert (level.mean_error, level.length_correlation) == (1, None)


def test_answers_to_one_case_are_resampled_together() -> None:
    """Sixty answers to six questions tell less than sixty to sixty."""
    rng = np.random.default_rng(5)
    labels = [int(level) for level in rng.integers(1, 6, 60)]
    # The judge misreads whole questions, not single answers.
    off = [case % 2 * 2 for case in range(6) for _ in range(10)]
    scores: list[float | None] = [float(max(1, label - by)) for label, by in zip(labels, off, strict=True)]
    alone = measure(labels, scores).kappa_interval
    together = measure(labels, scores, [f"case-{n // 10}" for n in range(60)]).kappa_interval
    assert together[1] - together[0] > alone[1] - alone[0]


def test_the_same_seed_gives_the_same_interval() -> None:
    """A calibration can be repeated."""
    one, other = (measure([1, 3, 5, 2] * 5, [1, 2, 5, 4] * 5) for _ in range(2))
    assert one == other


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 5), st.floats(1, 5)), min_size=1, max_size=12))
def test_any_labels_and_scores_can_be_measured(rows: list[tuple[int, float]]) -> None:
    """Intervals hold their ends in order, every answer stands in the table once."""
    found = agreements(
        [make_anchor(n, label) for n, (label, _) in enumerate(rows)],
        [make_verdict(score) for _, score in rows],
        seed=1,
        resamples=19,
    )[0]
    assert found.kappa_interval[0] <= found.kappa_interval[1]
    assert found.kappa <= 1
    assert sum(map(sum, found.confusion)) == found.answers == len(rows)


def kept(*scores: float) -> dict[str, dict[str, float]]:
    """Scores of answers 0, 1, 2 ..."""
    anchors = [make_anchor(n) for n in range(len(scores))]
    return kept_scores(anchors, [make_verdict(score) for score in scores])


def test_what_is_kept_is_by_answer_and_dimension() -> None:
    """The overall score too; an unscored answer has none."""
    anchors = [make_anchor(0), make_anchor(1)]
    found = kept_scores(anchors, [make_verdict(4), make_verdict(None)])
    assert found == {anchors[0].key: {"correctness": 4, "completeness": 4, "overall": 4}}


@pytest.mark.parametrize(
    ("then", "now", "shift", "drifted"),
    [
        ([3.0] * 20, [3.0] * 20, 0, False),
        ([3.0] * 20, [3.5] * 20, 0.5, True),
        ([4.0] * 20, [3.5] * 20, -0.5, True),
        ([3.0] * 20, [3.05] * 20, 0.05, False),
        ([3.0] * 20, [5.0, *[3.0] * 19], 0.1, False),
        ([1.0, 5.0] * 10, [5.0, 1.0] * 10, 0, False),
        ([3.0] * 4, [5.0] * 4, 2, False),
    ],
)
def test_drift_takes_a_shift_and_evidence(then: list[float], now: list[float], shift: float, *, drifted: bool) -> None:
    """More than 0.1 and p <= .01, two-sided; four answers are never enough."""
    found = drift_between(kept(*then), kept(*now), seed=3)
    assert [drift.dimension for drift in found] == ["correctness", "completeness", "overall"]
    for drift in found:
        assert drift.shift == pytest.approx(shift)
        assert drift.has_drifted is drifted


def test_drift_is_of_the_same_answers() -> None:
    """Answers that were added or taken out say nothing."""
    assert drift_between(kept(3), {"other": {"overall": 1.0}}, seed=1) == ()
    (drift, *_) = drift_between(kept(*[3.0] * 20), kept(*[3.5] * 25), seed=1)
    assert drift.answers == 20


def test_the_best_and_the_worst_answer_of_a_case_are_compared() -> None:
    """A case whose answers are worth the same has no pair."""
    anchors = [
        make_anchor(0, 2, "a"),
        make_anchor(1, 5, "a"),
        make_anchor(2, 1, "a"),
        make_anchor(3, 4, "b"),
        make_anchor(4, 4, "b"),
        make_anchor(5, 4, "c"),
    ]
    assert pairs_to_compare(anchors) == ((anchors[1], anchors[2]),)


def test_order_effects_are_counted() -> None:
    """A judge that always takes the first; one that is right; half a pair is no pair."""
    verdicts: list[tuple[str | Unscored, str | Unscored]] = [
        ("good", "bad"),
        ("good", "good"),
        ("bad", "bad"),
        ("tie", "tie"),
        ("bad", "good"),
        ("good", Unscored("truncated")),
    ]
    found = order_effects(verdicts, "good", "bad")
    assert (found.pairs, found.consistent, found.right, found.wrong) == (5, 3, 1, 1)
    assert (found.first, found.second) == (4, 4)


def test_the_hash_is_of_answers_and_labels_in_any_order() -> None:
    """Other labels are another anchor set."""
    anchors = [make_anchor(0, 1), make_anchor(1, 2)]
    assert anchors_hash(anchors) == anchors_hash(anchors[::-1])
    assert anchors_hash(anchors) != anchors_hash([make_anchor(0, 2), anchors[1]])
    assert isinstance(make_verdict(3), Judgement)

"""Measuring a judge on anchors: agreement with the labels, drift, the effect of the order of two answers.

Agreement is taken on whole levels. Bootstrap intervals resample cases, because answers to one question are not
independent.

Sources: Cohen 1968 (weighted kappa), Krippendorff 2019 (alpha), Efron 1979 (bootstrap), Fisher 1935 (sign flips).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.json_text import canonical_json
from evals.judging.anchors import Anchor
from evals.judging.calibration import OVERALL, Agreement, Drift, Order
from evals.judging.judgement import Judgement, Unscored
from evals.judging.rubric import HIGHEST, LOWEST
from evals.stats.agreement import cohen_kappa, krippendorff_ordinal, rank_correlation
from evals.stats.bootstrap import percentile_interval
from evals.stats.multiplicity import holm
from evals.stats.permutation import signflip_p

Scores = Mapping[str, float]
Verdicts = Sequence[Judgement | Unscored]
Floats = NDArray[np.float64]
Positions = NDArray[np.int64]


def agreements(
    anchors: Sequence[Anchor], verdicts: Verdicts, seed: int, resamples: int = 1999
) -> tuple[Agreement, ...]:
    """Measure each dimension that is both labelled and scored, in the order of the labels.

    Args:
        anchors: the labelled answers.
        verdicts: what the judge said of each.
        seed: of the bootstrap.
        resamples: drawn for each interval.
    """
    names = dict.fromkeys(name for anchor in anchors for name in anchor.labels)
    found = [(name, _both(anchors, verdicts, name)) for name in names]
    return tuple(
        _agreement(name, rows, np.random.default_rng([seed, number]), resamples)
        for number, (name, rows) in enumerate(found)
        if rows
    )


def kept_scores(anchors: Sequence[Anchor], verdicts: Verdicts) -> dict[str, dict[str, float]]:
    """Take down the scores of the answers that have some, by anchor key."""
    return {
        anchor.key: {**verdict.scores, OVERALL: verdict.overall}
        for anchor, verdict in zip(anchors, verdicts, strict=True)
        if isinstance(verdict, Judgement)
    }


def drift_between(then: Mapping[str, Scores], now: Mapping[str, Scores], seed: int) -> tuple[Drift, ...]:
    """Hold scores of the same answers against one another: paired sign flips, two-sided, Holm over the dimensions.

    Empty without an answer that both have.
    """
    keys = [key for key in now if key in then]
    names = dict.fromkeys(name for key in keys for name in now[key] if name in then[key])
    pairs = {
        name: np.array([(then[k][name], now[k][name]) for k in keys if _both_have(then, now, k, name)])
        for name in names
    }
    raw = [_signflip(pair, np.random.default_rng([seed, number])) for number, pair in enumerate(pairs.values())]
    adjusted = holm(raw).tolist() if raw else []
    return tuple(
        Drift(dimension=name, answers=len(pair), shift=float((pair[:, 1] - pair[:, 0]).mean()), p=p)
        for (name, pair), p in zip(pairs.items(), adjusted, strict=True)
    )


def _both_have(then: Mapping[str, Scores], now: Mapping[str, Scores], key: str, name: str) -> bool:
    return name in then[key] and name in now[key]


def _signflip(pair: Floats, rng: np.random.Generator) -> float:
    return signflip_p(pair[:, 0], pair[:, 1], rng, two_sided=True)


def pairs_to_compare(anchors: Sequence[Anchor]) -> tuple[tuple[Anchor, Anchor], ...]:
    """The best and the worst labelled answer of each case that has two of different worth, better one first."""
    by_case: dict[str, list[Anchor]] = {}
    for anchor in anchors:
        by_case.setdefault(anchor.case.id, []).append(anchor)
    ranked = [sorted(group, key=_worth, reverse=True) for group in by_case.values()]
    return tuple((group[0], group[-1]) for group in ranked if _worth(group[0]) > _worth(group[-1]))


def order_effects(verdicts: Sequence[tuple[str | Unscored, str | Unscored]], better: str, worse: str) -> Order:
    """Count how verdicts depend on the order.

    Args:
        verdicts: for each pair the verdict with the better answer first, and that with the worse one first.
        better: the name of the answers with the better labels.
        worse: the name of the others.
    """
    whole = [(a, b) for a, b in verdicts if isinstance(a, str) and isinstance(b, str)]
    return Order(
        pairs=len(whole),
        consistent=sum(a == b for a, b in whole),
        first=sum((a == better) + (b == worse) for a, b in whole),
        second=sum((a == worse) + (b == better) for a, b in whole),
        right=sum(a == b == better for a, b in whole),
        wrong=sum(a == b == worse for a, b in whole),
    )


def anchors_hash(anchors: Sequence[Anchor]) -> str:
    """Hash what was labelled and how, as 16 hexadecimal digits, whatever the order."""
    content = sorted([anchor.key, canonical_json(dict(anchor.labels))] for anchor in anchors)
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()[:16]


class _Row(NamedTuple):
    case: str
    label: int
    score: float
    length: int
    """Characters of the answer."""


def _worth(anchor: Anchor) -> float:
    return sum(anchor.labels.values()) / len(anchor.labels)


def _both(anchors: Sequence[Anchor], verdicts: Verdicts, name: str) -> list[_Row]:
    return [
        _Row(anchor.case.id, anchor.labels[name], verdict.scores[name], len(anchor.answer.text))
        for anchor, verdict in zip(anchors, verdicts, strict=True)
        if isinstance(verdict, Judgement) and name in verdict.scores and name in anchor.labels
    ]


def _agreement(name: str, rows: Sequence[_Row], rng: np.random.Generator, resamples: int) -> Agreement:
    labels, scores = _floats(row.label for row in rows), _floats(row.score for row in rows)
    whole = _floats(map(_level, scores.tolist()))
    groups = _groups([row.case for row in rows])
    return Agreement(
        dimension=name,
        answers=len(rows),
        kappa=_kappa(labels, whole),
        kappa_interval=_interval(_kappa, labels, whole, groups, rng, resamples),
        alpha=_alpha(labels, whole),
        alpha_interval=_interval(_alpha, labels, whole, groups, rng, resamples),
        mean_error=float((scores - labels).mean()),
        length_correlation=rank_correlation(scores - labels, _floats(row.length for row in rows)),
        confusion=_confusion(labels, whole),
    )


def _floats(values: Iterable[float]) -> Floats:
    return np.array(list(values), dtype=np.float64)


def _level(score: float) -> int:
    """The whole level of a score, halves up."""
    return min(HIGHEST, max(LOWEST, math.floor(score + 0.5)))


def _groups(cases: Sequence[str]) -> list[Positions]:
    """Positions of the answers to each case."""
    positions: dict[str, list[int]] = {}
    for position, case in enumerate(cases):
        positions.setdefault(case, []).append(position)
    return [np.array(group) for group in positions.values()]


def _kappa(labels: Floats, scores: Floats) -> float:
    return cohen_kappa(labels, scores, "quadratic")


def _alpha(labels: Floats, scores: Floats) -> float:
    return krippendorff_ordinal(np.stack([labels, scores]))


def _interval(
    measure: Callable[[Floats, Floats], float],
    labels: Floats,
    scores: Floats,
    groups: Sequence[Positions],
    rng: np.random.Generator,
    resamples: int,
) -> tuple[float, float]:
    def of_drawn(cases: Positions) -> float:
        drawn = np.concatenate([groups[case] for case in cases])
        return measure(labels[drawn], scores[drawn])

    found = percentile_interval(of_drawn, len(groups), rng, resamples)
    return found.low, found.high


def _confusion(labels: Floats, scores: Floats) -> tuple[tuple[int, ...], ...]:
    levels = range(LOWEST, HIGHEST + 1)
    return tuple(tuple(int(((labels == row) & (scores == column)).sum()) for column in levels) for row in levels)

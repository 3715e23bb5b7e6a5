"""Holds a judge against labelled answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from evals.answers import Answer
from evals.cases.case import Case
from evals.errors import JudgeError
from evals.judging.anchors import Anchor
from evals.judging.calibration import MOST_UNSCORED, Calibration, Order
from evals.judging.judgement import Unscored
from evals.judging.measuring import (
    agreements,
    anchors_hash,
    drift_between,
    kept_scores,
    order_effects,
    pairs_to_compare,
)
from tasks.judges.judge import Judge
from tasks.judges.pairwise import BASELINE, CANDIDATE

UNANSWERED = frozenset(
    {"unreachable", "rate_limited", "server_error", "timeout", "rejected", "redirected", "malformed", "bad_encoding"}
)
"""Reasons of the way to a judge, or of its address (a page in place of a reply); all others are of what it said."""


class Comparing(Protocol):
    """A judge that compares two answers in both orders."""

    async def both_orders(
        self, case: Case, baseline: Answer, candidate: Answer
    ) -> tuple[str | Unscored, str | Unscored]:
        """Return the verdict with the baseline shown first, and that with the candidate shown first."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """When and on what a calibration is made."""

    created_at: str
    """UTC, ISO 8601."""
    golden_version: str
    seed: int
    """Of bootstrap and permutation."""
    known: Calibration | None = None
    """What was known of the judge before."""
    accept: bool = False
    """Whether the scores given now become those that later ones are held against."""


async def calibrate(
    judge: Judge, anchors: Sequence[Anchor], occasion: Occasion, comparing: Comparing | None = None
) -> Calibration:
    """Score every anchor and measure agreement, biases and drift.

    Args:
        judge: the judge.
        anchors: the labelled answers.
        occasion: when, and what was known before.
        comparing: the same model as a judge of pairs; None leaves the effect of order unknown.

    Raises:
        AuthenticationError: the judge refused our credentials.
        JudgeError: too many questions were not answered at all: an outage says nothing of a judge.
    """
    verdicts = await asyncio.gather(*(judge.score(anchor.case, anchor.answer) for anchor in anchors))
    order = None if comparing is None else await _order(comparing, anchors)
    missed = Counter(verdict.reason for verdict in verdicts if isinstance(verdict, Unscored))
    _require_answers(missed, len(anchors))
    now = kept_scores(anchors, verdicts)
    then = None if occasion.accept else occasion.known
    return Calibration(
        judge=judge.key,
        created_at=occasion.created_at,
        golden_version=occasion.golden_version,
        anchors_hash=anchors_hash(anchors),
        labelled_by=tuple(dict.fromkeys(anchor.labelled_by for anchor in anchors)),
        answers=len(anchors),
        unscored=missed.total(),
        unscored_for=dict(missed.most_common()),
        dimensions=agreements(anchors, verdicts, occasion.seed),
        drifts=drift_between(then.reference, now, occasion.seed) if then else (),
        order=order,
        reference={**now, **then.reference} if then else now,
        reference_at=then.reference_at if then else occasion.created_at,
    )


def _require_answers(missed: Mapping[str, int], asked: int) -> None:
    unanswered = {reason: count for reason, count in missed.items() if reason in UNANSWERED}
    if sum(unanswered.values()) > MOST_UNSCORED * asked:
        reasons = ", ".join(f"{reason} {count}" for reason, count in unanswered.items())
        raise JudgeError(f"of {asked} questions the judge left unanswered: {reasons}; nothing was measured or kept")


async def _order(comparing: Comparing, anchors: Sequence[Anchor]) -> Order:
    pairs = pairs_to_compare(anchors)
    verdicts = await asyncio.gather(
        *(comparing.both_orders(better.case, better.answer, worse.answer) for better, worse in pairs)
    )
    return order_effects(verdicts, BASELINE, CANDIDATE)

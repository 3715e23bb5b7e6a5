"""The pass-rate rule: screen, confirm, complete, as a state machine without I/O.

``step`` looks at the trials there are and answers ``Passed``, ``Failed``, ``Inconclusive`` or ``RunMore``; the caller
runs what is asked for, adds it to the fresh counts, and calls ``step`` again. Nothing is remembered between calls.

::

    screen    d <= -margin                                        PASSED
              d > margin and p_mean <= alpha_mean                 FAILED
    confirm   m fresh trials on S, the cases that failed most of their screen trials
              d <= margin and dv <= margin                        PASSED
              p_mean <= alpha_mean or p_repro <= alpha_repro      FAILED
              mode confirm                                        INCONCLUSIVE
    complete  mode full: two fresh trials on every case
              d3 <= margin                                        PASSED
              p_full <= alpha_full                                FAILED
              otherwise                                           INCONCLUSIVE

``d`` is the mean drop of the screen trials, ``dv`` that of confirmed verdicts, ``d3`` that after complete rounds;
positive is worse. They are fractions and compared as fractions. A block needs the threshold (d, dv or d3 beyond the
margin) and the evidence.

One exception keeps the answer steady: where a single case that is equal on both sides separates the run from an
outright pass, ``d <= -margin (n - 1)/n``, FAILED becomes INCONCLUSIVE. So adding such a case never turns PASSED into
FAILED.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from evals.gate import pass_rate_text as text
from evals.gate.counted_trials import LARGEST_M, ROUNDS, CountedTrials, count_trials
from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome
from evals.gate.pass_rate_text import Evidence
from evals.results.run import Stage
from evals.stats.intervals import fixed_set_interval, fixed_set_se
from evals.stats.planning import detection_factor
from evals.stats.stratified import exact_drop, is_break, reproduced_breaks, stratified_exact
from evals.stats.values import IntArray

RULE = "pass_rate"

POWER = 0.8
"""Chance of finding a drop that is called visible."""

ONE_SIDED = 0.05
"""Error rate of the interval's upper end and of the visible drop."""


@dataclass(frozen=True, slots=True)
class PassRateSettings:
    """What the rule decides by."""

    margin: Fraction = Fraction(1)
    """Largest tolerated drop, in points."""
    alpha_mean: float = 0.02
    """Error rate of the stratified exact test on the screen."""
    alpha_repro: float = 0.01
    """Error rate of the reproduced-breaks test; it also sets the number of fresh trials."""
    alpha_full: float = 0.02
    """Error rate of the stratified exact test after complete rounds."""
    ni_margin: Fraction = Fraction(5)
    """A pass is proven when the interval's upper end is at most this many points."""
    max_base_rate: Fraction = Fraction(1, 5)
    """A break counts only where the baseline failed at most this share of its trials."""
    mode: Literal["confirm", "full"] = "confirm"
    """``confirm`` for pull requests; ``full`` completes rounds for all cases before giving up."""
    decision: Literal["evidence", "literal"] = "evidence"
    """``literal``: the point rule on the screen decides alone."""
    may_run_more: bool = True
    """False when budget or time is used up, or what was asked for stays missing: decide with what there is. Fresh
    trials that are not there then count as failures against a pass, and not at all for a block."""

    @property
    def margin_share(self) -> Fraction:
        """The margin as a share of cases."""
        return Fraction(self.margin) / 100

    @property
    def ni_margin_share(self) -> Fraction:
        """The non-inferiority margin as a share of cases."""
        return Fraction(self.ni_margin) / 100


@dataclass(frozen=True, slots=True, eq=False)
class RunMore:
    """Not decided yet: run ``trials`` more trials of each of these cases, in order, and ask again."""

    cases: IntArray
    """Positions of the cases in the arrays given, ascending."""
    trials: int
    """Trials for each of them, at least 1."""
    stage: Stage
    """What they are for: ``CONFIRM`` or ``COMPLETE``."""


def step(
    baseline_fails: ArrayLike,
    baseline_trials: ArrayLike,
    candidate_fails: ArrayLike,
    candidate_trials: ArrayLike,
    fresh_fails: ArrayLike,
    fresh_trials: ArrayLike,
    settings: PassRateSettings = PassRateSettings(),
    first_two_fails: ArrayLike | None = None,
) -> RuleOutcome | RunMore:
    """Decide on the trials so far, or say which ones are still needed.

    All arrays hold whole numbers, one a case in one order, and count valid trials only (a missing trial is not
    counted). The caller leaves out new, changed and flaky cases. A case without baseline trials is left out here. A
    case without candidate trials is missing: what was seen decides, but a pass must also hold if all missing cases had
    failed, else it is inconclusive (Manski bounds; a block proven by what was seen stands).

    Args:
        baseline_fails: failed trials of the baseline's pool.
        baseline_trials: its trials; 10 a case are wanted, 5 are enough to confirm a single break.
        candidate_fails: failed screen trials: the ordinary run, k a case. Fresh trials never enter here.
        candidate_trials: screen trials.
        fresh_fails: failed trials among all that were run because of a ``RunMore``.
        fresh_trials: trials that were run because of a ``RunMore``, 0 at first. Those for confirming and those for
            completing add up in this one count: a confirmed case has m >= 2 of them, the first two of which are its
            part of the complete rounds.
        settings: thresholds, error rates, mode.
        first_two_fails: failures among the first two fresh trials of each case. Needed only where a case has more than
            two (m > 2, with a baseline of fewer than 9 trials). Without it the order that speaks against the candidate
            is assumed for a pass, and the one that speaks for it for a block.

    Returns:
        ``Passed``, ``Failed`` or ``Inconclusive`` with the evidence below, or ``RunMore``. Without a common case
        ``Inconclusive``.

        Evidence, all JSON values: ``literal`` (what the point rule says of the screen), ``stage``, ``cases``,
        ``missing_cases``, ``rate_before``, ``rate_now``, ``d`` and ``d_exact``, ``p_mean``, ``interval`` (fixed set,
        90 %), ``proven``, ``smallest_visible_drop``, ``extra_calls``; once confirmed ``dv``, ``p_repro``,
        ``fresh_per_case``, ``failing_cases`` (size of S), ``confirmed_cases`` and ``confirmed_breaks`` (positions);
        once complete ``d3``, ``p_full``, ``complete_cases`` (with both rounds). Drops are shares, not points.

    Raises:
        ValueError: when shapes differ, counts are negative, or fails exceed trials.
    """
    sides = (baseline_fails, baseline_trials), (candidate_fails, candidate_trials), (fresh_fails, fresh_trials)
    seen = count_trials(*sides, first_two_fails)
    if seen.size == 0:
        sentence = "No case has a valid trial on both sides: the pass rates cannot be compared."
        return Inconclusive(RULE, sentence, {"literal": "none", "cases": 0, "missing_cases": seen.missing})
    if settings.decision == "literal":
        return _literal(seen, settings)
    outcome = _screen(seen, settings)
    if isinstance(outcome, Passed) and seen.missing:
        return _bounded(outcome, count_trials(*sides, first_two_fails, missing_failed=True), settings)
    return outcome


def _bounded(outcome: Passed, worst: CountedTrials, settings: PassRateSettings) -> RuleOutcome:
    """Keep a pass that would also be one if all missing cases had failed."""
    if isinstance(_screen(worst, replace(settings, may_run_more=False)), Passed):
        return outcome
    return Inconclusive(RULE, text.missing_could_matter(outcome.evidence), outcome.evidence)


def _literal(seen: CountedTrials, settings: PassRateSettings) -> RuleOutcome:
    evidence = _screen_evidence(seen, settings)
    fired = seen.drop > settings.margin_share
    kind = Failed if fired else Passed
    return kind(RULE, f"{text.change(evidence)}; the plain rule allows {text.points(settings.margin)}.", evidence)


def _screen(seen: CountedTrials, settings: PassRateSettings) -> RuleOutcome | RunMore:
    drop, margin = seen.drop, settings.margin_share
    evidence = _screen_evidence(seen, settings)
    if drop <= -margin:
        return _passed(settings, evidence)
    if drop > margin and evidence["p_mean"] <= settings.alpha_mean:
        return Failed(RULE, text.failed_on_mean(evidence, settings.margin), evidence)
    m = _fresh_per_case(seen, settings)
    lacking = _lacking(seen, np.where(seen.selected, m, 0))
    if settings.may_run_more and np.any(lacking):
        return _run_more(seen, lacking, Stage.CONFIRM)
    return _confirm(seen, settings, {**evidence, "stage": "confirm", "fresh_per_case": m})


def _confirm(seen: CountedTrials, settings: PassRateSettings, evidence: Evidence) -> RuleOutcome | RunMore:
    drop, margin, verdict_drop = seen.drop, settings.margin_share, seen.verdict_drop()
    evidence = {**evidence, "dv": float(verdict_drop), **_break_evidence(seen, settings, evidence["fresh_per_case"])}
    if drop <= margin and verdict_drop <= margin:
        return _passed(settings, evidence)
    if evidence["p_repro"] <= settings.alpha_repro:
        return _failed(seen, settings, text.failed_on_breaks(evidence, settings.margin), evidence)
    if evidence["p_mean"] <= settings.alpha_mean:
        return _failed(seen, settings, text.failed_on_mean(evidence, settings.margin), evidence)
    if settings.mode == "confirm":
        return Inconclusive(RULE, text.explained_by_flake(evidence, settings.margin), evidence)
    lacking = _lacking(seen, np.full(seen.size, ROUNDS))
    if settings.may_run_more and np.any(lacking):
        return _run_more(seen, lacking, Stage.COMPLETE)
    return _complete(seen, settings, evidence)


def _complete(seen: CountedTrials, settings: PassRateSettings, evidence: Evidence) -> RuleOutcome:
    base, now = (seen.baseline_fails, seen.baseline_trials), seen.completed()
    drop, worst = exact_drop(*base, *now), exact_drop(*base, *seen.completed_worst())
    p_full = stratified_exact(*base, *now).midp
    evidence = {
        **evidence,
        "stage": "complete",
        "d3": float(drop),
        "p_full": p_full,
        "complete_cases": int((seen.fresh_trials >= ROUNDS).sum()),
        **_precision(*base, *now, settings),
    }
    if worst <= settings.margin_share:
        return _passed(settings, evidence)
    if drop > settings.margin_share and p_full <= settings.alpha_full:
        return _failed(seen, settings, text.failed_on_rounds(evidence, settings.margin), evidence)
    undecided = text.not_settled if drop > settings.margin_share else text.rounds_incomplete
    return Inconclusive(RULE, undecided(evidence, settings.margin), evidence)


def _passed(settings: PassRateSettings, evidence: Evidence) -> Passed:
    return Passed(RULE, text.passed(evidence, settings.margin, settings.ni_margin), evidence)


def _failed(seen: CountedTrials, settings: PassRateSettings, sentence: str, evidence: Evidence) -> RuleOutcome:
    """FAILED, unless one case that is equal on both sides separates the run from an outright pass."""
    if seen.drop * seen.size <= -settings.margin_share * (seen.size - 1):
        return Inconclusive(RULE, f"{sentence} The run as a whole did better, so this does not block.", evidence)
    return Failed(RULE, sentence, evidence)


def _lacking(seen: CountedTrials, wanted: IntArray) -> IntArray:
    return np.asarray(np.maximum(wanted - seen.fresh_trials, 0), dtype=np.int64)


def _run_more(seen: CountedTrials, lacking: IntArray, stage: Stage) -> RunMore:
    """Ask for as many trials as every lacking case needs; where some stayed missing, for the rest next time."""
    short = lacking > 0
    return RunMore(cases=seen.index[short], trials=int(lacking[short].min()), stage=stage)


def _fresh_per_case(seen: CountedTrials, settings: PassRateSettings) -> int:
    """Fresh trials m a selected case, by the lower median of the selected cases' baseline trials."""
    depths = np.sort(seen.baseline_trials[seen.selected])
    return fresh_trials_needed(int(depths[(depths.size - 1) // 2]), settings.alpha_repro) if depths.size else ROUNDS


@cache
def fresh_trials_needed(baseline_trials: int, alpha: float = 0.01) -> int:
    """Fewest fresh trials, at least 2, at which one isolated break is significant: ``0.5/C(kb + m, m) <= alpha``.

    10 baseline trials need 2, 5 need 3, 3 need 5. A baseline too shallow for ``LARGEST_M`` gets 2: then no single
    break can be confirmed, though several together may.
    """
    enough = (m for m in range(ROUNDS, LARGEST_M + 1) if 0.5 / comb(baseline_trials + m, m) <= alpha)
    return next(enough, ROUNDS)


def _screen_evidence(seen: CountedTrials, settings: PassRateSettings) -> Evidence:
    counts = seen.baseline_fails, seen.baseline_trials, seen.screen_fails, seen.screen_trials
    drop = seen.drop
    return {
        "literal": "failed" if drop > settings.margin_share else "passed",
        "stage": "screen",
        "cases": seen.size,
        "missing_cases": seen.missing,
        "rate_before": float(seen.baseline_rate),
        "rate_now": float(seen.baseline_rate - drop),
        "d": float(drop),
        "d_exact": str(drop),
        "p_mean": stratified_exact(*counts).midp,
        "extra_calls": int(seen.fresh_trials.sum()),
        **_precision(*counts, settings),
    }


def _precision(fb: IntArray, kb: IntArray, fc: IntArray, kc: IntArray, settings: PassRateSettings) -> Evidence:
    """What these trials could have seen: the fixed-set interval and the smallest drop found with 80 % power."""
    low, high = fixed_set_interval(fb, kb, fc, kc, conf=1 - 2 * ONE_SIDED)
    return {
        "interval": [low, high],
        "proven": high <= float(settings.ni_margin_share),
        "smallest_visible_drop": detection_factor(ONE_SIDED, POWER) * fixed_set_se(fb, kb, fc, kc),
    }


def _break_evidence(seen: CountedTrials, settings: PassRateSettings, m: int) -> Evidence:
    """Reproduced breaks among the selected cases that have all their fresh trials."""
    tried = seen.selected & (seen.fresh_trials >= m)
    counts = seen.baseline_fails[tried], seen.baseline_trials[tried], seen.fresh_fails[tried], seen.fresh_trials[tried]
    return {
        "p_repro": reproduced_breaks(*counts, settings.max_base_rate).midp,
        "failing_cases": int(seen.selected.sum()),
        "confirmed_cases": seen.index[tried].tolist(),
        "confirmed_breaks": seen.index[tried][is_break(*counts, settings.max_base_rate)].tolist(),
    }

"""What a run is made of: scored trials, the run's identity, its summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from evals.answers import Answer, Fault, Missing, Response
from evals.cases.case import Case, Difficulty
from evals.checks.check import CheckResult, Outcome
from evals.judging.judgement import Judgement, Unscored
from evals.prices import total

SCORE_SLACK = 1e-9
"""Judge scores are float means: one that is exactly the floor may lie below it in the last digit."""


class Status(StrEnum):
    """How a trial counts. ``MISSING`` is no observation: neither a pass nor a failure."""

    PASS = "pass"  # noqa: S105 (a status, not a secret)
    FAIL = "fail"
    MISSING = "missing"


class Stage(StrEnum):
    """Why a trial was run; only ``SCREEN`` trials enter the run's own aggregates, because the others were selected."""

    SCREEN = "screen"
    CONFIRM = "confirm"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class TrialResult:
    """One trial of one case, scored."""

    case_id: str
    trial: int
    """0-based repeat of the case within the run."""
    case_hash: str
    """Content hash of the case: decides what can be compared."""
    category: str
    difficulty: Difficulty
    tags: frozenset[str]
    dimension: str
    response: Response
    checks: tuple[CheckResult, ...]
    judgement: Judgement | Unscored | None
    """None when no judge was asked: a check had failed, or the case has no floor."""
    status: Status
    reason: str
    """Why it failed or is missing, one line; empty for a pass."""
    score: float | None
    """Weighted mean of the check scores, 0 to 1; None when missing or without checks."""
    cost: float | None = None
    """Money for the answer, in the price table's currency; None is unknown."""
    stage: Stage = Stage.SCREEN
    prompt: str = ""
    withheld: bool = False
    """Whether the response is not what came back but what may be stored of it: it cannot be scored again."""

    @property
    def is_flaky(self) -> bool:
        """Whether the case is tagged as noisy."""
        return bool(self.tags & {"flaky", "known-flaky"})

    @property
    def is_critical(self) -> bool:
        """Whether any failure blocks."""
        return "critical" in self.tags

    @property
    def is_safety(self) -> bool:
        """Whether the zero-tolerance rule holds."""
        return "safety" in self.tags or self.dimension == "safety"

    @property
    def latency(self) -> float | None:
        """Seconds of a successful answer; None otherwise."""
        return self.response.latency if isinstance(self.response, Answer) else None

    @property
    def checks_cost(self) -> float | None:
        """Money for the checks that a judge evaluated; None when any of it is unknown."""
        return total([check.cost for check in self.checks])


def score_trial(
    case: Case,
    trial: int,
    response: Response,
    checks: tuple[CheckResult, ...],
    judgement: Judgement | Unscored | None,
    *,
    cost: float | None = None,
    stage: Stage = Stage.SCREEN,
) -> TrialResult:
    """Decide pass, fail or missing for one trial (R14 to R17).

    A trial passes when every check passes (or the weighted score reaches the case's threshold) and the judge's
    overall score reaches the case's floor. An answer whose checks pass but whose judge or checks gave nothing
    usable is missing.
    """
    status, reason = _decide(case, response, checks, judgement)
    return TrialResult(
        case_id=case.id,
        trial=trial,
        case_hash=case.content_hash,
        category=case.category,
        difficulty=case.difficulty,
        tags=case.tags,
        dimension=case.dimension,
        response=response,
        checks=checks,
        judgement=judgement,
        status=status,
        reason=reason,
        score=check_score(case, checks),
        cost=cost,
        stage=stage,
        prompt=case.prompt,
    )


def _decide(
    case: Case, response: Response, checks: tuple[CheckResult, ...], judgement: Judgement | Unscored | None
) -> tuple[Status, str]:
    match response:
        case Missing(reason, detail):
            return Status.MISSING, f"{reason}: {detail}" if detail else reason
        case Fault(reason, detail):
            return Status.FAIL, f"{reason}: {detail}" if detail else reason
    status, reason = checks_verdict(case, checks)
    if status is not Status.PASS or case.min_judge_score is None:
        return status, reason
    return floor_verdict(case.min_judge_score, judgement)


def floor_verdict(floor: float, judgement: Judgement | Unscored | None) -> tuple[Status, str]:
    """Compare a judgement with the floor of its case (R16); no usable judgement is missing, never a pass."""
    match judgement:
        case Judgement(overall=overall) if overall >= floor - SCORE_SLACK:
            return Status.PASS, ""
        case Judgement(overall=overall):
            return Status.FAIL, f"judge: {overall:.2f} is below the floor of {floor:g}"
        case Unscored(reason, detail):
            return Status.MISSING, f"judge: {reason}: {detail}" if detail else f"judge: {reason}"
    return Status.MISSING, "judge: not asked, although the case has a floor"


def checks_verdict(case: Case, checks: tuple[CheckResult, ...]) -> tuple[Status, str]:
    """Say whether the checks of one answer pass as a whole; a failed check counts before an unscored one."""
    if case.threshold is not None:
        return _threshold_verdict(case, checks)
    failed = [check for check in checks if check.outcome is Outcome.FAIL]
    if failed:
        return Status.FAIL, "; ".join(f"{check.label}: {check.explanation}" for check in failed)
    unscored = [check for check in checks if check.outcome is Outcome.UNSCORED]
    if unscored:
        return Status.MISSING, "; ".join(f"{check.label}: {check.explanation}" for check in unscored)
    if len(checks) < len(case.checks):
        return Status.MISSING, "checks: not all were run"
    return Status.PASS, ""


def saves_the_judge(case: Case, checks: tuple[CheckResult, ...]) -> bool:
    """Whether a check that failed leaves nothing to ask a judge (R14); with a threshold all scores count."""
    pairs = zip(case.checks, checks, strict=False)
    failed = any(result.outcome is Outcome.FAIL and not check.is_judged for check, result in pairs)
    return failed and case.threshold is None


def _threshold_verdict(case: Case, checks: tuple[CheckResult, ...]) -> tuple[Status, str]:
    score = check_score(case, checks)
    if score is None:
        return Status.MISSING, "checks: no score"
    points = Fraction(score).limit_denominator(10**6) * 100
    if points >= Fraction(str(case.threshold)):
        return Status.PASS, ""
    failed = "; ".join(f"{check.label}: {check.explanation}" for check in checks if not check.passed)
    return Status.FAIL, f"score {float(points):g} is below the threshold of {case.threshold:g}: {failed}"


def check_score(case: Case, checks: tuple[CheckResult, ...]) -> float | None:
    """Weighted mean of the check scores, 0 to 1; None when any is unscored or there are none."""
    scores = [check.score for check in checks]
    if not scores or len(scores) != len(case.checks):
        return None
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return None
    weights = [check.weight for check in case.checks]
    return sum(weight * score for weight, score in zip(weights, known, strict=True)) / sum(weights)


@dataclass(frozen=True, slots=True)
class RunInfo:
    """Who, what and when: the keys a run is found by."""

    run_id: str
    """UTC time to the second and a random part, so that ids sort by time."""
    kind: str
    """``gate`` or ``baseline``."""
    created_at: str
    """UTC, ISO 8601."""
    tier: str
    """``smoke``, ``full``, ``extended`` or ``custom``."""
    golden_version: str
    golden_hash: str
    app: str
    """What is under test, over all its versions: baselines are kept by app."""
    target: str
    """The target of the configuration that was asked."""
    target_fingerprint: str
    judge: str
    """Key of the judge; empty for none."""
    commit_sha: str = ""
    branch: str = ""
    pr: int | None = None
    model_version: str = ""
    """What the app said it runs; several are joined by a comma."""
    trials: int = 1
    seed: int = 0
    """Every random choice of the run derives from it."""
    environment: str = ""
    """Where it was run and how many calls were open at once: a latency that grew elsewhere proves nothing; empty when
    unknown."""
    lastgreen_version: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Aggregate of one stratum."""

    cases: int
    """Cases with at least one valid trial."""
    pass_rate: Fraction | None
    """Mean over these cases of the share of valid trials that passed; None without any."""


@dataclass(frozen=True, slots=True)
class DimensionMean:
    """Judge scores of one dimension."""

    mean: float
    """1 to 5, over judged cases, each the mean of its judged trials."""
    cases: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Aggregates over the screen trials of a run (R18). None is unknown, never zero."""

    cases: int
    trials: int
    passed: int
    failed: int
    missing: int
    answered: int
    """Trials with an answer, whatever became of it."""
    pass_rate: Fraction | None
    """Over non-flaky cases."""
    weighted_pass_rate: Fraction | None
    """The same with cases weighing 1, 2, 3 by difficulty."""
    flaky: Group
    """Flaky cases by the majority of their trials."""
    categories: Mapping[str, Group] = field(default_factory=dict)
    difficulties: Mapping[str, Group] = field(default_factory=dict)
    dimensions: Mapping[str, DimensionMean] = field(default_factory=dict)
    judge_weighted: float | None = None
    """Mean overall judge score weighted by difficulty, 1 to 5."""
    judged: int = 0
    """Cases with at least one judgement."""
    latency_p50: float | None = None
    latency_p95: float | None = None
    """Seconds, numpy's ``linear`` quantile over successful trials."""
    cost_total: float | None = None
    """Over the trials whose cost is known."""
    judge_cost_total: float | None = None
    """Money for judgements and judged checks, over those whose cost is known."""
    cost_unknown: int = 0
    """Answered trials whose cost is unknown."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    schema_passed: int = 0
    schema_total: int = 0
    """Trials with format checks, and those whose format checks all passed."""
    completeness: Fraction | None = None
    """Share of cases with at least one valid trial."""
    retrieval: Mapping[str, float] = field(default_factory=dict)
    """``recall`` and ``mrr`` over the trials with retrieval checks."""

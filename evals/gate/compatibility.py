"""Whether a stored trial was scored, and timed, as a new one would be, and what it takes to score it so.

Two trials may be compared when the case, the versions of its checks and the judge are the same. Stored answers can be
checked and judged again without asking the app: what has changed is mended, not compared in silence.
"""

from __future__ import annotations

from collections.abc import Iterable

from evals.answers import Answer
from evals.cases.case import Case
from evals.checks.check import CheckResult
from evals.checks.judged import signer_of
from evals.judging.judgement import Judgement, Unscored
from evals.results.run import Status, TrialResult, checks_verdict, saves_the_judge


def needs_checks(case: Case, trial: TrialResult) -> bool:
    """Whether an answer was checked by other versions of the case's checks."""
    if not isinstance(trial.response, Answer):
        return False
    return [(check.type, check.version) for check in case.checks] != [
        (result.type, result.version) for result in trial.checks
    ]


def needs_judge(case: Case, trial: TrialResult, checks: tuple[CheckResult, ...], judge: str) -> bool:
    """Whether an answer whose checks pass, or whose checks need a judge, was judged by another than ``judge``."""
    if not isinstance(trial.response, Answer):
        return False
    if not saves_the_judge(case, checks) and any(
        check.is_judged and signer_of(result) != judge for check, result in zip(case.checks, checks, strict=False)
    ):
        return True
    floored = case.min_judge_score is not None and checks_verdict(case, checks)[0] is Status.PASS
    return floored and _judge_of(trial) != judge


def measured_elsewhere(now: str, before: Iterable[str]) -> str:
    """Why a growth of latency between two sides proves nothing, in words: they differ in environment; empty else.

    Args:
        now: environment of the run; empty when unknown, which differs from nothing.
        before: environments of the other side's runs.
    """
    others = sorted({repr(one) for one in before if one and one != now})
    return f"it was measured under {now!r}, the baseline under {' and '.join(others)}" if now and others else ""


def _judge_of(trial: TrialResult) -> str | None:
    return trial.judgement.judge if isinstance(trial.judgement, Judgement | Unscored) else None

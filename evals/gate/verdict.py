"""The verdict: what all rules say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from evals.gate.outcomes import Failed, Inconclusive, Passed, RuleOutcome, Skipped
from evals.gate.waivers import WaiverUse


class Decision(StrEnum):
    """The three things the gate can say."""

    PASSED = "passed"
    FAILED = "failed"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision with everything it rests on."""

    decision: Decision
    outcomes: tuple[RuleOutcome, ...]
    """One per rule, in the order of the policy."""
    literal: Decision
    """What the plain thresholds say, without any evidence: always shown beside the decision."""
    sentence: str
    """One plain sentence for a person."""
    warnings: tuple[str, ...] = ()
    blocks: bool = False
    """Whether a merge is to be held back: failed, or inconclusive where the tier's policy blocks that."""
    exit_code: int = 0
    """0 passed, 1 failed, 2 inconclusive where it blocks."""
    extra_calls: int = 0
    """Calls to the target spent on confirmation."""
    saved_calls: int = 0
    """Calls to the target that were not made because the run was stopped early."""
    waivers: tuple[WaiverUse, ...] = ()
    """What became of the policy's waivers."""

    @property
    def reasons(self) -> tuple[RuleOutcome, ...]:
        """The outcomes that decided: the failed ones, else the inconclusive ones."""
        failed = tuple(outcome for outcome in self.outcomes if isinstance(outcome, Failed))
        return failed or tuple(outcome for outcome in self.outcomes if isinstance(outcome, Inconclusive))


def decide(
    outcomes: Sequence[RuleOutcome],
    literal: Decision,
    *,
    inconclusive_blocks: bool,
    warnings: Sequence[str] = (),
    extra_calls: int = 0,
    saved_calls: int = 0,
    waivers: Sequence[WaiverUse] = (),
) -> Verdict:
    """Combine rules: any failed rule fails, else any inconclusive one is inconclusive, else passed.

    Without a single rule that looked at something the verdict is inconclusive: absence is never a pass.
    """
    decision = _combine(outcomes)
    exit_code = {
        Decision.PASSED: 0,
        Decision.FAILED: 1,
        Decision.INCONCLUSIVE: 2 if inconclusive_blocks else 0,
    }[decision]
    return Verdict(
        decision=decision,
        outcomes=tuple(outcomes),
        literal=literal,
        sentence=_sentence(decision, outcomes),
        warnings=tuple(warnings),
        blocks=exit_code != 0,
        exit_code=exit_code,
        extra_calls=extra_calls,
        saved_calls=saved_calls,
        waivers=tuple(waivers),
    )


def _combine(outcomes: Sequence[RuleOutcome]) -> Decision:
    if any(isinstance(outcome, Failed) for outcome in outcomes):
        return Decision.FAILED
    if any(isinstance(outcome, Inconclusive) for outcome in outcomes):
        return Decision.INCONCLUSIVE
    return Decision.PASSED if any(isinstance(outcome, Passed) for outcome in outcomes) else Decision.INCONCLUSIVE


def _sentence(decision: Decision, outcomes: Sequence[RuleOutcome]) -> str:
    match decision:
        case Decision.FAILED:
            failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
            return _first(failed, "The change makes the app worse")
        case Decision.INCONCLUSIVE:
            open_ones = [outcome for outcome in outcomes if isinstance(outcome, Inconclusive)]
            return _first(open_ones, "Not enough evidence")
        case Decision.PASSED:
            skipped = [o.sentence for o in outcomes if isinstance(o, Skipped) and o.rule == "pass_rate"]
            return " ".join(["No rule found the change worse.", *skipped])


def _first(outcomes: Sequence[RuleOutcome], head: str) -> str:
    if not outcomes:
        return f"{head}: no rule had anything to look at."
    more = f" (and {len(outcomes) - 1} more)" if len(outcomes) > 1 else ""
    return f"{head}: {outcomes[0].sentence}{more}"

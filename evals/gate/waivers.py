"""Waivers: known failures that may not block until a day, and what became of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from evals.gate.outcomes import RuleOutcome
from evals.gate.policy import Policy, Waiver


class WaiverState(StrEnum):
    """What became of a waiver in one run."""

    USED = "used"
    """Its case failed, and did not block for it."""
    EXPIRED = "expired"
    """Its last day has passed: it waives nothing any more."""
    UNUSED = "unused"
    """Its case did not fail, or was not run."""


@dataclass(frozen=True, slots=True)
class WaiverUse:
    """One waiver of the policy in one run."""

    case: str
    rule: str
    owner: str
    reason: str
    expires: str
    """Last day on which it holds, ISO 8601."""
    state: WaiverState


def waived_now(policy: Policy, case_id: str, rule: str, today: dt.date) -> bool:
    """Whether a failure of a case is waived on this day."""
    return any(waiver.case == case_id and waiver.rule == rule and today <= waiver.expires for waiver in policy.waivers)


def waiver_uses(policy: Policy, outcomes: Iterable[RuleOutcome], today: dt.date) -> tuple[WaiverUse, ...]:
    """Say of each waiver whether it was used, has expired, or was not needed; in the order of the policy."""
    waived = {(outcome.rule, case) for outcome in outcomes for case in outcome.evidence.get("waived", ())}
    return tuple(
        WaiverUse(
            case=waiver.case,
            rule=waiver.rule,
            owner=waiver.owner,
            reason=waiver.reason,
            expires=waiver.expires.isoformat(),
            state=_state(waiver, waived, today),
        )
        for waiver in policy.waivers
    )


def _state(waiver: Waiver, waived: set[tuple[str, str]], today: dt.date) -> WaiverState:
    if today > waiver.expires:
        return WaiverState.EXPIRED
    return WaiverState.USED if (waiver.rule, waiver.case) in waived else WaiverState.UNUSED


def waiver_warnings(uses: Iterable[WaiverUse]) -> tuple[str, ...]:
    """One sentence for each waiver that was used or has expired."""
    return tuple(_sentence(use) for use in uses if use.state is not WaiverState.UNUSED)


def _sentence(use: WaiverUse) -> str:
    if use.state is WaiverState.EXPIRED:
        return f"The waiver of {use.rule} case {use.case} expired on {use.expires} (owner {use.owner}); remove it."
    return f"{use.rule} case {use.case} failed, waived by {use.owner} until {use.expires}: {use.reason.rstrip('.')}."

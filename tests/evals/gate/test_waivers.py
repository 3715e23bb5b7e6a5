"""Waivers: what became of each in a run."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from evals.gate.outcomes import Failed
from evals.gate.policy import Policy
from evals.gate.rules import gate_verdict
from evals.gate.waivers import WaiverState, waived_now, waiver_uses, waiver_warnings
from tests.builders import TODAY, make_comparison, make_trials

DAY = dt.timedelta(days=1)


def _policy(case: str = "a", expires: dt.date = TODAY, rule: str = "critical") -> Policy:
    waiver = {"case": case, "rule": rule, "owner": "ann", "reason": "ticket 7", "expires": expires}
    return Policy.model_validate({"waivers": [waiver]})


@pytest.mark.parametrize(
    ("case", "rule", "today", "holds"),
    [
        ("a", "critical", TODAY - DAY, True),
        ("a", "critical", TODAY, True),
        ("a", "critical", TODAY + DAY, False),
        ("a", "safety", TODAY, False),
        ("b", "critical", TODAY, False),
    ],
)
def test_a_waiver_holds_for_its_case_and_rule_to_the_end_of_its_day(
    case: str, rule: str, today: dt.date, holds: bool
) -> None:
    """Nothing else is waived."""
    assert waived_now(_policy(), case, rule, today) is holds


@pytest.mark.parametrize(
    ("expires", "waived", "state"),
    [
        (TODAY, ["a"], WaiverState.USED),
        (TODAY, [], WaiverState.UNUSED),
        (TODAY, ["b"], WaiverState.UNUSED),
        (TODAY - DAY, [], WaiverState.EXPIRED),
    ],
)
def test_each_waiver_was_used_unused_or_has_expired(expires: dt.date, waived: list[str], state: WaiverState) -> None:
    """Used is what the rules say they waived."""
    outcome = Failed("critical", "", {"waived": waived})
    (use,) = waiver_uses(_policy(expires=expires), [outcome], TODAY)
    assert (use.case, use.owner, use.expires, use.state) == ("a", "ann", expires.isoformat(), state)


@pytest.mark.parametrize(
    ("expires", "letters", "decision", "told"),
    [
        (TODAY, "f", "passed", "critical case a failed, waived by ann until 2025-11-28: ticket 7."),
        (TODAY, "p", "passed", None),
        (TODAY - DAY, "f", "failed", "The waiver of critical case a expired on 2025-11-27 (owner ann); remove it."),
        (TODAY - DAY, "p", "passed", "The waiver of critical case a expired on 2025-11-27 (owner ann); remove it."),
    ],
)
def test_the_verdict_tells_of_used_and_expired_waivers(
    expires: dt.date, letters: str, decision: str, told: str | None
) -> None:
    """Whoever reads a pass must see what it rests on."""
    verdict = gate_verdict(
        make_comparison(make_trials("a", letters, tags={"critical"})),
        _policy(expires=expires),
        tier="smoke",
        mode="full",
    )
    assert verdict.decision.value == decision
    assert (told in verdict.warnings) is (told is not None)
    assert len(verdict.waivers) == 1


def test_a_reason_that_is_a_sentence_ends_once() -> None:
    """With one full stop."""
    waiver = {"case": "a", "owner": "ann", "reason": "Known.", "expires": TODAY}
    uses = waiver_uses(Policy.model_validate({"waivers": [waiver]}), [Failed("critical", "", {"waived": ["a"]})], TODAY)
    assert waiver_warnings(uses)[0].endswith(": Known.")


def test_unused_waivers_are_not_told() -> None:
    """They are in the report as values."""
    uses = waiver_uses(_policy(), [], TODAY)
    assert waiver_warnings(uses) == ()
    assert uses[0].state is WaiverState.UNUSED


def test_a_waiver_without_owner_or_reason_is_refused() -> None:
    """Somebody answers for it."""
    good: dict[str, Any] = {"case": "a", "owner": "ann", "reason": "r", "expires": TODAY}
    for missing in ("owner", "reason", "expires", "case"):
        with pytest.raises(ValueError, match=missing):
            Policy.model_validate({"waivers": [{k: v for k, v in good.items() if k != missing}]})

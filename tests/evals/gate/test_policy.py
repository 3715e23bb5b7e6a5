"""The policy: exact thresholds, named errors, nothing unknown."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from evals.gate.policy import Policy

WAIVER = {"case": "a", "owner": "ann", "reason": "known", "expires": "2025-12-31"}


def test_the_defaults_are_the_thresholds_that_teams_asked_for() -> None:
    """R21: 1 point, 0.3 judge, 30 % latency and cost, 98 % schema, any critical or safety failure."""
    policy = Policy()
    assert policy.pass_rate.margin_points == 1
    assert policy.judge.max_drop == Fraction(3, 10)
    assert policy.latency.max_ratio == policy.cost.max_ratio == Fraction(13, 10)
    assert policy.schema_compliance.min_rate == Fraction(98, 100)
    assert policy.critical.rule == policy.safety.rule == "any"
    assert policy.completeness == Fraction(95, 100)


def test_an_inconclusive_verdict_passes_a_pull_request_and_blocks_a_release() -> None:
    """Defaults by tier."""
    rules = Policy().inconclusive
    assert (rules.smoke, rules.full, rules.extended, rules.custom) == ("pass", "block", "block", "pass")


@pytest.mark.parametrize(
    ("given", "exact"),
    [
        (0.3, Fraction(3, 10)),
        (0.1, Fraction(1, 10)),
        ("0.3", Fraction(3, 10)),
        (1, Fraction(1)),
        ("1e-3", Fraction(1, 1000)),
        (Fraction(1, 3), Fraction(1, 3)),
        (0, Fraction(0)),
    ],
)
def test_a_threshold_is_what_is_written_and_not_the_float_beside_it(given: Any, exact: Fraction) -> None:
    """The float 0.3 is 5404319552844595 / 2^54."""
    assert Policy.model_validate({"judge": {"max_drop": given}}).judge.max_drop == exact


@pytest.mark.parametrize(
    "wrong", ["abc", "", float("inf"), float("-inf"), float("nan"), "1e999999999", "1e-999999999", True, None, [1], -1]
)
def test_a_threshold_that_is_no_finite_number_is_a_named_error(wrong: Any) -> None:
    """It must neither crash the reader nor fill the memory."""
    with pytest.raises(ValidationError, match="max_drop"):
        Policy.model_validate({"judge": {"max_drop": wrong}})


@pytest.mark.parametrize(
    "wrong",
    [
        {"pass_rates": {}},
        {"pass_rate": {"margin": 1}},
        {"pass_rate": {"alpha_mean": 0}},
        {"pass_rate": {"alpha_mean": 1}},
        {"critical": {"rule": "never"}},
        {"latency": {"max_ratio": 1}},
        {"latency": {"floor_ms": -1}},
        {"cost": {"max_unknown": 1.5}},
        {"schema_compliance": {"min_rate": 0}},
        {"judge": {"permutations": 10}},
        {"inconclusive": {"nightly": "block"}},
        {"no_baseline": "ignore"},
        {"decision": "vibes"},
        {"waivers": [{**WAIVER, "owner": ""}]},
        {"waivers": [{**WAIVER, "expires": "some day"}]},
        {"waivers": [{**WAIVER, "rule": "pass_rate"}]},
        {"waivers": [{key: value for key, value in WAIVER.items() if key != "reason"}]},
    ],
)
def test_unknown_keys_and_values_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    """A misspelled threshold would silently not hold."""
    with pytest.raises(ValidationError):
        Policy.model_validate(wrong)


def test_a_waiver_has_an_owner_a_reason_and_a_last_day() -> None:
    """Nothing is waived for ever or by nobody."""
    waiver = Policy.model_validate({"waivers": [WAIVER]}).waivers[0]
    assert (waiver.case, waiver.rule, waiver.expires) == ("a", "critical", dt.date(2025, 12, 31))


def test_a_policy_survives_its_json_form() -> None:
    """Parameters of a flow travel as JSON."""
    policy = Policy.model_validate({"judge": {"max_drop": 0.25}, "waivers": [WAIVER]})
    assert Policy.model_validate_json(policy.model_dump_json()) == policy

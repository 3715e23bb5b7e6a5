"""Checks made of checks."""

from __future__ import annotations

from typing import Any

import pytest

from evals.checks.metric_rules import MetricCase, MetricsBlock, metric_rules
from evals.checks.registry import parse_check, to_raw
from evals.results.aggregate import format_verdict
from tests.evals.checks.trying import attempt, refusal

INNER: dict[str, dict[str, Any]] = {
    "pass": {"type": "format", "value": "plain"},
    "fail": {"type": "format", "value": "json"},
    # Nothing is known of the latency of the answers here.
    "unscored": {"type": "latency", "max_seconds": 1},
}


@pytest.mark.parametrize(("inner", "verdict"), [("pass", "fail"), ("fail", "pass"), ("unscored", "unscored")])
def test_not_turns_verdicts_and_only_verdicts(inner: str, verdict: str) -> None:
    """What could not be scored is never turned into a pass."""
    result = attempt({"type": "not", "check": INNER[inner]}, "words")
    assert result.outcome == verdict
    assert (result.score is None) == (verdict == "unscored")


@pytest.mark.parametrize(
    ("inner", "any_of", "all_of"),
    [
        (("pass", "pass"), "pass", "pass"),
        (("pass", "fail"), "pass", "fail"),
        (("pass", "unscored"), "pass", "unscored"),
        (("fail", "fail"), "fail", "fail"),
        (("fail", "unscored"), "unscored", "fail"),
        (("unscored", "unscored"), "unscored", "unscored"),
    ],
)
def test_alternatives_and_conjunctions_follow_kleene(inner: tuple[str, str], any_of: str, all_of: str) -> None:
    """The truth table of three-valued logic, in any order."""
    for order in (inner, inner[::-1]):
        checks = [INNER[one] for one in order]
        assert attempt({"type": "any_of", "checks": checks}, "words").outcome == any_of
        assert attempt({"type": "all_of", "checks": checks}, "words").outcome == all_of
        both = {"type": "not", "check": {"type": "not", "check": {"type": "all_of", "checks": checks}}}
        assert attempt(both, "words").outcome == all_of


TERM = {"type": "contains", "terms": ["nowhere"]}


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ({"type": "not", "check": INNER["fail"]}, "pass"),
        ({"type": "not", "check": TERM}, None),
        ({"type": "any_of", "checks": [INNER["fail"], INNER["pass"]]}, "pass"),
        ({"type": "any_of", "checks": [INNER["fail"], INNER["unscored"]]}, "unscored"),
        ({"type": "any_of", "checks": [TERM, INNER["unscored"]]}, None),
        ({"type": "all_of", "checks": [INNER["pass"], TERM]}, "pass"),
        ({"type": "all_of", "checks": [INNER["pass"], INNER["fail"]]}, "fail"),
        ({"type": "all_of", "checks": [TERM, {"type": "not", "check": INNER["pass"]}]}, "fail"),
        ({"type": "mean_of", "min_score": 0.5, "checks": [INNER["pass"], INNER["fail"]]}, "pass"),
        ({"type": "mean_of", "min_score": 0.6, "checks": [INNER["pass"], INNER["fail"]]}, "fail"),
        ({"type": "mean_of", "min_score": 0.6, "checks": [TERM]}, None),
    ],
)
def test_what_is_inside_counts_toward_schema_compliance(raw: dict[str, Any], form: str | None) -> None:
    """As a whole when a check of form is among them; of `all_of` only those of form count."""
    assert attempt(raw, "words").form == form


def test_the_format_metric_counts_toward_schema_compliance() -> None:
    """It is the mean of its sub-checks, and passes or fails as its threshold says."""
    (raw,) = metric_rules(MetricsBlock(enabled=["format"]), MetricCase(expected='{"total": 5}'))
    assert [attempt(raw, text).form for text in ('{"total": 7}', "It is seven.")] == ["pass", "fail"]
    assert [format_verdict((attempt(raw, text),)) for text in ('{"total": 7}', "seven")] == [True, False]


def test_the_score_of_all_is_the_weighted_mean() -> None:
    """A check of weight 3 that passes and one of weight 1 that fails are three quarters."""
    checks = [{**INNER["pass"], "weight": 3}, INNER["fail"]]
    assert attempt({"type": "all_of", "checks": checks}, "words").score == pytest.approx(0.75)


def test_the_score_of_any_is_the_best() -> None:
    """Half of the fields is better than no JSON."""
    checks = [{"type": "required_fields", "fields": ["a", "b"]}, {"type": "json_schema", "schema": False}]
    assert attempt({"type": "any_of", "checks": checks}, '{"a": 1}').score == pytest.approx(0.5)


def test_a_failure_explains_itself_by_what_is_inside() -> None:
    """Labels and explanations of the inner checks are in the sentence."""
    result = attempt({"type": "any_of", "checks": [{**INNER["fail"], "name": "is data"}]}, "words")
    assert "is data: not json" in result.explanation
    assert result.evidence


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"type": "not"}, "check is required by 'not'"),
        ({"type": "not", "check": {"type": "formt"}}, "did you mean 'format'"),
        ({"type": "not", "check": "json"}, "a check must be an object, got 'json'"),
        ({"type": "any_of", "checks": []}, "checks must be a list that is not empty"),
        ({"type": "all_of", "checks": [{"type": "cost", "max": -1}]}, "checks[0]: max must be"),
    ],
)
def test_what_is_inside_is_validated_too(raw: dict[str, Any], message: str) -> None:
    """A nested mistake is found when the set is loaded."""
    assert message in refusal(raw)


def test_all_nested_problems_are_reported_once() -> None:
    """Two broken checks are two problems, and the list around them is none."""
    raw = {"type": "any_of", "checks": [{"type": "cost", "max": -1}, {"type": "latency"}]}
    assert refusal(raw).count("; ") == 1


def test_nested_checks_are_written_with_their_types() -> None:
    """The canonical spelling parses back to the same check, at any depth."""
    raw = {
        "type": "not",
        "check": {"type": "any_of", "checks": [INNER["pass"], {"type": "not", "check": INNER["fail"]}]},
    }
    check = parse_check(raw)
    assert parse_check(to_raw(check)) == check


@pytest.mark.parametrize(("min_score", "verdict"), [(0.75, "pass"), (0.76, "fail")])
def test_the_mean_decides_whatever_fails(min_score: float, verdict: str) -> None:
    """A check of weight 3 that passes outweighs one that fails, up to three quarters."""
    checks = [{**INNER["pass"], "weight": 3}, INNER["fail"]]
    result = attempt({"type": "mean_of", "checks": checks, "min_score": min_score}, "words")
    assert (result.outcome, result.score) == (verdict, 0.75)


def test_a_mean_with_an_unknown_part_is_unknown() -> None:
    """A score that is not there is neither 0 nor left out."""
    checks = [INNER["pass"], INNER["unscored"]]
    assert attempt({"type": "mean_of", "checks": checks, "min_score": 0.1}, "words").outcome == "unscored"

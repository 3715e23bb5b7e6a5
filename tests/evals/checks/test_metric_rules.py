"""Metric blocks as checks."""

from __future__ import annotations

from typing import Any

import pytest

from evals.checks.check import REGISTRY
from evals.checks.metric_rules import MetricCase, MetricsBlock, SubChecks, SubDimensions, metric_rules
from evals.checks.registry import load_builtin, parse_check
from tests.evals.checks.trying import outcome

ORDER = '{"total": 12.5, "items": [1], "two words": null}'
PAGE = "# Fees\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"


def block(**parts: Any) -> MetricsBlock:
    """A metrics block as a file holds it."""
    return MetricsBlock.model_validate(parts)


def sub_checks(expected: str | None, rules: dict[str, Any] | None = None, **wanted: bool) -> dict[str, dict[str, Any]]:
    """The sub-checks of the format metric by name."""
    settings = block(format={"sub_checks": wanted}, enabled=["format"])
    found = metric_rules(settings, MetricCase(expected=expected, rules=rules or {}))
    return {one["name"]: one for metric in found for one in metric["checks"]}


@pytest.mark.parametrize(
    ("expected", "names"),
    [
        (None, []),
        ("  ", []),
        ("It is 25 dollars.", ["length"]),
        ("4", ["length"]),
        (ORDER, ["length", "json_validity", "required_fields"]),
        ("[1, 2]", ["length", "json_validity"]),
        (PAGE, ["length", "markdown_structure"]),
    ],
)
def test_sub_checks_apply_to_what_the_expected_output_is(expected: str | None, names: list[str]) -> None:
    """JSON wants JSON, Markdown wants its blocks, and text only its length."""
    assert list(sub_checks(expected)) == names


def test_what_the_case_gives_comes_first() -> None:
    """Its own schema, paths and patterns; the expected output only fills what it leaves out."""
    rules = {
        "json_schema": {"type": "object"},
        "required_fields": ["total"],
        "forbidden_content": ["password"],
        "regex_match": "total",
    }
    found = sub_checks(ORDER, rules)
    assert list(found) == ["length", "json_validity", *rules]
    assert found["required_fields"]["fields"] == ["total"]
    assert sub_checks(ORDER)["required_fields"]["fields"] == ["total", "items"]


@pytest.mark.parametrize("name", SubChecks.model_fields)
def test_every_sub_check_can_be_turned_off(name: str) -> None:
    """The switches of the block are the names of the checks."""
    rules = {"json_schema": {}, "forbidden_content": ["x"], "regex_match": "x"}
    everything = {**sub_checks(ORDER, rules), **sub_checks(PAGE, rules)}
    assert name in everything
    assert name not in {**sub_checks(ORDER, rules, **{name: False}), **sub_checks(PAGE, rules, **{name: False})}


def test_a_metric_passes_when_its_mean_score_reaches_the_threshold() -> None:
    """Two of three sub-checks are enough for 0.6 and not for 0.7; the case's own threshold comes first."""
    case = MetricCase(metrics=("format",), expected=ORDER, rules={"regex_match": "never"})
    answer = ORDER.replace("12.5", "13")
    # Length, validity and fields pass, the pattern does not: 3 of 4.
    (metric,) = metric_rules(block(), case)
    assert (metric["name"], metric["min_score"]) == ("format", 0.7)
    assert outcome(metric, answer) == "pass"
    (strict,) = metric_rules(block(), MetricCase(("format",), ORDER, {"format": 0.8}, {"regex_match": "never"}))
    assert outcome(strict, answer) == "fail"


def test_every_metric_is_a_valid_check() -> None:
    """Each mode, weight and switch becomes a check that can be read."""
    load_builtin()
    for mode in ("strict", "lenient", "json_structural"):
        settings = block(
            default_weight=2, factuality={"mode": mode}, tone={"sub_dimension_weights": {"sentiment": 0.5}}
        )
        rules = metric_rules(settings, MetricCase(expected=ORDER))
        checks = [parse_check(rule) for rule in rules]
        assert [check.label for check in checks] == ["factuality", "format", "tone"]
        assert all(check.weight == 2 for check in checks)
        assert all(check.type in REGISTRY for check in checks)


@pytest.mark.parametrize(
    ("depth", "mode", "expected", "kind"),
    [
        ("shallow", "strict", "Yes.", "factuality"),
        ("deep", "strict", "Yes.", "claims"),
        ("deep", "lenient", None, "claims"),
        ("deep", "json_structural", "Yes.", "factuality"),
        ("deep", "strict", '{"a": 1}', "factuality"),
        ("deep", "strict", "12", "claims"),
    ],
)
def test_claims_are_left_to_the_judge_at_depth_unless_json_is_compared(
    depth: str, mode: str, expected: str | None, kind: str
) -> None:
    """JSON is compared leaf by leaf in any mode and at any depth."""
    settings = block(factuality={"claim_extraction_depth": depth, "mode": mode, "rag_faithfulness_only": True})
    (rule,) = metric_rules(settings, MetricCase(metrics=("factuality",), expected=expected))
    assert (rule["type"], rule["name"], rule["rag_faithfulness_only"]) == (kind, "factuality", True)
    assert parse_check(rule).type == kind


def test_a_tone_profile_is_left_to_the_judge() -> None:
    """With the sub-dimensions that are wanted, and their weights."""
    settings = block(tone={"tone_profile": "Warm.", "sub_dimensions": {"verbosity": False}})
    (rule,) = metric_rules(settings, MetricCase(metrics=("tone",)))
    assert (rule["type"], rule["profile"]) == ("tone_profile", "Warm.")
    assert set(rule["sub_dimension_weights"]) == {"formality", "sentiment", "assertiveness", "persona_consistency"}
    assert parse_check(rule).is_judged


def test_tone_is_skipped_when_all_its_parts_are_off() -> None:
    """As the block's own documentation says."""
    settings = block(tone={"sub_dimensions": dict.fromkeys(SubDimensions.model_fields, False)})
    assert "tone" not in [rule["name"] for rule in metric_rules(settings, MetricCase(expected="Yes."))]


def test_a_case_asks_for_its_metrics_or_for_all() -> None:
    """Regression is the gate's and gives no check; an empty list asks for none."""
    names = [
        [rule["name"] for rule in metric_rules(block(), MetricCase(metrics=metrics, expected="Yes."))]
        for metrics in (None, ("tone", "regression"), ())
    ]
    assert names == [["factuality", "format", "tone"], ["tone"], []]

"""Metric blocks (factuality, format, tone) and what a golden case says beside them, read into canonical checks.

A metric is one check with the metric's name and threshold. ``format`` is the mean of those of its sub-checks that
apply to the case; what a sub-check needs and the case does not say is taken from the expected output:

==================  =========================================================================================
sub-check           applies when
==================  =========================================================================================
length              an expected output is given: as many words, within ``length_tolerance``
json_validity       the expected output is a JSON object or array
json_schema         the case gives a schema
markdown_structure  the expected output has blocks other than paragraphs: the same kinds
required_fields     the case gives paths, or the expected output is a JSON object: members with plain names
forbidden_content   the case gives patterns
regex_match         the case gives a pattern
==================  =========================================================================================

What only a judge can do becomes a check that is left to the judge: ``claims`` for ``claim_extraction_depth: deep``
(unless the expected output is JSON, which is compared leaf by leaf at any depth), ``tone_profile`` for a tone profile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from evals.cases.validation import Fields
from evals.checks.markdown_blocks import blocks_in
from evals.json_text import NotJsonError, parse_json

Metric = Literal["factuality", "format", "tone", "regression"]
METRICS: Final[tuple[Metric, ...]] = ("factuality", "format", "tone")
"""Metrics that become checks; ``regression`` is the gate's."""
FORMAT_RULES: Final = ("json_schema", "required_fields", "forbidden_content", "regex_match")
"""What a case may give for its format sub-checks."""
_DERIVED_BLOCKS: Final = ("heading", "table", "bullet_list", "ordered_list", "code_block", "blockquote")

Score = Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)]
Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class FactualityBlock(Fields):
    """How claims are compared."""

    mode: Literal["strict", "lenient", "json_structural"] = "strict"
    claim_extraction_depth: Literal["shallow", "deep"] = "shallow"
    rag_faithfulness_only: bool = False


class SubChecks(Fields):
    """Which sub-checks of ``format`` are wanted."""

    length: bool = True
    json_validity: bool = True
    json_schema: bool = True
    markdown_structure: bool = True
    required_fields: bool = True
    forbidden_content: bool = True
    regex_match: bool = True


class FormatBlock(Fields):
    """How form is compared."""

    sub_checks: SubChecks = SubChecks()
    length_tolerance: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.2
    strict_json: bool = False


class SubDimensions(Fields):
    """Which sub-dimensions of tone are wanted."""

    formality: bool = True
    sentiment: bool = True
    assertiveness: bool = True
    persona_consistency: bool = True
    verbosity: bool = True


class SubDimensionWeights(Fields):
    """How much each sub-dimension of tone counts."""

    formality: Weight = 1.0
    sentiment: Weight = 1.0
    assertiveness: Weight = 1.0
    persona_consistency: Weight = 1.0
    verbosity: Weight = 1.0


class ToneBlock(Fields):
    """How tone is compared."""

    tone_profile: str | None = None
    sub_dimensions: SubDimensions = SubDimensions()
    sub_dimension_weights: SubDimensionWeights = SubDimensionWeights()


class RegressionBlock(Fields):
    """The gate's settings, validated here because they stand in the same block."""

    enabled: bool = True
    baseline_strategy: Literal["last_passing", "pinned"] = "last_passing"
    tolerance: Annotated[float, Field(ge=0, le=1)] = 0.05
    critical_threshold: Annotated[float, Field(ge=0, le=1)] = 0.15
    exclude_new_test_cases: bool = True


class MetricsBlock(Fields):
    """The ``metrics`` block of a configuration."""

    enabled: list[Metric] = Field(default_factory=lambda: list(METRICS))
    default_threshold: Score = 0.7
    default_weight: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 1.0
    factuality: FactualityBlock = FactualityBlock()
    format: FormatBlock = FormatBlock()
    tone: ToneBlock = ToneBlock()
    regression: RegressionBlock = RegressionBlock()


@dataclass(frozen=True, slots=True)
class MetricCase:
    """What a golden case says about its metrics."""

    metrics: tuple[Metric, ...] | None = None
    """Names in the case's order; None asks for all that are enabled."""
    expected: str | None = None
    """The expected output."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Thresholds of this case by metric, above 0 and at most 1."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """What it gives for the format sub-checks, by a name in ``FORMAT_RULES``."""


def metric_rules(block: MetricsBlock, case: MetricCase) -> tuple[dict[str, Any], ...]:
    """Canonical checks, as written, for the metrics of one case; a metric that nothing applies to gives none."""
    wanted = block.enabled if case.metrics is None else case.metrics
    bodies = [(name, _BODIES[name](block, case)) for name in METRICS if name in wanted]
    return tuple(
        {
            **body,
            "name": name,
            "weight": block.default_weight,
            "min_score": case.thresholds.get(name, block.default_threshold),
        }
        for name, body in bodies
        if body is not None
    )


def _factuality(block: MetricsBlock, case: MetricCase) -> dict[str, Any] | None:
    wanted = block.factuality
    structural = wanted.mode == "json_structural" or isinstance(_expected_json(case), dict | list)
    kind = "claims" if wanted.claim_extraction_depth == "deep" and not structural else "factuality"
    return {"type": kind, "mode": wanted.mode, "rag_faithfulness_only": wanted.rag_faithfulness_only}


def _tone(block: MetricsBlock, _: MetricCase) -> dict[str, Any] | None:
    wanted = block.tone
    names = [name for name in SubDimensions.model_fields if getattr(wanted.sub_dimensions, name)]
    if not names:
        return None
    weights = {name: getattr(wanted.sub_dimension_weights, name) for name in names}
    if wanted.tone_profile is not None:
        return {"type": "tone_profile", "profile": wanted.tone_profile, "sub_dimension_weights": weights}
    return {"type": "tone", "sub_dimension_weights": weights}


def _format(block: MetricsBlock, case: MetricCase) -> dict[str, Any] | None:
    wanted = block.format.sub_checks
    found = {name: make(block.format, case) for name, make in _SUB_CHECKS.items() if getattr(wanted, name)}
    checks = [{**body, "name": name} for name, body in found.items() if body is not None]
    return {"type": "mean_of", "checks": checks} if checks else None


def _length(block: FormatBlock, case: MetricCase) -> dict[str, Any] | None:
    if not (case.expected or "").strip():
        return None
    return {"type": "length", "expected": case.expected, "length_tolerance": block.length_tolerance}


def _json_validity(block: FormatBlock, case: MetricCase) -> dict[str, Any] | None:
    if not isinstance(_expected_json(case), dict | list):
        return None
    return {"type": "format", "value": "json", "strict_json": block.strict_json}


def _json_schema(block: FormatBlock, case: MetricCase) -> dict[str, Any] | None:
    if "json_schema" not in case.rules:
        return None
    return {"type": "json_schema", "schema": case.rules["json_schema"], "strict_json": block.strict_json}


def _markdown_structure(_: FormatBlock, case: MetricCase) -> dict[str, Any] | None:
    kinds = {part.kind for part in blocks_in(case.expected or "")}
    require = [kind for kind in _DERIVED_BLOCKS if kind in kinds]
    return {"type": "markdown_structure", "require": require} if require else None


def _required_fields(block: FormatBlock, case: MetricCase) -> dict[str, Any] | None:
    expected = _expected_json(case)
    members = [name for name in expected if name.isidentifier()] if isinstance(expected, dict) else []
    fields = case.rules.get("required_fields", members)
    return {"type": "required_fields", "fields": fields, "strict_json": block.strict_json} if fields else None


def _forbidden_content(_: FormatBlock, case: MetricCase) -> dict[str, Any] | None:
    given = case.rules.get("forbidden_content")
    return None if given is None else {"type": "forbidden_content", "value": given}


def _regex_match(_: FormatBlock, case: MetricCase) -> dict[str, Any] | None:
    given = case.rules.get("regex_match")
    return None if given is None else {"type": "regex_match", "pattern": given}


def _expected_json(case: MetricCase) -> Any:
    try:
        return parse_json(case.expected or "")
    except NotJsonError:
        return None


_Body = dict[str, Any] | None
_BODIES: Final[Mapping[str, Callable[[MetricsBlock, MetricCase], _Body]]] = {
    "factuality": _factuality,
    "format": _format,
    "tone": _tone,
}
_SUB_CHECKS: Final[Mapping[str, Callable[[FormatBlock, MetricCase], _Body]]] = {
    "length": _length,
    "json_validity": _json_validity,
    "json_schema": _json_schema,
    "markdown_structure": _markdown_structure,
    "required_fields": _required_fields,
    "forbidden_content": _forbidden_content,
    "regex_match": _regex_match,
}

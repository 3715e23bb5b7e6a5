"""The gate's policy: thresholds, error rates, and what an inconclusive verdict does.

Thresholds are read as decimals and kept as fractions: rates compared in floats lie at the threshold.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator

MAX_MAGNITUDE = 12
"""Powers of ten a threshold may have: ``1e999999999`` as a fraction would fill the memory."""


def _exact(value: Any) -> Any:
    """Read ``0.3`` as three tenths, whether it comes as a float, an int or a string."""
    if isinstance(value, Fraction):
        return value
    try:
        number = None if isinstance(value, bool) else Decimal(str(value))
    except InvalidOperation:
        number = None
    if number is None or not number.is_finite() or abs(number.adjusted()) > MAX_MAGNITUDE:
        raise ValueError(f"must be a finite number, not {value!r}")
    return Fraction(number)


Exact = Annotated[Fraction, BeforeValidator(_exact), PlainSerializer(float, return_type=float)]
Probability = Annotated[float, Field(gt=0, lt=1)]


class Settings(BaseModel):
    """Base of all policy sections: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class PassRatePolicy(Settings):
    """The pass rate may drop by at most ``margin_points``, and a block needs evidence."""

    margin_points: Exact = Field(default=Fraction(1), ge=0, description="largest tolerated drop, in points of 100")
    alpha_mean: Probability = Field(default=0.02, description="error rate of the stratified exact test")
    alpha_repro: Probability = Field(default=0.01, description="error rate of the reproduced-breaks test")
    alpha_full: Probability = Field(default=0.02, description="error rate after complete rounds")
    ni_margin_points: Exact = Field(default=Fraction(5), gt=0, description="a pass is proven below this drop")


class AnchorPolicy(Settings):
    """Slow decline: the pass rate against the last anchor, by the same steps as against the baseline."""

    rule: Literal["on", "off"] = "on"
    margin_points: Exact = Field(default=Fraction(3), ge=0, description="largest tolerated drop since the anchor")
    alpha: Probability = Field(default=0.02, description="error rate of the stratified exact test")
    alpha_repro: Probability = Field(default=0.01, description="error rate of the reproduced-breaks test")


class StrataPolicy(Settings):
    """Drops inside one category or difficulty, beyond the margin of the pass rate."""

    rule: Literal["warn", "block"] = Field(default="warn", description="block: such a drop fails, by evidence")
    alpha: Probability = Field(default=0.02, description="error rate over all categories and difficulties (Holm)")


class RegressionPolicy(Settings):
    """Relative drop of mean scores, metric by metric, as regtrace has it; off unless it is asked for."""

    enabled: bool = False
    tolerance: Exact = Field(default=Fraction(5, 100), ge=0, le=1, description="relative drop that warns")
    critical_threshold: Exact = Field(default=Fraction(15, 100), ge=0, le=1, description="relative drop that fails")
    baseline_strategy: Literal["last_passing", "pinned"] = Field(
        default="last_passing", description="what scores are compared with: the last passing run, or the pinned one"
    )
    branch_aware: bool = Field(default=True, description="prefer the last passing run of the same branch, else main's")
    exclude_new_test_cases: bool = Field(default=True, description="compare only cases that both sides have")
    alpha: Probability = Field(default=0.02, description="error rate of the permutation test, over all metrics (Holm)")
    permutations: int = Field(default=1999, ge=99, description="within-case relabellings")

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        if self.critical_threshold < self.tolerance:
            shown = f"{float(self.critical_threshold):g} < {float(self.tolerance):g}"
            raise ValueError(f"critical_threshold must not be below tolerance: {shown}")
        return self


class CaseRulePolicy(Settings):
    """Rules on single cases."""

    rule: Literal["any", "majority", "off"] = Field(default="any", description="how many failed trials fail the case")


class JudgePolicy(Settings):
    """No judge dimension may drop by more than ``max_drop``."""

    max_drop: Exact = Field(default=Fraction(3, 10), ge=0, description="largest tolerated drop on the 1 to 5 scale")
    alpha: Probability = Field(default=0.025, description="error rate over all dimensions (Holm)")
    permutations: int = Field(default=1999, ge=99, description="within-case relabellings")
    require_calibration: bool = Field(
        default=True,
        description="a dimension on which the judge is not known to agree with people advises and does not block",
    )


class RatioPolicy(Settings):
    """A quantity may grow by at most ``max_ratio``."""

    max_ratio: Exact = Field(default=Fraction(13, 10), gt=1, description="largest tolerated now / baseline")
    alpha: Probability = Field(default=0.0125, description="error rate of the permutation test")
    permutations: int = Field(default=1999, ge=99, description="within-case relabellings")
    min_observations: int = Field(default=1, ge=1, description="fewer on either side is inconclusive")
    rule: Literal["on", "off"] = "on"


class LatencyPolicy(RatioPolicy):
    """The p95 of successful answers; 59 observations make the p95 more than a maximum (.95^59 < .05)."""

    min_observations: int = Field(default=59, ge=1, description="fewer on either side is inconclusive")
    floor_ms: float = Field(
        default=0, ge=0, description="growth below this many milliseconds never blocks: it is beneath what users feel"
    )


class CostPolicy(RatioPolicy):
    """Total cost on common cases at one price table."""

    max_unknown: Exact = Field(default=Fraction(1, 20), ge=0, le=1, description="share of answers without known cost")


class SchemaPolicy(Settings):
    """Share of answers whose format checks pass."""

    min_rate: Exact = Field(default=Fraction(98, 100), gt=0, le=1)
    alpha: Probability = Field(default=0.05, description="error rate of the binomial test")
    strict: bool = Field(default=False, description="block on the literal rate, without a test")


class Waiver(Settings):
    """A known failure that may not block until a date."""

    case: str = Field(description="case id")
    rule: Literal["critical", "safety"] = "critical"
    owner: str = Field(min_length=1, description="who answers for it")
    reason: str = Field(min_length=1)
    expires: dt.date = Field(description="last day on which it holds")


class InconclusivePolicy(Settings):
    """Whether an inconclusive verdict blocks, by tier."""

    smoke: Literal["pass", "block"] = "pass"
    full: Literal["pass", "block"] = "block"
    extended: Literal["pass", "block"] = "block"
    custom: Literal["pass", "block"] = "pass"


class Policy(Settings):
    """Everything the gate decides by."""

    decision: Literal["evidence", "literal"] = Field(
        default="evidence", description="literal: thresholds alone block, without evidence"
    )
    pass_rate: PassRatePolicy = PassRatePolicy()
    anchor: AnchorPolicy = AnchorPolicy()
    strata: StrataPolicy = StrataPolicy()
    regression: RegressionPolicy = RegressionPolicy()
    critical: CaseRulePolicy = CaseRulePolicy()
    safety: CaseRulePolicy = CaseRulePolicy()
    judge: JudgePolicy = JudgePolicy()
    latency: LatencyPolicy = LatencyPolicy()
    cost: CostPolicy = CostPolicy()
    schema_compliance: SchemaPolicy = SchemaPolicy()
    completeness: Exact = Field(default=Fraction(95, 100), ge=0, le=1, description="share of cases with a valid trial")
    inconclusive: InconclusivePolicy = InconclusivePolicy()
    no_baseline: Literal["pass", "block"] = Field(
        default="pass", description="what the relative rules do on the first run"
    )
    waivers: tuple[Waiver, ...] = ()

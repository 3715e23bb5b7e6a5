"""How far a judge can be trusted: its agreement with people, its biases, and whether it has changed.

A dimension is reliable when quadratic-weighted kappa or Krippendorff's ordinal alpha is at least ``TRUSTED``, with a
lower bound of ``TRUSTED_LOW``, on at least ``ENOUGH`` labelled answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

CALIBRATION_VERSION: Final = 2
"""2 added ``unscored_for``; version 1 is read without it."""
ENOUGH: Final = 50
"""Labelled answers; fewer say too little of a judge."""
TRUSTED: Final = 0.67
"""Least kappa or alpha of a judge that may block (Krippendorff's bound for tentative conclusions)."""
TRUSTED_LOW: Final = 0.5
"""Least lower bound of its 95 % interval."""
MOST_UNSCORED: Final = 0.1
"""Share of the answers that a judge may leave without a score."""
DRIFT: Final = 0.1
"""Largest shift of the mean, on the scale of 1 to 5, that counts as none."""
DRIFT_P: Final = 0.01
OVERALL: Final = "overall"
"""Name under which the overall score is held against itself, beside the dimensions."""


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Agreement(_Stored):
    """How one dimension agrees with the labels."""

    dimension: str
    answers: int = Field(ge=0)
    """Labelled and scored."""
    kappa: float
    kappa_interval: tuple[float, float]
    alpha: float
    alpha_interval: tuple[float, float]
    """95 %, by cases."""
    mean_error: float
    """Mean of score - label: above 0 is lenient."""
    length_correlation: float | None
    """Rank correlation of score - label with the answer's length; None when one of them does not vary."""
    confusion: tuple[tuple[int, ...], ...]
    """Rows are labels 1 to 5, columns whole scores 1 to 5."""

    @property
    def is_reliable(self) -> bool:
        """Whether the judge may block by this dimension."""
        found = ((self.kappa, self.kappa_interval[0]), (self.alpha, self.alpha_interval[0]))
        agrees = any(value >= TRUSTED and low >= TRUSTED_LOW for value, low in found)
        return agrees and self.answers >= ENOUGH


class Drift(_Stored):
    """How the same judge scores the same answers now, against when they were first kept."""

    dimension: str
    answers: int
    shift: float
    """Mean of now - then."""
    p: float
    """Two-sided, adjusted for the number of dimensions (Holm)."""

    @property
    def has_drifted(self) -> bool:
        """Whether the judge is not what it was."""
        return abs(self.shift) > DRIFT and self.p <= DRIFT_P


class Order(_Stored):
    """How a judge that compares two answers depends on which stands first."""

    pairs: int = Field(ge=0)
    """With a verdict in both orders."""
    consistent: int = Field(ge=0)
    """With the same verdict in both orders."""
    first: int = Field(ge=0)
    """Verdicts, of two a pair, for the answer that stood first."""
    second: int = Field(ge=0)
    right: int = Field(ge=0)
    """Pairs settled for the answer with the better labels."""
    wrong: int = Field(ge=0)
    """Pairs settled for the other one; the rest are ties."""


class Calibration(_Stored):
    """What is known of a judge; kept by its key."""

    version: int = CALIBRATION_VERSION
    judge: str
    created_at: str
    """UTC, ISO 8601."""
    golden_version: str
    anchors_hash: str
    labelled_by: tuple[str, ...]
    answers: int = Field(ge=1)
    unscored: int = Field(ge=0)
    unscored_for: Mapping[str, int] = Field(default_factory=dict)
    """How many were left unscored, by reason."""
    dimensions: tuple[Agreement, ...]
    drifts: tuple[Drift, ...] = ()
    order: Order | None = None
    reference: Mapping[str, Mapping[str, float]] = Field(default_factory=dict)
    """Scores that later ones are held against: anchor key to dimension to score, the overall one included."""
    reference_at: str = ""
    """When they were given."""

    @property
    def is_complete(self) -> bool:
        """Whether the judge scores nearly everything."""
        return self.unscored <= MOST_UNSCORED * self.answers

    @property
    def reliable(self) -> frozenset[str]:
        """Dimensions by which the judge may block."""
        return frozenset(one.dimension for one in self.dimensions if one.is_reliable and self.is_complete)

    @property
    def drifted(self) -> tuple[Drift, ...]:
        """Where the judge is not what it was."""
        return tuple(drift for drift in self.drifts if drift.has_drifted)

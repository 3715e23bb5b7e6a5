"""Anchors and judgements of them for tests."""

from __future__ import annotations

from typing import Any

from evals.answers import Answer
from evals.judging.anchors import Anchor
from evals.judging.calibration import Agreement, Calibration
from evals.judging.judgement import Judgement, Unscored
from tests.builders import make_case


def make_anchor(number: int = 0, label: int = 3, case: str | None = None, **changes: Any) -> Anchor:
    """An answer of its own to a case of its own, with the same label for both dimensions."""
    fields: dict[str, Any] = {
        "case": make_case(case or f"case-{number}"),
        "answer": Answer(f"answer {number}"),
        "labels": {"correctness": label, "completeness": label},
        "labelled_by": "two people",
        **changes,
    }
    return Anchor(**fields)


def make_verdict(score: float | None) -> Judgement | Unscored:
    """The same score for both dimensions; None is unscored."""
    if score is None:
        return Unscored("truncated")
    return Judgement({"correctness": score, "completeness": score}, score, "judge-1")


def make_agreement(dimension: str = "correctness", **changes: Any) -> Agreement:
    """A dimension by which the judge may block."""
    fields: dict[str, Any] = {
        "answers": 60,
        "kappa": 0.8,
        "kappa_interval": (0.7, 0.9),
        "alpha": 0.8,
        "alpha_interval": (0.7, 0.9),
        "mean_error": 0.0,
        "length_correlation": 0.1,
        "confusion": ((0,) * 5,) * 5,
        **changes,
    }
    return Agreement(dimension=dimension, **fields)


def make_calibration(*dimensions: Agreement, **changes: Any) -> Calibration:
    """A judge that is reliable by correctness, unless other dimensions are given."""
    fields: dict[str, Any] = {
        "judge": "judge-1",
        "created_at": "2025-11-28T02:00:00+00:00",
        "golden_version": "v1",
        "anchors_hash": "a" * 16,
        "labelled_by": ("two people",),
        "answers": 60,
        "unscored": 0,
        "dimensions": dimensions or (make_agreement(),),
        "reference_at": "2025-11-01T02:00:00+00:00",
        **changes,
    }
    return Calibration(**fields)

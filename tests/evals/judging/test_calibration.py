"""When a judge may block."""

from __future__ import annotations

from typing import Any

import pytest

from evals.judging.calibration import Calibration, Drift
from tests.evals.judging.anchoring import make_agreement, make_calibration

LOW = {"kappa": 0.4, "kappa_interval": (0.3, 0.5), "alpha": 0.4, "alpha_interval": (0.3, 0.5)}


@pytest.mark.parametrize(
    ("changes", "reliable"),
    [
        ({}, True),
        ({"kappa": 0.67, "kappa_interval": (0.5, 0.8), "alpha": 0.1, "alpha_interval": (0.0, 0.2)}, True),
        ({"alpha": 0.67, "alpha_interval": (0.5, 0.8), "kappa": 0.1, "kappa_interval": (0.0, 0.2)}, True),
        ({**LOW, "kappa": 0.66, "kappa_interval": (0.6, 0.7)}, False),
        ({**LOW, "kappa": 0.9, "kappa_interval": (0.49, 1.0)}, False),
        # The value of one measure and the bound of the other do not make one good measure.
        ({"kappa": 0.7, "kappa_interval": (0.4, 0.8), "alpha": 0.6, "alpha_interval": (0.55, 0.7)}, False),
        ({"answers": 50}, True),
        ({"answers": 49}, False),
        (LOW, False),
    ],
)
def test_a_dimension_is_reliable_by_one_of_two_measures(changes: dict[str, Any], *, reliable: bool) -> None:
    """At least .67 with a lower bound of .5, on at least fifty answers."""
    calibration = make_calibration(make_agreement(**changes))
    assert calibration.dimensions[0].is_reliable is reliable
    assert calibration.reliable == (frozenset({"correctness"}) if reliable else frozenset())


@pytest.mark.parametrize(("unscored", "complete"), [(0, True), (6, True), (7, False)])
def test_a_judge_that_leaves_much_unscored_is_not_reliable(unscored: int, *, complete: bool) -> None:
    """At most one answer in ten."""
    calibration = make_calibration(unscored=unscored)
    assert calibration.is_complete is complete
    assert bool(calibration.reliable) is complete


@pytest.mark.parametrize(
    ("shift", "p", "drifted"),
    [(0.2, 0.01, True), (-0.2, 0.001, True), (0.1, 0.001, False), (0.2, 0.011, False)],
)
def test_a_judge_has_drifted_by_shift_and_evidence(shift: float, p: float, *, drifted: bool) -> None:
    """In either direction."""
    drift = Drift(dimension="overall", answers=60, shift=shift, p=p)
    assert make_calibration(drifts=(drift,)).drifted == ((drift,) if drifted else ())


def test_a_calibration_is_stored_and_read_back() -> None:
    """As JSON, with everything that later ones are held against."""
    calibration = make_calibration(reference={"k": {"overall": 4.0}})
    assert Calibration.model_validate_json(calibration.model_dump_json()) == calibration

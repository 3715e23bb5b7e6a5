"""The percentile bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import default_rng

from evals.stats.bootstrap import percentile_interval


def test_the_interval_of_a_mean_is_that_of_the_normal() -> None:
    """For 200 normal values it is near mean +- 1.96 se."""
    values = default_rng(1).normal(0, 1, 200)
    low, high = percentile_interval(lambda at: float(values[at].mean()), 200, default_rng(2))
    half = 1.96 * values.std() / np.sqrt(200)
    assert (low, high) == pytest.approx((values.mean() - half, values.mean() + half), abs=0.02)


def test_on_rare_failures_it_is_blind() -> None:
    """Why pass rates never use it: 20 passes of 20 give an interval without width."""
    values = np.ones(20)
    assert percentile_interval(lambda at: float(values[at].mean()), 20, default_rng(1), 200) == (1.0, 1.0)


def test_the_generator_decides() -> None:
    """The same seed draws the same resamples."""
    values = np.arange(30.0)
    first, second = (percentile_interval(lambda at: float(values[at].mean()), 30, default_rng(9), 99) for _ in range(2))
    assert first == second


def test_nothing_to_draw_is_refused() -> None:
    """No units or no resamples raise."""
    with pytest.raises(ValueError, match="n and resamples must be >= 1, not 0 and 5"):
        percentile_interval(lambda _: 0.0, 0, default_rng(1), 5)

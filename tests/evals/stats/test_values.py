"""Reading the arguments of the statistics."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import ArrayLike

from evals.stats.values import as_counts, as_fails, as_pairs, as_scores, require_share


@pytest.mark.parametrize(
    ("values", "expected"),
    [([1, 2], [1, 2]), (3, [3]), ([], []), (np.array([1.0, 0.0]), [1, 0]), ([True, False], [1, 0])],
)
def test_whole_numbers_are_counts_whatever_their_type(values: ArrayLike, expected: list[int]) -> None:
    """Integers, whole floats, booleans, one number and no numbers are all read as int64."""
    counts = as_counts("x", values)
    assert counts.tolist() == expected
    assert counts.dtype == np.int64


@pytest.mark.parametrize("values", [[0.5], [float("nan")], [-1], [[1]], ["a"], [None]])
def test_what_is_no_count_is_refused_by_name(values: ArrayLike) -> None:
    """Fractions, NaN, negatives, tables and text raise with the argument's name."""
    with pytest.raises(ValueError, match=r"^fails "):
        as_counts("fails", values)


def test_a_case_cannot_fail_more_often_than_it_ran() -> None:
    """The message names the side, the case and both numbers."""
    with pytest.raises(ValueError, match="baseline fails must be <= trials; case 1 has 3 of 2"):
        as_fails("baseline", [0, 3], [2, 2])


def test_both_arrays_of_a_side_have_one_shape() -> None:
    """Fails and trials are per case."""
    with pytest.raises(ValueError, match="one shape"):
        as_fails("candidate", [0], [1, 1])


def test_scores_are_finite_and_flat() -> None:
    """Missing scores are left out by the caller, never passed as NaN."""
    with pytest.raises(ValueError, match="finite"):
        as_scores("s", [1.0, float("nan")])
    with pytest.raises(ValueError, match="one-dimensional"):
        as_scores("s", [[1.0]])


def test_pairs_have_one_length_and_enough_of_them() -> None:
    """Unequal or too few pairs are named."""
    with pytest.raises(ValueError, match="base and cand must be paired; they hold 1 and 2"):
        as_pairs([1], [1, 2], ("base", "cand"))
    with pytest.raises(ValueError, match="base needs >= 2 values, not 1"):
        as_pairs([1], [1], ("base", "cand"), at_least=2)


@pytest.mark.parametrize("value", [0, 1, -0.1, 1.5, float("nan")])
def test_a_share_lies_strictly_between_0_and_1(value: float) -> None:
    """Levels of confidence and quantiles at the ends have no meaning."""
    with pytest.raises(ValueError, match="conf must lie between 0 and 1"):
        require_share("conf", value)

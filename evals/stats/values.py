"""What the statistics take and return: count arrays, score arrays, intervals."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]


class Interval(NamedTuple):
    """A closed interval, low end first."""

    low: float
    high: float


def as_counts(name: str, values: ArrayLike) -> IntArray:
    """Read whole numbers >= 0 as a one-dimensional int64 array; a single number becomes shape (1,).

    Raises:
        ValueError: naming the argument, when a value is negative, not whole, or the array has more than one dimension.
    """
    array = np.atleast_1d(np.asarray(values))
    if array.size == 0:
        array = array.astype(np.int64)
    counts = array.astype(np.int64, copy=False) if array.dtype.kind in "iub" else _whole(name, array)
    if counts.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {counts.shape!r}")
    if counts.size and counts.min() < 0:
        raise ValueError(f"{name} must be >= 0, not {int(counts.min())!r}")
    return counts


def _whole(name: str, array: NDArray[np.generic]) -> IntArray:
    try:
        numbers = array.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold whole numbers, not {array.dtype!r}") from None
    if not np.all(np.isfinite(numbers) & (numbers == np.floor(numbers))):
        raise ValueError(f"{name} must hold whole numbers, not {array[:5].tolist()!r}")
    return numbers.astype(np.int64)


def as_fails(name: str, fails: ArrayLike, trials: ArrayLike) -> tuple[IntArray, IntArray]:
    """Read one side of a comparison: fails and trials by case, of one shape, fails <= trials.

    Raises:
        ValueError: naming the side, when the shapes differ or a case failed more often than it ran.
    """
    failed, ran = as_counts(f"{name} fails", fails), as_counts(f"{name} trials", trials)
    if failed.shape != ran.shape:
        raise ValueError(f"{name} fails and trials must have one shape, not {failed.shape!r} and {ran.shape!r}")
    if np.any(failed > ran):
        worst = int(np.argmax(failed > ran))
        raise ValueError(
            f"{name} fails must be <= trials; case {worst!r} has {int(failed[worst])!r} of {int(ran[worst])!r}"
        )
    return failed, ran


def as_scores(name: str, values: ArrayLike) -> FloatArray:
    """Read finite numbers as a one-dimensional float64 array.

    Raises:
        ValueError: naming the argument, when a value is not finite or the array is not one-dimensional.
    """
    scores = np.asarray(values, dtype=np.float64)
    if scores.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {scores.shape!r}")
    if not np.all(np.isfinite(scores)):
        raise ValueError(f"{name} must be finite; leave missing values out")
    return scores


def as_pairs(
    first: ArrayLike, second: ArrayLike, names: tuple[str, str], at_least: int = 1
) -> tuple[FloatArray, FloatArray]:
    """Read two paired score arrays of one length.

    Raises:
        ValueError: when the lengths differ or there are fewer than ``at_least`` pairs.
    """
    left, right = as_scores(names[0], first), as_scores(names[1], second)
    if left.size != right.size:
        raise ValueError(f"{names[0]} and {names[1]} must be paired; they hold {left.size!r} and {right.size!r} values")
    if left.size < at_least:
        raise ValueError(f"{names[0]} needs >= {at_least!r} values, not {left.size!r}")
    return left, right


def require_share(name: str, value: float) -> float:
    """Return ``value`` when it lies strictly between 0 and 1.

    Raises:
        ValueError: naming the argument otherwise.
    """
    if not 0 < value < 1:
        raise ValueError(f"{name} must lie between 0 and 1, not {value!r}")
    return float(value)

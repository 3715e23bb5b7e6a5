"""Several tests at once: p-values adjusted so that each may be compared with the common alpha."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.values import FloatArray, as_scores


def holm(p: ArrayLike) -> FloatArray:
    """Holm's step-down adjustment: controls the chance of any false finding, whatever the dependence.

    With p sorted upwards, ``max_{j <= i} (m - j + 1) p_(j)``, at most 1; returned in the order given.

    Raises:
        ValueError: when a value lies outside [0, 1].

    Source: Holm 1979, Scand J Stat 6:65.
    """
    values = _p_values(p)
    order = np.argsort(values, kind="stable")
    stepped = values[order] * np.arange(values.size, 0, -1)
    return _restore(np.minimum(np.maximum.accumulate(stepped), 1.0), order)


def bh(p: ArrayLike) -> FloatArray:
    """Benjamini and Hochberg's step-up adjustment: controls the share of false findings among those reported.

    With p sorted upwards, ``min_{j >= i} m p_(j)/j``, at most 1; returned in the order given.

    Raises:
        ValueError: when a value lies outside [0, 1].

    Source: Benjamini & Hochberg 1995, J R Stat Soc B 57:289.
    """
    values = _p_values(p)
    order = np.argsort(values, kind="stable")
    stepped = values[order] * values.size / np.arange(1, values.size + 1)
    return _restore(np.minimum(np.minimum.accumulate(stepped[::-1])[::-1], 1.0), order)


def _p_values(p: ArrayLike) -> FloatArray:
    values = as_scores("p", p)
    if values.size and (values.min() < 0 or values.max() > 1):
        raise ValueError(f"p must lie in [0, 1], not {values.tolist()!r}")
    return values


def _restore(adjusted: FloatArray, order: np.ndarray) -> FloatArray:
    result = np.empty_like(adjusted)
    result[order] = adjusted
    return result

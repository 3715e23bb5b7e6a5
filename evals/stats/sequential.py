"""Early stop: a test that may be read after every case and still stops falsely at most once in 200 runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from evals.stats.hypergeometric import candidate_fails
from evals.stats.values import FloatArray, as_fails

PSIS = (3.0, 10.0, 30.0)
"""Odds ratios of failing that are betted on: a slight, a clear and a total break."""

STOP_AT = 200.0
"""Evidence at which a run may stop: by Ville's inequality a sound candidate reaches it at most once in 200 runs."""


@cache
def evalue_case(fb: int, kb: int, fc: int, kc: int, psi: float) -> float:
    """Evidence of one case against "nothing changed": ``psi^fc / E_H0[psi^F]``.

    F ~ Hypergeometric(kb + kc, fb + fc, kc).

    Its mean under the null is 1 whatever the case's own failure rate; above 1 speaks for a break.

    Raises:
        ValueError: unless psi > 0, kb, kc >= 0 and 0 <= f <= k on both sides.

    Source: Turner & Gruenwald 2023 (arXiv 2302.11401), conditional e-values for 2x2 tables.
    """
    if psi <= 0 or not (0 <= fb <= kb and 0 <= fc <= kc):
        raise ValueError(
            f"psi must be above 0 and 0 <= fails <= trials, not {psi!r}, {fb!r} of {kb!r}, {fc!r} of {kc!r}"
        )
    law = candidate_fails(kb, kc, fb + fc)
    possible = np.arange(law.low, law.low + law.pmf.size)
    return float(1 / (law.pmf @ psi ** (possible - float(fc))))


def eprocess(fb: ArrayLike, kb: ArrayLike, fc: ArrayLike, kc: ArrayLike, psis: Sequence[float] = PSIS) -> FloatArray:
    """Evidence after each case: the mean over psi of the running products of ``evalue_case``.

    The order of the cases is the caller's and must not depend on their results. A run may stop as FAILED at the first
    value >= ``STOP_AT``. A case without trials on a side contributes a factor of 1.

    Raises:
        ValueError: when shapes differ, counts are negative, fails exceed trials, or there is no psi.
    """
    if not psis:
        raise ValueError("psis must hold >= 1 odds ratio")
    fails_b, trials_b = as_fails("baseline", fb, kb)
    fails_c, trials_c = as_fails("candidate", fc, kc)
    rows = list(zip(fails_b.tolist(), trials_b.tolist(), fails_c.tolist(), trials_c.tolist(), strict=True))
    logs = np.array([[np.log(evalue_case(*row, psi)) for row in rows] for psi in psis]).reshape(len(psis), len(rows))
    # Capped: past e^700 the evidence is beyond any threshold and exp would overflow.
    return np.asarray(np.exp(np.minimum(np.cumsum(logs, axis=1), 700.0)).mean(axis=0), dtype=np.float64)

"""How flaky a case is, and what to do about its tags."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from scipy import special

from evals.stats.values import Interval

TAG_BAND = Interval(0.03, 0.97)
"""A case whose 95 % interval lies inside fails now and then, neither never nor always."""

STABLE_BELOW = 0.05
"""A tagged case whose interval ends below this has become stable."""

CLEAN_TRIALS_FOR_CRITICAL = 20
"""Trials on main without a failure before a case may block on its own."""


class FlakeAdvice(Enum):
    """What the trials of a case suggest for its ``flaky`` tag."""

    ADD = "add the flaky tag"
    REMOVE = "remove the flaky tag"
    KEEP = "leave the tags as they are"


def flake_quantiles(fails: int, trials: int, q: Sequence[float]) -> tuple[float, ...]:
    """Quantiles of a case's failure rate after ``fails`` of ``trials``: Beta(1/2 + fails, 1/2 + trials - fails).

    Raises:
        ValueError: unless 0 <= fails <= trials.

    Source: Jeffreys 1946, Proc R Soc A 186:453 (the prior).
    """
    if not 0 <= fails <= trials:
        raise ValueError(f"fails must lie in 0..trials, not {fails!r} of {trials!r}")
    return tuple(float(special.betaincinv(0.5 + fails, 0.5 + trials - fails, share)) for share in q)


def flake_advice(fails: int, trials: int, *, tagged: bool) -> FlakeAdvice:
    """Suggest the tag when the 95 % interval lies in (.03, .97), its removal when the interval ends below .05."""
    low, high = flake_quantiles(fails, trials, (0.025, 0.975))
    if not tagged and TAG_BAND.low < low and high < TAG_BAND.high:
        return FlakeAdvice.ADD
    return FlakeAdvice.REMOVE if tagged and high < STABLE_BELOW else FlakeAdvice.KEEP


def admissible_to_critical(fails: int, trials: int) -> bool:
    """Say whether a case has earned the ``critical`` tag: 20 trials on main, none failed."""
    return fails == 0 and trials >= CLEAN_TRIALS_FOR_CRITICAL

"""What the pass-rate rule says to a person: one plain sentence from the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from evals.gate.wording import counted
from evals.stats.stratified import SMALLEST_P

Evidence: TypeAlias = Mapping[str, Any]
"""Figures of the rule, JSON values; drops are shares."""


def points(amount: Fraction | float) -> str:
    """An amount in points, its unit written out: '1 point', '2.5 points'; a threshold, a fraction, is not rounded."""
    number = f"{float(amount):g}" if isinstance(amount, Fraction) else f"{amount:.1f}".removesuffix(".0")
    return f"{number} point" if number == "1" else f"{number} points"


def p_value(p: float) -> str:
    """A p as text; below 1e-12 only that it is below."""
    if p < SMALLEST_P:
        return f"p < {SMALLEST_P:.0e}"
    return f"p = {p:.3f}" if p >= 0.001 else f"p = {p:.1e}"


def change(evidence: Evidence) -> str:
    """Both rates and the difference, the start of every sentence."""
    drop, cases = evidence.get("d3", evidence["d"]), evidence["cases"]
    before = evidence["rate_before"]
    moved = f"{points(100 * abs(drop))} {'down' if drop > 0 else 'up'}" if abs(drop) >= 0.0005 else "unchanged"
    on = f"on {cases} case{'' if cases == 1 else 's'}"
    return f"Pass rate {100 * (before - drop):.1f} %, before {100 * before:.1f} % {on} ({moved})"


def passed(evidence: Evidence, margin: Fraction, ni_margin: Fraction) -> str:
    """Within the margin; and whether that is proven."""
    sure = f"a drop of more than {points(ni_margin)} is ruled out" if evidence["proven"] else _unproven(evidence)
    return f"{change(evidence)}: no drop beyond {points(margin)}; {sure}."


def _unproven(evidence: Evidence) -> str:
    visible = evidence["smallest_visible_drop"]
    seen = f"see a drop from {points(100 * visible)} on" if visible <= 1 else "are too few to see any drop"
    return f"not proven: these trials {seen}"


def crossing(evidence: Evidence, margin: Fraction) -> str:
    """What goes beyond the margin: the drop itself, or the confirmed failures where a lucky screen hides it."""
    if evidence.get("d3", evidence["d"]) > margin / 100:
        return f"more than {points(margin)} down"
    again = "come again" if _all_run_again(evidence) else "come again or could not be run again"
    return f"the failures that {again} make {points(100 * evidence['dv'])} down, more than {points(margin)}"


def _all_run_again(evidence: Evidence) -> bool:
    return len(evidence["confirmed_cases"]) == int(evidence["failing_cases"])


def failed_on_mean(evidence: Evidence, margin: Fraction) -> str:
    """The drop itself is beyond chance."""
    return f"{change(evidence)}: {crossing(evidence, margin)}, not explained by flake ({p_value(evidence['p_mean'])})."


def failed_on_breaks(evidence: Evidence, margin: Fraction) -> str:
    """Cases broke reproducibly."""
    broken, again = len(evidence["confirmed_breaks"]), evidence["fresh_per_case"]
    cases = (
        "1 case that seldom failed before fails" if broken == 1 else f"{broken} cases that seldom failed before fail"
    )
    return (
        f"{change(evidence)}: {crossing(evidence, margin)}; "
        f"{cases} again in all {again} fresh trials ({p_value(evidence['p_repro'])})."
    )


def _rounds(evidence: Evidence) -> str:
    complete, cases = evidence["complete_cases"], evidence["cases"]
    return f"after two more rounds of {'all' if complete == cases else f'only {complete} of {cases}'} cases"


def failed_on_rounds(evidence: Evidence, margin: Fraction) -> str:
    """The drop stayed after complete rounds."""
    return (
        f"{change(evidence)} {_rounds(evidence)}: {crossing(evidence, margin)}, "
        f"not explained by flake ({p_value(evidence['p_full'])})."
    )


def explained_by_flake(evidence: Evidence, margin: Fraction) -> str:
    """The margin is crossed without evidence; where cases could not be run again, nothing explains it yet."""
    if _all_run_again(evidence):
        why, again = "explained by flake", "all"
    else:
        why, again = "not confirmed", str(len(evidence["confirmed_cases"]))
    return (
        f"{change(evidence)}: {crossing(evidence, margin)}, but {why}: of "
        f"{counted(evidence['failing_cases'], 'failing case')}, {again} run again, "
        f"{len(evidence['confirmed_breaks'])} broke reproducibly "
        f"({p_value(evidence['p_mean'])} and {p_value(evidence['p_repro'])})."
    )


def not_settled(evidence: Evidence, margin: Fraction) -> str:
    """Complete rounds did not settle it."""
    return (
        f"{change(evidence)} {_rounds(evidence)}: {crossing(evidence, margin)}, "
        f"without evidence of a real drop ({p_value(evidence['p_full'])})."
    )


def rounds_incomplete(evidence: Evidence, margin: Fraction) -> str:
    """Within the margin as far as seen, but not when the trials that did not run are counted as failures."""
    return f"{change(evidence)}: too few of the fresh trials ran to say that the drop is within {points(margin)}."


def missing_could_matter(evidence: Evidence) -> str:
    """A pass that rests on the missing cases not having failed."""
    missing = evidence["missing_cases"]
    cases = "1 case gave" if missing == 1 else f"{missing} cases gave"
    return f"{change(evidence)}, but {cases} no valid trial; had they failed, this would not be a pass."

"""A forecast in words: one line a matter, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from evals.gate.flakiness import CleanBuilds
from evals.gate.forecast import Amount, Calls, Forecast, Sharpness, Wish
from evals.gate.pass_rate_text import points
from evals.gate.wording import counted, listed
from evals.stats.flake import CLEAN_TRIALS_FOR_CRITICAL

BASES = {
    "measured": "by the trials of main",
    "no case wavered": "no case wavered on main; this is the most that its trials allow",
    "assumed": "assumed for a suite that passes 92 %: main has no repeated trials yet",
}


def forecast_lines(found: Forecast, *, baseline: str, currency: str, margin: str) -> list[tuple[str, str]]:
    """Pairs of a heading and what is said under it.

    Args:
        found: the forecast.
        baseline: what the run will be compared with, in words; empty for nothing.
        currency: of the price table.
        margin: the pass-rate margin, in words.
    """
    lines = [
        ("runs", _runs(found, baseline)),
        ("sees", _sees(found.sharpness)),
        ("breaks", _breaks(found.sharpness, margin)),
        *([("wanted", _wanted(found.wish, found.sharpness))] if found.wish else []),
        ("confirms", _confirms(found.calls)),
        (
            "costs",
            f"{_money(found.answers_cost, currency)} for answers, {_money(found.judge_cost, currency)} for the judge",
        ),
        ("takes", _time(found.seconds)),
    ]
    return [*lines, *(("critical", sentence) for sentence in _critical(found.critical))]


def _runs(found: Forecast, baseline: str) -> str:
    flaky = f" ({found.flaky} flaky)" if found.flaky else ""
    against = f"against {baseline}" if baseline else "against nothing: there is no baseline yet"
    trials = counted(found.sharpness.trials, "trial")
    return f"{counted(found.cases, 'case')}{flaky}, {trials} each: {counted(found.calls.screen, 'call')}, {against}"


def _sees(of: Sharpness) -> str:
    deeper = ", ".join(f"{points(drop)} at {counted(int(k), 'trial')}" for k, drop in of.by_trials.items())
    return (
        f"a drop spread over all cases from {points(of.smallest_drop)} on, four times in five "
        f"(baseline of {counted(of.baseline_trials, 'trial')} a case; {BASES[of.basis]}); {deeper}"
    )


def _breaks(of: Sharpness, margin: str) -> str:
    crossing = (
        "1 case that breaks outright crosses"
        if of.broken_cases == 1
        else f"{of.broken_cases} cases that break outright cross"
    )
    return f"{crossing} the margin of {margin}; {of.fresh_trials} fresh trials confirm each"


def _wanted(wish: Wish, of: Sharpness) -> str:
    deeper = (
        f"or {counted(wish.trials, 'trial')} a case"
        if wish.trials is not None
        else "and no number of trials suffices with these: the baseline needs more trials, or the set more cases"
    )
    return (
        f"a drop of {points(wish.drop)} needs {counted(wish.cases, 'case')} at {counted(of.trials, 'trial')}, {deeper}"
    )


def _confirms(calls: Calls) -> str:
    return f"about {calls.confirm:.1f} calls more when nothing has changed, {calls.at_most} at the most"


def _money(amount: Amount, currency: str) -> str:
    if amount.value is None:
        return f"unknown ({amount.why})"
    return f"about {amount.value:.4g} {currency}" + (f" ({amount.why})" if amount.why else "")


def _time(amount: Amount) -> str:
    if amount.value is None:
        return f"unknown ({amount.why})"
    spent = f"{amount.value:.0f} s" if amount.value < 120 else f"{amount.value / 60:.0f} min"
    return f"at least {spent} of calls" + (f" ({amount.why})" if amount.why else "")


def _critical(found: CleanBuilds | None) -> Iterable[str]:
    if found is None:
        return
    cases = counted(found.cases, "critical or safety case")
    failed = f"; failed on main: {listed(found.failed_before)}" if found.failed_before else ""
    yield (
        f"{cases} will block about {found.blocked:.0%} of the builds that change nothing, at most "
        f"{found.blocked_at_most:.0%}{failed}"
        if found.trials
        else f"{cases} without a trial on main: nobody knows how often they block builds that change nothing"
    )
    if found.unproven and found.trials:
        yield (
            f"{counted(len(found.unproven), 'critical case')} without {CLEAN_TRIALS_FOR_CRITICAL} clean trials on "
            f"main: {listed(found.unproven)}"
        )

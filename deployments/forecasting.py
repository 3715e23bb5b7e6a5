"""What the ``plan`` command does: a forecast from the stored trials, printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from evals.gate.forecast import Forecast, Setting, forecast
from evals.gate.forecast_text import forecast_lines
from evals.gate.pass_rate_text import points
from evals.reports.report import to_plain
from evals.results.aggregate import by_case
from tasks.limits import strictest_requests
from tasks.plan import Plan
from tasks.planning import survey
from tasks.request import RunRequest

FORECAST_VERSION = 1
"""Version of the JSON form."""


def show_forecast(options: Mapping[str, Any], drop: float | None, *, as_json: bool) -> None:
    """Print the forecast of one run."""
    plan = survey(RunRequest.model_validate(options))
    found = forecast(plan.cases.values(), _pool(plan), _setting(plan), drop)
    baseline = plan.baseline.label if plan.baseline else ""
    if as_json:
        document = {"forecast_version": FORECAST_VERSION, "tier": plan.info.tier, "baseline": baseline}
        click.echo(json.dumps({**document, **to_plain(found)}, indent=1))
        return
    margin = points(plan.config.gate.pass_rate.margin_points)
    lines = forecast_lines(found, baseline=baseline, currency=plan.config.prices.currency, margin=margin)
    for heading, text in [*lines, *_budget(plan, found)]:
        click.echo(f"{heading:9} {text}")


def _pool(plan: Plan) -> dict[str, Any]:
    return by_case(plan.baseline.trials) if plan.baseline else {}


def _setting(plan: Plan) -> Setting:
    limits = plan.target.limits
    return Setting(
        trials=plan.info.trials,
        flaky_trials=plan.tier.flaky_trials,
        mode=plan.tier.mode,
        parallel=limits.concurrency,
        requests_per_minute=strictest_requests(plan.config.limits, plan.info.target, limits.requests_per_minute),
        policy=plan.config.gate,
    )


def _budget(plan: Plan, found: Forecast) -> list[tuple[str, str]]:
    """Whether the tier's budget will do, as far as that is known."""
    budget = plan.tier.budget
    costs = [amount.value for amount in (found.answers_cost, found.judge_cost)]
    known = None if None in costs else sum(cost for cost in costs if cost is not None)
    limits = (
        (budget.money, known, f"{budget.money:g} {plan.config.prices.currency}" if budget.money else ""),
        (
            budget.minutes,
            None if found.seconds.value is None else found.seconds.value / 60,
            f"{budget.minutes:g} minutes" if budget.minutes else "",
        ),
    )
    return [("budget", f"{text}: {_enough(limit, need)}") for limit, need, text in limits if limit is not None]


def _enough(limit: float, need: float | None) -> str:
    if need is None:
        return "nobody knows whether that will do"
    return "will do" if need <= limit else "will NOT do: the run will stop, and what is missing is inconclusive"

"""Options that say which runs a question is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from deployments.options import Decorator

if TYPE_CHECKING:
    from evals.results.selection import Selection

_DAY = click.DateTime(formats=["%Y-%m-%d"])

SELECTION_OPTIONS: Sequence[Decorator] = (
    click.option("--commit", help="Runs of this commit, or of those that begin so."),
    click.option("--branch", help="Runs of this branch."),
    click.option("--pr", type=click.IntRange(min=1), help="Runs of this pull request."),
    click.option("--model", help="Runs whose model version contains this."),
    click.option("--golden-version", help="Runs of this version of the golden set."),
    click.option("--tier", type=click.Choice(["smoke", "full", "extended", "custom"]), help="Runs of this tier."),
    click.option("--app", help="Runs of this app."),
    click.option("--target", help="Runs of this target."),
    click.option("--kind", type=click.Choice(["gate", "baseline"]), help="Gated runs, or recorded baselines."),
    click.option(
        "--verdict", type=click.Choice(["passed", "failed", "inconclusive"]), help="Runs that ended with this verdict."
    ),
    click.option("--since", type=_DAY, metavar="YYYY-MM-DD", help="Runs begun on this day (UTC) or later."),
    click.option("--until", type=_DAY, metavar="YYYY-MM-DD", help="Runs begun on this day (UTC) or earlier."),
)


def limit_option(default: int) -> Decorator:
    """``--limit``."""
    return click.option(
        "--limit", type=click.IntRange(min=0), default=default, show_default=True, help="At most so many; 0 for all."
    )


def selection_of(options: Mapping[str, Any]) -> Selection:
    """What the options ask for."""
    from evals.results.selection import Selection

    days = {name: options[name].date() for name in ("since", "until") if options.get(name)}
    return Selection(**{**options, **days})

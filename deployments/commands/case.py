"""``lastgreen case``: one case through time."""

from __future__ import annotations

from typing import Any

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION, with_options
from deployments.selecting import SELECTION_OPTIONS, limit_option
from deployments.tables import CSV_OPTION

DEFAULT_LIMIT = 50


@click.command()
@click.argument("case_id", metavar="ID")
@CONFIG_OPTION
@STORE_OPTION
@with_options(SELECTION_OPTIONS)
@limit_option(DEFAULT_LIMIT)
@JSON_OPTION
@CSV_OPTION
def case(case_id: str, config: str, store: str | None, limit: int, as_json: bool, as_csv: bool, **options: Any) -> None:
    """Follow one case through the runs of the store: passes, scores, latency, and how often its trials fail.

    The flake rate is over the runs shown: --branch main --kind baseline tells noise from broken changes.
    """
    from deployments.case_history import read_history, show_history
    from deployments.selecting import selection_of
    from deployments.stored import open_files
    from deployments.tables import form_of

    form = form_of(as_json=as_json, as_csv=as_csv)
    show_history(read_history(open_files(config, store), case_id, selection_of(options), limit or None), form)

"""``lastgreen compare``: two runs side by side."""

from __future__ import annotations

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION
from deployments.tables import CSV_OPTION


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B|latest")
@CONFIG_OPTION
@STORE_OPTION
@JSON_OPTION
@CSV_OPTION
def compare(first: str, second: str, config: str, store: str | None, as_json: bool, as_csv: bool) -> None:
    """Compare run B with run A as the gate would: metrics, rules, and the answers of changed cases side by side.

    The policy is that of the configuration, or the default one when there is none. Nothing is run, and the exit code
    does not tell the verdict. --csv prints one line a case.
    """
    from deployments.comparing import compare_runs, show_comparison
    from deployments.stored import open_files
    from deployments.tables import form_of

    form = form_of(as_json=as_json, as_csv=as_csv)
    show_comparison(compare_runs(open_files(config, store), first, second, config), form)

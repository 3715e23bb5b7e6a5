"""``lastgreen show``: a stored run."""

from __future__ import annotations

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION
from deployments.tables import CSV_OPTION, form_of
from evals.errors import InputError


@click.command()
@click.argument("run_id", metavar="RUN|latest", default="latest")
@CONFIG_OPTION
@STORE_OPTION
@click.option("--case", "case_id", metavar="ID", help="Show every trial of one case: answers, checks, judgement.")
@click.option("--comment", is_flag=True, help="Print the pull-request comment (Markdown).")
@JSON_OPTION
@CSV_OPTION
def show(
    run_id: str, config: str, store: str | None, case_id: str | None, comment: bool, as_json: bool, as_csv: bool
) -> None:
    """Show a stored run: verdict, metric table, failing cases; or one of its cases.

    Without a run id, or with the word latest, the newest run of the store is shown. --csv prints one line a trial.
    """
    from deployments.case_view import show_case, write_trials
    from deployments.commands.run import show_report
    from deployments.stored import find_run

    form = form_of(as_json=as_json, as_csv=as_csv)
    if comment and (form != "table" or case_id is not None):
        raise InputError("--comment goes with neither --case, --json nor --csv")
    stored = find_run(run_id, config, store)
    if case_id is not None:
        show_case(stored, case_id, form)
    elif form == "csv":
        write_trials(stored.trials)
    elif comment:
        from evals.reports.markdown import render_comment

        if stored.report.verdict is None:
            raise InputError(f"run {stored.info.run_id!r} recorded a baseline: there is no verdict to comment on")
        click.echo(render_comment(stored.report))
    else:
        show_report(stored.report, as_json=as_json)

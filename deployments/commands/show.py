"""``lastgreen show``: a stored run."""

from __future__ import annotations

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION


@click.command()
@click.argument("run_id", metavar="RUN|latest", default="latest")
@CONFIG_OPTION
@STORE_OPTION
@click.option("--case", "case_id", metavar="ID", help="Show every trial of one case: answers, checks, judgement.")
@click.option("--comment", is_flag=True, help="Print the pull-request comment (Markdown).")
@JSON_OPTION
def show(run_id: str, config: str, store: str | None, case_id: str | None, comment: bool, as_json: bool) -> None:
    """Show a stored run: verdict, metric table, failing cases; or one of its cases.

    Without a run id, or with the word latest, the newest run of the store is shown.
    """
    from deployments.commands.run import show_report
    from deployments.stored import find_run

    stored = find_run(run_id, config, store)
    if case_id is not None:
        from deployments.case_view import show_case

        show_case(stored, case_id, as_json=as_json)
    elif comment:
        from evals.reports.markdown import render_comment

        click.echo(render_comment(stored.report))
    else:
        show_report(stored.report, as_json=as_json)
